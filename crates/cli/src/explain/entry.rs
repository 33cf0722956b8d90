//! One explanation, and how it is written: a text, then examples made of commands and files.
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
//! What the right example does not give is as in the wrong one; `>>> NAME (removed)` takes a file of it away. A line
//! `>>> NAME -> TARGET` is a symbolic link, and `$'\xff'` in a command a byte that is not text. A command may start with
//! `ulimit ... &&` and end with `< FILE`. `--- not run: why` takes the place of both examples.

use yardstick_diagnostics::codes;

/// What is explained.
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

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }
}

/// An explanation.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What kind of thing it is about.
    pub kind: Kind,
    /// Its name: `YS0101`, `@schema/type`, `min`, `ipv4`, `json.encode`.
    pub name: String,
    /// What it means.
    pub about: String,
    /// The wrong example and the right one; none if they cannot be shown.
    pub examples: Option<[Example; 2]>,
    /// Why there are no examples.
    pub not_shown: Option<String>,
}

/// What takes the place of examples, before the reason.
const NOT_SHOWN: &str = "--- not run: ";

/// What follows the name of a file that the right example does not have.
const REMOVED: &str = " (removed)";

/// A command, and the files that it reads.
#[derive(Clone, Debug, Default)]
pub struct Example {
    /// The command line; a blank inside of a word has a backslash before it.
    pub command: String,
    /// Names and texts.
    pub files: Vec<(String, String)>,
}

impl Example {
    /// The words of the command after the program's name.
    pub fn words(&self) -> Vec<String> {
        let joined = self.command.replace("\\ ", "\u{0}");
        joined.split(' ').skip(1).map(|word| word.replace('\u{0}', " ")).collect()
    }

    /// Links, as their names and what they lead to.
    pub fn links(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().filter_map(|(name, _)| name.split_once(" -> "))
    }

    /// Files to write.
    pub fn written(&self) -> impl Iterator<Item = &(String, String)> {
        let is_written = |name: &str| !name.contains(" -> ") && !name.ends_with(REMOVED);
        self.files.iter().filter(move |(name, _)| is_written(name))
    }

    fn set(&mut self, name: &str, text: String) {
        if let Some(name) = name.strip_suffix(REMOVED) {
            self.files.retain(|(known, _)| known != name);
        }
        // A file takes the place of a link.
        let link = format!("{name} -> ");
        self.files.retain(|(known, _)| !known.starts_with(&link));
        match self.files.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => *known = text,
            None => self.files.push((name.to_owned(), text)),
        }
    }
}

impl Entry {
    /// The number of the code with its name in words, or else the name.
    pub fn title(&self) -> String {
        match super::code_of(&self.name).filter(|_| self.kind == Kind::Code) {
            Some(code) => format!("{} ({})", code.id(), code.name()),
            None => format!("{} {}", self.kind.name(), self.name),
        }
    }

    /// What the table of codes says about it.
    pub fn summary(&self) -> Option<&'static str> {
        let code = super::code_of(&self.name).filter(|_| self.kind == Kind::Code);
        code.map(codes::Code::summary)
    }
}

/// The entries written in `text`.
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
        // Files hold documents, which start with `---` too.
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

/// `base` with what `body` gives instead.
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
