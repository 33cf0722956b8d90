//! The registry entry of a rule: its names, how to read its argument, and its documentation.

use yardstick_starlark::{Error, Value};
use yardstick_template::{
    fragment::Fragment,
    tree::{Kind, Yaml},
};

use super::NamedRule;

/// A named rule without an argument.
#[derive(Debug)]
pub struct RuleKind {
    /// Its name, as an argument of an annotation and as a function of `@ytt:assert`.
    pub name: &'static str,
    /// Other names for the same rule.
    pub aliases: &'static [&'static str],
    /// The argument that it takes.
    pub argument: Argument,
    /// Describes a valid value, for the documentation.
    pub meaning: &'static str,
    /// An example of its use in an annotation, for the documentation.
    pub example: &'static str,
    /// Reads the argument, which was given under one of its names.
    pub(crate) read: Reader,
    /// Returns the argument that gives the rule the meaning of a JSON Schema keyword.
    pub(crate) import: fn(Keyword<'_>) -> Option<Yaml>,
}

/// Reads the argument of a rule, which was given under this name.
pub(crate) type Reader =
    fn(name: &str, argument: &Value) -> Result<Box<dyn NamedRule>, BadArgument>;

/// The kind of argument that a rule takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// Any value.
    Any,
    /// One value, with a short description.
    One(&'static str),
    /// A regular expression.
    Expression,
    /// Values: a list, or any number of arguments in a function.
    Values,
    /// Keys of a map, or `True` for all of them.
    Keys,
    /// Only `True`.
    Switch,
}

/// A keyword of a JSON Schema.
#[derive(Clone, Copy, Debug)]
pub struct Keyword<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its value.
    pub value: &'a Yaml,
    /// The kind of values that the schema around it describes.
    pub kind: Kind,
}

/// Why an argument is invalid.
#[derive(Clone, Debug)]
pub(crate) enum BadArgument {
    /// It has the wrong type; this was expected.
    Expected(&'static str),
    /// Another error as a sentence, and what was probably meant.
    Said { text: String, near: Option<&'static str> },
    /// It has the wrong type. Functions report this with a message of their own.
    Typed { expected: &'static str, function: String },
    /// The exact messages for annotations and functions.
    Worded { annotation: String, function: String },
    /// It is no regular expression.
    Pattern(yardstick_re2::Fault),
    /// It cannot be compared with anything.
    Incomparable(Error),
}

impl BadArgument {
    pub(super) fn said(text: impl Into<String>) -> Self {
        BadArgument::Said { text: text.into(), near: None }
    }
}

impl RuleKind {
    /// Returns all its names, the main one first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }

    /// Creates the rule with `argument`, which was given as `name`. Returns `None` if the rule is turned off.
    pub(crate) fn rule(
        &self,
        name: &str,
        argument: &Value,
    ) -> Result<Option<Box<dyn NamedRule>>, BadArgument> {
        match (self.argument, argument) {
            (Argument::Switch, Value::Bool(false)) => Ok(None),
            (Argument::Switch, Value::Bool(true)) => (self.read)(name, argument).map(Some),
            (Argument::Switch, _) => Err(BadArgument::Expected("a boolean")),
            _ => (self.read)(name, argument).map(Some),
        }
    }

    /// Returns the argument that gives the rule the meaning of `keyword`.
    pub fn import(&self, keyword: Keyword<'_>) -> Option<Yaml> {
        (self.import)(keyword)
    }

    /// Returns the stricter of two arguments, if one implies the other.
    pub fn tighter<'y>(&self, one: &'y Yaml, other: &'y Yaml) -> Option<&'y Yaml> {
        let rule = |argument| self.rule(self.name, &Fragment::of_yaml(argument)).ok().flatten();
        let (first, second) = (rule(one)?, rule(other)?);
        if first.must_be() == second.must_be() || first.implies(&*second) {
            Some(one)
        } else {
            second.implies(&*first).then_some(other)
        }
    }

    /// Whether `value` satisfies the rule with `argument`. Null satisfies all rules, and so do values that the rule
    /// does not apply to.
    pub fn keeps(&self, argument: &Yaml, value: &Yaml) -> bool {
        let Ok(Some(rule)) = self.rule(self.name, &Fragment::of_yaml(argument)) else {
            return true;
        };
        let is_asked = !matches!(value, Yaml::Null) && rule.concerns(value.kind());
        !is_asked || rule.check(&Fragment::of_yaml(value)).is_ok()
    }

    /// Returns the row for the table in the documentation.
    pub fn documentation(&self) -> String {
        let aliases: Vec<String> = self.aliases.iter().map(|name| format!("`{name}`")).collect();
        let names = match aliases.as_slice() {
            [] => format!("`{}`", self.name),
            aliases => format!("`{}` ({})", self.name, aliases.join(", ")),
        };
        let argument = match self.argument {
            Argument::Any => "any value",
            Argument::One(what) => what,
            Argument::Expression => "a regular expression (RE2)",
            Argument::Values => "a list of values",
            Argument::Keys => "a list of keys, or `True` for all",
            Argument::Switch => "`True`",
        };
        format!("| {names} | {argument} | {} | `{}` |", self.meaning, self.example)
    }
}

/// For rules that no JSON Schema keyword corresponds to.
pub(super) fn nothing(_: Keyword<'_>) -> Option<Yaml> {
    None
}

impl Keyword<'_> {
    /// Returns its value, if the keyword is called `name` and the value is a number.
    pub(super) fn number(self, name: &str) -> Option<Yaml> {
        let is_number = matches!(self.value, Yaml::Int(_) | Yaml::UInt(_) | Yaml::Float(_));
        (self.name == name && is_number).then(|| self.value.clone())
    }
}
