//! `starts_with=` (`prefix=`) and `ends_with=`: the start or end of a string.

use yardstick_re2 as re2;
use yardstick_starlark::{Result, Text, Value};
use yardstick_template::tree::Kind;

use super::contains::Contains;
use crate::rules::{
    Argument, BadArgument, NamedRule, RuleKind, Ruled, Said, fail, kind::nothing,
    kubernetes::quoted, of_type, sequence, unsuitable,
};

const STRINGS: &str = "a string or a list of strings";

pub(super) const STARTS_WITH: RuleKind = RuleKind {
    name: "starts_with",
    aliases: &["prefix"],
    argument: Argument::One(STRINGS),
    meaning: "a string that begins with it, or with one of them",
    example: "starts_with=\"https://\"",
    read: |_, argument| Affix::read(End::Start, argument),
    import: nothing,
};

pub(super) const ENDS_WITH: RuleKind = RuleKind {
    name: "ends_with",
    aliases: &[],
    argument: Argument::One(STRINGS),
    meaning: "a string that ends with it, or with one of them",
    example: "ends_with=[\".yml\", \".yaml\"]",
    read: |_, argument| Affix::read(End::End, argument),
    import: nothing,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Start,
    End,
}

/// The texts of which a valid string starts or ends with one.
#[derive(Debug)]
struct Affix {
    end: End,
    allowed: Vec<Text>,
    /// The texts for messages: `"a"`, or `one of ["a", "b"]`.
    text: String,
}

impl Affix {
    /// Reads one string or a sequence of strings.
    fn read(end: End, argument: &Value) -> Result<Box<dyn NamedRule>, BadArgument> {
        const WANTED: BadArgument = BadArgument::Expected(STRINGS);
        if let Value::Str(text) = argument {
            let (allowed, text) = (vec![text.clone()], argument.to_repr());
            return Ok(Box::new(Self { end, allowed, text }));
        }
        let list = sequence(argument).filter(|list| !list.is_empty()).ok_or(WANTED)?;
        let allowed = list.iter().map(|item| match item {
            Value::Str(text) => Ok(text.clone()),
            _ => Err(WANTED),
        });
        let allowed = allowed.collect::<Result<_, _>>()?;
        let text = format!("one of {}", Value::list(list).to_repr());
        Ok(Box::new(Self { end, allowed, text }))
    }
}

impl NamedRule for Affix {
    fn must_be(&self) -> String {
        let word = match self.end {
            End::Start => "starting",
            End::End => "ending",
        };
        format!("a string {word} with {}", self.text)
    }

    fn check(&self, value: &Value) -> Result<()> {
        let (property, verb) = match self.end {
            End::Start => ("prefix", "start"),
            End::End => ("suffix", "end"),
        };
        let Value::Str(text) = value else { return Err(unsuitable(value, property)) };
        let text = text.as_bytes();
        let is_valid = |affix: &Text| match self.end {
            End::Start => text.starts_with(affix.as_bytes()),
            End::End => text.ends_with(affix.as_bytes()),
        };
        if self.allowed.iter().any(is_valid) {
            return Ok(());
        }
        Err(fail(format_args!("does not {verb} with {}", self.text)))
    }

    fn concerns(&self, kind: Kind) -> bool {
        kind == Kind::Text
    }

    fn json_schema(&self, node: Ruled<'_>) -> Option<Said> {
        if node.kind()? != Kind::Text {
            return Some(Said::never());
        }
        let all: Option<Vec<String>> =
            self.allowed.iter().map(|affix| affix.as_str().map(re2::quoted)).collect();
        let (start, end) = match self.end {
            End::Start => ("^", ""),
            End::End => ("", "$"),
        };
        let expression = match all?.as_slice() {
            [only] => format!("{start}{only}{end}"),
            several => format!("{start}(?:{}){end}", several.join("|")),
        };
        Some(Said::all(vec![("pattern", expression.as_str().into())]))
    }

    fn cel(&self, node: Ruled<'_>) -> Option<String> {
        if !node.shape().is(Kind::Text) {
            return None;
        }
        let function = match self.end {
            End::Start => "startsWith",
            End::End => "endsWith",
        };
        let one = |affix: &Text| Some(format!("self.{function}({})", quoted(affix.as_str()?)));
        let all: Option<Vec<String>> = self.allowed.iter().map(one).collect();
        Some(all?.join(" || "))
    }

    fn implies(&self, other: &dyn NamedRule) -> bool {
        // A longer prefix implies the shorter one, and what it contains.
        let is_alike = of_type::<Self>(other).is_some_and(|other| other.end == self.end);
        (is_alike || of_type::<Contains>(other).is_some())
            && self.allowed.iter().all(|text| other.check(&Value::Str(text.clone())).is_ok())
    }
}
