//! Modules for template code: `@ytt:assert`, `@ytt:schema` and `@ytt:spelling`.

pub(crate) mod assert;
pub(crate) mod schema;
pub(crate) mod spelling;
