//! Encodes trees as TOML text.
//!
//! In each table, plain keys come first, then the sub-tables, each sorted. The content of a table is indented by its
//! depth. Nulls are omitted, because TOML has none.

use yardstick_starlark::{Error, Result, Text};

use crate::tree::{Array, Map, MapItem, Yaml};

/// Returns the text of `yaml`, which must be a map; `indent` is the number of spaces per level.
pub(super) fn encode(yaml: &Yaml, indent: usize) -> Result<Vec<u8>> {
    let Yaml::Map(map) = yaml else {
        return Err(Error::new("toml: top-level values must be Go maps or structs"));
    };
    let mut encoder = Encoder { out: Vec::new(), indent, path: Vec::new() };
    encoder.table(map)?;
    Ok(encoder.out)
}

struct Encoder {
    out: Vec<u8>,
    indent: usize,
    /// The header of the current table: its keys, quoted and joined with dots, with one length per level.
    path: Vec<Vec<u8>>,
}

impl Encoder {
    /// Writes the content of a table.
    fn table(&mut self, map: &Map) -> Result<()> {
        let (plain, tables) = split(map)?;
        for (key, item) in plain {
            self.margin(self.path.len());
            write_key(&mut self.out, key);
            self.out.extend_from_slice(b" = ");
            self.inline(&item.value)?;
            self.out.push(b'\n');
        }
        for (key, item) in tables {
            let mut header =
                self.path.last().map_or_else(Vec::new, |path| [path, &b"."[..]].concat());
            write_key(&mut header, key);
            self.path.push(header);
            match &item.value {
                Yaml::Map(map) => {
                    if self.path.len() == 1 {
                        self.blank_line();
                    }
                    self.header("[", "]");
                    self.table(map)?;
                }
                Yaml::Array(array) => {
                    for item in &array.items {
                        let Yaml::Map(map) = &item.value else { continue };
                        self.blank_line();
                        self.header("[[", "]]");
                        self.table(map)?;
                    }
                }
                _ => {}
            }
            self.path.pop();
        }
        Ok(())
    }

    fn header(&mut self, open: &str, close: &str) {
        self.margin(self.path.len() - 1);
        self.out.extend_from_slice(open.as_bytes());
        if let Some(path) = self.path.last() {
            self.out.extend_from_slice(path);
        }
        self.out.extend_from_slice(close.as_bytes());
        self.out.push(b'\n');
    }

    fn margin(&mut self, levels: usize) {
        self.out.resize(self.out.len() + levels * self.indent, b' ');
    }

    /// Writes an empty line, but not at the start of the text.
    fn blank_line(&mut self) {
        if !self.out.is_empty() {
            self.out.push(b'\n');
        }
    }

    /// Writes a value on one line.
    fn inline(&mut self, value: &Yaml) -> Result<()> {
        match value {
            Yaml::Null => return Err(null_element()),
            Yaml::Bool(value) => push(&mut self.out, value),
            Yaml::Int(value) => push(&mut self.out, value),
            Yaml::UInt(value) => push(&mut self.out, value),
            Yaml::Float(value) => self.out.extend_from_slice(float(*value).as_bytes()),
            Yaml::Text(text) => write_quoted(&mut self.out, text),
            Yaml::Array(array) => {
                self.out.push(b'[');
                for (at, item) in array.items.iter().enumerate() {
                    self.separate(at);
                    self.inline(&item.value)?;
                }
                self.out.push(b']');
            }
            Yaml::Map(map) => {
                let (plain, tables) = split(map)?;
                self.out.push(b'{');
                for (at, (key, item)) in plain.into_iter().chain(tables).enumerate() {
                    self.separate(at);
                    write_key(&mut self.out, key);
                    self.out.extend_from_slice(b" = ");
                    self.inline(&item.value)?;
                }
                self.out.push(b'}');
            }
        }
        Ok(())
    }

    fn separate(&mut self, at: usize) {
        if at > 0 {
            self.out.extend_from_slice(b", ");
        }
    }
}

type Items<'a> = Vec<(&'a Text, &'a MapItem)>;

/// Splits the items into those with a value on the line of their key and those that become tables, each sorted by
/// key.
fn split(map: &Map) -> Result<(Items<'_>, Items<'_>)> {
    let (mut plain, mut tables) = (Vec::new(), Vec::new());
    for item in map.items() {
        let Yaml::Text(key) = &item.key else {
            return Err(Error::new("toml: cannot encode a map with non-string key type"));
        };
        match &item.value {
            Yaml::Null => {}
            Yaml::Map(_) => tables.push((key, item)),
            Yaml::Array(array) if holds_tables(array)? => tables.push((key, item)),
            _ => plain.push((key, item)),
        }
    }
    plain.sort_by_key(|(key, _)| *key);
    tables.sort_by_key(|(key, _)| *key);
    Ok((plain, tables))
}

/// Whether an array contains only maps.
fn holds_tables(array: &Array) -> Result<bool> {
    if array.items.iter().any(|item| matches!(item.value, Yaml::Null)) {
        return Err(null_element());
    }
    Ok(!array.is_empty() && array.items.iter().all(|item| matches!(item.value, Yaml::Map(_))))
}

fn null_element() -> Error {
    Error::new("toml: cannot encode array with nil element")
}

fn push(out: &mut Vec<u8>, value: impl std::fmt::Display) {
    out.extend_from_slice(value.to_string().as_bytes());
}

/// Returns the fewest digits that identify `value`, always with a point and without an exponent.
fn float(value: f64) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "+inf" } else { "-inf" }.to_owned();
    }
    let mut text = value.to_string();
    if !text.contains('.') {
        text.push_str(".0");
    }
    text
}

fn write_key(out: &mut Vec<u8>, key: &Text) {
    let bare = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    if !key.is_empty() && key.as_bytes().iter().all(bare) {
        out.extend_from_slice(key.as_bytes());
    } else {
        write_quoted(out, key);
    }
}

fn write_quoted(out: &mut Vec<u8>, text: &Text) {
    out.push(b'"');
    for &byte in text.as_bytes() {
        match byte {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\t' => out.extend_from_slice(b"\\t"),
            b'\r' => out.extend_from_slice(b"\\r"),
            0x08 => out.extend_from_slice(b"\\b"),
            0x0C => out.extend_from_slice(b"\\f"),
            0..=0x1F | 0x7F => push(out, format_args!("\\u{byte:04x}")),
            _ => out.push(byte),
        }
    }
    out.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::{encode, float};
    use crate::tree::{Array, ArrayItem, Map, MapItem, Yaml};

    fn map(items: Vec<(&str, Yaml)>) -> Yaml {
        Map::new(items.into_iter().map(|(key, value)| MapItem::new(key, value)).collect()).into()
    }

    fn array(items: Vec<Yaml>) -> Yaml {
        Array::new(items.into_iter().map(ArrayItem::new).collect()).into()
    }

    fn text(yaml: &Yaml) -> String {
        match encode(yaml, 2) {
            Ok(bytes) => String::from_utf8(bytes).expect("UTF-8"),
            Err(error) => error.message().to_owned(),
        }
    }

    #[test]
    fn plain_keys_come_before_tables() {
        let yaml = map(vec![
            ("t", map(vec![("z", 1.into()), ("a", map(vec![("q", "w".into())]))])),
            ("none", Yaml::Null),
            ("b", true.into()),
            ("l", array(vec![1.into(), map(vec![("x", 1.into())])])),
            ("rows", array(vec![map(vec![]), map(vec![("n", array(vec![map(vec![])]))])])),
            ("a b", array(vec![])),
        ]);
        let expected = r#""a b" = []
b = true
l = [1, {x = 1}]

[[rows]]

[[rows]]

  [[rows.n]]

[t]
  z = 1
  [t.a]
    q = "w"
"#;
        assert_eq!(text(&yaml), expected);
    }

    #[test]
    fn what_toml_cannot_say() {
        assert_eq!(text(&"x".into()), "toml: top-level values must be Go maps or structs");
        let nulls = map(vec![("a", array(vec![Yaml::Null]))]);
        assert_eq!(text(&nulls), "toml: cannot encode array with nil element");
        let number = Yaml::from(Map::new(vec![MapItem::new(1, 2)]));
        assert_eq!(text(&number), "toml: cannot encode a map with non-string key type");
    }

    #[test]
    fn floats_have_a_point_and_no_exponent() {
        let cases = [
            (1.0, "1.0"),
            (1e20, "100000000000000000000.0"),
            (1.25e-7, "0.000000125"),
            (f64::NEG_INFINITY, "-inf"),
            (f64::NAN, "nan"),
            (-0.0, "-0.0"),
        ];
        for (value, expected) in cases {
            assert_eq!(float(value), expected);
        }
    }
}
