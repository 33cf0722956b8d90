//! Targets as the project file defines them, before inheritance, matrices and variables are expanded.

use yardstick_diagnostics::{Result, Span, bail, codes, limits::VARIABLE_BYTES, spelling};
use yardstick_yaml::{
    NodeId, NodeRef,
    json::{Member, Type, View},
    print,
};

/// A text of the project file, with its place.
#[derive(Clone, Debug)]
pub struct Word {
    /// The text.
    pub text: String,
    /// The place.
    pub span: Span,
}

impl Word {
    /// The place of `length` bytes at `at`, if the text is copied verbatim from a map; otherwise the whole text.
    pub(crate) fn place_of(&self, at: usize, length: usize) -> Span {
        let indent = self.text.len() - self.text.trim_start_matches(' ').len();
        let written = (self.span.end - self.span.start) as usize;
        let is_as_written = self.text.contains('\n') && indent + written + 1 == self.text.len();
        match at.checked_sub(indent).filter(|_| is_as_written) {
            Some(at) => {
                let start = self.span.start + at as u32;
                Span::new(self.span.file, start, start + length as u32)
            }
            None => self.span,
        }
    }
}

/// A target as written.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub(crate) name: Word,
    pub(crate) extends: Vec<Word>,
    /// True if the target only exists to be extended.
    pub(crate) is_abstract: bool,
    pub(crate) variables: Vec<(Word, Word)>,
    pub(crate) matrix: Option<Matrix>,
    /// Data values, as YAML text.
    pub(crate) set: Vec<Word>,
    pub(crate) output: Option<Word>,
    pub(crate) keeps_other_files: Option<bool>,
    /// The checks for rendered documents.
    pub(crate) checks: Option<Checks>,
    /// The flags of `template` by name, with their values.
    pub(crate) settings: Vec<(Word, Vec<Word>)>,
}

/// Variables with several values. Each combination makes a target.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matrix {
    pub(crate) axes: Vec<(Word, Vec<Word>)>,
    /// Combinations to exclude. An entry that names only some of the variables excludes all combinations that match.
    pub(crate) exclude: Vec<Vec<(Word, Word)>>,
}

/// Keys of a target besides the flags of rendering, which are keys too.
pub const KEYS: [&str; 10] = [
    "extends",
    "abstract",
    "variables",
    "matrix",
    "files",
    "values",
    "set",
    "output",
    "keep-other-files",
    "checks",
];

/// Keys of a test case (`test.yml`) besides those of a target.
pub const CASE_KEYS: [&str; 7] =
    ["description", "target", "skip", "expect", "absent", "rules", "error"];

impl Definition {
    /// An empty definition called `name`.
    pub(crate) fn named(name: Word) -> Self {
        Self {
            name,
            extends: Vec::new(),
            is_abstract: false,
            variables: Vec::new(),
            matrix: None,
            set: Vec::new(),
            output: None,
            keeps_other_files: None,
            checks: None,
            settings: Vec::new(),
        }
    }

    pub(crate) fn read(view: &View, name: NodeId, body: NodeId) -> Result<Self> {
        let name = word(view, name);
        if name.text.is_empty() || name.text.contains(['/', '*', '$']) {
            bail!(codes::PROJECT_FILE, "the name of a target must be a word without '/', '*' and '$'"; at: name.span);
        }
        let mut definition = Self::named(name);
        if view.type_of(body) == Type::Null {
            return Ok(definition);
        }
        expect_map(view, body, "a target")?;
        for Member { key, value } in view.members(body) {
            definition.take(view, key, value)?;
        }
        Ok(definition)
    }

    /// Adds one key with its value.
    pub(crate) fn take(&mut self, view: &View, key: NodeId, value: NodeId) -> Result<()> {
        let key = word(view, key);
        match key.text.as_str() {
            "extends" => self.extends = words(view, value)?,
            "abstract" => self.is_abstract = switch(view, value)?,
            "variables" => self.variables = pairs(view, value)?,
            "matrix" => self.matrix = Some(Matrix::read(view, value)?),
            "set" => self.set.push(source(view, value)?),
            "values" if view.node(value).is_map() => bail!(
                codes::PROJECT_FILE, "`values` lists files";
                at: view.written(value).content_span();
                note: "values themselves go below `set:`"
            ),
            "output" => self.output = Some(scalar(view, value)?),
            "keep-other-files" => self.keeps_other_files = Some(switch(view, value)?),
            "checks" => self.checks = Some(Checks::read(view, value)?),
            "files" => self.settings.push((renamed("file", &key), words(view, value)?)),
            "values" => {
                self.settings.push((renamed("data-values-file", &key), words(view, value)?));
            }
            // No flag takes a map as its value, so the key is probably misspelled.
            name if items(view, value).into_iter().any(|item| !view.node(item).is_scalar()) => {
                let hint = spelling::hint(name, KEYS.into_iter().chain(CASE_KEYS));
                let what = if view.node(value).is_map() { "a map" } else { "a list of maps" };
                let message = match &hint {
                    Some(_) => format!("there is no key '{name}'"),
                    None => format!("'{name}' cannot be {what}"),
                };
                bail!(codes::PROJECT_FILE, message; at: key.span; notes: hint);
            }
            _ => self.settings.push((key, words(view, value)?)),
        }
        Ok(())
    }
}

/// The checks for rendered documents.
#[derive(Clone, Debug, Default)]
pub struct Checks {
    /// The locations of the schemas of Kubernetes resources.
    pub kubernetes: Vec<Word>,
    /// The version of Kubernetes to insert into these locations.
    pub kubernetes_version: Option<Word>,
    /// Schemas, each with the patterns of the output files that it applies to.
    pub schemas: Vec<(Word, Vec<Word>)>,
}

impl Checks {
    fn read(view: &View, node: NodeId) -> Result<Self> {
        expect_map(view, node, "`checks`")?;
        let mut checks = Self::default();
        for Member { key, value } in view.members(node) {
            match view.name(key) {
                "k8s" => checks.kubernetes = words(view, value)?,
                "k8s-version" => checks.kubernetes_version = Some(scalar(view, value)?),
                "schemas" => {
                    expect_map(view, value, "`schemas`")?;
                    for Member { key, value } in view.members(value) {
                        checks.schemas.push((word(view, key), words(view, value)?));
                    }
                }
                other => {
                    let hint = spelling::hint(other, ["k8s", "k8s-version", "schemas"]);
                    bail!(
                        codes::PROJECT_FILE, "`checks` has no key '{other}'";
                        at: word(view, key).span; notes: hint;
                        note: "the keys are k8s, k8s-version and schemas; `output-schema` is a key of the target itself"
                    );
                }
            }
        }
        Ok(checks)
    }

    /// The files that the checks refer to.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = &Word> {
        self.kubernetes.iter().chain(self.schemas.iter().map(|(schema, _)| schema))
    }

    /// A copy with `change` applied to each text.
    pub(crate) fn map(&self, change: &impl Fn(&Word) -> Result<Word>) -> Result<Self> {
        let all = |words: &[Word]| words.iter().map(change).collect::<Result<Vec<Word>>>();
        let mut schemas = Vec::with_capacity(self.schemas.len());
        for (schema, patterns) in &self.schemas {
            schemas.push((change(schema)?, all(patterns)?));
        }
        Ok(Self {
            kubernetes: all(&self.kubernetes)?,
            kubernetes_version: self.kubernetes_version.as_ref().map(change).transpose()?,
            schemas,
        })
    }
}

impl Matrix {
    /// The number of combinations.
    pub(crate) fn size(&self) -> usize {
        let lengths = self.axes.iter().map(|(_, values)| values.len());
        lengths.fold(1, usize::saturating_mul)
    }

    fn read(view: &View, node: NodeId) -> Result<Self> {
        let values: Vec<&str> =
            items(view, node).into_iter().map(|item| view.node(item).text()).collect();
        let note = format!("name the variable: `matrix: {{env: [{}]}}`", values.join(", "));
        expect_map_with(view, node, "`matrix`", &note)?;
        let mut matrix = Self::default();
        for Member { key, value } in view.members(node) {
            let key = word(view, key);
            if key.text == "exclude" {
                for item in items(view, value) {
                    matrix.exclude.push(pairs(view, item)?);
                }
                continue;
            }
            let values = words(view, value)?;
            if values.is_empty() {
                bail!(codes::PROJECT_FILE, "the variable '{}' has no values, so the matrix is empty", key.text; at: key.span);
            }
            matrix.axes.push((key, values));
        }
        for (name, _) in matrix.exclude.iter().flatten() {
            if !matrix.axes.iter().any(|(axis, _)| axis.text == name.text) {
                let hint = spelling::hint(
                    &name.text,
                    matrix.axes.iter().map(|(axis, _)| axis.text.as_str()),
                );
                bail!(codes::PROJECT_FILE, "the matrix has no variable '{}'", name.text; at: name.span; notes: hint);
            }
        }
        Ok(matrix)
    }
}

fn renamed(name: &str, key: &Word) -> Word {
    Word { text: name.to_owned(), span: key.span }
}

/// A key or scalar as written.
pub(crate) fn word(view: &View, id: NodeId) -> Word {
    let node = view.node(id);
    let text = if node.is_scalar() { node.text().to_owned() } else { String::new() };
    Word { text, span: view.written(id).content_span() }
}

pub(crate) fn scalar(view: &View, id: NodeId) -> Result<Word> {
    let word = word(view, id);
    if !view.node(id).is_scalar() || view.type_of(id) == Type::Null {
        bail!(codes::PROJECT_FILE, "expected a text, a number, true or false"; at: word.span);
    }
    Ok(word)
}

fn switch(view: &View, id: NodeId) -> Result<bool> {
    let word = word(view, id);
    match word.text.as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => bail!(codes::PROJECT_FILE, "expected true or false"; at: word.span),
    }
}

/// The items of a list. A single value counts as a list of one item, null as an empty list.
pub(crate) fn items(view: &View, id: NodeId) -> Vec<NodeId> {
    let node = view.node(id);
    if view.type_of(id) == Type::Null {
        Vec::new()
    } else if node.is_sequence() {
        node.items().map(NodeRef::id).collect()
    } else {
        vec![id]
    }
}

pub(crate) fn words(view: &View, id: NodeId) -> Result<Vec<Word>> {
    items(view, id).into_iter().map(|item| scalar(view, item)).collect()
}

pub(crate) fn pairs(view: &View, id: NodeId) -> Result<Vec<(Word, Word)>> {
    if view.type_of(id) == Type::Null {
        return Ok(Vec::new());
    }
    expect_map(view, id, "this")?;
    view.members(id)
        .map(|Member { key, value }| Ok((word(view, key), scalar(view, value)?)))
        .collect()
}

pub(crate) fn expect_map(view: &View, id: NodeId, what: &str) -> Result<()> {
    expect_map_with(
        view,
        id,
        what,
        "write `name:` and its settings below it, indented, without '-'",
    )
}

/// Checks that a value is a map; `note` is the hint if it is not.
pub(crate) fn expect_map_with(view: &View, id: NodeId, what: &str, note: &str) -> Result<()> {
    if !view.node(id).is_map() {
        bail!(
            codes::PROJECT_FILE, "{what} must be a map";
            at: view.written(id).content_span(); note: note
        );
    }
    Ok(())
}

/// A map as written, as its own document.
fn source(view: &View, id: NodeId) -> Result<Word> {
    let node = view.node(id);
    let first = if node.is_sequence() { node.items().next() } else { Some(node) };
    // The value may be written as for `--data-value`: `NAME=VALUE`.
    let assigned = first.and_then(|node| node.dereferenced().text().split_once('='));
    let note = match assigned {
        Some((name, value)) => format!("write `set: {{{name}: {value}}}`"),
        None => "write `set: {NAME: VALUE}`, or the names below it, indented".to_owned(),
    };
    expect_map_with(view, id, "`set`", &note)?;
    Ok(Word { text: text_of(view, id), span: view.node(id).content_span() })
}

/// A value as written, as its own document. Aliases whose anchors are outside are replaced by their targets.
pub fn text_of(view: &View, id: NodeId) -> String {
    let span = view.node(id).content_span();
    let file = view.tree().source();
    let (_, column) = file.line_column(span.start);
    let written = file.slice(span.start, span.end);
    // Indent the first line like the others. Inside brackets and quotes the indentation does not matter.
    let is_block =
        !view.node(id).is_scalar() && !written.starts_with(b"{") && !written.starts_with(b"[");
    let indent = if is_block { column.saturating_sub(1) as usize } else { 0 };
    let mut text = " ".repeat(indent);
    let mut from = span.start;
    for (alias, target) in leading_out(view.node(id)) {
        // A few aliases of large values could exhaust memory, so stop here. The remaining aliases are reported as
        // unknown.
        if text.len() > written.len() + VARIABLE_BYTES {
            break;
        }
        let Some(value) = print::node_as_json(target) else { continue };
        text.push_str(&String::from_utf8_lossy(file.slice(from, alias.start)));
        text.push_str(&value);
        from = alias.end;
    }
    text.push_str(&String::from_utf8_lossy(file.slice(from, span.end)));
    text.push('\n');
    text
}

/// The aliases in `node` whose anchors are outside of it. They have no meaning once the node is on its own.
fn leading_out(node: NodeRef<'_>) -> impl Iterator<Item = (Span, NodeRef<'_>)> {
    let own = node.id().0..node.subtree_end().0;
    let inside = own.clone().map(move |id| node.tree().node(NodeId(id)));
    inside.filter_map(move |node| {
        let target = node.alias_target().filter(|target| !own.contains(&target.id().0))?;
        Some((node.span(), target))
    })
}
