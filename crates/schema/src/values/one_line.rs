//! Formats the value of a node on one line, for reports.
//!
//! Values are written in YAML's flow style and truncated if the line gets long. Only the visible part of a large
//! value is written.

use std::fmt::Write;

use yardstick_diagnostics::{MASK, Path, Secrecy};
use yardstick_template::{convert::display_key, tree::Yaml};

/// The maximum number of characters.
const WIDTH: usize = 72;

/// Returns `value` on one line.
pub(crate) fn line(value: &Yaml) -> String {
    let mut line = Line { text: String::new(), length: 0 };
    line.value(value);
    if line.length <= WIDTH {
        return line.text;
    }
    let kept: String = line.text.chars().take(WIDTH - 3).collect();
    format!("{}...", kept.trim_end())
}

struct Line {
    text: String,
    /// The number of characters in `out`.
    length: usize,
}

impl Line {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.length += text.chars().count();
    }

    // Each level adds a character, so the width bounds the depth of the recursion.
    fn value(&mut self, value: &Yaml) {
        match value {
            Yaml::Map(map) => {
                self.push("{");
                for (at, item) in map.items().iter().enumerate() {
                    if self.length > WIDTH {
                        return;
                    }
                    if at > 0 {
                        self.push(", ");
                    }
                    self.value(&item.key);
                    self.push(": ");
                    let way = Path::default().property(&display_key(&item.key));
                    if Secrecy::of_path(&way).is_kept() {
                        self.push(MASK);
                    } else {
                        self.value(&item.value);
                    }
                }
                self.push("}");
            }
            Yaml::Array(array) => {
                self.push("[");
                for (at, item) in array.items.iter().enumerate() {
                    if self.length > WIDTH {
                        return;
                    }
                    if at > 0 {
                        self.push(", ");
                    }
                    self.value(&item.value);
                }
                self.push("]");
            }
            Yaml::Text(text) => {
                // One character too many is enough to detect that the line is too long.
                let text: String = text.to_lossy().chars().take(WIDTH + 1).collect();
                self.push(&scalar(&text));
            }
            other => self.push(&display_key(other)),
        }
    }
}

/// Writes a string in flow style.
fn scalar(text: &str) -> String {
    let plain = yardstick_template::print::to_yaml_text(&Yaml::text(text));
    let plain = plain.trim_end();
    let needs_quotes =
        plain.contains(['\n', ',', '[', ']', '{', '}', '\t']) || text.chars().any(char::is_control);
    if !needs_quotes || plain.starts_with('\'') && !plain.contains('\n') {
        return plain.to_owned();
    }
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use yardstick_template::tree::{Array, ArrayItem, Map, MapItem};

    use super::*;

    #[test]
    fn collections_are_written_in_flow_style() {
        let array: Yaml =
            Array::new(vec![ArrayItem::new(1), ArrayItem::new("true"), ArrayItem::new(Yaml::Null)])
                .into();
        let map: Yaml = Map::new(vec![MapItem::new("a", array), MapItem::new("b", "x, y")]).into();
        assert_eq!(line(&map), "{a: [1, \"true\", null], b: \"x, y\"}");
        assert_eq!(line(&Map::default().into()), "{}");
        assert_eq!(line(&Yaml::text("two\nlines")), "\"two\\nlines\"");
    }

    #[test]
    fn long_values_are_cut() {
        let text = line(&Yaml::text(&"ä".repeat(100)));
        assert_eq!(text, format!("{}...", "ä".repeat(69)));
        let items = (0..1_000_000).map(|_| ArrayItem::new(12)).collect();
        let text = line(&Array::new(items).into());
        assert!(text.ends_with("...") && text.chars().count() <= WIDTH, "{text}");
    }

    #[test]
    fn deep_values_are_cut() {
        let deep =
            (0..900).fold(Yaml::Null, |inner, _| Array::new(vec![ArrayItem::new(inner)]).into());
        assert_eq!(line(&deep), format!("{}...", "[".repeat(69)));
    }
}
