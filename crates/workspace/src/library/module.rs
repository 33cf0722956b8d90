//! `@ytt:library`: lets templates evaluate private libraries.

use std::rc::Rc;

use yardstick_diagnostics::{Diagnostic, codes, spelling};
use yardstick_starlark::{Args, Error, NativeModule, Result, Text, Thread, Value, meter};
use yardstick_template::{
    convert, expect_bool,
    fragment::{Content, Fragment},
    tree::{Document, Position, Yaml},
};

use super::{
    LibraryInputs, LibraryRun, RenderedContent, RenderedLibrary, environment::FileEnvironment,
    output_rules, run::Prepared, tree::DirectoryId,
};
use crate::{
    options::LibraryOptions,
    values::{Layer, Merge, plain_yaml_expected},
};

/// Keywords of `library.get`.
const GET_KEYWORDS: [&str; 5] = [
    "alias",
    "dangerous_data_values_disable_validation",
    "ignore_unknown_comments",
    "implicit_map_key_overrides",
    "strict",
];

/// The cost of evaluating a library besides its code, in steps.
const RUN: usize = 500;

/// Keywords of `eval`.
const EVAL_KEYWORDS: [&str; 2] =
    ["data_value_schema_disable_validation", "output_disable_validation"];

/// A suggestion for a misspelled keyword.
fn near(keyword: &str, known: &[&str]) -> Option<String> {
    let near = spelling::nearest(keyword, known.iter().copied())?;
    Some(spelling::did_you_mean(format_args!("{near}=")))
}

/// The module for one file.
pub(crate) fn module(environment: &FileEnvironment) -> Value {
    let environment = environment.clone();
    let get = Value::native("library.get", move |_, args| {
        Instance::get(&environment, &args).map(|instance| Rc::new(instance).into_value())
    });
    Value::host(NativeModule::new("library", vec![("get".into(), get)]))
}

/// A library with its input. Nothing is evaluated before a template requests it.
#[derive(Clone)]
struct Instance {
    /// The file that requested it.
    caller: FileEnvironment,
    directory: DirectoryId,
    name: String,
    alias: Option<String>,
    options: LibraryOptions,
    schema: Vec<Layer>,
    values: Vec<Layer>,
}

impl Instance {
    fn get(caller: &FileEnvironment, args: &Args<'_>) -> Result<Self> {
        let [name] = args.positional else {
            return Err(Error::arguments("expected exactly one argument"));
        };
        let name = string(name)?;
        let mut alias = None;
        let mut options = caller.run.options;
        for (keyword, value) in args.keywords {
            match keyword.to_lossy().as_ref() {
                // An empty alias counts as none.
                "alias" => {
                    alias = Some(string(value)?.to_owned()).filter(|alias| !alias.is_empty());
                }
                "ignore_unknown_comments" => options.ignore_unknown_comments = expect_bool(value)?,
                "implicit_map_key_overrides" => {
                    options.implicit_map_key_overrides = expect_bool(value)?;
                }
                "strict" => options.strict = expect_bool(value)?,
                // Validation can only be turned off, and nested libraries inherit that.
                "dangerous_data_values_disable_validation" => {
                    options.disable_validation |= expect_bool(value)?;
                }
                other => {
                    let note = near(other, &GET_KEYWORDS);
                    return Err(Error::new(format!("Unexpected kwarg '{other}'")).note(note));
                }
            }
        }
        if name.starts_with('@') {
            let note = format!("write library.get(\"{}\")", name.trim_start_matches('@'));
            return Err(Error::new(format!(
                "Expected library '{name}' to be specified without '@'"
            ))
            .note(Some(note)));
        }
        let directory = caller.library(name)?;
        Ok(Self {
            caller: caller.clone(),
            directory,
            name: name.to_owned(),
            alias,
            options,
            schema: Vec::new(),
            values: Vec::new(),
        })
    }

    /// The library as a value: a module of functions.
    fn into_value(self: Rc<Self>) -> Value {
        let function = |full: &str, run: fn(&Rc<Self>, &mut Thread, &Args<'_>) -> Result<Value>| {
            let this = Rc::clone(&self);
            let name = full.strip_prefix("library.").unwrap_or(full);
            (Text::from(name), Value::native(full, move |thread, args| run(&this, thread, &args)))
        };
        let members = vec![
            function("library.with_data_values", Self::with_data_values),
            function("library.with_data_values_schema", Self::with_data_values_schema),
            function("library.eval", Self::eval),
            function("library.export", Self::export),
            function("library.data_values", Self::data_values),
        ];
        Value::host(NativeModule::new("library", members))
    }

    fn with_data_values(self: &Rc<Self>, thread: &mut Thread, args: &Args<'_>) -> Result<Value> {
        let [values] = args.positional else {
            let note = "give a dict or YAML of a function: with_data_values({\"name\": \"x\"})";
            return Err(
                Error::arguments("expected exactly one argument").note(Some(note.to_owned()))
            );
        };
        let mut merge = Merge::Overlay;
        for (keyword, value) in args.keywords {
            match keyword.to_lossy().as_ref() {
                "plain" if expect_bool(value)? => merge = Merge::Plain,
                "plain" => {}
                other => {
                    let note = near(other, &["plain"]);
                    return Err(Error::new(format!("invalid argument name: {other}")).note(note));
                }
            }
        }
        let document = document(thread, values)?;
        if merge == Merge::Plain && has_annotations(&document.value) {
            return Err(Error::new(plain_yaml_expected().message));
        }
        meter::work(self.values.len())?;
        let mut next = Instance::clone(self);
        next.values.push(Layer { merge, ..Layer::overlay(document) });
        Ok(Rc::new(next).into_value())
    }

    fn with_data_values_schema(
        self: &Rc<Self>,
        thread: &mut Thread,
        args: &Args<'_>,
    ) -> Result<Value> {
        let [schema] = args.positional else {
            return Err(Error::arguments("expected exactly one argument"));
        };
        let document = document(thread, schema)?;
        let sources = &self.caller.run.project.session.sources;
        yardstick_schema::Schema::new(thread, &document, sources)
            .map_err(|diagnostic| Error::caused("", Box::new(diagnostic.refusal())))?;
        meter::work(self.schema.len())?;
        let mut next = Instance::clone(self);
        next.schema.push(Layer::overlay(document));
        Ok(Rc::new(next).into_value())
    }

    fn eval(self: &Rc<Self>, thread: &mut Thread, args: &Args<'_>) -> Result<Value> {
        self.expect_none("Evaluating", args)?;
        let project = &self.caller.run.project;
        let mut options = self.options;
        for (keyword, value) in args.keywords {
            match keyword.to_lossy().as_ref() {
                // Validation can only be turned off, and nested libraries inherit that.
                "data_value_schema_disable_validation" => {
                    options.disable_validation |= expect_bool(value)?;
                }
                "output_disable_validation" => {
                    options.disable_output_validation |= expect_bool(value)?;
                }
                // The reference accepts any keyword, so templates written for it may use them.
                other => {
                    let message = format!("library.eval does not know the argument '{other}'");
                    let warning = Diagnostic::warning(codes::EVAL_ARGUMENT, message);
                    let hint = near(other, &EVAL_KEYWORDS).into_iter();
                    let warning = warning.notes(hint);
                    project.session.warn([warning.at(thread.current_span())]);
                }
            }
        }
        let rendered =
            self.render(thread, options).map_err(|error| self.failed("Evaluating", error))?;
        let mut documents = Vec::new();
        for file in rendered.files {
            match file.content {
                RenderedContent::Documents(mut all) => documents.append(&mut all),
                RenderedContent::Plain(tree) => {
                    documents.append(&mut yardstick_template::plain_documents(&tree));
                }
                RenderedContent::Text(_) => {}
            }
        }
        documents.retain(|document| !yardstick_template::tree::is_blank(&document.value));
        if options.disable_output_validation {
            output_rules::drop_rules(project, &mut documents);
        }
        Ok(Fragment::of(Content::Documents(Rc::new(documents))))
    }

    fn export(self: &Rc<Self>, thread: &mut Thread, args: &Args<'_>) -> Result<Value> {
        self.exported(thread, args).map_err(|error| self.failed("Exporting from", error))
    }

    fn exported(self: &Rc<Self>, thread: &mut Thread, args: &Args<'_>) -> Result<Value> {
        let [symbol] = args.positional else {
            return Err(Error::arguments("expected exactly one argument"));
        };
        let symbol = string(symbol)?;
        let mut path = None;
        for (keyword, value) in args.keywords {
            match keyword.to_lossy().as_ref() {
                "path" => path = Some(string(value)?),
                other => {
                    let error = Error::new(format!("Unexpected keyword argument '{other}'"));
                    return Err(error.note(near(other, &["path"])));
                }
            }
        }
        if symbol.starts_with('_') {
            return Err(Error::new(
                "Symbols starting with '_' are private, and cannot be exported",
            ));
        }
        // Output rules apply only if the template requests documents.
        let options = LibraryOptions { disable_output_validation: true, ..self.options };
        let rendered = self.render(thread, options)?;
        let found: Vec<(&str, Value)> = rendered
            .exports
            .iter()
            .filter(|(file, _)| path.is_none_or(|path| path == file))
            .filter_map(|(file, module)| Some((file.as_str(), module.get(&Text::from(symbol))?)))
            .collect();
        match &found[..] {
            [(_, value)] => Ok(value.clone()),
            [] => {
                let message = format!("Expected to find exported symbol '{symbol}', but did not");
                let names: Vec<String> = rendered
                    .exports
                    .iter()
                    .flat_map(|(_, module)| module.names().map(Text::to_string))
                    .filter(|name| !name.starts_with('_'))
                    .collect();
                let names = names.iter().map(String::as_str);
                let hint = yardstick_starlark::hints::choose(symbol, "it exports", names);
                let hint = hint.or_else(|| {
                    Some(
                        "only functions and variables of .star and .lib.yml files are exported"
                            .to_owned(),
                    )
                });
                Err(Error::new(message).note(hint))
            }
            several => {
                let files: Vec<&str> = several.iter().map(|(file, _)| *file).collect();
                Err(Error::new(format!(
                    "Expected to find exactly one exported symbol '{symbol}', but found multiple across files: {}",
                    files.join(", ")
                )))
            }
        }
    }

    fn data_values(self: &Rc<Self>, thread: &mut Thread, args: &Args<'_>) -> Result<Value> {
        self.expect_none("Exporting from", args)?;
        let prepared = self
            .prepare(thread, self.options)
            .map_err(|error| self.failed("Exporting from", error))?;
        let values = prepared.run.values.borrow().for_a_file();
        Ok(values)
    }

    fn expect_none(&self, doing: &str, args: &Args<'_>) -> Result<()> {
        if args.positional.is_empty() {
            return Ok(());
        }
        Err(self.failed(doing, Error::arguments("expected no arguments")))
    }

    fn prepare(&self, thread: &mut Thread, options: LibraryOptions) -> Result<Prepared> {
        let caller = &self.caller.run;
        let given = LibraryInputs::collect(
            &caller.addressed.borrow(),
            &self.name,
            self.alias.as_deref(),
            &self.schema,
            &self.values,
        );
        let run = LibraryRun::new(&caller.project, options, self.directory);
        let prepared = run.schema(thread, given).and_then(|with_schema| with_schema.values(thread));
        prepared.map_err(|diagnostic| Error::caused("", Box::new(diagnostic.refusal())))
    }

    fn render(&self, thread: &mut Thread, options: LibraryOptions) -> Result<RenderedLibrary> {
        meter::work(RUN)?;
        self.prepare(thread, options)?
            .render(thread)
            .map_err(|diagnostic| Error::caused("", diagnostic))
    }

    fn failed(&self, doing: &str, error: Error) -> Error {
        let alias = self.alias.as_ref().map_or_else(String::new, |alias| format!("~{alias}"));
        error.prefixed(&format!("{doing} library '{}{alias}'", self.name)).note(self.wrong_values())
    }

    /// What to give to `with_data_values` in place of a text or a list, which is no map of values.
    fn wrong_values(&self) -> Option<String> {
        self.values.iter().find_map(|layer| match &layer.document.value {
            Yaml::Text(_) => Some(
                "with_data_values() was given text: make values of it with yaml.decode(text), after load(\"@ytt:yaml\", \"yaml\"), or give a dict"
                    .to_owned(),
            ),
            Yaml::Array(_) => {
                Some("with_data_values() was given a list: give a dict, {\"name\": \"x\"}".to_owned())
            }
            Yaml::Bool(_) | Yaml::Int(_) | Yaml::UInt(_) | Yaml::Float(_) => {
                Some("with_data_values() takes a dict, {\"name\": \"x\"}".to_owned())
            }
            _ => None,
        })
    }
}

/// Converts values given in code to a document. Nodes without a place are "from memory".
fn document(thread: &Thread, value: &Value) -> Result<Document> {
    let span = thread.current_span();
    let call = span.map_or(Position::UNKNOWN, |span| Position::at(span.file, span.start));
    let yaml = convert::to_yaml(value)?.map_positions(&|own| own.handed_over(call));
    Ok(Document::new(yaml, Position::UNKNOWN.handed_over(call)))
}

fn has_annotations(yaml: &Yaml) -> bool {
    match yaml {
        Yaml::Map(map) => map
            .items()
            .iter()
            .any(|item| !item.annotations.is_empty() || has_annotations(&item.value)),
        Yaml::Array(array) => array
            .items
            .iter()
            .any(|item| !item.annotations.is_empty() || has_annotations(&item.value)),
        _ => false,
    }
}

fn string(value: &Value) -> Result<&str> {
    value
        .as_str()
        .ok_or_else(|| Error::new(format!("expected a string, but was {}", value.type_name())))
}
