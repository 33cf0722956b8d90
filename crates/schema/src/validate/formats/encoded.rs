//! `base64`, `json`, `yaml`, `regex`: text that a module can decode; the reason is the module's.

use yardstick_re2::Pattern;
use yardstick_starlark::Error;
use yardstick_template::modules::{base64, json, yaml};

fn said(error: &Error) -> String {
    error.message().to_owned()
}

pub(super) fn base64(text: &str) -> Result<(), String> {
    base64::decodable(text.as_bytes()).map_err(|error| said(&error))
}

pub(super) fn json(text: &str) -> Result<(), String> {
    json::decodable(text.as_bytes()).map_err(|error| said(&error))
}

pub(super) fn yaml(text: &str) -> Result<(), String> {
    yaml::decodable(text.as_bytes()).map_err(|error| said(&error))
}

pub(super) fn regex(text: &str) -> Result<(), String> {
    // Only the reason: the expression may be a secret.
    let compiled = Pattern::of(text.as_bytes());
    compiled.map(drop).map_err(|fault| format!("error parsing regexp: {}", fault.reason()))
}
