//! Overlays: edit a tree with another tree.
//!
//! An overlay (the *right*) is a tree whose `@overlay/...` annotations specify which nodes of another tree (the
//! *left*) it edits, how many must match, and what happens to them. It is processed from the top: each node is
//! matched among the left nodes of its parent, then its operation runs.
//!
//! - [`Overlayer`] applies overlay documents to rendered documents;
//! - [`Merger`] merges one document into another: data values and schemas;
//! - [`module()`] is `@ytt:overlay` for templates, with the matchers and `overlay.apply`.
//!
//! Annotations come from templates. This example creates two by hand, in the same way in which values files become
//! overlays ([`plain_merge`]):
//!
//! ```
//! use std::rc::Rc;
//! use yardstick_diagnostics::{SourceFile, Sources};
//! use yardstick_overlay::{Merger, names, plain_merge};
//! use yardstick_starlark::{Limits, Thread};
//! use yardstick_template::{
//!     TemplateHost, plain_documents, print,
//!     tree::{Annotation, Document, Yaml},
//! };
//!
//! let sources = Sources::new();
//! let document = |name: &str, text: &str| -> Document {
//!     let id = sources.add(SourceFile::new(name, text.as_bytes()));
//!     let options = yardstick_yaml::Options::reference();
//!     let tree = yardstick_yaml::parse(sources.get(id), id, &options).expect("it is YAML");
//!     plain_documents(&tree).remove(0)
//! };
//!
//! let base = document("base.yml", "name: app\nports: [80]\nlimits: {cpu: 1, memory: 512}\n");
//! let plain = plain_merge(document("prod.yml", "ports: [443]\nlimits: {cpu: 4}\n"));
//! let mut removal = document("small.yml", "limits: {memory: null}\n");
//! if let Yaml::Map(map) = &mut removal.value
//!     && let Yaml::Map(limits) = &mut Rc::make_mut(map).values_mut()[0].value
//! {
//!     let item = &mut Rc::make_mut(limits).values_mut()[0];
//!     item.annotations.set(Annotation::unwritten(names::REMOVE, &[]));
//! }
//!
//! let mut thread = Thread::new(Rc::new(TemplateHost::new(|_| {})), Limits::default());
//! let mut merger = Merger::new(&mut thread, &sources);
//! let merged = merger.merge(base, &plain)?;
//! let merged = merger.merge(merged, &removal)?;
//! assert_eq!(print::yaml([&merged]), b"name: app\nports:\n- 443\nlimits:\n  cpu: 4\n");
//! # Ok::<(), Box<yardstick_diagnostics::Diagnostic>>(())
//! ```
//!
//! If a matcher specifies what it looks for, nodes are found in indexes, so that many overlays on many documents cost
//! about as much as the documents they touch. Trees are copied on write.

mod annotation;
mod array_cache;
mod depth;
mod documents;
mod engine;
mod explain;
mod failure;
mod matching;
mod merger;
mod module;
mod node;
mod operation;
mod overlayer;
mod plain;
mod siblings;

pub use annotation::{names, spelling::unknown_annotations, strip::strip, vocabulary::ARGUMENTS};
pub use documents::{FileDocuments, OverlayDocument, is_overlay, part};
pub use engine::Applied;
pub use matching::Strategy;
pub use merger::Merger;
pub use module::module;
pub use overlayer::Overlayer;
pub use plain::{plain_merge, value_at_path};
