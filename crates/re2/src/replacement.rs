//! Parses replacement texts: `$1`, `${name}`, `$$`.

use regex::bytes::Captures;

/// A piece of a replacement text.
#[derive(Debug, PartialEq, Eq)]
enum Piece<'t> {
    Literal(&'t [u8]),
    Number(usize),
    Name(&'t str),
}

/// A replacement text with references to groups: `$1`, `${name}`; `$$` is a dollar sign.
#[derive(Debug)]
pub struct Replacement<'t>(Vec<Piece<'t>>);

impl<'t> Replacement<'t> {
    /// Parses a replacement text. Every text is valid: a `$` that starts no reference is a literal.
    pub fn parse(text: &'t [u8]) -> Self {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some(dollar) = memchr::memchr(b'$', rest) {
            if dollar > 0 {
                pieces.push(Piece::Literal(&rest[..dollar]));
            }
            let after = &rest[dollar + 1..];
            if let Some(after) = after.strip_prefix(b"$") {
                pieces.push(Piece::Literal(b"$"));
                rest = after;
            } else if let Some((name, after)) = reference(after) {
                pieces.push(number(name).map_or(Piece::Name(name), Piece::Number));
                rest = after;
            } else {
                pieces.push(Piece::Literal(b"$"));
                rest = after;
            }
        }
        if !rest.is_empty() {
            pieces.push(Piece::Literal(rest));
        }
        Self(pieces)
    }

    /// Appends the text for one match to `out`. Groups that do not exist are empty.
    pub(crate) fn expand(
        &self,
        captures: &Captures<'_>,
        names: &[Option<Box<str>>],
        out: &mut Vec<u8>,
    ) {
        for piece in &self.0 {
            let group = match piece {
                Piece::Literal(text) => {
                    out.extend_from_slice(text);
                    continue;
                }
                Piece::Number(group) => captures.get(*group),
                // If several groups share a name, the first that took part in the match is used.
                Piece::Name(name) => names
                    .iter()
                    .enumerate()
                    .filter(|(_, group)| group.as_deref() == Some(*name))
                    .find_map(|(at, _)| captures.get(at)),
            };
            out.extend_from_slice(group.map_or(&b""[..], |group| group.as_bytes()));
        }
    }
}

/// Reads `name` or `{name}`. Returns the name and the rest of the text.
fn reference(text: &[u8]) -> Option<(&str, &[u8])> {
    let (body, braced) = match text.strip_prefix(b"{") {
        Some(body) => (body, true),
        None => (text, false),
    };
    let valid = body.utf8_chunks().next()?.valid();
    let end = valid
        .find(|char: char| char != '_' && !char.is_alphabetic() && !char.is_numeric())
        .unwrap_or(valid.len());
    let (name, rest) = (&valid[..end], &body[end..]);
    let rest = if braced { rest.strip_prefix(b"}")? } else { rest };
    (!name.is_empty()).then_some((name, rest))
}

/// The group number, if the name is a number.
fn number(name: &str) -> Option<usize> {
    const LONGEST: usize = 9;
    let plain = name == "0" || !name.starts_with('0');
    if plain && name.len() <= LONGEST { name.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::{Piece, Replacement};

    #[test]
    fn references() {
        let cases: [(&str, Vec<Piece<'_>>); 9] = [
            ("a$1b", vec![Piece::Literal(b"a"), Piece::Name("1b")]),
            ("${1}b", vec![Piece::Number(1), Piece::Literal(b"b")]),
            ("$$1", vec![Piece::Literal(b"$"), Piece::Literal(b"1")]),
            ("$", vec![Piece::Literal(b"$")]),
            ("${a", vec![Piece::Literal(b"$"), Piece::Literal(b"{a")]),
            ("${}", vec![Piece::Literal(b"$"), Piece::Literal(b"{}")]),
            ("$01", vec![Piece::Name("01")]),
            ("$0-$é", vec![Piece::Number(0), Piece::Literal(b"-"), Piece::Name("é")]),
            ("$-", vec![Piece::Literal(b"$"), Piece::Literal(b"-")]),
        ];
        for (text, expected) in cases {
            assert_eq!(Replacement::parse(text.as_bytes()).0, expected, "{text}");
        }
    }
}
