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
        let looks_secret = |segment: &Segment| match segment {
            Segment::Property(key) => looks_secret(key),
            Segment::Item(_) => false,
        };
        if path.0.iter().any(looks_secret) { Self::Likely } else { Self::Open }
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

#[cfg(test)]
mod tests {
    use super::*;

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
