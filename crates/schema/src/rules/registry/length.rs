//! `min_len=`, `max_len=` and `len=`: the number of bytes, items or keys.

use yardstick_starlark::{About, Error, Result, Value};
use yardstick_template::tree::{Kind, Yaml};

use crate::{
    model::Type,
    rules::{
        Argument, BadArgument, Keyword, Keywords, Loss, NamedRule, RuleKind, Ruled, Said, fail,
        of_type, unsuitable,
    },
};

pub(super) const MIN_LEN: RuleKind = RuleKind {
    name: "min_len",
    aliases: &[],
    argument: Argument::One("a number"),
    meaning: "a string of at least that many bytes, an array of at least that many items, a map of at least that many keys",
    example: "min_len=1",
    read: |_, number| Length::read(Relation::AtLeast, number).ok_or_else(|| as_reference(number)),
    import: |keyword| import(keyword, LEAST),
};

pub(super) const MAX_LEN: RuleKind = RuleKind {
    name: "max_len",
    aliases: &[],
    argument: Argument::One("a number"),
    meaning: "a string of at most that many bytes, an array of at most that many items, a map of at most that many keys",
    example: "max_len=63",
    read: |_, number| Length::read(Relation::AtMost, number).ok_or_else(|| as_reference(number)),
    import: |keyword| import(keyword, MOST),
};

pub(super) const LEN: RuleKind = RuleKind {
    name: "len",
    aliases: &[],
    argument: Argument::One("a number"),
    meaning: "a string of exactly that many bytes, an array of exactly that many items, a map of exactly that many keys",
    example: "len=3",
    read: |_, number| {
        Length::read(Relation::Exactly, number).ok_or(BadArgument::Expected("a number"))
    },
    // JSON Schema needs two keywords for this, and they are imported as two rules.
    import: crate::rules::kind::nothing,
};

/// The keywords for strings, arrays and maps.
type Names = [&'static str; 3];

const LEAST: Names = ["minLength", "minItems", "minProperties"];
const MOST: Names = ["maxLength", "maxItems", "maxProperties"];

fn import(keyword: Keyword<'_>, [text, array, map]: Names) -> Option<Yaml> {
    let name = match keyword.kind {
        Kind::Text => text,
        Kind::Array => array,
        Kind::Map => map,
        _ => return None,
    };
    keyword.number(name)
}

/// Returns the error with the wording of the reference, whose function words it in its own way.
fn as_reference(argument: &Value) -> BadArgument {
    let type_name = argument.type_name();
    BadArgument::Typed {
        expected: "a number",
        function: format!("expected value to be an number, but was {type_name}"),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    AtLeast,
    AtMost,
    Exactly,
}

/// A limit on the length of a value.
#[derive(Debug)]
struct Length {
    relation: Relation,
    /// The limit. No length reaches limits beyond 64 bits.
    value: i64,
    /// The limit for messages.
    text: String,
}

impl Length {
    /// Reads a number and truncates fractions. Returns `None` if it is not a number.
    fn read(relation: Relation, number: &Value) -> Option<Box<dyn NamedRule>> {
        let (value, text) = match number {
            Value::Int(value) => (*value, value.to_string()),
            Value::BigInt(value) => {
                let text = value.to_string();
                (if text.starts_with('-') { i64::MIN } else { i64::MAX }, text)
            }
            Value::Float(value) if value.is_finite() => {
                let value = *value as i64;
                (value, value.to_string())
            }
            _ => return None,
        };
        Some(Box::new(Self { relation, value, text }))
    }
}

impl NamedRule for Length {
    fn must_be(&self) -> String {
        let sign = match self.relation {
            Relation::AtLeast => ">=",
            Relation::AtMost => "<=",
            Relation::Exactly => "=",
        };
        format!("length {sign} {}", self.text)
    }

    fn in_words(&self) -> String {
        match (self.relation, self.value) {
            (Relation::AtLeast, 1) => "not empty".to_owned(),
            (Relation::AtLeast, _) => format!("of length {} or more", self.text),
            (Relation::AtMost, _) => format!("of length {} or less", self.text),
            (Relation::Exactly, _) => format!("of length {}", self.text),
        }
    }

    fn check(&self, value: &Value) -> Result<()> {
        let length = value.len().and_then(|length| i64::try_from(length).ok());
        let Some(length) = length else {
            if self.relation == Relation::Exactly {
                return Err(unsuitable(value, "length"));
            }
            let type_name = value.type_name();
            let message = format!("len: value of type {type_name} has no len");
            return Err(Error::new(message).about(About::Unsupported));
        };
        let is_valid = match self.relation {
            Relation::AtLeast => length >= self.value,
            Relation::AtMost => length <= self.value,
            Relation::Exactly => length == self.value,
        };
        if is_valid { Ok(()) } else { Err(fail(format_args!("length = {length}"))) }
    }

    fn concerns(&self, kind: Kind) -> bool {
        matches!(kind, Kind::Text | Kind::Array | Kind::Map)
    }

    fn is_idle(&self) -> bool {
        self.relation == Relation::AtLeast && self.value <= 0
    }

    fn json_schema(&self, node: Ruled<'_>) -> Option<Said> {
        let (least, most) = match self.relation {
            Relation::AtLeast => (self.value, None),
            Relation::AtMost => (0, Some(self.value)),
            Relation::Exactly => (self.value, Some(self.value)),
        };
        let (least_name, most_name) = match node.type_ {
            Type::Map(map) => return node.keys(map, least, most),
            Type::Scalar(Kind::Text) => ("minLength", "maxLength"),
            Type::Array(_) => ("minItems", "maxItems"),
            // Other scalars have no length.
            Type::Scalar(_) => return Some(Said::never()),
            _ => return None,
        };
        if most.is_some_and(|most| most < 0) {
            return Some(Said::never());
        }
        let mut keywords = Keywords::new();
        if least > 0 {
            keywords.push((least_name, least.into()));
        }
        keywords.extend(most.map(|most| (most_name, most.into())));
        let is_text = matches!(node.type_, Type::Scalar(_));
        if is_text && least <= 1 && most == Some(1) {
            // For ASCII texts, bytes and characters are the same, so restrict the text to ASCII.
            keywords.push(("pattern", r"^[\x00-\x7f]*$".into()));
            return Some(Said::all(keywords));
        }
        // A text without bytes has no characters, and a text with bytes has some.
        let is_same = least <= 1 && most.is_none_or(|most| most == 0);
        let said = Said::all(keywords);
        Some(if is_text && !is_same { said.but_for(Loss::Bytes) } else { said })
    }

    fn implies(&self, other: &dyn NamedRule) -> bool {
        let Some(other) = of_type::<Self>(other) else { return false };
        match (self.relation, other.relation) {
            (Relation::AtLeast | Relation::Exactly, Relation::AtLeast) => self.value >= other.value,
            (Relation::AtMost | Relation::Exactly, Relation::AtMost) => self.value <= other.value,
            _ => false,
        }
    }

    fn excludes(&self, other: &dyn NamedRule) -> bool {
        let Some(other) = of_type::<Self>(other) else { return false };
        matches!(
            (self.relation, other.relation),
            (Relation::AtLeast | Relation::Exactly, Relation::AtMost)
                | (Relation::AtLeast, Relation::Exactly)
        ) && self.value > other.value
    }
}
