//! One input file: its source, its path and its kind.

use std::sync::{Arc, OnceLock};

use yardstick_diagnostics::{Content, Diagnostic, FileId, Result, SourceFile, Sources};

use super::{
    kinds::{self, Kind},
    source::Source,
};
use crate::World;

/// An input file. Its bytes are read only once, on first use.
#[derive(Debug)]
pub struct InputFile {
    source: Source,
    original_path: String,
    path: String,
    /// What the path says about it, which is asked for often.
    kind_by_name: Kind,
    has_library_name: bool,
    order: usize,
    is_named: bool,
    marked_kind: Option<Kind>,
    marked_template: Option<bool>,
    marked_for_output: Option<bool>,
    bytes: OnceLock<Result<Content>>,
    numbered: OnceLock<(FileId, Arc<SourceFile>)>,
}

impl InputFile {
    pub(super) fn new(source: Source, original_path: String, path: String) -> Self {
        Self {
            source,
            original_path,
            kind_by_name: kinds::by_name(&path),
            has_library_name: kinds::is_library_name(&path),
            path,
            order: 0,
            is_named: false,
            marked_kind: None,
            marked_template: None,
            marked_for_output: None,
            bytes: OnceLock::new(),
            numbered: OnceLock::new(),
        }
    }

    /// Marks a file that an argument names itself, not through a directory.
    pub(super) fn named(mut self) -> Self {
        self.is_named = true;
        self
    }

    /// True if an argument names the file itself.
    pub(crate) fn is_named(&self) -> bool {
        self.is_named
    }

    /// True if a file mark sets its kind.
    pub fn is_kind_marked(&self) -> bool {
        self.marked_kind.is_some()
    }

    /// The path relative to the input argument. File marks match it.
    pub(crate) fn original_path(&self) -> &str {
        &self.original_path
    }

    /// The effective path. It determines the file's kind, its library and its place in the output, and messages use
    /// it.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Its position among all files. Documents, overlays and data values are processed in this order.
    pub fn order(&self) -> usize {
        self.order
    }

    /// Its language.
    pub fn kind(&self) -> Kind {
        self.marked_kind.unwrap_or(self.kind_by_name)
    }

    /// True if its template code is executed.
    pub fn is_template(&self) -> bool {
        self.marked_template
            .unwrap_or_else(|| !self.is_library() && matches!(self.kind(), Kind::Yaml | Kind::Text))
    }

    /// True if a file mark says to copy it unchanged.
    pub fn is_plain(&self) -> bool {
        self.marked_template == Some(false)
    }

    /// True if its rendering is part of the result.
    pub(crate) fn is_for_output(&self) -> bool {
        self.marked_for_output.unwrap_or_else(|| {
            self.is_template()
                || !self.is_library() && matches!(self.kind(), Kind::Yaml | Kind::Text)
        })
    }

    /// True if other files may load it. Such a file has no output of its own.
    pub(crate) fn is_library(&self) -> bool {
        self.kind() == Kind::Starlark || self.has_library_name
    }

    /// True if it is in a private library, which only templates can access.
    pub fn is_private(&self) -> bool {
        self.path.rsplit_once('/').is_some_and(|(directories, _)| {
            directories.split('/').any(|piece| piece == PRIVATE_LIBRARY)
        })
    }

    /// Its bytes.
    pub fn bytes(&self, world: &dyn World) -> Result<&Content> {
        let read = || self.source.read(world);
        self.bytes.get_or_init(read).as_ref().map_err(|error| Box::new(Diagnostic::clone(error)))
    }

    /// The source of its bytes, for reports; `None` for text that came with the arguments.
    pub fn place(&self) -> Option<String> {
        self.source.place()
    }

    /// Adds its bytes to `sources` under its path.
    pub fn source_file(
        &self,
        world: &dyn World,
        sources: &Sources,
    ) -> Result<(FileId, Arc<SourceFile>)> {
        if let Some(numbered) = self.numbered.get() {
            return Ok(numbered.clone());
        }
        let content = self.bytes(world)?.clone();
        let numbered = self.numbered.get_or_init(|| {
            let file = SourceFile::new(self.path.clone(), content).with_yaml_lines();
            let id = sources.add(self.placed(file));
            (id, sources.get(id))
        });
        Ok(numbered.clone())
    }

    /// Adds the path that the user knows to `source`, which was made from this file.
    pub(crate) fn placed(&self, source: SourceFile) -> SourceFile {
        match self.source.place() {
            Some(place) => source.with_path(place),
            None => source,
        }
    }

    pub(crate) fn set_order(&mut self, order: usize) {
        self.order = order;
    }

    pub(crate) fn mark_path(&mut self, path: &str) {
        path.clone_into(&mut self.path);
        self.kind_by_name = kinds::by_name(path);
        self.has_library_name = kinds::is_library_name(path);
    }

    pub(crate) fn mark_kind(&mut self, kind: Kind, template: bool) {
        self.marked_kind = Some(kind);
        self.marked_template = Some(template);
    }

    pub(crate) fn mark_for_output(&mut self, for_output: bool) {
        self.marked_for_output = Some(for_output);
    }
}

/// The name of directories that contain private libraries.
pub const PRIVATE_LIBRARY: &str = "_ytt_lib";
