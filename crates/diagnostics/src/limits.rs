//! All limits on the resources that a run may use.
//!
//! Input comes from other people, so everything it can ask for needs a bound. The crates that apply the limits take
//! their numbers from here. `docs/reference/limits.md` is generated from [`TABLE`] (the test `house` compares them).

use std::fmt::Write as _;

/// Steps of template code: loop iterations, calls, and the work of native functions in proportion to their input.
pub const STEPS: u64 = 100_000_000;
/// Bytes of all live values of template code.
pub const MEMORY_BYTES: usize = 1 << 30;
/// Bytes of one value of template code.
pub const VALUE_BYTES: usize = 256 << 20;
/// Bytes that `print` of template code may write in total.
pub const PRINTED_BYTES: usize = 64 << 20;
/// Bits of an integer.
pub const INTEGER_BITS: u64 = 1 << 20;
/// Nested calls of functions of template code.
pub const CALL_DEPTH: usize = 200_000;
/// Nested calls through native functions.
pub const NATIVE_DEPTH: usize = 200;
/// Length of a chain of files that load each other. Each takes up to three calls through native functions.
pub const LOAD_DEPTH: usize = 60;
/// Nested brackets and blocks of template code.
pub const CODE_NESTING: usize = 250;
/// Levels of a YAML document, read or evaluated.
pub const NESTING: u32 = 1_000;
/// Nodes of a YAML file after every alias is replaced by its target.
pub const EXPANDED_NODES: u64 = 10_000_000;
/// Bytes of one input file.
pub const INPUT_BYTES: u64 = 1 << 30;
/// Bytes of the output of one file, with shared parts written out each time.
pub const OUTPUT_BYTES: u64 = 2 << 30;
/// Bytes of one message.
pub const MESSAGE_BYTES: usize = 64 << 10;
/// Bytes of one compiled regular expression.
pub const PATTERN_BYTES: usize = 64 << 20;
/// Character ranges in all patterns of a YAML Schema. Those of a repeated part count once per repetition.
pub const PATTERN_RANGES: u64 = 4_000_000;
/// Warnings that one run prints.
pub const WARNINGS: usize = 1_000;
/// Steps of checking one document against a YAML Schema.
pub const CHECK_STEPS: u64 = 20_000_000;
/// Steps that all documents of a run may share, on top of those that their nodes add.
pub const CHECK_RUN_STEPS: u64 = 400_000_000;
/// Length of a chain of schemas that apply to the same value through references and applicators.
pub const SCHEMA_CHAIN: u32 = 10_000;
/// Schemas that `unevaluatedProperties` and `unevaluatedItems` of one schema inspect. A schema counts once for each
/// path that leads to it.
pub const UNEVALUATED_SCHEMAS: u64 = 100_000;
/// Seconds that a pattern with lookarounds or backreferences may take on one text.
pub const PATTERN_SECONDS: u64 = 2;
/// Seconds that patterns with lookarounds, backreferences or many repetitions may take per document.
pub const PATTERNS_SECONDS: u64 = 4;
/// Ranges of a pattern times bytes of a text, up to which a quadratic regular expression engine may be used.
pub const PATTERN_WORK: u64 = 100_000_000;
/// Bytes of a document after the defaults of its schema are filled in.
pub const FILLED_BYTES: usize = 256 << 20;
/// Bytes read from one pipe or device.
pub const STREAM_BYTES: u64 = 256 << 20;
/// Targets of a project; each combination of a matrix counts.
pub const PROJECT_TARGETS: usize = 100_000;
/// Targets that one target extends. A target counts once for each path that leads to it.
pub const EXTENDED_TARGETS: usize = 500;
/// Bytes of one text of a project file after its variables are replaced.
pub const VARIABLE_BYTES: usize = 1 << 20;
/// Bytes of one download.
pub const DOWNLOAD_BYTES: u64 = 256 << 20;
/// Seconds that one download may take, including redirects.
pub const DOWNLOAD_SECONDS: u64 = 60;
/// Redirects of one download.
pub const REDIRECTS: usize = 10;

/// Cuts `message` to [`MESSAGE_BYTES`]: the values it quotes may be as large as memory allows.
pub fn clip(mut message: String) -> String {
    if message.len() > MESSAGE_BYTES {
        let end = (0..=MESSAGE_BYTES).rev().find(|&at| message.is_char_boundary(at)).unwrap_or(0);
        let more = message.len() - end;
        message.truncate(end);
        let _ = write!(message, "... ({more} bytes more)");
        message.shrink_to_fit();
    }
    message
}

/// A limit as the documentation describes it.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// What is limited.
    pub what: &'static str,
    /// The maximum.
    pub most: u64,
    /// The unit of the maximum.
    pub unit: &'static str,
    /// The flag that changes the limit, if there is one.
    pub flag: Option<&'static str>,
}

const fn limit(what: &'static str, most: u64, unit: &'static str) -> Limit {
    Limit { what, most, unit, flag: None }
}

/// All limits, in the order in which data passes them.
pub const TABLE: &[Limit] = &[
    limit("One input file", INPUT_BYTES, "bytes"),
    limit("What is read from a pipe or a device", STREAM_BYTES, "bytes"),
    limit("One download", DOWNLOAD_BYTES, "bytes"),
    limit("Time of one download", DOWNLOAD_SECONDS, "seconds"),
    limit("Redirects of one download", REDIRECTS as u64, "redirects"),
    limit("Nesting of a YAML document, read or evaluated", NESTING as u64, "levels"),
    limit("A YAML file with its aliases replaced", EXPANDED_NODES, "nodes"),
    limit("Nesting of template code", CODE_NESTING as u64, "levels"),
    Limit { flag: Some("--max-steps"), ..limit("Work of template code", STEPS, "steps") },
    limit("Nested calls of template code", CALL_DEPTH as u64, "calls"),
    limit("Nested calls through native functions", NATIVE_DEPTH as u64, "calls"),
    limit("Files that load each other in a row", LOAD_DEPTH as u64, "files"),
    limit("All values of template code", MEMORY_BYTES as u64, "bytes"),
    limit("One value of template code", VALUE_BYTES as u64, "bytes"),
    limit("All text that template code prints", PRINTED_BYTES as u64, "bytes"),
    limit("An integer of template code", INTEGER_BITS, "bits"),
    limit("A compiled regular expression", PATTERN_BYTES as u64, "bytes"),
    limit("All patterns of a YAML Schema", PATTERN_RANGES, "ranges of characters"),
    limit("Checking one document", CHECK_STEPS, "steps"),
    limit("Checking all documents of a run", CHECK_RUN_STEPS, "steps"),
    limit("References of a schema in a row", SCHEMA_CHAIN as u64, "levels"),
    limit("Schemas below `unevaluated...` keywords", UNEVALUATED_SCHEMAS, "schemas"),
    limit("Patterns with lookarounds on one text", PATTERN_SECONDS, "seconds"),
    limit(
        "Patterns with lookarounds or many repetitions on one document",
        PATTERNS_SECONDS,
        "seconds",
    ),
    limit("A pattern that is slow on one text", PATTERN_WORK, "ranges times bytes"),
    limit("A document with defaults filled in", FILLED_BYTES as u64, "bytes"),
    limit("Targets of a project", PROJECT_TARGETS as u64, "targets"),
    limit("Targets that one target extends", EXTENDED_TARGETS as u64, "targets"),
    limit("A text of a project file with its variables", VARIABLE_BYTES as u64, "bytes"),
    limit("The output of one file", OUTPUT_BYTES, "bytes"),
    limit("Warnings of one run", WARNINGS as u64, "warnings"),
    limit("One message", MESSAGE_BYTES as u64, "bytes"),
];
