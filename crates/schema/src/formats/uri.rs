//! The formats `uri` and `uri-reference` of RFC 3986.

use super::{Format, ip, patterns};

pub(super) const URI: Format = Format {
    within: &["uri-reference", "uriref"],
    pattern: Some(patterns::URI),
    ..Format::standard("uri", "an RFC 3986 URI with a scheme: `https://example.com`", absolute)
};
pub(super) const URI_REFERENCE: Format = Format {
    within: &["uriref"],
    pattern: Some(patterns::URI_REFERENCE),
    ..Format::standard(
        "uri-reference",
        "an RFC 3986 URI with or without a scheme: `../docs`",
        reference,
    )
};
pub(super) const URIREF: Format = Format {
    within: &["uri-reference"],
    standard: Some("uri-reference"),
    pattern: Some(patterns::URI_REFERENCE),
    ..Format::standard("uriref", "the same as `uri-reference`", reference)
};

fn absolute(text: &str) -> Result<(), String> {
    characters(text)?;
    let Some(scheme) = scheme(text) else {
        return Err("no scheme (such as https:) in front".to_owned());
    };
    hierarchy(&text[scheme.len() + 1..])
}

fn reference(text: &str) -> Result<(), String> {
    characters(text)?;
    if let Some(scheme) = scheme(text) {
        return hierarchy(&text[scheme.len() + 1..]);
    }
    let first = text.split(['/', '?', '#']).next().unwrap_or_default();
    if first.contains(':') {
        return Err("a colon before the first / without a scheme".to_owned());
    }
    hierarchy(text)
}

/// Returns the text before the first colon, if it is a scheme.
fn scheme(text: &str) -> Option<&str> {
    let (scheme, _) = text.split_once(':')?;
    let starts = scheme.starts_with(|c: char| c.is_ascii_alphabetic());
    let belongs = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    (starts && scheme.chars().all(belongs)).then_some(scheme)
}

/// Checks that there are only URI characters, and percent signs only before two digits.
fn characters(text: &str) -> Result<(), String> {
    let belongs = |c: char| c.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(c);
    if let Some(other) = text.chars().find(|c| !belongs(*c)) {
        return Err(format!("character {other:?} has to be percent-encoded"));
    }
    let bytes = text.as_bytes();
    for (at, _) in text.match_indices('%') {
        let digits = bytes.get(at + 1..at + 3).unwrap_or_default();
        if digits.len() < 2 || !digits.iter().all(u8::is_ascii_hexdigit) {
            return Err("% without two hexadecimal digits after it".to_owned());
        }
    }
    Ok(())
}

/// Checks what follows the scheme.
fn hierarchy(text: &str) -> Result<(), String> {
    let (text, fragment) = text.split_once('#').unwrap_or((text, ""));
    if fragment.contains('#') {
        return Err("more than one #".to_owned());
    }
    let path = text.split('?').next().unwrap_or_default();
    let (authority, path) = match path.strip_prefix("//") {
        None => ("", path),
        Some(rest) => rest.split_at(rest.find('/').unwrap_or(rest.len())),
    };
    if path.contains(['[', ']']) {
        return Err("a bracket outside of the host".to_owned());
    }
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let port = if let Some(literal) = host.strip_prefix('[') {
        let Some((address, after)) = literal.split_once(']') else {
            return Err("host: no closing ]".to_owned());
        };
        // IP addresses of future versions start with `v`.
        if !address.starts_with(['v', 'V']) {
            ip::v6(address).map_err(|reason| format!("host: {reason}"))?;
        }
        after
    } else {
        &host[host.find(':').unwrap_or(host.len())..]
    };
    let digits = port.strip_prefix(':').unwrap_or(port);
    if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(());
    }
    Err("port is not a number".to_owned())
}
