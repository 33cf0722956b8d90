//! Runs files of chunks: programs separated by `---` lines. `### text` at the end of a line means that this line
//! fails with a message that matches `text`, a regular expression, quoted or not.
//!
//! Programs see what the public test files of the language expect: `assert.eq` and related functions (also as
//! `load("assert.star", "assert")`), `assert_eq` and related functions, `freeze` and `struct`, and the modules of
//! `json.star` and `math.star`.

pub(crate) mod asserts;
mod expect;
mod json;
mod math;

use std::any::Any;
use std::rc::Rc;

use expect::Expectation;
use yardstick_diagnostics::{
    Diagnostic, EvaluationError, FileId, SourceFile, Sources, Span, codes, render,
};
use yardstick_starlark::{
    Blocks, Dialect, Environment, Error, Host, Limits, Module, Options, Program, Result, Text,
    Thread,
};

/// Receives the output of `print`.
pub(crate) struct Console {
    echo: bool,
}

impl Host for Console {
    fn load(&self, _: &mut Thread, _: &Rc<dyn Any>, path: &Text, _: Span) -> Result<Rc<Module>> {
        let module = match path.as_str() {
            Some("assert.star") => asserts::module(),
            Some("json.star") => Module::native(vec![("json".into(), json::module())]),
            Some("math.star") => Module::native(vec![("math".into(), math::module())]),
            _ => return Err(Error::new("no such module")),
        };
        Ok(Rc::new(module))
    }

    fn print(&self, text: &Text) {
        if self.echo {
            #[allow(clippy::print_stderr)] // The command prints; tests only collect.
            {
                eprintln!("{text}");
            }
        }
    }
}

/// Enables what a chunk requests with `option:name`. Files for one known harness name everything they need.
fn options_of(chunk: &str, base: &Dialect) -> Dialect {
    let option = |name: &str| chunk.contains(&format!("option:{name}"));
    let public = chunk.contains("assert.star") || chunk.contains("option:");
    if !public || base.blocks == Blocks::End {
        return base.clone();
    }
    Dialect {
        while_loops: option("while") || option("recursion"),
        recursion: option("recursion"),
        top_level_control: option("toplevelcontrol") || option("globalreassign"),
        global_reassign: option("globalreassign"),
        ..base.clone()
    }
}

/// A program of a file.
pub(crate) struct Chunk {
    /// The file it is in.
    file: String,
    /// The number of lines in the file before it.
    start: usize,
    text: String,
}

/// Splits a file into chunks.
pub(crate) fn chunks(file: &str, text: &str) -> Vec<Chunk> {
    let chunk = |start| Chunk { file: file.to_owned(), start, text: String::new() };
    let mut chunks = vec![chunk(0)];
    for (number, line) in text.lines().enumerate() {
        if line.trim_end() == "---" {
            chunks.push(chunk(number + 1));
        } else if let Some(chunk) = chunks.last_mut() {
            chunk.text.push_str(line);
            chunk.text.push('\n');
        }
    }
    chunks
}

impl Chunk {
    /// Returns the number of its first line, with the text of a comment there.
    pub(crate) fn name(&self) -> String {
        let comment = self.text.lines().next().and_then(|line| line.strip_prefix("# "));
        format!("{} {}", self.start + 1, comment.unwrap_or_default()).trim_end().to_owned()
    }

    /// Runs it and returns what went wrong. With `echo`, prints what the program prints.
    pub(crate) fn run(&self, base: &Dialect, echo: bool) -> Vec<String> {
        let Self { file, start, text } = self;
        let dialect = options_of(text, base);
        let mut expected: Vec<Expectation> = text
            .lines()
            .enumerate()
            .filter_map(|(at, line)| Expectation::parse(start + at + 1, line))
            .collect();
        let sources = Sources::new();
        // Empty lines in front keep the line numbers of the whole file.
        let padded = "\n".repeat(*start) + text;
        let id = sources.add(SourceFile::new(file, padded.as_bytes()));
        let console = Rc::new(Console { echo });
        let mut problems = Vec::new();
        let errors = evaluate(id, padded.as_bytes(), dialect, console);
        for error in errors {
            let span = error.span.or_else(|| error.frames.iter().map(|f| f.span).next());
            let lines: Vec<_> = error
                .frames
                .iter()
                .map(|frame| frame.span)
                .chain(span)
                .map(|span| {
                    let file = sources.get(span.file);
                    file.line(span.start) as usize..=file.line(span.end) as usize
                })
                .collect();
            let hit = expected.iter().position(|expectation| expectation.is_met_by(&error, &lines));
            if let Some(hit) = hit {
                expected.remove(hit);
            } else {
                let diagnostic = Diagnostic::evaluation(codes::CODE_FAILED, vec![error]);
                problems.push(render::reference::message(&diagnostic, &sources));
            }
        }
        for missing in expected {
            let (line, pattern) = (missing.line, missing.pattern);
            problems.push(format!("{file}:{line}: expected an error that matches {pattern:?}"));
        }
        problems
    }
}

fn evaluate(
    id: FileId,
    text: &[u8],
    dialect: Dialect,
    console: Rc<Console>,
) -> Vec<EvaluationError> {
    let mut environment = Environment::new(&dialect);
    asserts::define(&mut environment);
    let options = Options { environment: Rc::new(environment), ..Options::new(dialect) };
    let program = match Program::compile_file(id, text, &options, Rc::new(())) {
        Ok(program) => program,
        Err(errors) => return errors.into_iter().map(Into::into).collect(),
    };
    let limits = Limits { steps: 50_000_000, ..Limits::default() };
    let mut thread = Thread::new(console, limits);
    match thread.eval(&program) {
        Ok(_) => Vec::new(),
        Err(error) => vec![error.into_evaluation()],
    }
}
