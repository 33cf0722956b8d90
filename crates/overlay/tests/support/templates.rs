//! Templates and overlays, written as text.

#![allow(dead_code, reason = "each test uses some of it")]

use std::{rc::Rc, sync::Arc};

use yardstick_diagnostics::{Diagnostic, Result, SourceFile, Sources, render};
use yardstick_overlay::{Overlayer, part, unknown_annotations};
use yardstick_starlark::{Error, Limits, Module, Thread, Value};
use yardstick_template::{
    CompileOptions, Environment, Output, TemplateHost, compile_yaml, print, replace_module,
    tree::{Annotation, Document, Yaml},
};

/// Evaluates templates, which can load `@ytt:overlay` and `@ytt:template`.
pub(crate) struct Project {
    pub(crate) sources: Arc<Sources>,
    pub(crate) thread: Thread,
    host: Rc<TemplateHost>,
}

struct Modules {
    host: Rc<TemplateHost>,
    sources: Arc<Sources>,
}

impl Environment for Modules {
    fn load(&self, _: &mut Thread, path: &str) -> std::result::Result<Rc<Module>, Error> {
        let (name, module) = match path {
            "@ytt:overlay" => ("overlay", yardstick_overlay::module(&self.sources)),
            "@ytt:template" => ("template", replace_module(&self.host, false)),
            other => return Err(Error::new(format!("no module {other}"))),
        };
        Ok(Rc::new(Module::native(vec![(name.into(), module)])))
    }
}

impl Project {
    pub(crate) fn new() -> Self {
        let host = Rc::new(TemplateHost::new(|_| {}));
        let thread = Thread::new(Rc::clone(&host) as Rc<_>, Limits::default());
        Self { sources: Arc::new(Sources::new()), thread, host }
    }

    /// Returns the documents of a template.
    pub(crate) fn evaluate(&mut self, name: &str, text: &str) -> Result<Vec<Document>> {
        let file = self.sources.add(SourceFile::new(name, text.as_bytes()));
        let source = self.sources.get(file);
        let tree =
            yardstick_yaml::read::parse(source, file, &yardstick_yaml::read::Options::default())?;
        let options = CompileOptions::default();
        let compiled = compile_yaml(&tree, &self.sources, options, self.host.language())?;
        let modules = Modules { host: Rc::clone(&self.host), sources: Arc::clone(&self.sources) };
        match self.host.evaluate(&mut self.thread, &compiled, Rc::new(modules))?.output {
            Output::Documents(documents) => Ok(documents),
            Output::Text(_) | Output::None => Ok(Vec::new()),
        }
    }

    /// Returns the documents of all files after applying the overlays among them.
    pub(crate) fn render(
        &mut self,
        files: &[(&str, &str)],
    ) -> Result<(Vec<Document>, Vec<Diagnostic>)> {
        let mut evaluated = Vec::new();
        for (number, (name, text)) in files.iter().enumerate() {
            let documents = self.evaluate(name, text)?;
            evaluated.push((number as u32, (*name).to_owned(), documents));
        }
        let (left, right) = part(evaluated);
        let mut overlayer = Overlayer::new(&mut self.thread, &self.sources);
        let files = overlayer.documents(left, &right)?;
        Ok((files.into_iter().flat_map(|file| file.documents).collect(), overlayer.into_warnings()))
    }
}

/// Returns the rendered text of `config.yml` with `overlay.yml` applied, or the error with its notes.
pub(crate) fn overlay(config: &str, overlay: &str) -> String {
    let overlay = format!("#@ load(\"@ytt:overlay\", \"overlay\")\n{}", overlay.trim_start());
    render(&[("config.yml", config.trim_start()), ("overlay.yml", &overlay)])
}

/// Returns the rendered text of all files, or the error with its notes.
pub(crate) fn render(files: &[(&str, &str)]) -> String {
    let mut project = Project::new();
    let mut out = String::new();
    match project.render(files) {
        Ok((documents, warnings)) => {
            out.push_str(&String::from_utf8_lossy(&print::yaml(&documents)));
            for warning in &warnings {
                out.push_str("warning: ");
                out.push_str(&problem(warning, &project.sources));
            }
        }
        Err(error) => out.push_str(&problem(&error, &project.sources)),
    }
    out
}

/// Formats a problem as users see it, with its notes and positions.
pub(crate) fn problem(problem: &Diagnostic, sources: &Sources) -> String {
    let mut lines = vec![render::reference::message(problem, sources)];
    for label in &problem.labels {
        let file = sources.get(label.span.file);
        let line = file.line(label.span.start);
        lines.push(format!("  at {}:{line} {}", file.name(), label.text).trim_end().to_owned());
    }
    lines.extend(problem.notes.iter().map(|note| format!("  note: {note}")));
    lines.join("\n") + "\n"
}

/// Formats a document with the annotations of its map items: `@name positional, key=value`.
pub(crate) fn with_annotations(document: &Document) -> String {
    let mut lines: Vec<String> = document.annotations.iter().map(written).collect();
    if let Yaml::Map(map) = &document.value {
        for item in map.items() {
            lines.extend(item.annotations.iter().map(written));
            let value = print::to_yaml_text(&item.value);
            lines.push(format!("{}: {}", item.key.as_text().unwrap(), value.trim_end()));
        }
    }
    lines.join("\n") + "\n"
}

fn written(annotation: &Annotation) -> String {
    let positional = annotation.positional.iter().map(Value::to_repr);
    let keywords =
        annotation.keywords.iter().map(|(key, value)| format!("{key}={}", value.to_repr()));
    let arguments: Vec<String> = positional.chain(keywords).collect();
    format!("#@{} {}", annotation.name, arguments.join(", ")).trim_end().to_owned()
}

/// Returns all warnings about the annotations of a file.
pub(crate) fn warnings(text: &str) -> String {
    let mut project = Project::new();
    let documents = project.evaluate("overlay.yml", text).unwrap();
    let warnings = documents.iter().flat_map(unknown_annotations);
    warnings.map(|warning| problem(&warning, &project.sources)).collect()
}
