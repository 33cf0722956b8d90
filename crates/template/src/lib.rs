//! YAML and text templates.
//!
//! A template is a YAML tree whose comments are code, or a text that contains `(@ code @)`. It is compiled to a
//! program of the `starlark` crate with nodes as statements, and running that program builds an evaluated [`tree`].
//!
//! A file becomes documents in three steps: parse, compile, run. An [`Environment`] determines what its code can
//! load.
//!
//! ```
//! use std::rc::Rc;
//! use yardstick_diagnostics::{SourceFile, Sources};
//! use yardstick_starlark::{Error, Limits, Module, Thread};
//! use yardstick_template::{
//!     CompileOptions, Environment, Output, TemplateHost, compile_yaml, modules, print,
//! };
//!
//! /// Offers the standard modules: `base64`, `json`, `regexp` and so on.
//! struct Standard;
//!
//! impl Environment for Standard {
//!     fn load(&self, _: &mut Thread, path: &str) -> Result<Rc<Module>, Error> {
//!         let name = path.trim_start_matches("@ytt:");
//!         let module = modules::standard(name).ok_or_else(|| Error::new("no such module"))?;
//!         Ok(Rc::new(Module::native(vec![(name.into(), module)])))
//!     }
//! }
//!
//! let text = r##"
//! #@ load("@ytt:base64", "base64")
//! #@ for name in ["web", "db"]:
//! ---
//! kind: Secret
//! name: #@ name
//! data: #@ base64.encode(name + "-key")
//! #@ end
//! "##;
//! let sources = Sources::new();
//! let id = sources.add(SourceFile::new("secrets.yml", text.as_bytes()));
//! let tree = yardstick_yaml::parse(sources.get(id), id, &yardstick_yaml::Options::reference())?;
//!
//! let host = Rc::new(TemplateHost::new(|_printed| {}));
//! let template = compile_yaml(&tree, &sources, CompileOptions::default(), host.language())?;
//! let mut thread = Thread::new(host.clone(), Limits::default());
//! let evaluated = host.evaluate(&mut thread, &template, Rc::new(Standard))?;
//!
//! let Output::Documents(documents) = evaluated.output else { panic!("YAML gives documents") };
//! let expected = "kind: Secret\nname: web\ndata: d2ViLWtleQ==\n---\nkind: Secret\nname: db\ndata: ZGIta2V5\n";
//! assert_eq!(print::yaml(&documents), expected.as_bytes());
//! # Ok::<(), Box<yardstick_diagnostics::Diagnostic>>(())
//! ```
//!
//! - `comment` and `compile` turn comments into code, and nodes into statements;
//! - `evaluate` and `build` run the statements;
//! - [`fragment`] and [`structs`] are the views of nodes and data values for code, and [`convert`] converts between
//!   them;
//! - [`modules`] contains the `@ytt:` modules that do not depend on a project.

mod build;
pub mod comment;
mod compile;
pub mod convert;
mod engine_type;
mod evaluate;
pub mod fragment;
mod hints;
pub mod modules;
pub mod print;
mod replace;
pub mod structs;
pub mod text;
pub mod tree;

pub use compile::{
    Annotated, AnnotatedNode, CompileOptions, Compiled, Standing, Yields, annotations_in,
    annotations_under, is_template, plain_documents, settled_documents,
    starlark as compile_starlark, templating_comments, text as compile_text, yaml as compile_yaml,
};
pub use engine_type::{engine_type, expect_bool};
pub use evaluate::{Discarded, Environment, Evaluated, Output, TemplateHost};
pub use replace::module as replace_module;
pub use text::CODE_PIECE;
