//! Hides values that must not appear in logs.
//!
//! A schema declares secrets with `@schema/secret`. Keys that usually hold secrets are treated in the same way. The
//! exception is output that must match the reference, which quotes every line as it is.

use std::borrow::Cow;

use crate::{Path, Segment};

/// The text that replaces a secret.
pub const MASK: &str = "***";

/// Whether a value must be hidden, and for what reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Secrecy {
    /// Not a secret.
    #[default]
    Open,
    /// Its key, or one above it, looks like that of a secret.
    Likely,
    /// The schema declares it a secret.
    Declared,
}

/// Words that occur in the keys of secrets, in lower case and without separators.
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

/// Complete keys of secrets that are too short to be searched for in longer keys.
const KEYS: [&str; 3] = ["pass", "pwd", "pw"];

impl Secrecy {
    /// The secrecy that the keys of `path` suggest.
    pub fn of_path(path: &Path) -> Self {
        Self::of_keys(path.0.iter().filter_map(|segment| match segment {
            Segment::Property(key) => Some(key.as_ref()),
            Segment::Item(_) => None,
        }))
    }

    /// The secrecy that `keys`, from the document to the value, suggest.
    pub fn of_keys<'k>(mut keys: impl Iterator<Item = &'k str>) -> Self {
        if keys.any(looks_secret) { Self::Likely } else { Self::Open }
    }

    /// True if the value must be hidden from people and programs.
    pub fn is_kept(self) -> bool {
        self > Self::Open
    }
}

fn looks_secret(key: &str) -> bool {
    let plain = plain(key);
    KEYS.contains(&plain.as_str()) || WORDS.iter().any(|word| plain.contains(word))
}

/// True if `key` certainly names a secret itself, not something about one: `password`, but not `secretName`, nor
/// `existingSecret`, which names a resource.
pub fn names_secret(key: &str) -> bool {
    let plain = plain(key);
    let ends = KEYS.contains(&plain.as_str()) || WORDS.iter().any(|word| plain.ends_with(word));
    ends && !plain.starts_with("existing")
}

/// The letters and digits of `key`, in lower case.
fn plain(key: &str) -> String {
    key.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Masks the passwords of URLs in `text`. User names before a host go too, because they may be tokens:
/// `https://user:***@host/`.
pub fn without_passwords(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut copied = 0;
    let is_end =
        |c: char| matches!(c, '/' | '?' | '#' | '"' | '\'' | '`' | '<' | '>') || c.is_whitespace();
    for (at, slashes) in text.match_indices("//") {
        let start = at + slashes.len();
        // Workflow commands encode a colon as `%3A`.
        if start < copied || !(text[..at].ends_with(':') || text[..at].ends_with("%3A")) {
            continue;
        }
        let authority = text[start..].split(is_end).next().unwrap_or_default();
        let Some(host) = authority.rfind('@') else { continue };
        let user = &authority[..host];
        let kept = user.find(':').map(|colon| colon + 1);
        let kept = kept.or_else(|| user.find("%3A").map(|colon| colon + 3)).unwrap_or(0);
        out.extend([&text[copied..start + kept], MASK]);
        copied = start + host;
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[copied..]);
    Cow::Owned(out)
}

/// Masks passwords in `text`. Makes no copy if there are none.
pub(crate) fn remove_passwords(text: String) -> String {
    match without_passwords(&text) {
        Cow::Owned(masked) => masked,
        Cow::Borrowed(_) => text,
    }
}

/// Masks the value at `from..to` of a line. If that range is a key, masks the value after it. The rest of the same
/// brackets may belong to the same secret, so it is removed. Returns the new range of the mask or of the key.
pub(crate) fn mask(line: &mut String, from: usize, to: usize) -> (usize, usize) {
    let Some(value) = key_end(line, to) else {
        let is_closed =
            |rest: &str| rest.chars().all(|c| matches!(c, '}' | ']' | '"' | '\'' | ' '));
        if !is_closed(&line[to..]) {
            line.replace_range(to.., " ...");
        }
        line.replace_range(from..to, MASK);
        return match line[..from].find(['{', '[']).map(|at| at + 1) {
            Some(open) if line[open..from].contains(',') => {
                line.replace_range(open..from, "... ");
                (open + 4, open + 4 + MASK.len())
            }
            _ => (from, from + MASK.len()),
        };
    };
    let end = line.trim_end().len();
    if value < end {
        line.replace_range(value..end, MASK);
    }
    (from, to)
}

/// Masks the values of keys that look like those of secrets, except at `from..to`, the place that the line is shown
/// for. Returns the new range of that place.
pub(crate) fn mask_others(line: &mut String, from: usize, to: usize) -> (usize, usize) {
    let (mut from, mut to) = (from, to);
    let mut at = 0;
    while let Some(colon) = line[at..].find(": ").map(|found| at + found) {
        at = colon + 2;
        let key = line[..colon].rsplit(['{', '[', ',', ' ']).next().unwrap_or_default();
        let value = at + (line[at..].len() - line[at..].trim_start().len());
        let length = value_length(line, value);
        let is_here = value < to && from < value + length;
        if !looks_secret(key) || length == 0 || is_here || line[value..].starts_with("#@") {
            continue;
        }
        line.replace_range(value..value + length, MASK);
        if value < from {
            from = from + MASK.len() - length;
            to = to + MASK.len() - length;
        }
        at = value + MASK.len();
    }
    (from, to)
}

/// The length of the value at `at`. It ends at a comma or closing bracket if it is inside brackets, otherwise at the
/// end of the line.
fn value_length(line: &str, at: usize) -> usize {
    let rest = line[at..].trim_end();
    let opened = line[..at].matches(['{', '[']).count();
    if opened <= line[..at].matches(['}', ']']).count() {
        return rest.find(" #").unwrap_or(rest.len());
    }
    let (mut depth, mut quote) = (0, None);
    for (end, c) in rest.char_indices() {
        match (quote, c) {
            (Some(open), _) if open == c => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '{' | '[') => depth += 1,
            (None, '}' | ']') if depth > 0 => depth -= 1,
            (None, ',' | '}' | ']') if depth == 0 => return end,
            _ => {}
        }
    }
    rest.len()
}

/// Where the value starts if a key ends at `at`: `key: value` in YAML, `key=value` in an argument.
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
        assert_eq!(masked("{a: s3cr3t, b: 1}", "s3cr3t").1, "{a: *** ...");
        assert_eq!(masked("{b: s, a: s3cr3t}", "s3cr3t").1, "{... ***}");
        assert_eq!(masked("o: {a: s3cr3t}", "s3cr3t").1, "o: {a: ***}");
    }

    #[test]
    fn passwords_of_urls_are_masked() {
        for (text, shown) in [
            ("https://h/a@b:c", "https://h/a@b:c"),
            ("https://user:secret@h/a", "https://user:***@h/a"),
            ("https://user:se@cret@h:1?q", "https://user:***@h:1?q"),
            ("https://token@h/", "https://***@h/"),
            ("a.yml", "a.yml"),
            (
                "{\"a\": \"ssh://u:p@h\", 'b': 'x://u:q@h'} mail@h",
                "{\"a\": \"ssh://u:***@h\", 'b': 'x://u:***@h'} mail@h",
            ),
            ("x://a://b:c@d e@f", "x://a://b:***@d e@f"),
            ("://@", "://***@"),
            ("file=http%3A//u%3Ap@h", "file=http%3A//u%3A***@h"),
            ("a//b@c ://", "a//b@c ://"),
        ] {
            assert_eq!(without_passwords(text), shown);
            assert_eq!(without_passwords(shown), shown);
        }
    }

    #[test]
    fn secrets_beside_a_mistake_are_masked() {
        let shown = |line: &str, named: &str| {
            let mut text = line.to_owned();
            let from = line.find(named).expect("the line has it");
            let (from, to) = mask_others(&mut text, from, from + named.len());
            assert_eq!(&text[from..to], named);
            text
        };
        let line = "db: {user: x, password: \"HUN, TER\", port: bad}";
        assert_eq!(shown(line, "bad"), "db: {user: x, password: ***, port: bad}");
        assert_eq!(shown(line, "user"), "db: {user: x, password: ***, port: bad}");
        assert_eq!(shown("password: HUNTER # c", "password"), "password: *** # c");
        assert_eq!(shown("token: #@ data.values.x", "data"), "token: #@ data.values.x");
        assert_eq!(shown("port: bad", "bad"), "port: bad");
        assert_eq!(shown("password: HUNTER", "HUNTER"), "password: HUNTER");
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
