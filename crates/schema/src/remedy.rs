//! Fixes for invalid values. They become edits of a file once the exact position is known.
//!
//! A fix is offered only if the file contains the value as it was read. This excludes values from flags, aliases and
//! template code.

use yardstick_diagnostics::{Exact, Fix, Sources, Span};
use yardstick_template::tree::{Kind, Yaml};
use yardstick_yaml::{
    Resolver, Scalar, Style, resolve,
    rewrite::{in_style, quoted},
};

use crate::model::Type;

/// What would fix a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Remedy {
    /// Change the key to this one.
    Key(String),
    /// Change the value to this string.
    Value(String),
    /// Convert the value from one kind to another, or to an array of such items.
    Kind {
        /// The actual kind.
        found: Kind,
        /// The accepted kinds.
        wanted: Vec<Kind>,
        /// The accepted kinds of items, if an array is accepted.
        items: Vec<Kind>,
    },
}

/// The kinds that a scalar can be converted to.
const SCALARS: [Kind; 4] = [Kind::Text, Kind::Int, Kind::Float, Kind::Bool];

impl Remedy {
    /// Returns a fix for `value`, which does not have `type_`.
    pub(crate) fn kind(type_: &Type, value: &Yaml) -> Option<Self> {
        let found = value.kind();
        let kinds_of =
            |type_: &Type| SCALARS.into_iter().filter(|kind| type_.accepts_scalar(*kind)).collect();
        let items = type_.item().map(kinds_of).unwrap_or_default();
        SCALARS.contains(&found).then(|| Self::Kind { found, wanted: kinds_of(type_), items })
    }

    /// Returns the edit of the file that contains `exact`.
    pub(crate) fn fix(&self, exact: &Exact, sources: &Sources) -> Option<Fix> {
        let place = match self {
            Self::Key(_) => exact.wrong,
            Self::Value(_) | Self::Kind { .. } => exact.value,
        };
        let written = Written::at(place?, sources)?;
        let (replacement, description) = match self {
            Self::Key(key) => (in_style(key, written.style), Fix::RENAME),
            Self::Value(value) => (in_style(value, written.style), Fix::ALLOWED_VALUE),
            Self::Kind { found, wanted, items } => {
                written.retyped(*found, wanted).or_else(|| {
                    let item = if items.contains(found) {
                        written.as_item()?
                    } else {
                        written.retyped(*found, items)?.0
                    };
                    Some((format!("[{item}]"), Fix::LIST))
                })?
            }
        };
        let description = description.to_owned();
        Some(Fix { span: written.span, replacement, description })
    }
}

/// A scalar as written in the file.
struct Written {
    span: Span,
    style: Style,
    /// The text in the file, including quotes.
    source: String,
}

/// A longer value is not a simple mistake.
const LONGEST: u32 = 200;

impl Written {
    fn at(span: Span, sources: &Sources) -> Option<Self> {
        let file = sources.find(span.file)?;
        if file.is_argument() || file.name().is_empty() || span.end - span.start > LONGEST {
            return None;
        }
        let source = std::str::from_utf8(file.slice(span.start, span.end)).ok()?.to_owned();
        let style = match source.chars().next()? {
            '"' => Style::DoubleQuoted,
            '\'' => Style::SingleQuoted,
            '|' | '>' | '*' | '&' | '!' | '{' | '[' => return None,
            _ => Style::Plain,
        };
        (!source.contains('\n')).then_some(Self { span, style, source })
    }

    /// Returns the text without quotes, if it contains nothing that needs interpretation, such as escapes.
    fn text(&self) -> Option<&str> {
        if self.style == Style::Plain {
            return Some(&self.source);
        }
        let inner = self.source.get(1..self.source.len().checked_sub(1)?)?;
        (!inner.contains(['\\', '"', '\''])).then_some(inner)
    }

    /// Returns the value written as one of the kinds `wanted`, and a description of the change.
    fn retyped(&self, found: Kind, wanted: &[Kind]) -> Option<(String, &'static str)> {
        let text = self.text()?.trim();
        let wants = |kind| wanted.contains(&kind);
        if found != Kind::Text {
            // `3.0` where an integer is expected.
            let whole = text.trim_end_matches('0').strip_suffix('.');
            if let Some(whole) = whole.filter(|_| found == Kind::Float && wants(Kind::Int)) {
                return Some((as_kind(whole, Kind::Int)?, Fix::NUMBER));
            }
            return wants(Kind::Text).then(|| (quoted(text), Fix::QUOTE));
        }
        if wants(Kind::Bool)
            && let Some(boolean) = as_kind(text, Kind::Bool)
        {
            return Some((boolean, Fix::BOOLEAN));
        }
        // Accept commas only at the end and as thousands separators.
        let text = text.trim_end_matches(',');
        let is_grouped =
            text.contains(',') && text.split(',').skip(1).all(|group| group.len() == 3);
        let digits = if is_grouped { text.replace(',', "") } else { text.to_owned() };
        let mut kinds = [Kind::Int, Kind::Float].into_iter().filter(|kind| wants(*kind));
        kinds.find_map(|kind| as_kind(&digits, kind)).map(|number| (number, Fix::NUMBER))
    }

    /// Returns the value as the only item of an array in brackets.
    fn as_item(&self) -> Option<String> {
        let is_safe =
            self.style != Style::Plain || !self.source.contains([',', '[', ']', '{', '}']);
        is_safe.then(|| self.source.clone())
    }
}

/// Returns `text` without quotes, if it then has the kind `kind`.
fn as_kind(text: &str, kind: Kind) -> Option<String> {
    let is_number =
        || text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.'));
    match (resolve::plain(text, Resolver::Yaml11), kind) {
        (Scalar::Bool(value), Kind::Bool) => Some(value.to_string()),
        (Scalar::Int(_), Kind::Int | Kind::Float) | (Scalar::Float(_), Kind::Float)
            if is_number() =>
        {
            Some(text.to_owned())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use yardstick_diagnostics::SourceFile;

    use super::*;

    /// Returns the fixed value of a line.
    fn fixed(remedy: &Remedy, line: &str) -> Option<String> {
        let sources = Sources::new();
        let at = line.find(": ").map_or(0, |at| at + 2) as u32;
        let id = sources.add(SourceFile::new("v.yml", line.as_bytes()));
        let value = Some(Span::new(id, at, line.len() as u32));
        let wrong = Some(Span::new(id, 0, at.saturating_sub(2)));
        let wrong = if matches!(remedy, Remedy::Key(_)) { wrong } else { value };
        let fix = remedy.fix(&Exact { wrong, value, declared: None }, &sources)?;
        let mut text = line.to_owned();
        text.replace_range(fix.span.start as usize..fix.span.end as usize, &fix.replacement);
        Some(text)
    }

    #[test]
    fn keys_and_values_keep_their_quotes() {
        let name = Remedy::Key("name".to_owned());
        assert_eq!(fixed(&name, "nmae: shop").as_deref(), Some("name: shop"));
        assert_eq!(fixed(&name, "'nmae': shop").as_deref(), Some("'name': shop"));
        let no = Remedy::Value("no".to_owned());
        assert_eq!(fixed(&no, "a: noo").as_deref(), Some("a: \"no\""));
        assert_eq!(fixed(&no, "a: *noo"), None);
    }

    #[test]
    fn scalars_become_what_is_wanted() {
        let to = |found, wanted: &[Kind], items: &[Kind]| Remedy::Kind {
            found,
            wanted: wanted.to_vec(),
            items: items.to_vec(),
        };
        let int = to(Kind::Text, &[Kind::Int], &[]);
        assert_eq!(fixed(&int, "a: \"3\"").as_deref(), Some("a: 3"));
        assert_eq!(fixed(&int, "a: 1,000").as_deref(), Some("a: 1000"));
        assert_eq!(fixed(&int, "a: 1,00"), None);
        assert_eq!(fixed(&int, "a: three"), None);
        assert_eq!(fixed(&int, "a: '1.5'"), None);
        let float = to(Kind::Text, &[Kind::Float, Kind::Int], &[]);
        assert_eq!(fixed(&float, "a: '1.5'").as_deref(), Some("a: 1.5"));
        let whole = to(Kind::Float, &[Kind::Int], &[]);
        assert_eq!(fixed(&whole, "a: 3.0").as_deref(), Some("a: 3"));
        assert_eq!(fixed(&whole, "a: 3.5"), None);
        let boolean = to(Kind::Text, &[Kind::Bool], &[]);
        assert_eq!(fixed(&boolean, "a: \"yes\"").as_deref(), Some("a: true"));
        let text = to(Kind::Float, &[Kind::Text], &[]);
        assert_eq!(fixed(&text, "a: 1.10").as_deref(), Some("a: \"1.10\""));
        let list = to(Kind::Int, &[], &[Kind::Text]);
        assert_eq!(fixed(&list, "a: 5").as_deref(), Some("a: [\"5\"]"));
        let list = to(Kind::Text, &[], &[Kind::Text]);
        assert_eq!(fixed(&list, "a: x y").as_deref(), Some("a: [x y]"));
        assert_eq!(fixed(&list, "a: x, y"), None);
    }
}
