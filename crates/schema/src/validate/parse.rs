//! The arguments of `@schema/validation`, of `@assert/validate`, and of their likes.

use yardstick_diagnostics::{Sources, spelling};
use yardstick_starlark::{Function, Text, Value};
use yardstick_template::tree::{Annotation, Position};

use super::{
    Validation,
    cel::{self, Misread},
    rules::{
        self, Bound, Custom, Described, Length, Message, OneNotNull, OneOf, Rule, Unfit, described,
    },
};

/// How functions may be written and may answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reading {
    /// Pairs of a description and a function that answers `True`.
    Strict,
    /// Bare functions too; `None` is a yes, and a no may come with a reason.
    Lenient,
}

impl Validation {
    /// Reads the rules of `annotation`. The error is the whole message.
    pub(super) fn parse(
        annotation: &Annotation,
        reading: Reading,
        sources: &Sources,
    ) -> Result<Self, String> {
        let place = annotation.position.compact(sources);
        let Annotation { name, positional, keywords, .. } = annotation;
        let of_schema = name.starts_with("schema/");
        Arguments { place: Some(&place), reading, sources: Some(sources), of_schema }
            .read(positional, keywords, &Places::of(annotation))
            .map_err(|reason| format!("Invalid @{name} annotation - {reason}"))
    }

    /// Reads rules given to a function at `position`.
    pub(crate) fn of_call(
        positional: &[Value],
        keywords: &[(Text, Value)],
        position: Position,
    ) -> Result<Self, String> {
        let reading = Reading::Lenient;
        Arguments { place: None, reading, sources: None, of_schema: false }.read(
            positional,
            keywords,
            &Places { annotation: None, position },
        )
    }
}

/// Where arguments are written.
struct Places<'a> {
    /// The annotation, which may be made of several.
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

/// All that may be written behind an annotation of rules.
const KEYWORDS: [&str; 24] = [
    "cel",
    "contains",
    "ends_with",
    "enum",
    "even",
    "format",
    "len",
    "matches",
    "max",
    "max_excl",
    "max_len",
    "min",
    "min_excl",
    "min_len",
    "multiple_of",
    "not_null",
    "odd",
    "one_not_null",
    "one_of",
    "prefix",
    "regexp",
    "starts_with",
    "unique",
    "when",
];

/// What was probably meant by the first keyword that is none.
pub(crate) fn misspelt(keywords: &[(Text, Value)]) -> Option<String> {
    let unknown =
        keywords.iter().find(|(name, _)| !KEYWORDS.iter().any(|known| *name == **known))?;
    let near = spelling::nearest(&unknown.0.to_lossy(), KEYWORDS)?;
    Some(spelling::did_you_mean(format_args!("{near}=")))
}

struct Arguments<'a> {
    /// Where the annotation stands; nothing for rules given in code, where errors have a place.
    place: Option<&'a str>,
    reading: Reading,
    /// What lambdas are quoted from.
    sources: Option<&'a Sources>,
    /// Whether the rules are part of a schema, which can be exported.
    of_schema: bool,
}

impl Arguments<'_> {
    fn read(
        &self,
        positional: &[Value],
        keywords: &[(Text, Value)],
        places: &Places<'_>,
    ) -> Result<Validation, String> {
        if positional.is_empty() && keywords.is_empty() {
            return Err(format!(
                "expected annotation to have 2-tuple as argument(s), but found no arguments{}",
                self.place("by")
            ));
        }
        let mut rules = Vec::new();
        for argument in positional {
            rules.push(Rule::Custom(self.custom(argument)?));
        }
        let mut named = Vec::new();
        let (mut not_null, mut when, mut cel) = ((false, None), None, Vec::new());
        let mut not_null_place = places.position;
        for (written, given) in keywords {
            let name = written.to_lossy();
            let (description, value) = described::split(&name, given);
            match (&*name, value) {
                ("when", _) if given.is_callable() => when = Some(given.clone()),
                ("when", _) => return Err(self.expected("when", "a function", given)),
                ("cel", _) if self.of_schema => cel = self.cel(given, &rules)?,
                ("not_null", Value::Bool(value)) => {
                    not_null = (*value, description);
                    not_null_place = places.keyword(written);
                }
                ("not_null", other) => return Err(self.expected("not_null", "a boolean", other)),
                (name, value) => {
                    let Some(rule) = self.named(name, value)? else { continue };
                    let rule = match description {
                        Some(description) => {
                            Rule::Described(Described { description, rule: Box::new(rule) })
                        }
                        None => rule,
                    };
                    named.push((rule, places.keyword(written)));
                }
            }
        }
        // Named rules are tried in an order of their own, whatever the annotation's.
        named.sort_by_key(|(rule, _)| rule.order());
        let of_rules = (0..positional.len()).map(|at| places.argument(at));
        let mut of_rules: Vec<Position> =
            of_rules.chain(named.iter().map(|named| named.1)).collect();
        if of_rules.iter().all(|place| *place == places.position) {
            of_rules.clear();
        }
        rules.extend(named.into_iter().map(|(rule, _)| rule));
        let (not_null, not_null_description) = not_null;
        Ok(Validation {
            position: places.position,
            not_null,
            not_null_description,
            rules,
            places: of_rules,
            not_null_place,
            when,
            cel,
            next: None,
        })
    }

    /// ` (at file:line)`, with the word that fits.
    fn place(&self, word: &str) -> String {
        self.place.map_or_else(String::new, |place| format!(" ({word} {place})"))
    }

    /// `keyword argument "name" to be <what>, but was <type>`
    fn expected(&self, name: &str, what: &str, value: &Value) -> String {
        format!(
            "expected keyword argument \"{name}\" to be {what}, but was {}{}",
            value.type_name(),
            self.place("at")
        )
    }

    /// The same as the functions among `rules`, for Kubernetes.
    fn cel(&self, given: &Value, rules: &[Rule]) -> Result<Vec<cel::Cel>, String> {
        let descriptions: Vec<&str> = rules
            .iter()
            .filter_map(|rule| match rule {
                Rule::Custom(custom) => Some(custom.description.as_str()),
                _ => None,
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

    /// What a function without a name asks for: its code.
    fn quoted(&self, function: &Function) -> Option<String> {
        let span = function.span();
        let source = self.sources?.get(span.file);
        // Not beyond the line: between lines of code there may be marks of the template.
        let line = source.slice(span.start, u32::MAX).split(|byte| *byte == b'\n').next()?;
        let line = std::str::from_utf8(line).ok()?;
        let mut end = span.len() as usize;
        // Parentheses around the last expression are no part of it.
        let is_open = |code: &str| code.matches('(').count() > code.matches(')').count();
        while is_open(line.get(..end)?) {
            end += line[end..].find(')')? + 1;
        }
        let code = &line[..end];
        code.starts_with("lambda").then(|| code.to_owned())
    }

    /// The rule called `name`; nothing if it is switched off.
    fn named(&self, name: &str, value: &Value) -> Result<Option<Rule>, String> {
        let length = || Length::new(value).ok_or_else(|| self.expected(name, "a number", value));
        Ok(Some(match name {
            "min_len" => Rule::MinLength(length()?),
            "max_len" => Rule::MaxLength(length()?),
            "min" => Rule::Min(Bound::new(value.clone())),
            "max" => Rule::Max(Bound::new(value.clone())),
            "one_not_null" => Rule::OneNotNull(match value {
                Value::Bool(true) => OneNotNull::all(),
                Value::Bool(false) => return Err("one_not_null= cannot be False".to_owned()),
                keys => OneNotNull::of(keys).ok_or_else(|| {
                    let type_name = keys.type_name();
                    format!("expected True or a sequence of keys, but was a '{type_name}'")
                })?,
            }),
            "one_of" | "enum" => match OneOf::new(value) {
                Some(Ok(rule)) => Rule::OneOf(rule),
                Some(Err(error)) => return Err(format!("{name}= {error}{}", self.place("at"))),
                None => {
                    let type_name = value.type_name();
                    return Err(format!(
                        "expected keyword argument {name} to be a sequence, but was {type_name}"
                    ));
                }
            },
            other => return self.proposed(other, value),
        }))
    }

    /// One of the rules that the reference does not have.
    fn proposed(&self, name: &str, value: &Value) -> Result<Option<Rule>, String> {
        if let Some(rule) = rules::switched(name) {
            return match value {
                Value::Bool(is_on) => Ok(is_on.then_some(rule)),
                other => Err(self.expected(name, "a boolean", other)),
            };
        }
        match rules::named(name, value) {
            Some(Ok(rule)) => Ok(Some(rule)),
            Some(Err(Unfit::Expected(what))) => Err(self.expected(name, what, value)),
            Some(Err(Unfit::Said { text, near })) => {
                let near = near
                    .map_or_else(String::new, |near| format!("; {}", spelling::did_you_mean(near)));
                Err(format!("{text}{}{near}", self.place("at")))
            }
            None => Err(format!("unknown keyword argument \"{name}\"{}", self.place("at"))),
        }
    }

    fn custom(&self, argument: &Value) -> Result<Custom, String> {
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
        // Such as `assert.min(9)`.
        if lenient && let Value::Host(host) = argument {
            let check = host.attr("check").ok().flatten();
            if let Some(function) = check.filter(Value::is_callable) {
                let description = "what the rule accepts".to_owned();
                return Ok(Custom { description, function, message: None, lenient });
            }
        }
        let Value::Tuple(tuple) = argument else {
            return Err(format!(
                "expected annotation to have 2-tuple as argument(s), but found: {}{}",
                argument.to_repr(),
                self.place("by")
            ));
        };
        let (description, assertion, message) = match &**tuple {
            [description, assertion] => (description, assertion, None),
            [description, assertion, Value::Str(message)] => {
                (description, assertion, Some(message.to_lossy()))
            }
            _ => {
                return Err(format!(
                    "expected 2-tuple, but found tuple with length {}{}",
                    tuple.len(),
                    self.place("by")
                ));
            }
        };
        let Value::Str(description) = description else {
            return Err(format!(
                "expected first item in the 2-tuple to be a string describing a valid value, but \
                 was {}{}",
                description.type_name(),
                self.place("at")
            ));
        };
        let description = description.to_lossy().into_owned();
        let function = self.assertion(assertion)?;
        let message = message.map(|text| Message::parse(&text)).transpose();
        let message = message.map_err(|reason| format!("{reason}{}", self.place("at")))?;
        Ok(Custom { description, function, message, lenient })
    }

    /// The function of a rule: one, or the `check` of an object.
    fn assertion(&self, value: &Value) -> Result<Value, String> {
        let (place, type_name) = (self.place("at"), value.type_name());
        let object = match value {
            callable if callable.is_callable() => return Ok(callable.clone()),
            Value::Host(host) => host.attr("check").ok().flatten(),
            Value::Str(_) | Value::List(_) | Value::Dict(_) | Value::Set(_) => None,
            _ => {
                return Err(format!(
                    "expected second item in the 2-tuple to be an assertion function, but was \
                     {type_name}{place}"
                ));
            }
        };
        match object {
            Some(check) if check.is_callable() => Ok(check),
            Some(other) => Err(format!(
                "expected struct with attribute check(), but was {}{place}",
                other.type_name()
            )),
            None => Err(format!(
                "expected second item in tuple to be an assertion function or assertion object, \
                 but was a {type_name}{place}"
            )),
        }
    }
}
