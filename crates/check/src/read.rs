//! From the bytes of a file to a tree: encodings, then YAML 1.2.

use std::sync::Arc;

use yardstick_diagnostics::{Content, Diagnostic, FileId, SourceFile};
use yardstick_yaml::{Options, Tree};

/// The bytes as UTF-8; UTF-16 and UTF-32 are transcoded.
pub(crate) fn to_utf8(bytes: Vec<u8>) -> Content {
    match yardstick_yaml::read::to_utf8(&bytes) {
        Some(text) => text.into(),
        None => bytes.into(),
    }
}

/// Reads `source` as YAML 1.2. Errors carry the code of YAML problems and no line of their own in the
/// text: the place says it.
pub(crate) fn parse(source: Arc<SourceFile>, file: FileId) -> Result<Tree, Box<Diagnostic>> {
    yardstick_yaml::parse(source, file, &Options::yaml12()).map_err(|mut problem| {
        problem.code = "YS100";
        let message = without_line(&problem.message).to_owned();
        problem.message = message;
        problem
    })
}

/// `did not find expected key` of `yaml: line 3: did not find expected key`.
fn without_line(message: &str) -> &str {
    let rest = message.strip_prefix("yaml: ").unwrap_or(message);
    match rest.strip_prefix("line ").and_then(|rest| rest.split_once(": ")) {
        Some((line, text)) if line.bytes().all(|byte| byte.is_ascii_digit()) => text,
        _ => rest,
    }
}
