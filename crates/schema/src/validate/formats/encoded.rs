//! `base64`, `json`, `yaml`, `regex`: text that a module can decode; the reason is the module's.

use yardstick_starlark::{Error, Text};
use yardstick_template::modules::{base64, json, regexp::Search, yaml};

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
    Search::of(&Text::from(text)).map(drop).map_err(|error| {
        // The module quotes the expression, which may be a secret.
        let said = error.message();
        said.split_once(": `").map_or(said, |(reason, _)| reason).to_owned()
    })
}
