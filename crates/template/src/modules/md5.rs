//! `@ytt:md5`: the MD5 digest of a string.

use ::md5::{Digest, Md5};
use yardstick_starlark::Value;

use super::args;

pub(super) fn module() -> Value {
    super::of_functions(
        "md5",
        &[("sum", |_, args| {
            let digest = Md5::digest(args::one_string(args)?.as_bytes());
            Ok(Value::from(format!("{digest:x}")))
        })],
    )
}
