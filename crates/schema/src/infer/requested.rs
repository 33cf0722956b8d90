//! Reads `@schema/type`: a type that differs from the inferred one.

use yardstick_diagnostics::{Failure, Report, Role, Sources, Statement, spelling};
use yardstick_starlark::Value;
use yardstick_template::tree::{Annotation, Argument, Kind, Yaml};

use super::{
    Declared,
    error::{AuthorError, Result, found_by, invalid, misread, misuse},
};
use yardstick_template::engine_type;

use crate::{
    place,
    rules::{self, sequence},
    vocabulary::ARGUMENTS,
};

/// The names of types in annotations.
const NAMES: [(&str, Kind); 5] = [
    ("bool", Kind::Bool),
    ("float", Kind::Float),
    ("int", Kind::Int),
    ("null", Kind::Null),
    ("string", Kind::Text),
];

/// The type that an annotation declares.
pub(super) enum Requested<'a> {
    /// The type of the value.
    Inferred,
    /// Any type.
    Any,
    /// One of several types.
    Union(UnionRequest<'a>),
}

/// `one_of=` and `or_inferred=`.
pub(super) struct UnionRequest<'a> {
    /// The named kinds in order, without duplicates.
    pub(super) kinds: Vec<Kind>,
    /// Whether to include the type of the value.
    pub(super) or_inferred: bool,
    annotation: &'a Annotation,
}

/// Returns the type that a node declares.
pub(super) fn read<'a>(declared: &Declared<'a>, sources: &Sources) -> Result<Requested<'a>> {
    let Some(annotation) = declared.annotations.get("schema/type") else {
        return Ok(Requested::Inferred);
    };
    let reader = Reader { declared, annotation, sources };
    if annotation.keywords.is_empty() {
        return match &annotation.positional[..] {
            [Value::Str(word)] if *word == "any" => Ok(Requested::Any),
            _ => Err(reader.missing_keyword()),
        };
    }
    reader.keywords()
}

struct Reader<'r, 'a> {
    declared: &'r Declared<'a>,
    annotation: &'a Annotation,
    sources: &'r Sources,
}

impl<'a> Reader<'_, 'a> {
    fn keywords(&self) -> Result<Requested<'a>> {
        let (mut any, mut one_of, mut or_inferred) = (false, None, None);
        for (name, value) in &self.annotation.keywords {
            match (&*name.to_lossy(), value) {
                ("any", Value::Bool(value)) => any = *value,
                ("any", other) => {
                    return Err(self.unknown_keyword(engine_type(other), "starlark.Bool", None));
                }
                ("one_of", value) => one_of = Some(value),
                ("or_inferred", Value::Bool(value)) => or_inferred = Some(*value),
                ("or_inferred", other) => {
                    let found = format!("{} as or_inferred=", other.type_name());
                    return Err(self.refuse(found, "True or False"));
                }
                (other, _) => {
                    let near = spelling::nearest(other, Argument::names(ARGUMENTS, "schema/type"));
                    let near = near.map(|near| spelling::did_you_mean(format_args!("{near}=")));
                    return Err(self.unknown_keyword(other, "A valid kwarg", near));
                }
            }
        }
        if one_of.is_none() && or_inferred.is_none() {
            return Ok(if any { Requested::Any } else { Requested::Inferred });
        }
        let is_any = |word: &Value| matches!(word, Value::Str(word) if *word == "any");
        if any || self.annotation.positional.iter().any(is_any) {
            let description = "any= cannot be combined with other arguments of @schema/type";
            let failure = self.misuse(description).expected(Statement::new("any=True alone"));
            return Err(invalid(failure));
        }
        let mut kinds = Vec::new();
        for name in self.annotation.positional.iter().cloned().chain(
            one_of.map_or_else(Vec::new, |names| {
                sequence(names).unwrap_or_else(|| vec![names.clone()])
            }),
        ) {
            let kind = self.kind(&name)?;
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        let or_inferred = or_inferred.unwrap_or(false);
        if kinds.is_empty() && !or_inferred {
            return Err(self.refuse("no type", names()));
        }
        let annotation = self.annotation;
        Ok(Requested::Union(UnionRequest { kinds, or_inferred, annotation }))
    }

    fn kind(&self, name: &Value) -> Result<Kind> {
        let known = NAMES.iter().find(|(known, _)| name.as_str() == Some(known));
        if let Some((_, kind)) = known {
            return Ok(*kind);
        }
        let failure = self
            .misuse("unknown type name in @schema/type")
            .found(found_by(name.to_repr(), self.annotation))
            .expected(Statement::new(names()));
        let word = name.as_str().unwrap_or_default();
        // Names of the types in reports, JSON Schema and other languages.
        let other = match word {
            "integer" | "number" | "long" => Some("int"),
            "boolean" => Some("bool"),
            "double" | "decimal" => Some("float"),
            "str" | "text" => Some("string"),
            _ => None,
        };
        let near = other.or_else(|| spelling::nearest(word, NAMES.map(|(name, _)| name)));
        Err(invalid(match near {
            Some(near) => failure.hint(spelling::did_you_mean(near)),
            None => failure,
        }))
    }

    fn misuse(&self, description: &str) -> Failure {
        misuse(self.declared, self.annotation, description, self.sources)
    }

    fn refuse(&self, found: impl Into<String>, expected: impl Into<String>) -> AuthorError {
        let failure = misread(self.declared, self.annotation, self.sources)
            .found(found_by(found, self.annotation));
        invalid(failure.expected(Statement::new(expected)))
    }

    fn missing_keyword(&self) -> AuthorError {
        invalid(
            self.misuse("expected @schema/type annotation to have keyword argument and value")
                .found(found_by("missing keyword argument and value", self.annotation))
                .expected(Statement::new("valid keyword argument and value"))
                .hint("Supported key-value pairs are 'any=True', 'any=False'")
                .extra_hint(Some(self.supported())),
        )
    }

    fn unknown_keyword(&self, found: &str, expected: &str, near: Option<String>) -> AuthorError {
        let supported = match rules::foreign::called(found) {
            _ if found == "type" || found == "kind" => OF_THE_VALUE.to_owned(),
            Some(rule) => format!(
                "rules are arguments of another annotation: write `#@schema/validation {rule}{}`",
                if rule.ends_with('=') { "..." } else { "" }
            ),
            None => self.supported(),
        };
        invalid(
            self.misuse("unknown @schema/type annotation keyword argument")
                .found(found_by(found, self.annotation))
                .expected(Statement::new(expected))
                .hint("Supported kwargs are 'any'")
                .extra_hint(Some(supported))
                .extra_hint(near),
        )
    }

    /// Lists everything that is supported, which is more than in the reference.
    fn supported(&self) -> String {
        let mut named = self.annotation.positional.iter().filter_map(Value::as_str);
        if named.any(|name| name == "null") {
            return "the type is that of the value below: write `#@schema/nullable` to allow null as well."
                .to_owned();
        }
        if self.annotation.positional.first().and_then(Value::as_str).is_some() {
            return OF_THE_VALUE.to_owned();
        }
        let quoted = self.annotation.keywords.iter().find_map(|(name, value)| {
            let word =
                value.as_str().filter(|word| ["True", "true", "False", "false"].contains(word))?;
            let word = if word.eq_ignore_ascii_case("true") { "True" } else { "False" };
            Some(format!("write {}={word}, without quotes.", name.to_lossy()))
        });
        if let Some(quoted) = quoted {
            return quoted;
        }
        "write any=True for any value, one_of=[\"int\", \"string\"] for some types, and or_inferred=True to allow \
         the type of the value below as well."
            .to_owned()
    }
}

/// The hint for authors who name a single type.
const OF_THE_VALUE: &str = "the type is that of the value below: remove the annotation; for several types write \
     one_of=[\"int\", \"string\"], for any value any=True.";

fn names() -> String {
    format!("one of {{ {} }}", NAMES.map(|(name, _)| name).join(", "))
}

impl UnionRequest<'_> {
    /// Reports a value that does not have the declared type. It must, because it is the default.
    pub(super) fn not_of_type(&self, declared: &Declared<'_>, sources: &Sources) -> AuthorError {
        let names: Vec<&str> = self
            .kinds
            .iter()
            .filter_map(|kind| NAMES.iter().find(|(_, own)| own == kind).map(|(name, _)| *name))
            .collect();
        let expected = match names.as_slice() {
            [only] => (*only).to_owned(),
            several => format!("one of {}", several.join(", ")),
        };
        let kind = declared.value.kind().name();
        let failure = misuse(declared, self.annotation, "", sources)
            .found(Statement::from(kind, Role::At, place::of(declared.node.position)))
            .expected(Statement::from(expected, Role::By, place::of(self.annotation.position)))
            .hint("the value is the default of the node.")
            .hint(match declared.value {
                Yaml::Null => "to allow null too, add \"null\".",
                _ => "to allow values like it too, add or_inferred=True.",
            });
        Report::new("Invalid schema - value is not of the declared type", vec![failure]).into()
    }
}
