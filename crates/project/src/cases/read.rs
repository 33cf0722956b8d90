//! Reads a test case from its folder: what it renders and what it expects.

use yardstick_diagnostics::{FileId, Result, SourceFile, Sources, Span, bail, codes, spelling};
use yardstick_world::{World, describe, paths};
use yardstick_yaml::{
    NodeId,
    json::{Member, Type, View},
};

use crate::{
    Project, Target,
    definition::{Definition, Word, expect_map, expect_map_with, items, scalar, word, words},
    expand, file,
};

/// A test case.
#[derive(Debug)]
pub struct Case {
    /// Its folder, relative to the project.
    pub folder: String,
    /// What to render, as a target.
    pub target: Target,
    /// Additional command line arguments.
    pub arguments: Vec<String>,
    /// The reason to skip the case.
    pub skip: Option<String>,
    /// The file `test.yml`, which expectations refer to.
    pub(crate) view: Option<View>,
    /// Parts of documents that must occur in the output.
    pub(crate) expect: Vec<Expectation>,
    /// Parts of documents that must not occur in the output.
    pub(crate) absent: Vec<Expectation>,
    /// Expressions that must be true.
    pub(crate) rules: Vec<Rule>,
    /// Texts that the error must contain; `None` if no error is expected.
    pub(crate) error: Option<Vec<Word>>,
    /// The names of the entries in its folder.
    pub(crate) files: Vec<String>,
}

/// A part of a document.
#[derive(Clone, Copy, Debug)]
pub struct Expectation {
    pub(crate) node: NodeId,
}

/// An expression about documents.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The documents that the rule applies to; all by default.
    pub(crate) which: Option<NodeId>,
    /// The expression that must be true for `doc`.
    pub(crate) must: Word,
    /// Describes the requirement to people.
    pub(crate) message: Option<String>,
}

impl Case {
    pub(super) fn read(
        world: &dyn World,
        sources: &Sources,
        project: Option<&Project>,
        folder: &str,
        files: &[String],
    ) -> Result<Self> {
        let has = |name: &str| files.iter().any(|file| file == name);
        let one_of = |names: [&str; 2]| {
            names.into_iter().find(|name| has(name)).map(|name| paths::join(folder, name))
        };
        let unknown = Span { file: FileId(0), start: 0, end: 0 };
        let name = Word { text: folder.to_owned(), span: unknown };
        let mut parts = Parts { definition: Definition::named(name), ..Parts::default() };
        let settings = one_of(["test.yml", "test.yaml"]);
        let mut view = None;
        if let Some(path) = &settings {
            let loaded = file::load(world, sources, path, codes::TEST_CASE)?;
            parts.take_all(&loaded)?;
            view = Some(loaded);
        }
        let target = parts.target(project, folder)?;
        let arguments = if has("args") {
            arguments(world, sources, &paths::join(folder, "args"))?
        } else {
            Vec::new()
        };
        let mut case = Self {
            folder: folder.to_owned(),
            target,
            arguments,
            skip: parts.skip,
            view,
            expect: parts.expect,
            absent: parts.absent,
            rules: parts.rules,
            error: parts.error,
            files: files.to_vec(),
        };
        if let Some(values) = one_of(["values.yml", "values.yaml"]) {
            let word = |text: &str| Word { text: text.to_owned(), span: unknown };
            case.target.settings.push((word("data-values-file"), vec![word(&values)]));
        }
        Ok(case)
    }

    /// True if the folder contains the file or folder `name`.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.files.iter().any(|file| file == name)
    }

    /// True if the case has any expectation.
    pub fn expects_anything(&self) -> bool {
        self.error.is_some()
            || !(self.expect.is_empty() && self.absent.is_empty() && self.rules.is_empty())
            || ["stdout", "stderr", "out"].into_iter().any(|name| self.has(name))
    }
}

fn arguments(world: &dyn World, sources: &Sources, path: &str) -> Result<Vec<String>> {
    let text = match world.read_found(path).map(String::from_utf8) {
        Ok(Ok(text)) => text,
        Ok(Err(_)) => bail!(codes::TEST_CASE, "{path} is not valid UTF-8"),
        Err(error) => bail!(codes::TEST_CASE, describe("open", path, &error)),
    };
    let lines: Vec<String> =
        text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
    // A value may contain spaces, but a line must not hold a second flag.
    let is_many = |line: &&String| line.starts_with('-') && line.contains(' ');
    if let Some(line) = lines.iter().find(is_many) {
        let id = sources.add(SourceFile::new(path, text.clone().into_bytes()));
        let start = text.find(line.as_str()).unwrap_or_default();
        let span = Span { file: id, start: start as u32, end: (start + line.len()) as u32 };
        bail!(
            codes::TEST_CASE, "write each argument on a line of its own";
            at: span; note: "a flag and its value are two arguments: `-f` on one line, `config` on the next"
        );
    }
    Ok(lines)
}

/// The content of `test.yml`.
struct Parts {
    definition: Definition,
    target: Option<Word>,
    skip: Option<String>,
    expect: Vec<Expectation>,
    absent: Vec<Expectation>,
    rules: Vec<Rule>,
    error: Option<Vec<Word>>,
}

impl Default for Parts {
    fn default() -> Self {
        let span = Span { file: FileId(0), start: 0, end: 0 };
        Self {
            definition: Definition::named(Word { text: String::new(), span }),
            target: None,
            skip: None,
            expect: Vec::new(),
            absent: Vec::new(),
            rules: Vec::new(),
            error: None,
        }
    }
}

impl Parts {
    fn take_all(&mut self, view: &View) -> Result<()> {
        let Some(root) = file::root(view) else { return Ok(()) };
        let note = "write the keys of one case, such as `target: prod`, without '-'";
        expect_map_with(view, root, "a test case", note)?;
        for Member { key, value } in view.members(root) {
            let of = |id| items(view, id).into_iter().map(|node| Expectation { node }).collect();
            match view.name(key) {
                "description" => {
                    scalar(view, value)?;
                }
                "target" => self.target = Some(scalar(view, value)?),
                "skip" => {
                    let why = scalar(view, value)?.text;
                    self.skip = match why.as_str() {
                        "false" => None,
                        "true" => Some(String::new()),
                        _ => Some(why),
                    };
                }
                "expect" => self.expect = of(value),
                "absent" => self.absent = of(value),
                "rules" => {
                    for item in items(view, value) {
                        self.rules.push(Rule::read(view, item)?);
                    }
                }
                "error" => self.error = Some(words(view, value)?),
                "matrix" | "output" | "abstract" | "keep-other-files" => {
                    let key = word(view, key);
                    bail!(codes::TEST_CASE, "a test case has no key '{}'", key.text; at: key.span; note: "a test case renders one thing and writes nothing");
                }
                name @ ("fails" | "fail" | "should-fail" | "expect-error" | "failure") => bail!(
                    codes::TEST_CASE, "a test case has no key '{name}'";
                    at: word(view, key).span;
                    note: "`error: TEXT` says that rendering fails, and what the error says"
                ),
                name @ ("stdout" | "stderr" | "out" | "args") => bail!(
                    codes::TEST_CASE, "a test case has no key '{name}'";
                    at: word(view, key).span;
                    note: format!("`{name}` is a file in the folder of the case; `expect` is the key for parts of documents")
                ),
                _ => self.definition.take(view, key, value)?,
            }
        }
        Ok(())
    }

    /// The target to render: a target of the project, the one that the case extends, or the shared settings of all
    /// tests, plus the settings of the case.
    fn target(&self, project: Option<&Project>, folder: &str) -> Result<Target> {
        let none = (Vec::new(), Vec::new());
        let (definitions, variables) = match project {
            Some(project) => (&project.definitions, &project.variables),
            None => (&none.0, &none.1),
        };
        let place = self.definition.name.span;
        let mut variables = variables.clone();
        let word = |text: &str| Word { text: text.to_owned(), span: place };
        variables.push((word("case"), word(folder)));
        let mut merged =
            expand::inherit(definitions, &self.definition, &mut expand::ExtendsChain::default())?;
        let common = project.and_then(|project| project.tests.as_ref());
        if let (Some(common), None, true) =
            (common, &self.target, self.definition.extends.is_empty())
        {
            let common =
                expand::inherit(definitions, common, &mut expand::ExtendsChain::default())?;
            merged = expand::over(common, merged);
        }
        merged.name = self.definition.name.clone();
        let mut own = expand::instance(&merged, &variables, &[])?;
        let Some(name) = &self.target else { return Ok(own) };
        let Some(project) = project else {
            bail!(codes::TEST_CASE, "there is no project file, so there is no target '{}'", name.text; at: name.span);
        };
        let mut targets = project.targets()?;
        let Some(at) = targets.iter().position(|target| target.name == name.text) else {
            let hint = spelling::hint(&name.text, targets.iter().map(|one| one.name.as_str()));
            bail!(
                codes::UNKNOWN_TARGET, "there is no target '{}'", name.text;
                at: name.span; notes: hint; note: "`yardstick build --list` shows all targets"
            );
        };
        let mut target = targets.swap_remove(at);
        target.settings.append(&mut own.settings);
        target.set.append(&mut own.set);
        Ok(Target { name: own.name, ..target })
    }
}

impl Rule {
    fn read(view: &View, node: NodeId) -> Result<Self> {
        if view.node(node).is_scalar() {
            return Ok(Self { which: None, must: scalar(view, node)?, message: None });
        }
        expect_map(view, node, "a rule")?;
        let (mut which, mut must, mut message) = (None, None, None);
        for Member { key, value } in view.members(node) {
            match view.name(key) {
                "where" => which = Some(value),
                "must" => must = Some(scalar(view, value)?),
                "message" => message = Some(scalar(view, value)?.text),
                other => {
                    let hint = spelling::hint(other, ["where", "must", "message"]);
                    bail!(
                        codes::TEST_CASE, "a rule has no key '{other}'";
                        at: view.written(key).content_span(); notes: hint;
                        note: "the keys are where, must and message"
                    );
                }
            }
        }
        match must {
            Some(must) => Ok(Self { which, must, message }),
            None => bail!(
                codes::TEST_CASE, "the rule has no `must`";
                at: view.written(node).content_span();
                note: "`must` is an expression about `doc`, such as: doc.spec.replicas > 1"
            ),
        }
    }
}

/// True if the node is null.
pub(super) fn is_null(view: &View, node: NodeId) -> bool {
    view.type_of(node) == Type::Null
}
