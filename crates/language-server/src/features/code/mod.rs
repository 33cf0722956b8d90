//! The code of a file, read without running it and while it is being typed: expressions, functions, and which name
//! means what.
//!
//! [`pieces`] finds the code in YAML comments, in `(@ @)` and in Starlark files. [`scopes`] walks the syntax tree once
//! and keeps what navigation asks for, in a form that can be kept and shared between threads.

mod pieces;
mod scopes;

use std::ops::Range;

use yardstick_diagnostics::FileId;
use yardstick_starlark::{Dialect, Segment, syntax};
use yardstick_yaml::{Tree, tree::Owner};

use pieces::Pieces;
pub(crate) use yardstick_starlark::syntax::{WordKind, is_keyword, words};

/// How deep expressions and blocks may nest.
const NESTING: usize = 200;

/// How often a program with mistakes is read again without a piece of it.
const ATTEMPTS: usize = 60;

/// Bytes of the file.
pub(crate) type Place = Range<u32>;

/// Number of an expression of a [`Code`].
pub(crate) type ExprIx = usize;

/// Number of a function of a [`Code`].
pub(crate) type FunctionIx = usize;

/// Number of a binding of a [`Code`].
pub(crate) type BindingIx = usize;

/// What kind of file holds the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// In the comments of YAML.
    Yaml,
    /// In `(@ @)`.
    Text,
    /// Nothing but code.
    Starlark,
}

impl Written {
    /// What the name of a file says about it.
    pub(crate) fn in_file(path: &str) -> Option<Self> {
        match path.rsplit_once('.')?.1 {
            "yml" | "yaml" => Some(Self::Yaml),
            "txt" => Some(Self::Text),
            "star" => Some(Self::Starlark),
            _ => None,
        }
    }
}

/// The code of a file.
#[derive(Debug, Default)]
pub(crate) struct Code {
    /// All expressions.
    pub(crate) exprs: Vec<Fact>,
    /// All functions and lambdas.
    pub(crate) functions: Vec<Function>,
    /// All names that something in the file is called by.
    pub(crate) bindings: Vec<Binding>,
    /// Names that nothing in the file defines: functions of the language, and mistakes.
    pub(crate) free: Vec<(String, Place)>,
    /// All `load` statements.
    pub(crate) loads: Vec<Load>,
    /// All annotations, in order.
    pub(crate) annotations: Vec<Annotation>,
    /// Where code is, in order; annotations are not in it.
    pub(crate) ranges: Vec<Place>,
    /// `def` to `end`, `if` to `end` and so on, as far as both are known.
    pub(crate) blocks: Vec<Place>,
}

/// An expression.
#[derive(Debug)]
pub(crate) struct Fact {
    /// What it is, as far as navigation cares.
    pub(crate) shape: Shape,
    /// The whole of it.
    pub(crate) place: Place,
}

/// Kinds of expressions.
#[derive(Debug)]
pub(crate) enum Shape {
    /// A name, and what it means.
    Name(Option<BindingIx>),
    /// `object.name`.
    Attr(ExprIx, String),
    /// `object[key]`.
    Index(ExprIx, ExprIx),
    /// A string.
    Str(String),
    /// A call: the function, and each argument with its name if it has one.
    Call(ExprIx, Vec<(Option<String>, ExprIx)>),
    /// `{key: value}`.
    Dict(Vec<(ExprIx, ExprIx)>),
    /// A list or a tuple.
    Items(Vec<ExprIx>),
    /// A function without a name.
    Lambda(FunctionIx),
    /// One of several: `a if c else b`, `a or b`.
    Either(Vec<ExprIx>),
    /// A number.
    Number,
    /// Anything else.
    Other,
}

/// A function.
#[derive(Debug)]
pub(crate) struct Function {
    /// Its parameters: what each is bound to and how it is written.
    pub(crate) params: Vec<(BindingIx, String)>,
    /// What it may return.
    pub(crate) returns: Vec<ExprIx>,
    /// Its header.
    pub(crate) place: Place,
}

/// A name, and what it means.
#[derive(Debug)]
pub(crate) struct Binding {
    /// The name.
    pub(crate) name: String,
    /// Whether other files can load it.
    pub(crate) is_global: bool,
    /// Where it gets a meaning.
    pub(crate) definitions: Vec<Place>,
    /// Where it is used.
    pub(crate) uses: Vec<Place>,
    /// What it can mean.
    pub(crate) meanings: Vec<Meaning>,
}

/// Where the meaning of a name comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// `name = expression`.
    Assigned(ExprIx),
    /// `for name in expression`.
    ItemOf(ExprIx),
    /// `def name`.
    Function(FunctionIx),
    /// The parameter of a function with that number.
    Parameter(FunctionIx, usize),
    /// An item of a `load`.
    Loaded(usize, usize),
    /// Something that is not looked into, such as a part of a tuple.
    Unknown,
}

/// A `load` statement.
#[derive(Debug)]
pub(crate) struct Load {
    /// What is loaded.
    pub(crate) path: String,
    /// Where that is written, without the quotes.
    pub(crate) place: Place,
    /// The names that are taken from there: each name, and where it is written, without the quotes.
    pub(crate) items: Vec<(String, Place)>,
}

/// An annotation.
#[derive(Debug)]
pub(crate) struct Annotation {
    /// `schema/type`.
    pub(crate) name: String,
    /// Where the name is.
    pub(crate) place: Place,
    /// Its arguments, each with its name if it has one.
    pub(crate) arguments: Vec<(Option<String>, ExprIx)>,
    /// What it belongs to.
    pub(crate) owner: Owner,
}

impl Code {
    /// Reads the code of a file; `tree` is that of a YAML file. What cannot be read is left out.
    pub(crate) fn read(written: Written, text: &str, tree: &Tree) -> Self {
        let mut pieces = match written {
            Written::Yaml => Pieces::of_yaml(tree, text),
            Written::Text => Pieces::of_text(text),
            Written::Starlark => Pieces::of_starlark(text),
        };
        let ranges = pieces.ranges();
        let mut has_failed = false;
        for _ in 0..ATTEMPTS {
            let segments: Vec<Segment> = pieces.segments();
            let (ast, problems) =
                syntax::parse(FileId(0), text.as_bytes(), &segments, &Dialect::template(), NESTING);
            let is_whole = !ast.body.is_empty() || problems.is_empty();
            if is_whole {
                let mut code = scopes::build(&ast, text, &pieces);
                code.ranges = ranges;
                code.blocks = pieces.blocks(text);
                return code;
            }
            if !has_failed {
                has_failed = true;
                if pieces.leave_out_unclosed(text) {
                    continue;
                }
            }
            let at = problems.last().map(|problem| problem.span);
            let at = at.map_or(text.len() as u32, |span| span.start);
            if !pieces.leave_out(at) {
                break;
            }
        }
        let annotations = pieces.annotations_without_arguments();
        Self { annotations, ranges, ..Self::default() }
    }

    /// The string of an expression, if it is one.
    pub(crate) fn string(&self, expr: ExprIx) -> Option<&str> {
        match &self.exprs[expr].shape {
            Shape::Str(text) => Some(text),
            _ => None,
        }
    }

    /// Where the name is that an expression ends with: `port` of `db.port` and of `db["port"]`.
    pub(crate) fn last_name(&self, expr: ExprIx, text: &str) -> Option<Place> {
        let fact = &self.exprs[expr];
        match &fact.shape {
            Shape::Attr(_, name) => Some(fact.place.end - name.len() as u32..fact.place.end),
            Shape::Index(_, key) => self.inside_quotes(*key, text),
            Shape::Name(_) => Some(fact.place.clone()),
            _ => None,
        }
    }

    /// Where the text of a string is, if it is written as it is.
    pub(crate) fn inside_quotes(&self, expr: ExprIx, text: &str) -> Option<Place> {
        let content = self.string(expr)?;
        inside(&self.exprs[expr].place, content, text)
    }
}

/// Where `content` is in a quoted piece of the text.
pub(crate) fn inside(place: &Place, content: &str, text: &str) -> Option<Place> {
    let written = text.get(place.start as usize..place.end as usize)?;
    let at = place.start + written.find(content)? as u32;
    Some(at..at + content.len() as u32)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use yardstick_diagnostics::SourceFile;
    use yardstick_yaml::{Options, parse};

    use super::*;

    fn yaml(text: &str) -> Code {
        let source = Arc::new(SourceFile::new("a.yml", text.as_bytes().to_vec()).with_yaml_lines());
        let tree = parse(source, FileId(0), &Options::reference()).unwrap();
        Code::read(Written::Yaml, text, &tree)
    }

    fn uses(code: &Code, name: &str) -> usize {
        let found = code.bindings.iter().filter(|one| one.name == name);
        found.map(|one| one.uses.len()).sum()
    }

    #[test]
    fn names_in_comments_are_found() {
        let code = yaml(
            "#@ x = 1\n#@ def f(a, b=x):\nk: #@ a + b\n#@ end\n---\nv: #@ f(x)\nw: #@ [y for y in [x]]\n",
        );
        assert_eq!((uses(&code, "x"), uses(&code, "a"), uses(&code, "y")), (3, 1, 1));
        assert_eq!(code.functions[0].params.len(), 2);
        assert_eq!(code.blocks.len(), 1);
    }

    #[test]
    fn blocks_that_end_themselves_have_scopes() {
        let code = yaml("#@ def/end f(x):\nk: #@ x\n#@ if/end True:\nl:\n  m: #@ x\n");
        assert_eq!(uses(&code, "x"), 1);
        assert_eq!(code.free.iter().filter(|(name, _)| name == "x").count(), 1);
    }

    #[test]
    fn mistakes_do_not_hide_the_rest() {
        for broken in ["#@ if", "#@ y = (1,", "#@ z = = 1", "#@ end", "#@ s = \"abc"] {
            let code = yaml(&format!("#@ x = 1\n{broken}\nv: #@ x\nw: #@ x +\n"));
            assert_eq!(uses(&code, "x"), 1, "{broken}");
        }
    }

    #[test]
    fn strings_of_templates_have_code() {
        let code = yaml(
            "#@ x = \"a\"\n#@yaml/text-templated-strings\n---\nk: b (@= x @)\nl: |\n  (@ for y in [x]: -@)\n  (@= y @)\n  (@ end -@)\n",
        );
        assert_eq!((uses(&code, "x"), uses(&code, "y")), (2, 1));
    }

    #[test]
    fn loads_know_their_places() {
        let text = "load(\"a.star\", \"f\", h=\"g\")\nf(h)\n";
        let source = Arc::new(SourceFile::new("a.yml", Vec::new()));
        let tree = parse(source, FileId(0), &Options::reference()).unwrap();
        let code = Code::read(Written::Starlark, text, &tree);
        let load = &code.loads[0];
        assert_eq!(&text[load.place.start as usize..load.place.end as usize], "a.star");
        assert_eq!(load.items[1], ("g".to_owned(), 23..24));
        let h = code.bindings.iter().find(|one| one.name == "h").unwrap();
        assert_eq!((h.definitions.first(), h.uses.len()), (Some(&(20..21)), 1));
    }
}
