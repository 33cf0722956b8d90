//! The code of a file, read without running it and even while it is incomplete: expressions, functions, and the
//! meaning of names.
//!
//! [`pieces`] finds the code in YAML comments, in `(@ @)` and in Starlark files. [`scopes`] walks the syntax tree once
//! and extracts what navigation needs, in a form that threads can share.

mod pieces;
mod scopes;

use std::ops::Range;

use yardstick_diagnostics::FileId;
use yardstick_starlark::{Dialect, Segment, syntax};
use yardstick_yaml::{Tree, tree::Owner};

use pieces::Pieces;
pub(crate) use yardstick_starlark::syntax::{WordKind, is_keyword, words};

/// The maximum nesting of expressions and blocks.
const NESTING: usize = 200;

/// The maximum number of attempts to read a program with mistakes, each time without one more piece.
const ATTEMPTS: usize = 60;

/// A byte range of the file.
pub(crate) type Place = Range<u32>;

/// The index of an expression in a [`Code`].
pub(crate) type ExprIx = usize;

/// The index of a function in a [`Code`].
pub(crate) type FunctionIx = usize;

/// The index of a binding in a [`Code`].
pub(crate) type BindingIx = usize;

/// The kind of file that contains the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// In the comments of YAML.
    Yaml,
    /// In `(@ @)`.
    Text,
    /// A file that contains only code.
    Starlark,
}

impl Written {
    /// Determines the kind from the file name.
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
    /// All names that the file binds.
    pub(crate) bindings: Vec<Binding>,
    /// Names that the file does not define: functions of the language, and mistakes.
    pub(crate) free: Vec<(String, Place)>,
    /// All `load` statements.
    pub(crate) loads: Vec<Load>,
    /// All annotations, in order.
    pub(crate) annotations: Vec<Annotation>,
    /// The ranges of code, in order, without annotations.
    pub(crate) ranges: Vec<Place>,
    /// `def` to `end`, `if` to `end` and so on, if both are known.
    pub(crate) blocks: Vec<Place>,
}

/// An expression.
#[derive(Debug)]
pub(crate) struct Fact {
    /// The kind of expression, as far as navigation needs it.
    pub(crate) shape: Shape,
    /// The whole range.
    pub(crate) place: Place,
}

/// Kinds of expressions.
#[derive(Debug)]
pub(crate) enum Shape {
    /// A name and its binding.
    Name(Option<BindingIx>),
    /// `object.name`.
    Attr(ExprIx, String),
    /// `object[key]`.
    Index(ExprIx, ExprIx),
    /// A string.
    Str(String),
    /// A call: the function, and each argument with its keyword, if any.
    Call(ExprIx, Vec<(Option<String>, ExprIx)>),
    /// `{key: value}`.
    Dict(Vec<(ExprIx, ExprIx)>),
    /// A list or a tuple.
    Items(Vec<ExprIx>),
    /// A function without a name.
    Lambda(FunctionIx),
    /// One of several values: `a if c else b`, `a or b`.
    Either(Vec<ExprIx>),
    /// A number.
    Number,
    /// Anything else.
    Other,
}

/// A function.
#[derive(Debug)]
pub(crate) struct Function {
    /// Its parameters: the binding and the source text of each.
    pub(crate) params: Vec<(BindingIx, String)>,
    /// The expressions that it may return.
    pub(crate) returns: Vec<ExprIx>,
    /// Its header.
    pub(crate) place: Place,
}

/// A name with its definitions and uses.
#[derive(Debug)]
pub(crate) struct Binding {
    /// The name.
    pub(crate) name: String,
    /// Whether other files can load it.
    pub(crate) is_global: bool,
    /// The places that define it.
    pub(crate) definitions: Vec<Place>,
    /// The places that use it.
    pub(crate) uses: Vec<Place>,
    /// Its possible meanings.
    pub(crate) meanings: Vec<Meaning>,
}

/// The source of a name's meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// `name = expression`.
    Assigned(ExprIx),
    /// `for name in expression`.
    ItemOf(ExprIx),
    /// `def name`.
    Function(FunctionIx),
    /// The parameter of a function, by position.
    Parameter(FunctionIx, usize),
    /// An item of a `load`.
    Loaded(usize, usize),
    /// Something that is not analyzed, such as a part of a tuple.
    Unknown,
}

/// A `load` statement.
#[derive(Debug)]
pub(crate) struct Load {
    /// The loaded module or file.
    pub(crate) path: String,
    /// The place of the path, without the quotes.
    pub(crate) place: Place,
    /// The loaded names, each with its place without the quotes.
    pub(crate) items: Vec<(String, Place)>,
}

/// An annotation.
#[derive(Debug)]
pub(crate) struct Annotation {
    /// The name: `schema/type`.
    pub(crate) name: String,
    /// The place of the name.
    pub(crate) place: Place,
    /// Its arguments, each with its keyword, if any.
    pub(crate) arguments: Vec<(Option<String>, ExprIx)>,
    /// The node that it belongs to.
    pub(crate) owner: Owner,
}

impl Code {
    /// Reads the code of a file; `tree` is that of a YAML file. Skips what cannot be read.
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

    /// The value of a string literal.
    pub(crate) fn string(&self, expr: ExprIx) -> Option<&str> {
        match &self.exprs[expr].shape {
            Shape::Str(text) => Some(text),
            _ => None,
        }
    }

    /// The place of the last name in an expression: `port` of `db.port` and of `db["port"]`.
    pub(crate) fn last_name(&self, expr: ExprIx, text: &str) -> Option<Place> {
        let fact = &self.exprs[expr];
        match &fact.shape {
            Shape::Attr(_, name) => Some(fact.place.end - name.len() as u32..fact.place.end),
            Shape::Index(_, key) => self.inside_quotes(*key, text),
            Shape::Name(_) => Some(fact.place.clone()),
            _ => None,
        }
    }

    /// The place of a string's text, if it has no escapes.
    pub(crate) fn inside_quotes(&self, expr: ExprIx, text: &str) -> Option<Place> {
        let content = self.string(expr)?;
        inside(&self.exprs[expr].place, content, text)
    }
}

/// The place of `content` in a quoted part of the text.
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
