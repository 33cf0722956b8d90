//! The language server: answers the requests of editors about templates, schemas by example, values files, and any
//! document that is checked against a YAML Schema.
//!
//! The data flows through these modules:
//!
//! 1. [`server`]: receives messages of an editor over a connection that the caller provides. It opens and changes
//!    documents; requests have a thread of their own, and so have runs that look for mistakes;
//! 2. [`open_files`]: overlays the files of a [`World`](yardstick_world::World) with those open in the editor;
//! 3. [`group`]: decides which files are rendered together; [`snapshot`]: keeps the results of rendering them;
//! 4. [`Analysis`]: provides what is known about a file, as plain functions;
//! 5. [`features`]: the answers, one file per kind of request;
//! 6. [`report`]: converts diagnostics for editors.
//!
//! Only [`server`] deals with messages. Everything else can be used without it:
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
