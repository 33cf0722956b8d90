//! What YAML Schema adds to JSON Schema, one rule a file.

pub mod number_format;
pub mod property_names;
pub mod required;
