//! The rules that YAML Schema adds to JSON Schema, one per file.

pub(crate) mod backtracking;
pub(crate) mod exact;
pub(crate) mod formats;
mod heavy;
pub(crate) mod lost;
pub(crate) mod number_format;
pub(crate) mod property_names;
pub(crate) mod required;
pub(crate) mod unique_properties;
