//! The last stage of a library: runs its files, applies overlays, and checks output rules.

use std::{rc::Rc, sync::Arc};

use yardstick_diagnostics::{Diagnostic, Result, Sources, codes, findings};
use yardstick_starlark::{Module, Text, Thread};
use yardstick_template::{Output, tree::Document};
use yardstick_yaml::Tree;

use super::{
    FileAt, FileIndex, Prepared, addressed::check_all_used, environment::FileEnvironment,
    output_rules, output_schemas, overlays, tree::FileTree, twins,
};
use crate::Kind;

/// The rendered content of a file.
#[derive(Debug)]
pub(crate) enum RenderedContent {
    /// YAML without template code, printed as read.
    Plain(Arc<Tree>),
    Documents(Vec<Document>),
    Text(Text),
}

/// A file of the result.
#[derive(Debug)]
pub(crate) struct RenderedFile {
    pub(crate) file: FileIndex,
    pub(crate) content: RenderedContent,
    /// Whether overlays processed its documents. If so, the file is written even if they removed everything.
    pub(crate) is_edited: bool,
}

/// The rendered files of a library.
#[derive(Default)]
pub(crate) struct RenderedLibrary {
    /// Text files in order of evaluation, then YAML files in file order.
    pub(crate) files: Vec<RenderedFile>,
    /// The globals of library files, with their paths inside the library.
    pub(crate) exports: Vec<(String, Rc<Module>)>,
}

impl Prepared {
    /// Runs every file and applies overlays to the result.
    pub(crate) fn render(&self, thread: &mut Thread) -> Result<RenderedLibrary> {
        let project = &self.run.project;
        let mut rendered = RenderedLibrary::default();
        let mut yaml = Vec::new();
        let mut errors: Vec<Diagnostic> = Vec::new();
        for &at in &self.files.all {
            if self.special.contains(&at.file) {
                continue;
            }
            if let Err(error) = self.file(thread, at, &mut yaml, &mut rendered) {
                if !self.run.is_thorough() || thread.is_spent() {
                    errors.push(*error);
                    break;
                }
                // After an error, suppress what other files print, and errors that repeat this one.
                project.session.be_quiet();
                if !errors.iter().any(|other| is_same(other, &error, &project.session.sources)) {
                    errors.push(*error);
                }
            }
        }
        if let Some(error) = Diagnostic::first_of(errors) {
            return Err(error);
        }
        check_all_used(&self.run.addressed.borrow(), &project.session.sources)?;
        yaml.sort_by_key(|one| project.file(one.file).order());
        rendered.files.extend(overlays::apply(thread, project, yaml)?);
        project.session.warn(self.unread.clone());
        if self.run.root == FileTree::ROOT {
            project.session.warn(twins::twins(project, &rendered.files));
        }
        let (options, proposals) = (self.run.options, self.run.proposals.get());
        output_rules::check(thread, project, &rendered.files, options, proposals)?;
        output_schemas::check(thread, project, &rendered.files, options, proposals)?;
        Ok(rendered)
    }

    /// Runs one file.
    fn file(
        &self,
        thread: &mut Thread,
        FileAt { directory, file }: FileAt,
        yaml: &mut Vec<RenderedFile>,
        rendered: &mut RenderedLibrary,
    ) -> Result<()> {
        let project = &self.run.project;
        let input = project.file(file);
        let environment = self.run.environment(directory);
        if input.is_for_output() {
            match input.kind() {
                Kind::Yaml => {
                    let content = self.yaml(thread, environment, file)?;
                    yaml.push(RenderedFile { file, content, is_edited: false });
                }
                Kind::Text => {
                    let content = RenderedContent::Text(self.text(thread, environment, file)?);
                    rendered.files.push(RenderedFile { file, content, is_edited: false });
                }
                Kind::Starlark | Kind::Data => {
                    let path = input.path();
                    let note = format!(
                        "{path} is neither YAML nor a text template by its name: to copy it as it is, pass --file-mark '{path}:type=text-plain'"
                    );
                    let error = Diagnostic::error(codes::UNKNOWN_FILE_TYPE, "Unknown file type");
                    return Err(Box::new(error.note(note)));
                }
            }
        } else if input.is_library() && input.kind() != Kind::Data {
            let evaluated = environment.evaluate(thread, file)?;
            let base = project.tree.path(self.run.root);
            let below = input.path()[base.len()..].trim_start_matches('/').to_owned();
            rendered.exports.push((below, evaluated.module));
        }
        Ok(())
    }

    /// Runs all files only to find errors in the data values of libraries. Templates decide what a library is given,
    /// so the templates must run.
    pub(crate) fn library_failures(&self, thread: &mut Thread) -> Vec<Diagnostic> {
        let project = &self.run.project;
        if !project.tree.has_private_libraries() {
            return Vec::new();
        }
        let mut failures = Vec::new();
        for &FileAt { directory, file } in &self.files.all {
            let input = project.file(file);
            let runs = matches!(input.kind(), Kind::Yaml | Kind::Text) && input.is_for_output();
            if !runs || input.is_plain() || self.special.contains(&file) {
                continue;
            }
            let evaluated = self.run.environment(directory).evaluate(thread, file);
            failures.extend(evaluated.err().filter(|error| error.is_rejection()).map(|e| *e));
        }
        failures
    }

    fn yaml(
        &self,
        thread: &mut Thread,
        environment: FileEnvironment,
        file: FileIndex,
    ) -> Result<RenderedContent> {
        let project = &self.run.project;
        let parsed = project.parsed(file, self.run.options.strict)?;
        if !parsed.is_template || project.file(file).is_plain() {
            return Ok(RenderedContent::Plain(parsed.tree));
        }
        match environment.evaluate(thread, file)?.output {
            Output::Documents(documents) => Ok(RenderedContent::Documents(documents)),
            Output::Text(text) => Ok(RenderedContent::Text(text)),
            Output::None => Ok(RenderedContent::Documents(Vec::new())),
        }
    }

    fn text(
        &self,
        thread: &mut Thread,
        environment: FileEnvironment,
        file: FileIndex,
    ) -> Result<Text> {
        let project = &self.run.project;
        if project.file(file).is_plain() {
            return Ok(Text::from(&project.bytes(file)?[..]));
        }
        match environment.evaluate(thread, file)?.output {
            Output::Text(text) => Ok(text),
            Output::Documents(_) | Output::None => Ok(Text::EMPTY),
        }
    }
}

/// True if two errors report the same mistake, such as one in a file that both templates load.
fn is_same(one: &Diagnostic, other: &Diagnostic, sources: &Sources) -> bool {
    let said = |error: &Diagnostic| -> Vec<(String, Option<(String, u32)>)> {
        // For a load cycle, only the message matters, not the file where the cycle was first entered.
        let place = |finding: &Diagnostic| {
            finding
                .span()
                .filter(|_| finding.code != codes::LOAD_CYCLE)
                .map(|span| (sources.get(span.file).name().to_owned(), span.start))
        };
        findings(error).into_iter().map(|one| (one.message.clone(), place(&one))).collect()
    };
    said(one) == said(other)
}
