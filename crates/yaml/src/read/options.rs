//! How to read: which YAML, and how much of it.

use yardstick_diagnostics::limits;

/// Which YAML is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// As the reference tool does: YAML 1.1 as libyaml understands it, with its messages and line
    /// numbers.
    #[default]
    Reference,
    /// YAML 1.2 to the letter.
    Yaml12,
}

/// How much is read before the reader gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Collections inside each other.
    pub nesting: u32,
    /// Nodes of the file once every alias is replaced by what it stands for.
    pub expanded_nodes: u64,
    /// Bytes of a file.
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

/// How to read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Which YAML.
    pub mode: Mode,
    /// How much.
    pub limits: Limits,
    /// Whether plain scalars whose type is easy to mistake are refused (reference mode).
    pub strict: bool,
    /// Whether documents of a large text may be read on several threads. The tree is the same.
    pub threads: bool,
    /// Whether they are used for the smallest text too, a document each; for tests, which compare both ways.
    #[doc(hidden)]
    pub tiny_pieces: bool,
    /// Whether no line is read as a whole; for tests, which compare both ways.
    #[doc(hidden)]
    pub token_by_token: bool,
}

impl Options {
    /// Reads as the reference does.
    pub fn reference() -> Self {
        Self::default()
    }

    /// Reads YAML 1.2.
    pub fn yaml12() -> Self {
        Self { mode: Mode::Yaml12, ..Self::default() }
    }
}
