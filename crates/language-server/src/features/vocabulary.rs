//! The predefined names of template code: modules and their members, functions and methods.

use std::sync::{Arc, OnceLock};

use yardstick_diagnostics::Sources;
use yardstick_schema::{Proposals, assert_module, spelling_module};
use yardstick_starlark::{Dialect, Environment, Value, names_of};
use yardstick_template::modules::{OF_A_RUN, STANDARD, standard};

/// A module and its members.
#[derive(Debug)]
pub(crate) struct Module {
    /// Its name without `@ytt:`.
    pub name: &'static str,
    /// The names that can follow a dot.
    pub members: Vec<String>,
}

/// All modules, by name.
pub(crate) fn modules() -> &'static [Module] {
    static MODULES: OnceLock<Vec<Module>> = OnceLock::new();
    MODULES.get_or_init(|| {
        let mut all: Vec<Module> = STANDARD
            .iter()
            .chain(&OF_A_RUN)
            .map(|name| Module { name, members: members(name) })
            .collect();
        all.sort_by_key(|module| module.name);
        all
    })
}

fn members(name: &str) -> Vec<String> {
    let sources = Arc::new(Sources::new());
    let value = match name {
        "assert" => assert_module(&sources, Proposals::default()),
        "overlay" => yardstick_overlay::module(&sources),
        "spelling" => spelling_module(),
        // These depend on the files and values of a run, so there is no instance to inspect.
        "data" => return words(&["list", "read", "values"]),
        "library" => return words(&["get"]),
        "template" => return words(&["replace"]),
        "schema" => return words(&["new"]),
        other => standard(other).unwrap_or(Value::None),
    };
    names_of(&value)
}

fn words(all: &[&str]) -> Vec<String> {
    all.iter().map(|&word| word.to_owned()).collect()
}

/// The functions and constants of the language.
pub(crate) fn globals() -> Vec<String> {
    Environment::new(&Dialect::template()).names()
}

/// The methods of the built-in types, each with its type.
pub(crate) fn methods() -> Vec<(&'static str, String)> {
    let texts = names_of(&Value::Str("".into())).into_iter().map(|name| ("string", name));
    let lists = names_of(&Value::list(Vec::new())).into_iter().map(|name| ("list", name));
    let dicts =
        ["clear", "get", "items", "keys", "pop", "popitem", "setdefault", "update", "values"];
    let dicts = dicts.into_iter().map(|name| ("dict", name.to_owned()));
    texts.chain(lists).chain(dicts).collect()
}

/// The keywords of the language.
pub(crate) const KEYWORDS: [&str; 16] = [
    "and", "break", "continue", "def", "elif", "else", "end", "for", "if", "in", "lambda", "load",
    "not", "or", "pass", "return",
];
