//! Finds the chain of names at a position in code.

/// A chain of names with dots, up to the name at the position: `data.values.db` in `data.values.db.port`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The names in order; both names of `a["b"]`.
    pub names: Vec<String>,
    /// The start and end of the last name.
    pub span: (usize, usize),
    /// The start of the chain.
    pub start: usize,
}

/// The chain in `text` that ends with the name at `offset`.
pub fn chain_at(text: &str, offset: usize) -> Option<Chain> {
    let bytes = text.as_bytes();
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let mut end = offset.min(bytes.len());
    while end < bytes.len() && is_name(bytes[end]) {
        end += 1;
    }
    let mut start = offset.min(bytes.len());
    while start > 0 && is_name(bytes[start - 1]) {
        start -= 1;
    }
    if start == end || bytes[start].is_ascii_digit() {
        return None;
    }
    let span = (start, end);
    let mut names = vec![text.get(start..end)?.to_owned()];
    // A name inside of `["..."]` belongs to the expression before the bracket.
    let mut in_brackets = start > 0 && matches!(bytes[start - 1], b'"' | b'\'');
    if in_brackets {
        if start < 2 || bytes[start - 2] != b'[' {
            return None;
        }
        start -= 2;
    }
    loop {
        let end = match bytes.get(start.wrapping_sub(1)) {
            _ if in_brackets => start,
            Some(b'.') => start - 1,
            _ => break,
        };
        let Some((name, from)) = name_before(text, end) else { break };
        in_brackets = bytes[from] == b'[';
        names.push(name);
        start = from;
    }
    names.reverse();
    Some(Chain { names, span, start })
}

/// The name, or the string in brackets, that ends at `end`, with its start.
fn name_before(text: &str, end: usize) -> Option<(String, usize)> {
    let bytes = text.as_bytes();
    if end >= 2 && bytes[end - 1] == b']' {
        let open = text[..end - 1].rfind('[')?;
        let inside = text[open + 1..end - 1].trim_matches(['"', '\'']);
        return Some((inside.to_owned(), open));
    }
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let mut start = end;
    while start > 0 && is_name(bytes[start - 1]) {
        start -= 1;
    }
    (start < end).then(|| (text[start..end].to_owned(), start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_end_at_the_cursor() {
        let names = |text: &str, at: usize| chain_at(text, at).map(|chain| chain.names.join("/"));
        let text = "x: #@ data.values.db.port + 1";
        assert_eq!(names(text, 8).as_deref(), Some("data"));
        assert_eq!(names(text, 19).as_deref(), Some("data/values/db"));
        assert_eq!(names(text, 25).as_deref(), Some("data/values/db/port"));
        assert_eq!(names(text, 28), None);
        assert_eq!(names("data.values[\"a\"].b", 17).as_deref(), Some("data/values/a/b"));
        assert_eq!(names("data.values[\"a\"]", 14).as_deref(), Some("data/values/a"));
    }
}
