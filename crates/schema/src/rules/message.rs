//! The third item of a rule: the author's message for violations.

use std::borrow::Cow;

/// The facts that a message can show about a violation.
#[derive(Clone, Debug)]
pub(crate) struct Facts<'a> {
    /// The last segment of the path.
    pub(crate) key: &'a str,
    /// The path of the node.
    pub(crate) path: &'a str,
    /// The value in the syntax of template code.
    pub(crate) value: &'a str,
    /// Describes a valid value.
    pub(crate) description: &'a str,
    /// The rule's reason for rejecting the value.
    pub(crate) failure: &'a str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Key,
    Path,
    Value,
    Description,
    Failure,
}

impl Field {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "key" => Field::Key,
            "path" => Field::Path,
            "value" => Field::Value,
            "desc" => Field::Description,
            "failure" => Field::Failure,
            _ => return None,
        })
    }
}

#[derive(Clone, Debug)]
enum Piece {
    Text(String),
    Field(Field),
}

/// A message with placeholders: `"{key}" (={value}) is too large`.
#[derive(Clone, Debug)]
pub struct Message(Vec<Piece>);

impl Message {
    /// Parses a message; `{{` and `}}` are literal braces. The error says what is wrong with it.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut pieces = Vec::new();
        let mut written = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            written.push_str(&rest[..at]);
            let brace = &rest[at..=at];
            rest = &rest[at + 1..];
            if let Some(behind) = rest.strip_prefix(brace) {
                written.push_str(brace);
                rest = behind;
            } else if brace == "}" {
                return Err("single '}' in message".to_owned());
            } else {
                let (name, behind) =
                    rest.split_once('}').ok_or_else(|| "unmatched '{' in message".to_owned())?;
                let field = Field::named(name).ok_or_else(|| {
                    format!(
                        "unknown placeholder {{{name}}} in message (known are {{key}}, {{path}}, \
                         {{value}}, {{desc}}, {{failure}})"
                    )
                })?;
                pieces.push(Piece::Text(std::mem::take(&mut written)));
                pieces.push(Piece::Field(field));
                rest = behind;
            }
        }
        written.push_str(rest);
        pieces.push(Piece::Text(written));
        Ok(Self(pieces))
    }

    /// Whether it shows the value.
    pub(crate) fn shows_value(&self) -> bool {
        self.0.iter().any(|piece| matches!(piece, Piece::Field(Field::Value)))
    }

    /// Returns the message for one violation.
    pub(crate) fn fill(&self, facts: &Facts<'_>) -> String {
        let pieces = self.0.iter().map(|piece| {
            Cow::Borrowed(match piece {
                Piece::Text(text) => text.as_str(),
                Piece::Field(Field::Key) => facts.key,
                Piece::Field(Field::Path) => facts.path,
                Piece::Field(Field::Value) => facts.value,
                Piece::Field(Field::Description) => facts.description,
                Piece::Field(Field::Failure) => facts.failure,
            })
        });
        pieces.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(text: &str) -> Result<String, String> {
        let facts =
            Facts { key: "b", path: "a.b", value: "1", description: "big", failure: "small" };
        Message::parse(text).map(|message| message.fill(&facts))
    }

    #[test]
    fn places_are_filled_in() {
        assert_eq!(filled("{key} {path} {value} {desc} {failure}"), Ok("b a.b 1 big small".into()));
        assert_eq!(filled("{{{key}}}"), Ok("{b}".into()));
        assert_eq!(filled(""), Ok(String::new()));
    }

    #[test]
    fn mistakes_are_found_before_anything_runs() {
        assert_eq!(filled("a } b"), Err("single '}' in message".into()));
        assert_eq!(filled("{key"), Err("unmatched '{' in message".into()));
        assert!(filled("{name}").is_err_and(|error| error.contains("{name}")));
    }
}
