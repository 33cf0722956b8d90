//! Parses and formats URLs.
//!
//! A URL keeps its spelling where that is valid, so that parsing and printing results in the same text. (The `url`
//! crate follows the WHATWG rules, which normalize.)

use yardstick_starlark::{Error, Result};

use super::escape::{Part, escape, quote, unescape};

/// A URL or a relative reference.
#[derive(Clone, Debug, Default)]
pub(super) struct Address {
    scheme: Vec<u8>,
    /// The text after a scheme without a slash (`mailto:joe@example.com`).
    opaque: Vec<u8>,
    pub(super) user: Option<User>,
    host: Vec<u8>,
    /// Whether a path follows the scheme without `//` between them.
    hostless: bool,
    path: Written,
    /// The text after `?`; `None` if there is no `?`.
    query: Option<Vec<u8>>,
    fragment: Written,
}

/// The name and password.
#[derive(Clone, Debug)]
pub(super) struct User {
    pub(super) name: Vec<u8>,
    pub(super) password: Option<Vec<u8>>,
}

/// A part of a URL, decoded and as written.
#[derive(Clone, Debug, Default)]
struct Written {
    meaning: Vec<u8>,
    text: Vec<u8>,
}

impl Written {
    fn new(text: &[u8], part: Part) -> Result<Self> {
        Ok(Self { meaning: unescape(text, part)?, text: text.to_vec() })
    }

    /// Returns the text as written if it needs no escapes, otherwise escaped again.
    fn to_text(&self, part: Part) -> Vec<u8> {
        let fine = |byte: &u8| b"!$&'()*+,;=:@[]%".contains(byte) || part.allows(*byte);
        if self.text.iter().all(fine) { self.text.clone() } else { escape(&self.meaning, part) }
    }
}

impl Address {
    /// Parses `text`.
    pub(super) fn parse(text: &[u8]) -> Result<Self> {
        let (main, fragment) = cut(text, b'#');
        let failed = |url: &[u8], error: &Error| {
            Error::new(format!("parse {}: {}", quote(url), error.message()))
        };
        let mut address = Self::parse_main(main).map_err(|error| failed(main, &error))?;
        if let Some(fragment) = fragment {
            address.fragment =
                Written::new(fragment, Part::Fragment).map_err(|error| failed(text, &error))?;
        }
        Ok(address)
    }

    fn parse_main(text: &[u8]) -> Result<Self> {
        if text.iter().any(u8::is_ascii_control) {
            return Err(Error::new("net/url: invalid control character in URL"));
        }
        let mut address = Self::default();
        if text == b"*" {
            address.path = Written { meaning: text.to_vec(), text: text.to_vec() };
            return Ok(address);
        }
        let (scheme, rest) = split_scheme(text)?;
        address.scheme = scheme.to_ascii_lowercase();
        let (mut rest, query) = cut(rest, b'?');
        address.query = query.map(<[u8]>::to_vec);
        if !rest.starts_with(b"/") {
            if !scheme.is_empty() {
                address.opaque = rest.to_vec();
                return Ok(address);
            }
            if cut(rest, b'/').0.contains(&b':') {
                return Err(Error::new("first path segment in URL cannot contain colon"));
            }
        }
        let has_authority = !scheme.is_empty() || !rest.starts_with(b"///");
        if has_authority && let Some(behind) = rest.strip_prefix(b"//") {
            let end = memchr::memchr(b'/', behind).unwrap_or(behind.len());
            (address.user, address.host) = parse_authority(&behind[..end])?;
            rest = &behind[end..];
        } else {
            address.hostless = true;
        }
        address.path = Written::new(rest, Part::Path)?;
        Ok(address)
    }

    /// Returns this URL without name and password.
    pub(super) fn without_user(&self) -> Self {
        Self { user: None, ..self.clone() }
    }

    /// Returns the host without port and brackets.
    pub(super) fn host_name(&self) -> &[u8] {
        let host = match memchr::memrchr(b':', &self.host) {
            Some(colon) if is_port(&self.host[colon..]) => &self.host[..colon],
            _ => &self.host,
        };
        host.strip_prefix(b"[").and_then(|inner| inner.strip_suffix(b"]")).unwrap_or(host)
    }

    /// Returns the URL as text.
    pub(super) fn to_text(&self) -> Vec<u8> {
        let mut out = Vec::new();
        if !self.scheme.is_empty() {
            out.extend_from_slice(&self.scheme);
            out.push(b':');
        }
        if self.opaque.is_empty() {
            self.write_hierarchy(&mut out);
        } else {
            out.extend_from_slice(&self.opaque);
        }
        if let Some(query) = &self.query {
            out.push(b'?');
            out.extend_from_slice(query);
        }
        if !self.fragment.meaning.is_empty() {
            out.push(b'#');
            out.extend(self.fragment.to_text(Part::Fragment));
        }
        out
    }

    /// Writes user, host and path.
    fn write_hierarchy(&self, out: &mut Vec<u8>) {
        let located = !self.host.is_empty() || self.user.is_some();
        let rooted = !self.scheme.is_empty() && !self.path.meaning.is_empty() && !self.hostless;
        if located || rooted {
            out.extend_from_slice(b"//");
        }
        if let Some(user) = &self.user {
            out.extend(user.to_text());
            out.push(b'@');
        }
        out.extend(escape(&self.host, Part::Host));
        let path = self.path.to_text(Part::Path);
        if !path.is_empty() && path[0] != b'/' && !self.host.is_empty() {
            out.push(b'/');
        }
        // Otherwise, the first segment would be read as a scheme.
        if out.is_empty() && cut(&path, b'/').0.contains(&b':') {
            out.extend_from_slice(b"./");
        }
        out.extend(path);
    }
}

impl User {
    /// Returns `name` or `name:password`.
    pub(super) fn to_text(&self) -> Vec<u8> {
        let mut out = escape(&self.name, Part::User);
        if let Some(password) = &self.password {
            out.push(b':');
            out.extend(escape(password, Part::User));
        }
        out
    }
}

/// Splits at the first `separator`.
fn cut(text: &[u8], separator: u8) -> (&[u8], Option<&[u8]>) {
    match memchr::memchr(separator, text) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    }
}

/// Splits off the scheme, which may be empty.
fn split_scheme(text: &[u8]) -> Result<(&[u8], &[u8])> {
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' => {}
            b'0'..=b'9' | b'+' | b'-' | b'.' if at > 0 => {}
            b':' if at == 0 => return Err(Error::new("missing protocol scheme")),
            b':' => return Ok((&text[..at], &text[at + 1..])),
            _ => break,
        }
    }
    Ok((b"", text))
}

fn parse_authority(text: &[u8]) -> Result<(Option<User>, Vec<u8>)> {
    let Some(at) = memchr::memrchr(b'@', text) else {
        return Ok((None, parse_host(text)?));
    };
    let host = parse_host(&text[at + 1..])?;
    let allowed = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._:~!$&'()*+,;=%@".contains(byte);
    if !text[..at].iter().all(allowed) {
        return Err(Error::new("net/url: invalid userinfo"));
    }
    let (name, password) = cut(&text[..at], b':');
    let name = unescape(name, Part::User)?;
    let password = password.map(|password| unescape(password, Part::User)).transpose()?;
    Ok((Some(User { name, password }), host))
}

fn parse_host(text: &[u8]) -> Result<Vec<u8>> {
    let check_port = |port: &[u8]| {
        if port.is_empty() || is_port(port) {
            return Ok(());
        }
        Err(Error::new(format!("invalid port {} after host", quote(port))))
    };
    if text.starts_with(b"[") {
        let Some(end) = memchr::memrchr(b']', text) else {
            return Err(Error::new("missing ']' in host"));
        };
        check_port(&text[end + 1..])?;
        if let Some(zone) = memchr::memmem::find(&text[..end], b"%25") {
            let mut host = unescape(&text[..zone], Part::Host)?;
            host.extend(unescape(&text[zone..end], Part::Zone)?);
            host.extend(unescape(&text[end..], Part::Host)?);
            return Ok(host);
        }
    } else if let Some(colon) = memchr::memrchr(b':', text) {
        check_port(&text[colon..])?;
    }
    unescape(text, Part::Host)
}

/// Whether `text` is a colon and digits.
fn is_port(text: &[u8]) -> bool {
    text.split_first()
        .is_some_and(|(colon, digits)| *colon == b':' && digits.iter().all(u8::is_ascii_digit))
}
