//! The language server: what editors ask about templates, schemas by example, values files, and any document that is
//! checked against a YAML Schema.
//!
//! The way of the data:
//!
//! 1. [`server`]: messages of an editor come in over a connection that the caller brings; documents are opened and
//!    changed, requests go to a thread of their own, and so do runs that look for mistakes;
//! 2. [`open_files`]: what is open in the editor lies over the files of a [`World`](yardstick_world::World);
//! 3. [`group`]: which files are rendered together; [`snapshot`]: what rendering them found out;
//! 4. [`Analysis`]: what is known about a file, as plain functions;
//! 5. [`features`]: the answers, one file for each question;
//! 6. [`report`]: diagnostics as editors show them.
//!
//! Only [`server`] knows about messages. Everything else can be used without it:
//!
//! ```
//! use std::sync::Arc;
//! use yardstick_language_server::{Analysis, Encoding, Host};
//! use yardstick_world::Memory;
//!
//! let world = Memory::new()
//!     .with_file("config/schema.yml", "#@data/values-schema\n---\nport: 80\n")
//!     .with_file("config/values.yml", "");
//! let analysis = Analysis::new(Arc::new(world), Host::default(), Encoding::Utf16);
//! analysis.open("/project/config/values.yml", "#@data/values\n---\nport: many\n");
//! let found = analysis.diagnostics("/project/config/values.yml");
//! assert_eq!(found[0].range.start.line, 2);
//! ```

mod address;
mod analysis;
pub mod features;
mod group;
mod host;
mod lone;
mod open_files;
mod overlays;
mod report;
pub mod server;
mod snapshot;
mod text;
mod yaml_path;

pub use address::{from_path, to_path};
pub use analysis::{Analysis, FileView, Published};
pub use group::{Group, Plan, ReadTarget};
pub use host::{Explanation, Host, Topic};
pub use lone::MakeChecker;
pub use lsp_server::Connection;
pub use lsp_types;
pub use open_files::OpenFiles;
pub use report::FixData;
pub use server::{Ending, Transport, answer, serve};
pub use snapshot::Snapshot;
pub use text::{Encoding, Text};
pub use yaml_path::{Located, Step, dotted, locate, node_at};
