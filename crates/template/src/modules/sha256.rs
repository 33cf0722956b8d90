//! `@ytt:sha256`: the SHA-256 digest of a string.

use sha2::{Digest, Sha256};
use yardstick_starlark::Value;

use super::args;

pub(super) fn module() -> Value {
    super::of_functions(
        "sha256",
        &[("sum", |_, args| {
            let digest = Sha256::digest(args::one_string(args)?.as_bytes());
            Ok(Value::from(format!("{digest:x}")))
        })],
    )
}
