//! Path patterns: `*` and `?` within a name, `**` across directories, `[abc]`, `{a,b}`.

use globset::{GlobBuilder, GlobMatcher};

/// A compiled path pattern.
#[derive(Clone, Debug)]
pub struct Glob(GlobMatcher);

impl Glob {
    /// Compiles `pattern`, or describes its mistake.
    pub fn new(pattern: &str) -> Result<Self, String> {
        match GlobBuilder::new(pattern).literal_separator(true).build() {
            Ok(glob) => Ok(Self(glob.compile_matcher())),
            Err(error) => Err(format!("'{pattern}' is not a valid pattern: {}", error.kind())),
        }
    }

    /// True if the whole of `path` matches.
    pub fn is_match(&self, path: &str) -> bool {
        self.0.is_match(path)
    }

    /// The position of the first special character, if `text` looks like a pattern.
    pub fn special(text: &str) -> Option<usize> {
        text.find(['*', '?', '[', '{'])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_whole_paths() {
        let glob = Glob::new("a/{b,c}/*.yml").unwrap();
        assert!(glob.is_match("a/c/x.yml"));
        assert!(!glob.is_match("a/c/d/x.yml") && !glob.is_match("z/a/c/x.yml"));
        let error = Glob::new("{a,b").unwrap_err();
        assert!(error.starts_with("'{a,b' is not a valid pattern: unclosed alternate"), "{error}");
    }
}
