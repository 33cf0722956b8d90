//! Code actions: changes that an editor offers at a place.

mod declare;
mod fill;

use std::{collections::HashMap, fmt::Write as _};

use lsp_types::{
    CodeAction, CodeActionKind, Diagnostic, NumberOrString, Range, TextEdit, Url, WorkspaceEdit,
};
use yardstick_diagnostics::{Code, codes};
use yardstick_world::paths;
use yardstick_yaml::Style;

use super::{
    chain_at,
    typed_code::{code_at, definitions},
    vocabulary,
};
use crate::{
    Analysis, FileView, FixData, address,
    group::directory_of,
    yaml_path::{locate, node_at},
};

impl Analysis {
    /// The code actions for `range` of a file, in which the editor shows `diagnostics`.
    pub fn code_actions(
        &self,
        path: &str,
        range: Range,
        diagnostics: &[Diagnostic],
    ) -> Vec<CodeAction> {
        let Some((file, offset)) = self.at(path, range.start) else { return Vec::new() };
        let Some(uri) = address::from_path(path) else { return Vec::new() };
        let mut actions = Vec::new();
        for one in &self.known(path, range, diagnostics) {
            let fix = fix(one);
            if fix.is_none() {
                actions.extend(self.mend(&file, &uri, one));
            } else if is_about(one, codes::UNDECLARED_KEY) {
                actions.extend(fix);
                actions.extend(self.declare(&file, one));
                continue;
            }
            actions.extend(fix);
        }
        actions.extend(self.add_load(&file, &uri, offset));
        actions.extend(self.fill_required(&file, &uri, offset));
        actions.extend(self.fill_document(&file, &uri, offset));
        actions.extend(quote(&file, &uri, offset));
        actions
    }

    /// The diagnostics that the editor shows, completed with the data that it did not send back. If the editor sends
    /// none, all in `range`.
    fn known(&self, path: &str, range: Range, diagnostics: &[Diagnostic]) -> Vec<Diagnostic> {
        let reported = self.reported(path);
        if diagnostics.is_empty() {
            let touches =
                |one: &Diagnostic| one.range.start <= range.end && range.start <= one.range.end;
            return reported.into_iter().filter(touches).collect();
        }
        let whole = |one: &Diagnostic| {
            let same = reported.iter().find(|known| {
                known.range == one.range && known.code == one.code && one.data.is_none()
            });
            same.unwrap_or(one).clone()
        };
        diagnostics.iter().map(whole).collect()
    }

    /// A code action for a diagnostic without a fix.
    fn mend(&self, file: &FileView, uri: &Url, diagnostic: &Diagnostic) -> Option<CodeAction> {
        if is_about(diagnostic, codes::PLAIN_COMMENT) {
            let line = file.text.line(diagnostic.range.start.line as usize);
            let at = line.find('#').filter(|_| !line.contains("#!"))?;
            let (start, _) = file.text.line_span(diagnostic.range.start.line as usize);
            let range = file.text.range(start + at + 1, start + at + 1);
            let edit = TextEdit { range, new_text: "!".to_owned() };
            return Some(change(
                "Make it a comment of the template: `#!`",
                uri,
                vec![edit],
                Some(diagnostic),
            ));
        }
        if is_about(diagnostic, codes::UNDECLARED_KEY) {
            return self.declare(file, diagnostic);
        }
        self.declare_used(file, diagnostic)
    }

    /// Loads the module, or the function of another file, whose name is at `offset`.
    fn add_load(&self, file: &FileView, uri: &Url, offset: usize) -> Vec<CodeAction> {
        let name = code_at(file, offset).and_then(|_| chain_at(file.text.as_str(), offset));
        let Some(name) = name.and_then(|chain| chain.names.first().cloned()) else {
            return Vec::new();
        };
        let code = self.code(file);
        let is_known = definitions(&file.text, &file.path).iter().any(|one| one.name == name)
            || code.bindings.iter().any(|one| one.name == name)
            || vocabulary::globals().contains(&name);
        if is_known {
            return Vec::new();
        }
        if vocabulary::modules().iter().any(|module| module.name == name) {
            return vec![load(file, uri, &name, &format!("@ytt:{name}"))];
        }
        let directory = format!("{}/", directory_of(&file.path));
        let mut modules: Vec<String> = Vec::new();
        for (_, snapshot) in self.snapshots(&file.path) {
            for path in snapshot.files.iter().filter(|path| is_loadable(path)) {
                let Some(below) = path.strip_prefix(&directory) else { continue };
                let is_new = !modules.iter().any(|known| known == below);
                let defines = is_new.then(|| self.file(path)).flatten().is_some_and(|view| {
                    let code = self.code(&view);
                    code.bindings.iter().any(|one| one.is_global && one.name == name)
                });
                if defines {
                    modules.push(below.to_owned());
                }
            }
        }
        modules.iter().map(|module| load(file, uri, &name, module)).collect()
    }
}

/// True if other files can load the one at `path`.
fn is_loadable(path: &str) -> bool {
    address::is_starlark(path) || paths::base(path).contains(".lib.")
}

/// The fix that comes with a diagnostic.
fn fix(diagnostic: &Diagnostic) -> Option<CodeAction> {
    let data: FixData = serde_json::from_value(diagnostic.data.clone()?).ok()?;
    let mut title = data.description;
    if let Some(first) = title.get(..1) {
        title.replace_range(..1, &first.to_uppercase());
    }
    let is_short = data.replacement.len() <= 40 && !data.replacement.contains('\n');
    if is_short && !data.replacement.is_empty() {
        let _ = write!(title, ": {}", data.replacement);
    }
    let edit = TextEdit { range: data.range, new_text: data.replacement };
    let mut action = change(&title, &data.uri, vec![edit], Some(diagnostic));
    action.is_preferred = Some(true);
    Some(action)
}

/// True if a diagnostic has this code.
fn is_about(diagnostic: &Diagnostic, code: Code) -> bool {
    matches!(&diagnostic.code, Some(NumberOrString::String(own)) if own == code.id())
}

/// Adds a `load` of `name` from `module`.
fn load(file: &FileView, uri: &Url, name: &str, module: &str) -> CodeAction {
    let defined = definitions(&file.text, &file.path);
    // Insert after the last load, or at the top.
    let last = defined.iter().filter(|one| one.loaded.is_some()).map(|one| one.span.1).max();
    let line = last.map_or(0, |end| file.text.line_of(end) + 1);
    let (at, _) = file.text.line_span(line);
    let call = format!("load(\"{module}\", \"{name}\")");
    let text = match () {
        () if address::is_starlark(&file.path) => format!("{call}\n"),
        () if address::is_yaml(&file.path) => format!("#@ {call}\n"),
        () => format!("(@ {call} -@)\n"),
    };
    let edit = TextEdit { range: file.text.range(at, at), new_text: text };
    change(&format!("Load `{name}` from {module}"), uri, vec![edit], None)
}

/// Quotes the plain scalar at `offset`.
fn quote(file: &FileView, uri: &Url, offset: usize) -> Option<CodeAction> {
    let located = locate(&file.yaml.tree, offset)?;
    if located.is_key {
        return None;
    }
    let document = file.yaml.tree.document(located.document)?;
    let node = node_at(document.root(), &located.path)?;
    if !node.is_scalar() || node.style() != Style::Plain || node.is_absent() {
        return None;
    }
    let text = node.text();
    if text.contains('\n') {
        return None;
    }
    let span = node.content_span();
    let quoted = yardstick_yaml::rewrite::quoted(text);
    let range = file.text.range(span.start as usize, span.end as usize);
    let mut action =
        change(&format!("Quote `{text}`"), uri, vec![TextEdit { range, new_text: quoted }], None);
    action.kind = Some(CodeActionKind::REFACTOR_REWRITE);
    Some(action)
}

fn change(
    title: &str,
    uri: &Url,
    edits: Vec<TextEdit>,
    diagnostic: Option<&Diagnostic>,
) -> CodeAction {
    let changes = HashMap::from([(uri.clone(), edits)]);
    CodeAction {
        title: title.to_owned(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: diagnostic.map(|one| vec![one.clone()]),
        edit: Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }),
        ..CodeAction::default()
    }
}
