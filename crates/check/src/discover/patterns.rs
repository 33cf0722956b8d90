//! Patterns of file names, as editors' settings and catalogs write them.

use globset::{GlobBuilder, GlobMatcher};

/// Patterns of which one must match and, with `!` in front, none may.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    wanted: Vec<GlobMatcher>,
    unwanted: Vec<GlobMatcher>,
}

impl Patterns {
    /// Takes in `pattern`; one that cannot be read never matches.
    pub(super) fn add(&mut self, pattern: &str) {
        let (list, pattern) = match pattern.strip_prefix('!') {
            Some(rest) => (&mut self.unwanted, rest),
            None => (&mut self.wanted, pattern),
        };
        let pattern = pattern.trim_start_matches("./").trim_start_matches('/');
        // Without a slash it is about the name alone; otherwise it may start anywhere.
        let anywhere = format!("**/{}", pattern.trim_start_matches("**/"));
        let glob = GlobBuilder::new(&anywhere).literal_separator(true).build();
        list.extend(glob.map(|glob| glob.compile_matcher()));
    }

    pub(super) fn matches(&self, path: &str) -> bool {
        let any = |list: &[GlobMatcher]| list.iter().any(|glob| glob.is_match(path));
        any(&self.wanted) && !any(&self.unwanted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_anywhere() {
        let mut patterns = Patterns::default();
        for pattern in ["*.ci.yml", "deploy/*.yaml", "!deploy/skip.yaml"] {
            patterns.add(pattern);
        }
        for (path, expected) in [
            ("a/b/x.ci.yml", true),
            ("deploy/a.yaml", true),
            ("/abs/deploy/a.yaml", true),
            ("deploy/sub/a.yaml", false),
            ("deploy/skip.yaml", false),
        ] {
            assert_eq!(patterns.matches(path), expected, "{path}");
        }
    }
}
