//! Options for reading: the YAML version, and limits.

use yardstick_diagnostics::limits;

/// The YAML version to read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Like the reference: YAML 1.1 as libyaml interprets it, with the same messages and line numbers.
    #[default]
    Reference,
    /// Strict YAML 1.2.
    Yaml12,
}

/// Limits after which the reader gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum nesting depth of collections.
    pub nesting: u32,
    /// The maximum number of nodes after expanding all aliases.
    pub expanded_nodes: u64,
    /// The maximum size of a file in bytes.
    pub input_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            nesting: limits::NESTING,
            expanded_nodes: limits::EXPANDED_NODES,
            input_bytes: limits::INPUT_BYTES,
        }
    }
}

/// Options for reading a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The YAML version.
    pub mode: Mode,
    /// The limits.
    pub limits: Limits,
    /// Whether to reject plain scalars whose type is easily mistaken (reference mode).
    pub strict: bool,
    /// Whether to read the documents of a large text on several threads. The resulting tree is the same.
    pub threads: bool,
    /// Whether to use threads even for the smallest text, with one document each. For tests, which compare both ways.
    #[doc(hidden)]
    pub tiny_pieces: bool,
    /// Whether to disable reading whole lines. For tests, which compare both ways.
    #[doc(hidden)]
    pub token_by_token: bool,
}

impl Options {
    /// Returns the options to read like the reference.
    pub fn reference() -> Self {
        Self::default()
    }

    /// Returns the options to read YAML 1.2.
    pub fn yaml12() -> Self {
        Self { mode: Mode::Yaml12, ..Self::default() }
    }
}
