//! One explanation and its source format: a text, then examples made of commands and files.
//!
//! ```text
//! === NAME
//! What it means.
//! --- wrong
//! $ yardstick -f config.yml
//! >>> config.yml
//! a: [1
//! --- right
//! >>> config.yml
//! a: [1]
//! ```
//!
//! The right example inherits from the wrong one what it does not specify; `>>> NAME (removed)` removes a file. A line
//! `>>> NAME -> TARGET` is a symbolic link, and `$'\xff'` in a command is a byte that is not UTF-8. A command may
//! start with `ulimit ... &&` and end with `< FILE`. `--- not run: REASON` replaces both examples.

use yardstick_diagnostics::codes;

/// The kind of topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The code of an error or a warning.
    Code,
    /// An annotation of a template, schema or overlay.
    Annotation,
    /// A named rule of `@schema/validation`.
    Rule,
    /// A format of the rule `format`.
    Format,
    /// A function of a module.
    Function,
}

impl Kind {
    /// All kinds, with their names.
    pub const ALL: [(Kind, &str); 5] = [
        (Kind::Code, "code"),
        (Kind::Annotation, "annotation"),
        (Kind::Rule, "rule"),
        (Kind::Format, "format"),
        (Kind::Function, "function"),
    ];

    pub(super) fn from_name(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, name)| *name == word).map(|(kind, _)| *kind)
    }

    /// The name of the kind.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }
}

/// An explanation.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The kind of its topic.
    pub kind: Kind,
    /// The name of its topic: `YS0101`, `@schema/type`, `min`, `ipv4`, `json.encode`.
    pub name: String,
    /// The explanation.
    pub about: String,
    /// The wrong and the right example; `None` if they cannot be shown.
    pub examples: Option<[Example; 2]>,
    /// The reason why there are no examples.
    pub not_shown: Option<String>,
}

/// The marker that replaces examples, followed by the reason.
const NOT_SHOWN: &str = "--- not run: ";

/// The marker after the name of a file that the right example does not have.
const REMOVED: &str = " (removed)";

/// A command with the files that it reads.
#[derive(Clone, Debug, Default)]
pub struct Example {
    /// The command line; a backslash escapes a blank inside a word.
    pub command: String,
    /// The names and contents of the files.
    pub files: Vec<(String, String)>,
}

impl Example {
    /// The words of the command, without the program's name.
    pub fn words(&self) -> Vec<String> {
        let joined = self.command.replace("\\ ", "\u{0}");
        joined.split(' ').skip(1).map(|word| word.replace('\u{0}', " ")).collect()
    }

    /// Symbolic links: their names and targets.
    pub fn links(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().filter_map(|(name, _)| name.split_once(" -> "))
    }

    /// Regular files to write.
    pub fn written(&self) -> impl Iterator<Item = &(String, String)> {
        let is_written = |name: &str| !name.contains(" -> ") && !name.ends_with(REMOVED);
        self.files.iter().filter(move |(name, _)| is_written(name))
    }

    fn set(&mut self, name: &str, text: String) {
        if let Some(name) = name.strip_suffix(REMOVED) {
            self.files.retain(|(known, _)| known != name);
        }
        // A file replaces a link of the same name.
        let link = format!("{name} -> ");
        self.files.retain(|(known, _)| !known.starts_with(&link));
        match self.files.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => *known = text,
            None => self.files.push((name.to_owned(), text)),
        }
    }
}

impl Entry {
    /// The number of the code with its name, or else the name.
    pub fn title(&self) -> String {
        match super::code_of(&self.name).filter(|_| self.kind == Kind::Code) {
            Some(code) => format!("{} ({})", code.id(), code.name()),
            None => format!("{} {}", self.kind.name(), self.name),
        }
    }

    /// The summary in the table of codes.
    pub fn summary(&self) -> Option<&'static str> {
        let code = super::code_of(&self.name).filter(|_| self.kind == Kind::Code);
        code.map(codes::Code::summary)
    }
}

/// Parses the entries in `text`.
pub(super) fn read(kind: Kind, text: &str) -> Vec<Entry> {
    let written = text.split("\n=== ").map(|part| part.trim_start_matches("=== "));
    written.filter(|part| !part.trim().is_empty()).map(|part| one(kind, part)).collect()
}

fn one(kind: Kind, text: &str) -> Entry {
    let (name, rest) = text.split_once('\n').unwrap_or((text, ""));
    let (mut about, mut wrong, mut right) = (String::new(), String::new(), String::new());
    let mut not_shown = None;
    let mut part = &mut about;
    for line in rest.lines() {
        // Files contain documents, which start with `---` too.
        match line {
            "--- wrong" => part = &mut wrong,
            "--- right" => part = &mut right,
            _ if line.starts_with(NOT_SHOWN) => {
                not_shown = Some(line[NOT_SHOWN.len()..].to_owned());
            }
            _ => part.extend([line, "\n"]),
        }
    }
    let examples = (!wrong.is_empty()).then(|| {
        let wrong = example(Example::default(), &wrong);
        let right = example(wrong.clone(), &right);
        [wrong, right]
    });
    let (name, about) = (name.trim().to_owned(), about.trim().to_owned());
    Entry { kind, name, about, examples, not_shown }
}

/// `base` with the changes in `body`.
fn example(mut base: Example, body: &str) -> Example {
    let mut pieces = format!("\n{body}");
    pieces.truncate(pieces.trim_end().len());
    let mut files = pieces.split("\n>>> ");
    if let Some(command) = files.next().and_then(|head| head.trim().strip_prefix("$ ")) {
        command.trim().clone_into(&mut base.command);
    }
    for file in files {
        let (name, text) = file.split_once('\n').unwrap_or((file, ""));
        base.set(name, if text.is_empty() { String::new() } else { format!("{text}\n") });
    }
    base
}
