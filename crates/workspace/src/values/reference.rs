//! References to library instances: `@name~alias@child`.

use yardstick_diagnostics::{Diagnostic, Result, codes};

/// One level of a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    name: Option<String>,
    alias: Option<String>,
}

impl Piece {
    /// True if it refers to the instance `name~alias`.
    pub(crate) fn matches(&self, name: &str, alias: Option<&str>) -> bool {
        self.name.as_deref().is_none_or(|wanted| wanted == name)
            && (self.alias.is_none() || self.alias.as_deref() == alias)
    }
}

/// A reference, from the outermost library to the innermost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LibraryRef {
    pieces: Vec<Piece>,
}

impl LibraryRef {
    /// Parses `@name~alias@child`.
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let problem =
            |message: String| Box::new(Diagnostic::error(codes::LIBRARY_REFERENCE, message));
        if text.is_empty() || text == "@" {
            return Err(problem("Expected library ref to not be empty".to_owned()));
        }
        let Some(rest) = text.strip_prefix('@') else {
            let error = problem("Expected library ref to start with '@'".to_owned());
            return Err(Box::new(error.note(format!("write \"@{text}\""))));
        };
        let mut pieces = Vec::new();
        for piece in rest.split('@') {
            let (name, alias) = match piece.split_once('~') {
                Some((name, alias)) => (name, Some(alias)),
                None => (piece, None),
            };
            match alias {
                Some("") => {
                    return Err(problem("Expected library alias to not be empty".to_owned()));
                }
                Some(alias) if alias.contains('~') => {
                    return Err(problem(format!(
                        "Expected library ref to have form: '@path', '@~alias', or '@path~alias', got: '{text}'"
                    )));
                }
                _ => {}
            }
            if name.is_empty() && alias.is_none() {
                return Err(problem("Expected library ref to not be empty".to_owned()));
            }
            pieces.push(Piece {
                name: (!name.is_empty()).then(|| name.to_owned()),
                alias: alias.map(str::to_owned),
            });
        }
        Ok(Self { pieces })
    }

    /// The outermost level.
    pub(crate) fn first(&self) -> &Piece {
        &self.pieces[0]
    }

    /// The reference inside the outermost library; `None` if it refers to that library itself.
    pub(crate) fn inner(&self) -> Option<LibraryRef> {
        (self.pieces.len() > 1).then(|| LibraryRef { pieces: self.pieces[1..].to_vec() })
    }
}

impl std::fmt::Display for LibraryRef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for piece in &self.pieces {
            write!(f, "@{}", piece.name.as_deref().unwrap_or_default())?;
            if let Some(alias) = &piece.alias {
                write!(f, "~{alias}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_match_by_name_alias_or_both() {
        let reference = LibraryRef::parse("@web~prod@redis").unwrap();
        assert!(reference.first().matches("web", Some("prod")));
        assert!(!reference.first().matches("web", None));
        assert!(!reference.first().matches("api", Some("prod")));
        let inner = reference.inner().unwrap();
        assert!(inner.first().matches("redis", Some("any")));
        assert!(inner.first().matches("redis", None));
        assert_eq!(inner.inner(), None);
        assert!(LibraryRef::parse("@~prod").unwrap().first().matches("x", Some("prod")));
        assert_eq!(reference.to_string(), "@web~prod@redis");
    }

    #[test]
    fn says_what_is_wrong_with_an_address() {
        let message = |text| LibraryRef::parse(text).unwrap_err().message;
        assert_eq!(message(""), "Expected library ref to not be empty");
        assert_eq!(message("lib"), "Expected library ref to start with '@'");
        assert_eq!(message("@lib~"), "Expected library alias to not be empty");
        assert!(message("@a~b~c").ends_with("got: '@a~b~c'"));
    }
}
