//! The format `email`: a dot-atom of RFC 5322, `@`, and a host name.

use super::{Format, hostname, patterns};

pub(super) const EMAIL: Format = Format {
    pattern: Some(patterns::EMAIL),
    also: &patterns::EMAIL_LENGTHS,
    ..Format::standard("email", "a mailbox, one `@` and a host name: `jane.doe@example.com`", check)
};

const ATOM_SIGNS: &[u8] = b"!#$%&'*+-/=?^_`{|}~";
const LONGEST_LOCAL: usize = 64;

fn check(text: &str) -> Result<(), String> {
    let Some((local, domain)) = text.split_once('@') else { return Err("no @".to_owned()) };
    if domain.contains('@') {
        return Err("more than one @".to_owned());
    }
    if local.is_empty() {
        return Err("nothing before @".to_owned());
    }
    if local.len() > LONGEST_LOCAL {
        return Err(format!("{} characters before @ > {LONGEST_LOCAL}", local.len()));
    }
    if local.split('.').any(str::is_empty) {
        return Err("a dot at the start or end, or two in a row, before @".to_owned());
    }
    let belongs = |c: char| {
        c == '.'
            || c.is_ascii_alphanumeric()
            || u8::try_from(c).is_ok_and(|b| ATOM_SIGNS.contains(&b))
    };
    if let Some(other) = local.chars().find(|c| !belongs(*c)) {
        return Err(format!("character {other:?} before @"));
    }
    hostname::check(domain).map_err(|reason| format!("domain: {reason}"))
}
