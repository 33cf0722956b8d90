//! Patterns of file names, as editors' settings and catalogs write them.

use yardstick_world::Glob;

/// Patterns of which one must match and, with `!` in front, none may.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    wanted: Vec<Pattern>,
    unwanted: Vec<Pattern>,
}

#[derive(Debug)]
struct Pattern {
    glob: Glob,
    names_hidden: bool,
}

/// What a pattern that matches says about a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// Whether the pattern spells out a hidden name: `.github/*.yml`. A mere `*` does not mean hidden files.
    pub names_hidden: bool,
}

impl Patterns {
    /// Takes in `pattern`, or tells what is wrong with it.
    pub(super) fn add(&mut self, pattern: &str) -> Result<(), String> {
        let (list, pattern) = match pattern.strip_prefix('!') {
            Some(rest) => (&mut self.unwanted, rest),
            None => (&mut self.wanted, pattern),
        };
        // `./a` and `/a` are about one place; others may start anywhere, like the name alone.
        let anchored = pattern.strip_prefix("./").or_else(|| pattern.strip_prefix('/'));
        let glob = match anchored {
            Some(anchored) => anchored.to_owned(),
            None => format!("**/{}", pattern.trim_start_matches("**/")),
        };
        let glob = Glob::new(&glob).map_err(|problem| problem.replacen(&glob, pattern, 1))?;
        list.push(Pattern { glob, names_hidden: names_hidden(pattern) });
        Ok(())
    }

    /// What the first pattern that matches `path` says about it.
    pub(super) fn find(&self, path: &str) -> Option<Match> {
        if self.unwanted.iter().any(|pattern| pattern.glob.is_match(path)) {
            return None;
        }
        // Of several patterns the one that knows hidden names counts.
        let matching = self.wanted.iter().filter(|pattern| pattern.glob.is_match(path));
        matching
            .map(|pattern| Match { names_hidden: pattern.names_hidden })
            .max_by_key(|found| found.names_hidden)
    }

    /// Whether `path` is meant.
    pub(super) fn matches(&self, path: &str) -> bool {
        self.find(path).is_some()
    }

    /// Whether any pattern spells out a hidden name.
    pub(super) fn name_hidden(&self) -> bool {
        self.wanted.iter().any(|pattern| pattern.names_hidden)
    }
}

/// Whether a piece of `path` starts with a dot.
pub(super) fn names_hidden(path: &str) -> bool {
    path.split('/').any(|piece| piece.starts_with('.') && piece != "." && piece != "..")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_anywhere() {
        let mut patterns = Patterns::default();
        for pattern in ["*.ci.yml", "deploy/*.yaml", "!deploy/skip.yaml", "./top.yaml"] {
            patterns.add(pattern).unwrap();
        }
        for (path, expected) in [
            ("a/b/x.ci.yml", true),
            ("deploy/a.yaml", true),
            ("/abs/deploy/a.yaml", true),
            ("deploy/sub/a.yaml", false),
            ("deploy/skip.yaml", false),
            ("top.yaml", true),
            ("deploy/sub/top.yaml", false),
        ] {
            assert_eq!(patterns.matches(path), expected, "{path}");
        }
    }

    #[test]
    fn hidden_names_must_be_spelled_out() {
        let mut patterns = Patterns::default();
        patterns.add("**/*.yml").unwrap();
        let found = patterns.find(".github/a.yml").unwrap();
        assert!(!found.names_hidden && !patterns.name_hidden());
        patterns.add(".github/*.yml").unwrap();
        assert!(patterns.find(".github/a.yml").unwrap().names_hidden);
        assert!(!patterns.find("b/a.yml").unwrap().names_hidden);
        assert!(names_hidden("a/.b/c") && !names_hidden("./../a"));
    }
}
