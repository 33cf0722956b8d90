//! The format `hostname`: names of RFC 1123, with labels of letters, digits and hyphens.

use super::{Format, patterns};

pub(super) const HOSTNAME: Format = Format {
    pattern: Some(patterns::HOSTNAME),
    also: &patterns::HOSTNAME_LENGTHS,
    longest: Some(LONGEST as i64),
    ..Format::standard(
        "hostname",
        "labels of letters, digits and hyphens, at most 253 characters",
        check,
    )
};

const LONGEST: usize = 253;
const LONGEST_LABEL: usize = 63;

pub(super) fn check(text: &str) -> Result<(), String> {
    if text.is_empty() {
        return Err("it is empty".to_owned());
    }
    if text.len() > LONGEST {
        return Err(format!("{} characters > {LONGEST}", text.len()));
    }
    for (at, label) in text.split('.').enumerate() {
        let number = at + 1;
        if label.is_empty() {
            return Err(format!("label {number} is empty"));
        }
        if label.len() > LONGEST_LABEL {
            return Err(format!("label {number} has {} characters > {LONGEST_LABEL}", label.len()));
        }
        if let Some(other) = label.chars().find(|c| !c.is_ascii_alphanumeric() && *c != '-') {
            return Err(format!("character {other:?} in label {number}"));
        }
        if label.starts_with('-') || label.ends_with('-') {
            return Err(format!("label {number} starts or ends with a hyphen"));
        }
    }
    Ok(())
}
