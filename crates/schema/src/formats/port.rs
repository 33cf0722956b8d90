//! The formats `port` and `percent`: numbers as text.

use yardstick_template::tree::Kind;

use super::{Format, patterns};

pub(super) const PORT: Format = Format {
    check_number: Some(number),
    pattern: Some(patterns::PORT),
    bounds: Some((0, LARGEST)),
    cel: &[(Kind::Int, "self >= 0 && self <= 65535")],
    ..Format::own("port", "a port from 0 to 65535, as a string or an integer", check)
};

pub(super) const PERCENT: Format = Format {
    pattern: Some(patterns::PERCENT),
    cel: &[(Kind::Text, "self.matches(\"^[0-9]+%$\")")],
    ..Format::own("percent", "a whole number followed by `%`: `25%`", percent)
};

const LARGEST: i64 = 65_535;

fn check(text: &str) -> Result<(), String> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("not a whole number".to_owned());
    }
    // A number that does not fit in 64 bits is far too large.
    number(text.parse().unwrap_or(i64::MAX))
}

/// Checks a port given as a number.
fn number(port: i64) -> Result<(), String> {
    match port {
        0..=LARGEST => Ok(()),
        i64::MIN..0 => Err("port < 0".to_owned()),
        _ => Err(format!("port > {LARGEST}")),
    }
}

fn percent(text: &str) -> Result<(), String> {
    let Some(digits) = text.strip_suffix('%') else { return Err("no % at the end".to_owned()) };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("not a whole number before %".to_owned());
    }
    Ok(())
}
