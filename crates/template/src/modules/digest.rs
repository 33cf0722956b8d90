//! `@ytt:md5` and `@ytt:sha256`: digests of strings.

use std::fmt::Write as _;

use md5::Md5;
use sha2::{Digest, Sha256};
use yardstick_starlark::{Args, Result, Value};

use super::args;

pub(super) fn md5() -> Value {
    super::of_functions("md5", &[("sum", |_, args| sum::<Md5>(args))])
}

pub(super) fn sha256() -> Value {
    super::of_functions("sha256", &[("sum", |_, args| sum::<Sha256>(args))])
}

/// Returns the digest of the only argument, in hexadecimal.
fn sum<D: Digest>(args: &Args<'_>) -> Result<Value> {
    let mut text = String::new();
    for byte in D::digest(args::one_string(args)?.as_bytes()) {
        let _ = write!(text, "{byte:02x}");
    }
    Ok(Value::from(text))
}
