//! Parses the arguments of `@schema/validation`, `@assert/validate` and similar annotations.

use yardstick_diagnostics::{Sources, spelling};
use yardstick_starlark::{Function, Text, Value};
use yardstick_template::tree::{Annotation, Position};

use super::{
    NotNull, PlacedRule, Validation,
    cel::{self, Misread},
};
use crate::{
    model::Cel,
    rules::{
        Argument, BadArgument, Custom, Message, Named, Rule, Split, check_function::described,
        foreign, registry, switch,
    },
    vocabulary::OF_RULES,
};

/// Which forms of functions and results are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reading {
    /// Only pairs of a description and a function that returns `True`.
    Strict,
    /// Also functions without a description. `None` means valid, and a failure may have a reason.
    Lenient,
}

impl Validation {
    /// Parses the rules of `annotation`. The error is the complete message.
    pub(super) fn parse(
        annotation: &Annotation,
        reading: Reading,
        holds_arrays: bool,
        sources: &Sources,
    ) -> Result<Self, Refused> {
        let Annotation { name, positional, keywords, position, .. } = annotation;
        let of_schema = name.starts_with("schema/");
        Arguments { written: Some((*position, sources)), reading, of_schema, holds_arrays }
            .read(positional, keywords, &Places::of(annotation))
            .map_err(|Refused { message, note }| Refused {
                message: format!("Invalid @{name} annotation - {message}"),
                note,
            })
    }

    /// Parses rules that were passed to a function at `position`.
    pub(crate) fn of_call(
        positional: &[Value],
        keywords: &[(Text, Value)],
        position: Position,
    ) -> Result<Self, Refused> {
        let reading = Reading::Lenient;
        Arguments { written: None, reading, of_schema: false, holds_arrays: false }.read(
            positional,
            keywords,
            &Places { annotation: None, position },
        )
    }
}

/// Why arguments make no rules, and what may help.
#[derive(Debug)]
pub(crate) struct Refused {
    pub(crate) message: String,
    pub(crate) note: Option<&'static str>,
}

impl From<String> for Refused {
    fn from(message: String) -> Self {
        Self { message, note: None }
    }
}

/// Where arguments are written.
struct Places<'a> {
    /// The annotation, which may be merged from several.
    annotation: Option<&'a Annotation>,
    position: Position,
}

impl<'a> Places<'a> {
    fn of(annotation: &'a Annotation) -> Self {
        Self { annotation: Some(annotation), position: annotation.position }
    }

    fn argument(&self, at: usize) -> Position {
        self.annotation.map_or(self.position, |own| own.position_of_argument(at))
    }

    fn keyword(&self, name: &Text) -> Position {
        self.annotation.map_or(self.position, |own| own.position_of_keyword(name))
    }
}

/// Returns a hint for invalid arguments.
pub(super) fn help(annotation: &Annotation, reading: Reading) -> Option<String> {
    let is_bare = |argument: &Value| match argument {
        Value::Host(host) => argument.is_callable() || matches!(host.attr("check"), Ok(Some(_))),
        other => other.is_callable(),
    };
    if reading == Reading::Strict && annotation.positional.iter().any(is_bare) {
        let also = if annotation.name.starts_with("schema/") {
            ", or use @schema/validate, which takes functions without a description"
        } else {
            ""
        };
        return Some(format!("write (\"what a valid value is\", function){also}"));
    }
    misspelt(&annotation.keywords)
}

/// Suggests what was meant by the first unknown keyword.
pub(crate) fn misspelt(keywords: &[(Text, Value)]) -> Option<String> {
    let mut known: Vec<&str> =
        registry::names().chain(OF_RULES.iter().map(|one| one.name)).collect();
    let unknown = keywords.iter().find(|(name, _)| !known.iter().any(|known| *name == **known))?;
    known.sort_unstable();
    let name = unknown.0.to_lossy();
    if let Some(instead) = instead_of(&name) {
        return Some(instead);
    }
    let known_names = known.join(", ");
    let near = spelling::nearest(&name, known.iter().copied());
    Some(match near.or_else(|| spelling::shortened(&name, known)) {
        Some(near) => spelling::did_you_mean(format_args!("{near}=")),
        None => format!("rules are: {known_names}"),
    })
}

/// Returns what to write instead of a word that is not a rule.
fn instead_of(keyword: &str) -> Option<String> {
    let other = match keyword {
        "required" => "a value that has to be given is annotated with @schema/required",
        "nullable" | "optional" => "a value that may be null is annotated with @schema/nullable",
        "default" => "the default is the value in the schema; @schema/default gives another one",
        "type" => "the type is that of the value in the schema; @schema/type any=True allows any",
        "description" | "desc" => "a description is written with @schema/desc",
        _ => return foreign::instead_of(keyword),
    };
    Some(other.to_owned())
}

/// What may help with a rule that is no pair of a description and a function.
fn no_pair(rule: &Value) -> Option<&'static str> {
    Some(match rule {
        Value::Function(_) => {
            "write what is valid and the function, (\"a positive number\", f); @schema/validate takes a function alone"
        }
        Value::List(_) => "write round brackets: (\"a positive number\", lambda v: v > 0)",
        Value::Str(_) => {
            "a text alone is no rule: write not_null=True, min_len=1 or another rule, or the text and a function, (\"a positive number\", lambda v: v > 0)"
        }
        _ => return None,
    })
}

struct Arguments<'a> {
    /// The position of the annotation, and the source files, for quoting lambdas; `None` for rules in code, where
    /// errors already have a position.
    written: Option<(Position, &'a Sources)>,
    reading: Reading,
    /// Whether the rules are part of a schema, which can be exported.
    of_schema: bool,
    /// Whether the node accepts arrays, so that a pair could be a value.
    holds_arrays: bool,
}

impl Arguments<'_> {
    fn read(
        &self,
        positional: &[Value],
        keywords: &[(Text, Value)],
        places: &Places<'_>,
    ) -> Result<Validation, Refused> {
        if positional.is_empty() && keywords.is_empty() {
            return Err(Refused::from(format!(
                "expected annotation to have 2-tuple as argument(s), but found no arguments{}",
                self.place("by")
            )));
        }
        let mut rules = Vec::new();
        for (at, argument) in positional.iter().enumerate() {
            let rule = Rule::Custom(self.custom(argument)?);
            rules.push(PlacedRule { rule, position: places.argument(at) });
        }
        let mut named = Vec::new();
        let (mut not_null, mut when, mut cel) = (None, None, Vec::new());
        for (written, given) in keywords {
            let position = places.keyword(written);
            match &*written.to_lossy() {
                "when" if given.is_callable() => when = Some(given.clone()),
                "when" => {
                    let message = self.expected("when", "a function", given);
                    let note = "the condition is a function of the value: when=lambda v: v != \"\"";
                    return Err(Refused { message, note: Some(note) });
                }
                "cel" if self.of_schema => cel = self.cel(given, &rules)?,
                "not_null" => {
                    let (description, value) = switch(given);
                    let Value::Bool(is_on) = value else {
                        return Err(self.expected("not_null", "a boolean", value).into());
                    };
                    not_null = is_on.then_some(NotNull { description, position });
                }
                name => {
                    let Some(rule) = self.named(name, given)? else { continue };
                    named.push((registry::order(rule.kind), rule, position));
                }
            }
        }
        // Named rules are checked in the order of the registry, not of the annotation.
        named.sort_by_key(|(order, ..)| *order);
        rules.extend(
            named
                .into_iter()
                .map(|(_, rule, position)| PlacedRule { rule: Rule::Named(rule), position }),
        );
        let waits_for_children = self.of_schema && self.reading == Reading::Lenient;
        Ok(Validation { position: places.position, not_null, rules, when, cel, waits_for_children })
    }

    /// Returns ` (at file:line)`, with the preposition `word`.
    fn place(&self, word: &str) -> String {
        self.written.map_or_else(String::new, |(position, sources)| {
            format!(" ({word} {})", position.compact(sources))
        })
    }

    /// `keyword argument "name" to be <what>, but was <type>`
    fn expected(&self, name: &str, what: &str, value: &Value) -> String {
        format!(
            "expected keyword argument \"{name}\" to be {what}, but was {}{}",
            value.type_name(),
            self.place("at")
        )
    }

    /// Returns the CEL expressions for the functions among `rules`.
    fn cel(&self, given: &Value, rules: &[PlacedRule]) -> Result<Vec<Cel>, String> {
        let descriptions: Vec<&str> = rules
            .iter()
            .filter_map(|placed| match &placed.rule {
                Rule::Custom(custom) => Some(custom.description.as_str()),
                Rule::Named(_) => None,
            })
            .collect();
        cel::read(given, &descriptions).map_err(|misread| match misread {
            Misread::Type => self.expected("cel", "a string or a list of strings", given),
            Misread::Count(found) => format!(
                "expected keyword argument \"cel\" to have as many strings as there are functions \
                 ({}), but found {found}{}",
                descriptions.len(),
                self.place("at")
            ),
        })
    }

    /// Describes a function without a name by its code.
    fn quoted(&self, function: &Function) -> Option<String> {
        let span = function.span();
        let (_, sources) = self.written?;
        let source = sources.get(span.file);
        // Do not go beyond the line: template marks may come between lines of code.
        let line = source.slice(span.start, u32::MAX).split(|byte| *byte == b'\n').next()?;
        let line = std::str::from_utf8(line).ok()?;
        let mut end = span.len() as usize;
        // A closing parenthesis after the last expression is not part of it.
        let is_open = |code: &str| code.matches('(').count() > code.matches(')').count();
        while is_open(line.get(..end)?) {
            end += line[end..].find(')')? + 1;
        }
        let code = &line[..end];
        code.starts_with("lambda").then(|| code.to_owned())
    }

    /// The rule called `name`; nothing if it is switched off.
    fn named(&self, name: &str, given: &Value) -> Result<Option<Named>, Refused> {
        let place = || self.place("at");
        let Some(kind) = registry::find(name) else {
            return Err(format!("unknown keyword argument \"{name}\"{}", place()).into());
        };
        let Split { description, argument, is_ambiguous } = kind.split(given, self.holds_arrays);
        let of_values =
            (kind.argument == Argument::Values).then_some("write a list: one_of=[\"a\", \"b\"]");
        let rule = kind.rule(name, argument).map_err(|unfit| match unfit {
            BadArgument::Expected(what) | BadArgument::Typed { expected: what, .. } => {
                Refused { message: self.expected(name, what, argument), note: of_values }
            }
            BadArgument::Said { text, near } => {
                let near = near.map(|near| format!("; {}", spelling::did_you_mean(near)));
                format!("{text}{}{}", place(), near.unwrap_or_default()).into()
            }
            BadArgument::Worded { annotation, .. } => {
                Refused { message: annotation, note: of_values }
            }
            BadArgument::Pattern(fault) => {
                Refused { message: format!("{fault}{}", place()), note: fault.hint() }
            }
            BadArgument::Incomparable(error) => format!("{name}= {error}{}", place()).into(),
        })?;
        Ok(rule.map(|rule| Named { kind, rule, description, is_ambiguous }))
    }

    fn custom(&self, argument: &Value) -> Result<Custom, Refused> {
        let lenient = self.reading == Reading::Lenient;
        if lenient && argument.is_callable() {
            let description = match argument {
                Value::Function(function) if *function.name() == "lambda" => {
                    self.quoted(function).unwrap_or_else(|| "what the rule accepts".to_owned())
                }
                Value::Function(function) => format!("{}()", function.name()),
                Value::Builtin(builtin) => format!("{}()", builtin.name()),
                other => other.to_repr(),
            };
            return Ok(Custom { description, function: argument.clone(), message: None, lenient });
        }
        // An object such as `assert.min(9)`.
        if lenient && let Value::Host(host) = argument {
            let check = host.attr("check").ok().flatten();
            if let Some(function) = check.filter(Value::is_callable) {
                let description = described(&function);
                let description = description.unwrap_or_else(|| "what the rule accepts".to_owned());
                return Ok(Custom { description, function, message: None, lenient });
            }
        }
        let Value::Tuple(tuple) = argument else {
            let message = format!(
                "expected annotation to have 2-tuple as argument(s), but found: {}{}",
                argument.to_repr(),
                self.place("by")
            );
            return Err(Refused { message, note: no_pair(argument) });
        };
        let (description, assertion, message) = match &**tuple {
            [description, assertion] => (description, assertion, None),
            [description, assertion, Value::Str(message)] => {
                (description, assertion, Some(message.to_lossy()))
            }
            _ => {
                let (length, place) = (tuple.len(), self.place("by"));
                return Err(Refused::from(format!(
                    "expected 2-tuple, but found tuple with length {length}{place}"
                )));
            }
        };
        let Value::Str(description) = description else {
            let message = format!(
                "expected first item in the 2-tuple to be a string describing a valid value, but \
                 was {}{}",
                description.type_name(),
                self.place("at")
            );
            let note = Some("the description comes first: (\"a positive number\", f)");
            return Err(Refused { message, note });
        };
        let description = description.to_lossy().into_owned();
        let function = self.assertion(assertion)?;
        let message = message.map(|text| Message::parse(&text)).transpose();
        let message = message.map_err(|reason| format!("{reason}{}", self.place("at")))?;
        Ok(Custom { description, function, message, lenient })
    }

    /// Returns the function of a rule: the value itself, or the `check` of an object.
    fn assertion(&self, value: &Value) -> Result<Value, String> {
        let (place, type_name) = (|| self.place("at"), value.type_name());
        let object = match value {
            callable if callable.is_callable() => return Ok(callable.clone()),
            Value::Host(host) => host.attr("check").ok().flatten(),
            Value::Str(_) | Value::List(_) | Value::Dict(_) | Value::Set(_) => None,
            _ => {
                return Err(format!(
                    "expected second item in the 2-tuple to be an assertion function, but was \
                     {type_name}{}",
                    place()
                ));
            }
        };
        match object {
            Some(check) if check.is_callable() => Ok(check),
            Some(other) => Err(format!(
                "expected struct with attribute check(), but was {}{}",
                other.type_name(),
                place()
            )),
            None => Err(format!(
                "expected second item in tuple to be an assertion function or assertion object, \
                 but was a {type_name}{}",
                place()
            )),
        }
    }
}
