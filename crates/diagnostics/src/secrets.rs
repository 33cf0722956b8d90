//! Values that must not be seen in logs.
//!
//! A schema declares secrets with `@schema/secret`. Keys that usually hold secrets are treated the same way, except
//! where the reference's own text is asked for, which quotes the line whatever it holds.

use crate::{Path, Segment};

/// What is shown instead of a secret.
pub const MASK: &str = "***";

/// How far a value is kept back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Secrecy {
    /// Everybody may see it.
    #[default]
    Open,
    /// Its key, or one above it, looks like that of a secret.
    Likely,
    /// The schema says so.
    Declared,
}

/// Words in keys of secrets, in lower case and without separators.
const WORDS: [&str; 14] = [
    "password",
    "passwd",
    "passphrase",
    "secret",
    "token",
    "apikey",
    "privatekey",
    "accesskey",
    "signingkey",
    "encryptionkey",
    "sshkey",
    "credential",
    "authkey",
    "clientkey",
];

/// Whole keys of secrets that are too short to be looked for in others.
const KEYS: [&str; 3] = ["pass", "pwd", "pw"];

impl Secrecy {
    /// What the keys of `path` tell.
    pub fn of_path(path: &Path) -> Self {
        Self::of_keys(path.0.iter().filter_map(|segment| match segment {
            Segment::Property(key) => Some(key.as_ref()),
            Segment::Item(_) => None,
        }))
    }

    /// What `keys`, from the document to the value, tell.
    pub fn of_keys<'k>(mut keys: impl Iterator<Item = &'k str>) -> Self {
        if keys.any(looks_secret) { Self::Likely } else { Self::Open }
    }

    /// Whether the value is kept back from people and programs.
    pub fn is_kept(self) -> bool {
        self > Self::Open
    }
}

fn looks_secret(key: &str) -> bool {
    let plain: String =
        key.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    KEYS.contains(&plain.as_str()) || WORDS.iter().any(|word| plain.contains(word))
}

/// Masks the value at `from..to` of a line; if that is a key, what follows it. Gives the place of what was named: the
/// mask, or the key.
pub(crate) fn mask(line: &mut String, from: usize, to: usize) -> (usize, usize) {
    let Some(value) = key_end(line, to) else {
        line.replace_range(from..to, MASK);
        return (from, from + MASK.len());
    };
    let end = line.trim_end().len();
    if value < end {
        line.replace_range(value..end, MASK);
    }
    (from, to)
}

/// Where the value starts if a key ends at `at`: `key: value` of YAML, `key=value` of an argument.
pub(crate) fn key_end(line: &str, at: usize) -> Option<usize> {
    let after = line[at..].trim_start_matches(['"', '\'']);
    let value = after.strip_prefix(':').or_else(|| after.strip_prefix('='))?;
    Some(line.len() - value.trim_start().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_a_key_is_masked() {
        let masked = |line: &str, named: &str| {
            let mut text = line.to_owned();
            let from = line.find(named).expect("the line has it");
            let (from, to) = mask(&mut text, from, from + named.len());
            (text[from..to].to_owned(), text)
        };
        let key = |line, named, shown: &str| {
            assert_eq!(masked(line, named), (named.to_owned(), shown.to_owned()));
        };
        key("  password: [s3cr3t]", "password", "  password: ***");
        key("\"pass word\": {a: b} # c", "pass word", "\"pass word\": ***");
        key("password[0]=s3cr3t", "password[0]", "password[0]=***");
        key("password:", "password", "password:");
        assert_eq!(masked("a: s3cr3t, b: 1", "s3cr3t").1, "a: ***, b: 1");
    }

    #[test]
    fn keys_tell_secrets() {
        for key in ["password", "API_KEY", "dbPassword", "github-token", "tls.privateKey", "pwd"] {
            assert!(looks_secret(key), "{key}");
        }
        for key in ["port", "pass-through", "keyboard", "replicas", "compass"] {
            assert!(!looks_secret(key), "{key}");
        }
        let below = Path::default().property("credentials").item(0).property("name");
        assert_eq!(Secrecy::of_path(&below), Secrecy::Likely);
        assert_eq!(Secrecy::of_path(&Path::default()), Secrecy::Open);
    }
}
