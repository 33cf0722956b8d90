//! Patterns of file marks.
//!
//! Stars work everywhere: `*` matches one or more characters of one path component, `**/*` one or more characters of
//! any kind, `**/` any number of directories, `**` anything. All other characters match themselves, including `?` and
//! brackets.

use regex::Regex;

/// A compiled pattern.
pub(super) enum Pattern {
    Exact(String),
    Stars(Box<Regex>),
}

impl Pattern {
    pub(super) fn new(text: &str) -> Self {
        if !text.contains('*') {
            return Self::Exact(text.to_owned());
        }
        let mut regex = String::from(r"(?s)\A");
        let mut rest = text;
        while let Some(star) = rest.find('*') {
            regex.push_str(&regex::escape(&rest[..star]));
            rest = &rest[star..];
            let (meaning, length) = if rest.starts_with("**/*") {
                (".+", 4)
            } else if rest.starts_with("**/") {
                ("(?:.*/)?", 3)
            } else if rest.starts_with("**") {
                (".*", 2)
            } else {
                ("[^/]+", 1)
            };
            regex.push_str(meaning);
            rest = &rest[length..];
        }
        regex.push_str(&regex::escape(rest));
        regex.push_str(r"\z");
        // Only a pattern beyond the size limit of `regex` does not compile. It can still match itself literally.
        Regex::new(&regex)
            .map_or_else(|_| Self::Exact(text.to_owned()), |regex| Self::Stars(Box::new(regex)))
    }

    pub(super) fn matches(&self, path: &str) -> bool {
        match self {
            Self::Exact(text) => text == path,
            Self::Stars(regex) => regex.is_match(path),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    #[test]
    fn stars_match() {
        for (pattern, matching, others) in [
            ("a.yml", &["a.yml"][..], &["aXyml", "./a.yml", "s/a.yml"][..]),
            ("*", &["a", "a.yml"], &["s/a", ""]),
            ("*.yml", &["a.yml"], &[".yml", "s/a.yml", "a.yml.x"]),
            ("**/*", &["a", "s/a"], &[""]),
            ("**/*.yml", &["x.yml", "s/t/x.yml"], &["x.yaml"]),
            ("s**/*", &["s/a", "sa"], &["s", "a"]),
            ("s/**/*", &["s/a", "s/t/a"], &["s/"]),
            ("*/*.yml", &["s/a.yml"], &["a.yml", "s/t/a.yml"]),
            ("**/a.yml", &["a.yml", "s/t/a.yml"], &["ba.yml"]),
            ("a.y?l", &["a.y?l"], &["a.yml"]),
        ] {
            let compiled = Pattern::new(pattern);
            for path in matching {
                assert!(compiled.matches(path), "{pattern} must match {path}");
            }
            for path in others {
                assert!(!compiled.matches(path), "{pattern} must not match {path}");
            }
        }
    }
}
