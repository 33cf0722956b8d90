//! Tests the standard modules from code: a table of calls and expected results for each.

mod base64;
mod hashes;
mod ip;
mod json;
mod math;
mod regexp;
mod structs;
mod support;
mod toml;
mod url;
mod version;
mod yaml;
