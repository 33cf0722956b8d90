//! The format `duration`: numbers with units, as in Go: `1h30m`, `-1.5s`, `0`.

use super::{Format, patterns};

// JSON Schema has a format of this name for ISO 8601 durations, which is different.
pub(super) const DURATION: Format = Format {
    pattern: Some(patterns::DURATION),
    ..Format::own("duration", "numbers with units: `1h30m`, `500ms`", check)
};

const UNITS: [&str; 7] = ["ns", "us", "µs", "μs", "ms", "s", "m"];

fn check(text: &str) -> Result<(), String> {
    let mut rest = text.strip_prefix(['-', '+']).unwrap_or(text);
    if rest == "0" {
        return Ok(());
    }
    if rest.is_empty() {
        return Err("no number".to_owned());
    }
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let (number, after) = rest.split_at(end);
        if !number.bytes().any(|byte| byte.is_ascii_digit()) || number.matches('.').count() > 1 {
            return Err("unit without a number".to_owned());
        }
        let end = after.find(|c: char| c.is_ascii_digit() || c == '.').unwrap_or(after.len());
        let (unit, after) = after.split_at(end);
        if unit.is_empty() {
            return Err("number without a unit".to_owned());
        }
        if unit != "h" && !UNITS.contains(&unit) {
            return Err("a unit that is not one of ns, us, ms, s, m, h".to_owned());
        }
        rest = after;
    }
    Ok(())
}
