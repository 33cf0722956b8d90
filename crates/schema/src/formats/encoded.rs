//! The formats `base64`, `json`, `yaml` and `regex`: text that a template module can decode. Error messages come from
//! that module.

use yardstick_re2::Pattern;
use yardstick_starlark::Error;
use yardstick_template::modules::{base64, json, yaml};

use super::{Format, patterns};

pub(super) const BASE64: Format = Format {
    keywords: &[("format", "base64"), ("format", "byte"), ("contentEncoding", "base64")],
    pattern: Some(patterns::BASE64),
    ..Format::own("base64", "text that the module `base64` can decode", base64)
};
pub(super) const JSON: Format = Format {
    keywords: &[("contentMediaType", "application/json")],
    ..Format::own("json", "text that the module `json` can decode", json)
};
pub(super) const YAML: Format = Format::own("yaml", "text that the module `yaml` can decode", yaml);
// JSON Schema has a format of this name for ECMAScript expressions, which is different.
pub(super) const REGEX: Format = Format {
    keywords: &[("format", "regex")],
    ..Format::own("regex", "a regular expression (RE2)", regex)
};

fn said(error: &Error) -> String {
    error.message().to_owned()
}

fn base64(text: &str) -> Result<(), String> {
    base64::decodable(text.as_bytes()).map_err(|error| said(&error))
}

fn json(text: &str) -> Result<(), String> {
    json::decodable(text.as_bytes()).map_err(|error| said(&error))
}

fn yaml(text: &str) -> Result<(), String> {
    yaml::decodable(text.as_bytes()).map_err(|error| said(&error))
}

fn regex(text: &str) -> Result<(), String> {
    // Report only the reason: the expression may be a secret.
    let compiled = Pattern::of(text.as_bytes());
    compiled.map(drop).map_err(|fault| format!("error parsing regexp: {}", fault.reason()))
}
