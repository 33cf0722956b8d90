//! The path from the root of a document to a value.

use std::fmt::{self, Write};

/// One step into a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Segment {
    /// The property with this name.
    Property(String),
    /// The item at this index.
    Item(usize),
}

/// Steps from the root of a document to a value. Prints as `.a.b[2]`, the root as `.`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path(pub Vec<Segment>);

impl Path {
    /// The path as a JSON pointer.
    pub fn pointer(&self) -> String {
        let mut out = String::new();
        for segment in &self.0 {
            out.push('/');
            match segment {
                Segment::Property(name) => {
                    out.push_str(&name.replace('~', "~0").replace('/', "~1"));
                }
                Segment::Item(index) => {
                    let _ = write!(out, "{index}");
                }
            }
        }
        out
    }

    /// The path with one more property.
    #[must_use]
    pub fn property(&self, name: &str) -> Path {
        let mut path = self.clone();
        path.0.push(Segment::Property(name.to_owned()));
        path
    }

    /// The path with one more item.
    #[must_use]
    pub fn item(&self, index: usize) -> Path {
        let mut path = self.clone();
        path.0.push(Segment::Item(index));
        path
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_char('.');
        }
        for (at, segment) in self.0.iter().enumerate() {
            match segment {
                Segment::Property(name) if is_identifier(name) => write!(f, ".{name}")?,
                Segment::Property(name) => {
                    // A path always starts with a dot: `.["my key"]`.
                    let dot = if at == 0 { "." } else { "" };
                    write!(f, "{dot}[{}]", serde_json::Value::from(name.as_str()))?;
                }
                Segment::Item(index) => {
                    let dot = if at == 0 { "." } else { "" };
                    write!(f, "{dot}[{index}]")?;
                }
            }
        }
        Ok(())
    }
}

fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && chars.all(|c| c.is_alphanumeric() || c == '_' || c == '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_print_like_code() {
        assert_eq!(Path::default().to_string(), ".");
        let path = Path::default().property("a").item(2).property("my key").property("b-c");
        assert_eq!(path.to_string(), r#".a[2]["my key"].b-c"#);
        assert_eq!(path.pointer(), "/a/2/my key/b-c");
        assert_eq!(Path::default().item(0).property("x").to_string(), ".[0].x");
    }
}
