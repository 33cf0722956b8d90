//! From the bytes of a file to a tree: encodings, then YAML 1.2.

use std::sync::Arc;

use yardstick_diagnostics::{Diagnostic, FileId, SourceFile};
use yardstick_yaml::{Options, Tree};

/// The bytes as UTF-8: UTF-16 and UTF-32 are transcoded, by their byte order mark or the zeros of ASCII.
pub fn to_utf8(bytes: Vec<u8>) -> Vec<u8> {
    let units16 = |little: bool| {
        let units = bytes.chunks_exact(2).map(move |pair| {
            let pair = [pair[0], pair[1]];
            if little { u16::from_le_bytes(pair) } else { u16::from_be_bytes(pair) }
        });
        let text: String =
            char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
        text.into_bytes()
    };
    let units32 = |little: bool| {
        let units = bytes.chunks_exact(4).map(move |unit| {
            let unit = [unit[0], unit[1], unit[2], unit[3]];
            let unit = if little { u32::from_le_bytes(unit) } else { u32::from_be_bytes(unit) };
            char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER)
        });
        units.collect::<String>().into_bytes()
    };
    match *bytes.as_slice() {
        [0xFF, 0xFE, 0, 0, ..] => units32(true),
        [0, 0, 0xFE, 0xFF, ..] | [0, 0, 0, 1.., ..] => units32(false),
        [1.., 0, 0, 0, ..] => units32(true),
        [0xFF, 0xFE, ..] | [1.., 0, ..] => units16(true),
        [0xFE, 0xFF, ..] | [0, 1.., ..] => units16(false),
        _ => bytes,
    }
}

/// Reads `source` as YAML 1.2. Errors carry the code of YAML problems and no line of their own in the
/// text: the place says it.
pub fn parse(source: Arc<SourceFile>, file: FileId) -> Result<Tree, Box<Diagnostic>> {
    yardstick_yaml::parse(source, file, &Options::yaml12()).map_err(|mut problem| {
        problem.code = "YS100";
        problem.message = without_line(&problem.message).to_owned();
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
