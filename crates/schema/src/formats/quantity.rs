//! The format `quantity`: amounts as in Kubernetes: `128Mi`, `500m`, `1.5e3`.

use super::{Format, patterns};

pub(super) const QUANTITY: Format = Format {
    pattern: Some(patterns::QUANTITY),
    ..Format::own("quantity", "a Kubernetes quantity: `128Mi`, `500m`, `1e3`", check)
};

const SUFFIXES: [&str; 16] =
    ["", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];

fn check(text: &str) -> Result<(), String> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let end = unsigned.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(unsigned.len());
    let (number, suffix) = unsigned.split_at(end);
    if !number.bytes().any(|byte| byte.is_ascii_digit()) {
        return Err("no number in front".to_owned());
    }
    if number.matches('.').count() > 1 {
        return Err("more than one decimal point".to_owned());
    }
    if SUFFIXES.contains(&suffix) {
        return Ok(());
    }
    if let Some(exponent) = suffix.strip_prefix(['e', 'E']) {
        let digits = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
        if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(());
        }
        return Err("not a whole number after the exponent sign".to_owned());
    }
    Err("a suffix that is not one of m k M G T P E Ki Mi Gi Ti Pi Ei".to_owned())
}
