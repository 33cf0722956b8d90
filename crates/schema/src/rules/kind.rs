//! What the registry knows about a rule: its names, how its argument is read, and its documentation.

use yardstick_starlark::{Error, Value};
use yardstick_template::{
    fragment::Fragment,
    tree::{Kind, Yaml},
};

use super::NamedRule;

/// A rule with a name, before it has an argument.
#[derive(Debug)]
pub struct RuleKind {
    /// Its name, as the keyword of an annotation and as a function of `@ytt:assert`.
    pub name: &'static str,
    /// Other names for the same rule.
    pub aliases: &'static [&'static str],
    /// What it takes.
    pub argument: Argument,
    /// What a valid value is, for the documentation.
    pub meaning: &'static str,
    /// The rule in an annotation, for the documentation.
    pub example: &'static str,
    /// Reads the argument, which was given under one of its names.
    pub(crate) read: Reader,
    /// The argument with which the rule asks for what a keyword of JSON Schema does.
    pub(crate) import: fn(Keyword<'_>) -> Option<Yaml>,
}

/// Reads the argument of a rule, which was given under that name.
pub(crate) type Reader =
    fn(name: &str, argument: &Value) -> Result<Box<dyn NamedRule>, BadArgument>;

/// What a rule takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// Any value.
    Any,
    /// One value, described in a few words.
    One(&'static str),
    /// A regular expression.
    Expression,
    /// Values: a list, or in a function any number of arguments.
    Values,
    /// Keys of a map, or `True` for all of them.
    Keys,
    /// Nothing but `True`.
    Switch,
}

/// A keyword of a JSON Schema.
#[derive(Clone, Copy, Debug)]
pub struct Keyword<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its value.
    pub value: &'a Yaml,
    /// What the schema that holds it describes.
    pub kind: Kind,
}

/// Why an argument does not make a rule.
#[derive(Clone, Debug)]
pub(crate) enum BadArgument {
    /// It is of the wrong type; this was expected.
    Expected(&'static str),
    /// Something else, in a sentence; and what was probably meant.
    Said { text: String, near: Option<&'static str> },
    /// It is of the wrong type; and what a function says about that, word for word.
    Typed { expected: &'static str, function: String },
    /// What an annotation and a function say, word for word.
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
    /// All its names, its own first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }

    /// The rule with `argument`, which was given as `name`; nothing if it is switched off.
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

    /// The argument with which the rule asks for what `keyword` does.
    pub fn import(&self, keyword: Keyword<'_>) -> Option<Yaml> {
        (self.import)(keyword)
    }

    /// Which of two arguments asks for all that the other one asks for, if one does.
    pub fn tighter<'y>(&self, one: &'y Yaml, other: &'y Yaml) -> Option<&'y Yaml> {
        let rule = |argument| self.rule(self.name, &Fragment::of_yaml(argument)).ok().flatten();
        let (first, second) = (rule(one)?, rule(other)?);
        if first.must_be() == second.must_be() || first.implies(&*second) {
            Some(one)
        } else {
            second.implies(&*first).then_some(other)
        }
    }

    /// Whether `value` keeps the rule with `argument`. Null keeps all rules, and so does what the rule is not about.
    pub fn keeps(&self, argument: &Yaml, value: &Yaml) -> bool {
        let Ok(Some(rule)) = self.rule(self.name, &Fragment::of_yaml(argument)) else {
            return true;
        };
        let is_asked = !matches!(value, Yaml::Null) && rule.concerns(value.kind());
        !is_asked || rule.check(&Fragment::of_yaml(value)).is_ok()
    }

    /// Its row in the table of the documentation.
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

/// For rules that no keyword of JSON Schema asks for.
pub(super) fn nothing(_: Keyword<'_>) -> Option<Yaml> {
    None
}

impl Keyword<'_> {
    /// Its value, where the keyword is called `name` and has a number.
    pub(super) fn number(self, name: &str) -> Option<Yaml> {
        let is_number = matches!(self.value, Yaml::Int(_) | Yaml::UInt(_) | Yaml::Float(_));
        (self.name == name && is_number).then(|| self.value.clone())
    }
}
