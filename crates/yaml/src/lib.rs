//! Parses YAML to a tree with comments and positions.
//!
//! [`parse`] turns the bytes of a file into a [`Tree`]: one flat vector of nodes in document order. It borrows its
//! text from the file, keeps every comment, and knows the position of everything. Plain scalars are interpreted on
//! demand by [`resolve`], merge keys and duplicate keys by [`mapping`].
//!
//! ```
//! use std::sync::Arc;
//! use yardstick_diagnostics::{FileId, SourceFile};
//! use yardstick_yaml::{
//!     Options, Resolver, Scalar, parse,
//!     print::{JsonOptions, JsonPrinter, YamlPrinter, print_documents},
//! };
//!
//! let text = "# all sizes in MB\nlimits: &all {memory: 0x10}\ncopy: *all\n";
//! let source = Arc::new(SourceFile::new("sizes.yml", text.as_bytes()));
//! let tree = parse(source, FileId(0), &Options::reference())?;
//!
//! // Walk it: nodes are small handles, scalars are resolved when asked.
//! let root = tree.document(0).expect("there is one document").root();
//! let limits = root.entries().next().expect("it has two entries").value;
//! let memory = limits.entries().next().expect("it has one entry");
//! assert_eq!(memory.key.text(), "memory");
//! assert_eq!(memory.value.text(), "0x10");
//! assert_eq!(memory.value.scalar(Resolver::Yaml11), Scalar::Int(16));
//! assert_eq!(tree.line(memory.key.start()), 2);
//! assert_eq!(tree.comments().len(), 1);
//!
//! // Print it: aliases become what they stand for, and every printer takes the same events.
//! let mut yaml = YamlPrinter::new();
//! print_documents(&tree, &mut yaml)?;
//! assert_eq!(yaml.finish(), b"limits:\n  memory: 16\ncopy:\n  memory: 16\n");
//! let mut json = JsonPrinter::new(JsonOptions::default());
//! print_documents(&tree, &mut json)?;
//! assert_eq!(json.finish(), br#"{"copy":{"memory":16},"limits":{"memory":16}}"#);
//! # Ok::<(), Box<yardstick_diagnostics::Diagnostic>>(())
//! ```

pub mod fmt;
pub mod json;
pub mod mapping;
pub mod print;
pub mod read;
pub mod resolve;
pub mod rewrite;
pub mod tree;

pub use read::{LARGE_TEXT, Limits, Mode, Options, Tolerant, parse, parse_tolerantly};
pub use resolve::{Resolver, Scalar};
pub use tree::{Comment, Document, Kind, NodeId, NodeRef, Owner, Style, Tree};
