//! String formats, available in every draft.
//!
//! The engine knows a format only from the draft that defines it. Authors do not look that up: someone who writes
//! `format: uuid` under draft 7 means it, and the validators of editors and of `SchemaStore` agree. So all formats
//! apply in all drafts, together with some that other validators know. A few are as lenient as in those validators,
//! where the test suite of the specification allows it.

use std::{borrow::Cow, sync::LazyLock};

use jsonschema::{Draft, Validator};
use serde_json::json;
use yardstick_world::paths::percent_decoded;

use crate::{
    ecma,
    engine::{Value, Yaml},
};

/// Tests whether a text has a format.
type Check = fn(&str) -> bool;

/// The formats that are checked here.
pub(crate) const FORMATS: &[(&str, Check)] = &[
    ("byte", is_base64),
    ("date-time", is_date_time),
    ("duration", |text| DURATION.accepts(text)),
    ("email", is_email),
    ("idn-hostname", |text| IDN_HOSTNAME.accepts(text)),
    ("iri", |text| IRI.accepts(text)),
    ("iri-reference", |text| IRI_REFERENCE.accepts(text)),
    ("iso-date-time", is_iso_date_time),
    ("iso-time", |text| TIME.accepts(&in_zone(text))),
    ("json-pointer", |text| JSON_POINTER.accepts(text)),
    ("json-pointer-uri-fragment", is_pointer_fragment),
    ("regex", ecma::is_regex),
    ("relative-json-pointer", |text| RELATIVE_JSON_POINTER.accepts(text)),
    ("time", |text| TIME.accepts(&with_colon(text))),
    ("uri", |text| URI.accepts(text) && !is_scheme(text)),
    ("uri-reference", |text| URI_REFERENCE.accepts(text)),
    ("uri-template", |text| URI_TEMPLATE.accepts(text)),
    ("url", is_url),
    ("uuid", |text| UUID.accepts(text)),
];

/// A format as the engine checks it in the newest draft. Built on first use.
struct Builtin(LazyLock<Option<Validator<Yaml>>>);

impl Builtin {
    fn accepts(&self, text: &str) -> bool {
        self.0.as_ref().is_none_or(|validator| validator.is_valid(Value::Text(text)))
    }
}

fn builtin(name: &str) -> Option<Validator<Yaml>> {
    let options = jsonschema::options_for::<Yaml>().with_draft(Draft::Draft202012);
    options.should_validate_formats(true).build(&json!({ "format": name })).ok()
}

static DATE_TIME: Builtin = Builtin(LazyLock::new(|| builtin("date-time")));
static DURATION: Builtin = Builtin(LazyLock::new(|| builtin("duration")));
static EMAIL: Builtin = Builtin(LazyLock::new(|| builtin("email")));
static IDN_HOSTNAME: Builtin = Builtin(LazyLock::new(|| builtin("idn-hostname")));
static IRI: Builtin = Builtin(LazyLock::new(|| builtin("iri")));
static IRI_REFERENCE: Builtin = Builtin(LazyLock::new(|| builtin("iri-reference")));
static JSON_POINTER: Builtin = Builtin(LazyLock::new(|| builtin("json-pointer")));
static RELATIVE_JSON_POINTER: Builtin = Builtin(LazyLock::new(|| builtin("relative-json-pointer")));
static TIME: Builtin = Builtin(LazyLock::new(|| builtin("time")));
static URI: Builtin = Builtin(LazyLock::new(|| builtin("uri")));
static URI_REFERENCE: Builtin = Builtin(LazyLock::new(|| builtin("uri-reference")));
static URI_TEMPLATE: Builtin = Builtin(LazyLock::new(|| builtin("uri-template")));
static UUID: Builtin = Builtin(LazyLock::new(|| builtin("uuid")));

/// Whether `text` is base64 with padding, as the `byte` format of `OpenAPI` requires.
fn is_base64(text: &str) -> bool {
    let body = text.trim_end_matches('=');
    text.len().is_multiple_of(4)
        && text.len() - body.len() <= 2
        && body.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/')
}

/// Allows a space in place of the `T`, as RFC 3339 does.
fn is_date_time(text: &str) -> bool {
    DATE_TIME.accepts(&with_colon(&with_t(text)))
}

fn is_iso_date_time(text: &str) -> bool {
    DATE_TIME.accepts(&in_zone(&with_t(text)))
}

/// Replaces a space between date and time by `T`.
fn with_t(text: &str) -> Cow<'_, str> {
    match (text.get(..10), text.get(11..)) {
        (Some(date), Some(time)) if text.as_bytes()[10] == b' ' => {
            Cow::Owned(format!("{date}T{time}"))
        }
        _ => Cow::Borrowed(text),
    }
}

/// Adds the missing colon to a UTC offset: `+0100` becomes `+01:00`.
fn with_colon(text: &str) -> Cow<'_, str> {
    match offset(text) {
        Some((time, offset)) if offset.len() == 5 => {
            Cow::Owned(format!("{time}{}:{}", &offset[..3], &offset[3..]))
        }
        _ => Cow::Borrowed(text),
    }
}

/// Completes the time zone: a time without one is in UTC, and an offset may be hours only.
fn in_zone(text: &str) -> Cow<'_, str> {
    match offset(text) {
        Some((_, offset)) if offset.len() == 3 => Cow::Owned(format!("{text}:00")),
        Some(_) => with_colon(text),
        None if text.ends_with(['Z', 'z']) => Cow::Borrowed(text),
        None => Cow::Owned(format!("{text}Z")),
    }
}

/// Splits a time from its UTC offset: a sign and digits, with an optional colon.
fn offset(text: &str) -> Option<(&str, &str)> {
    let at = text.rfind(['+', '-']).filter(|&at| text[..at].contains(':'))?;
    let (time, offset) = text.split_at(at);
    let is_fit = offset[1..].bytes().all(|byte| byte.is_ascii_digit() || byte == b':');
    is_fit.then_some((time, offset))
}

/// Whether `text` is an address without a display name, at a domain with at least one dot.
fn is_email(text: &str) -> bool {
    let domain = text.rsplit('@').next().unwrap_or_default();
    let is_far = domain.contains('.') || domain.starts_with('[');
    is_far && !text.ends_with('>') && EMAIL.accepts(text)
}

/// Whether `text` is a scheme and nothing else (`http:`), so that it identifies nothing.
fn is_scheme(text: &str) -> bool {
    text.find(':') == Some(text.len().saturating_sub(1))
}

/// Whether `text` is the location of a page or file: `https`, `http` or `ftp`, a host, and no spaces.
fn is_url(text: &str) -> bool {
    let schemes = ["https://", "http://", "ftp://"];
    let after = |scheme: &&str| {
        let start = text.get(..scheme.len())?;
        start.eq_ignore_ascii_case(scheme).then(|| &text[scheme.len()..])
    };
    let Some(rest) = schemes.iter().find_map(after) else { return false };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let is_host = host.starts_with(|c: char| c.is_alphanumeric() || c == '[');
    is_host && !text.contains(char::is_whitespace)
}

/// Whether `text` is a JSON pointer as the fragment of a URL.
fn is_pointer_fragment(text: &str) -> bool {
    text.strip_prefix('#').is_some_and(|pointer| {
        URI_REFERENCE.accepts(text) && JSON_POINTER.accepts(&percent_decoded(pointer))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn judges(format: &str, good: &[&str], bad: &[&str]) {
        let check = FORMATS.iter().find(|known| known.0 == format).unwrap().1;
        for text in good {
            assert!(check(text), "{text} is a {format}");
        }
        for text in bad {
            assert!(!check(text), "{text} is no {format}");
        }
    }

    #[test]
    fn times() {
        let good = ["2020-01-01T00:00:00Z", "2020-01-01 00:00:00Z", "2020-01-01T00:00:00+0100"];
        judges(
            "date-time",
            &good,
            &["2020-01-01T00:00:00", "2020-01-01T00:00:00+01", "2020-01-01"],
        );
        judges("time", &["12:00:00Z", "12:00:00-0130"], &["12:00:00", "12:00", "12:00:00+01"]);
        judges("iso-time", &["12:00:00", "12:00:00+01", "12:00:00.5z"], &["12:00", "x", ""]);
        let good = ["2020-01-01 12:00:00", "2020-01-01T12:00:00+01:00"];
        judges("iso-date-time", &good, &["2020-01-01", "2020-13-01 12:00:00"]);
    }

    #[test]
    fn addresses() {
        let bad = ["Joe <a@b.c>", "a@b", "a b@c.d", "@b.c", ""];
        judges("email", &["a@b.c", "a@[1.2.3.4]", "\"a b\"@c.d"], &bad);
        let good = ["https://example.com/a?b#c", "http://localhost:8080", "FTP://u:p@h/x"];
        judges("url", &good, &["a", "//example.com", "http://a.b/ c", "http://", "mailto:a@b.c"]);
        judges("uri", &["http://a", "urn:a:b", "mailto:a@b.c"], &["http:", "x:", "a", "/a"]);
        judges("json-pointer-uri-fragment", &["#", "#/a%20b/0", "#/~0"], &["", "/a", "#a", "#/~2"]);
    }

    #[test]
    fn expressions() {
        let good = ["{", "a{1", "x{,3}", r"[\w-.]", "[[:alpha:]]", "(?<=a)b", "^a$"];
        judges("regex", &good, &["(", "[z-a]", r"\Z", "(?i)abc", "(?P<n>a)", "*"]);
    }
}
