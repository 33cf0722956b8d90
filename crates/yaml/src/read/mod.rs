//! Parses bytes to a tree: checks the encoding, scans tokens, builds nodes, and verifies the result.

mod chars;
mod eight;
mod encoding;
mod hints;
mod json;
mod keyless;
mod options;
mod parser;
mod pieces;
mod problem;
mod queue;
mod scanner;
mod slips;
mod token;
mod tolerant;
mod verify;

use std::sync::Arc;

use yardstick_diagnostics::{FileId, Result, SourceFile};

pub use encoding::to_utf8;
pub use options::{Limits, Mode, Options};
pub use pieces::LARGE_TEXT;
pub use tolerant::{Tolerant, parse_tolerantly};

use self::parser::Parser;
use self::problem::{Fault, Finder, Problem};
use self::scanner::Scanner;
use crate::tree::Tree;

/// Parses `source`, which has the number `file` in spans.
///
/// The resulting tree is sound: aliases have targets outside themselves and do not expand to more nodes than the
/// limit allows. In reference mode, tagged scalars have the form that their tag requires, and merge keys have maps to
/// merge.
pub fn parse(source: Arc<SourceFile>, file: FileId, options: &Options) -> Result<Tree> {
    let injected_marker = options.mode == Mode::Reference && !starts_with_marker(source.bytes());
    let (tree, problem) = read(source, file, options, injected_marker);
    // The reference processes one document after the other. So a problem in the content of a complete document is
    // reported before a syntax error further down.
    match verify::verify(&tree, options).or(problem) {
        None => Ok(tree),
        Some(problem) => {
            Err(problem.to_diagnostic(tree.source(), file, options.mode, injected_marker))
        }
    }
}

/// Returns the tree of a text that is strictly a JSON object or array. Returns `None` if it is not, or if that is
/// unclear; then use [`parse`].
pub fn parse_json(source: &Arc<SourceFile>, file: FileId, options: &Options) -> Option<Tree> {
    let bytes = source.content();
    if bytes.len() as u64 > options.limits.input_bytes.min(u64::from(u32::MAX - 1)) {
        return None;
    }
    let checked = encoding::check(bytes, bytes.text().is_some(), options);
    let is_clean = checked.problem.is_none() && checked.quoted_only.is_empty();
    is_clean.then(|| json::read(bytes, source, file, options, false)).flatten()
}

/// Reads up to the end or the first problem. The tree contains the complete documents.
fn read(
    source: Arc<SourceFile>,
    file: FileId,
    options: &Options,
    injected_marker: bool,
) -> (Tree, Option<Problem>) {
    let bytes = source.content().clone();
    if bytes.len() as u64 > options.limits.input_bytes.min(u64::from(u32::MAX - 1)) {
        let text = format!("the file is larger than {} bytes", options.limits.input_bytes);
        let problem = Problem::new(Finder::Reader, text, 0, 0);
        return (Tree::empty(source, file), Some(problem));
    }
    let checked = encoding::check(&bytes, bytes.text().is_some(), options);
    let text = &bytes[..checked.valid];
    let is_clean = checked.problem.is_none() && checked.quoted_only.is_empty();
    if is_clean
        && !options.token_by_token
        && let Some(tree) = json::read(text, &source, file, options, injected_marker)
    {
        return (tree, None);
    }
    if is_clean && let Some(parser) = pieces::read(text, options, injected_marker) {
        return (parser.into_tree(source, file), None);
    }
    let scanner = Scanner::new(text, options.mode, injected_marker);
    let mut parser = Parser::new(scanner, text, options);
    let mut problem = parser.parse_stream().err();
    if checked.problem.is_some()
        && !found_before(&parser, checked.valid, injected_marker, problem.is_some())
    {
        problem = checked.problem;
    }
    let tree = parser.into_tree(source, file);
    if problem.is_none() {
        problem = outside_quotes(&tree, &checked.quoted_only);
    }
    (tree, problem)
}

/// Returns the number of tokens in `bytes` up to the end or the first problem, for measuring the scanner alone.
#[doc(hidden)]
pub fn count_tokens(bytes: &[u8], options: &Options) -> usize {
    let checked = encoding::check(bytes, false, options);
    let mut scanner = Scanner::new(&bytes[..checked.valid], options.mode, false);
    let mut count = 0;
    while let Ok(token) = scanner.peek() {
        count += 1;
        if token.kind == token::TokenKind::StreamEnd {
            break;
        }
        scanner.skip();
    }
    count
}

/// Whether the reference finds the parser's problem before the invalid byte at `bad`. It decodes blocks of bytes
/// ahead of the scanner, so the invalid byte comes first if both are in the same block.
fn found_before(parser: &Parser<'_>, bad: usize, injected_marker: bool, failed: bool) -> bool {
    const BLOCK: usize = 512;
    let shift = if injected_marker { "---\n".len() } else { 0 };
    let block_start = (bad + shift) / BLOCK * BLOCK;
    failed && parser.scanner.position() + shift < block_start
}

/// Reports characters that YAML 1.2 allows only in quotes, for the sake of JSON.
fn outside_quotes(tree: &Tree, offsets: &[u32]) -> Option<Problem> {
    offsets.iter().copied().find(|&offset| !tree.is_quoted(offset)).map(|offset| {
        let at = offset as usize;
        Problem::new(Finder::Reader, Fault::Control, at, at + 1)
    })
}

/// Whether the text starts with a document marker, after optional white space. The reference has its own test (the
/// marker may be indented), and adds the line `---` in front of all other texts.
fn starts_with_marker(bytes: &[u8]) -> bool {
    let is_space = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ');
    let start = bytes.iter().position(|byte| !is_space(byte)).unwrap_or(bytes.len());
    bytes[start..].strip_prefix(b"---").is_some_and(|rest| rest.first().is_some_and(is_space))
}
