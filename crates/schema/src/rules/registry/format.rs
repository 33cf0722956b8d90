//! `format=`: a string in a named format.

use yardstick_diagnostics::spelling;
use yardstick_starlark::{Result, Value};
use yardstick_template::tree::{Kind, Yaml};

use crate::{
    formats::{self, Format},
    rules::{
        Argument, BadArgument, Keyword, NamedRule, RuleKind, Ruled, Said, fail, of_type, unsuitable,
    },
};

pub(super) const FORMAT: RuleKind = RuleKind {
    name: "format",
    aliases: &[],
    argument: Argument::One("the name of a format (see below)"),
    meaning: "a string in that format",
    example: "format=\"ipv4\"",
    read: |_, argument| InFormat::read(argument),
    import,
};

fn import(keyword: Keyword<'_>) -> Option<Yaml> {
    let value = keyword.value.as_text()?.to_lossy();
    let format = formats::FORMATS.iter().find(|format| format.is_said_by(keyword.name, &value))?;
    Some(Yaml::text(format.name))
}

/// The format of valid values.
#[derive(Debug)]
struct InFormat(&'static Format);

impl InFormat {
    fn read(argument: &Value) -> Result<Box<dyn NamedRule>, BadArgument> {
        let Value::Str(name) = argument else { return Err(BadArgument::Expected("a string")) };
        let name = name.to_lossy();
        match formats::find(&name) {
            Some(format) => Ok(Box::new(Self(format))),
            None => Err(BadArgument::Said {
                text: format!("format \"{name}\" is not known"),
                near: spelling::nearest(&name, formats::FORMATS.iter().map(|format| format.name)),
            }),
        }
    }
}

impl NamedRule for InFormat {
    fn must_be(&self) -> String {
        format!("a valid {}", self.0.name)
    }

    fn check(&self, value: &Value) -> Result<()> {
        let judged = match (value, self.0.check_number) {
            (Value::Str(text), _) => match text.as_str() {
                Some(text) => (self.0.check)(text),
                None => Err("text is not UTF-8".to_owned()),
            },
            (Value::Int(number), Some(check)) => check(*number),
            (other, _) => return Err(unsuitable(other, "format")),
        };
        judged.map_err(fail)
    }

    fn concerns(&self, kind: Kind) -> bool {
        kind == Kind::Text || kind == Kind::Int && self.0.check_number.is_some()
    }

    fn json_schema(&self, node: Ruled<'_>) -> Option<Said> {
        match node.kind()? {
            Kind::Text => Some(self.0.said()),
            kind @ (Kind::Int | Kind::Float) if self.0.check_number.is_some() => {
                let bounds = self.0.bounds?;
                let keywords = vec![("minimum", bounds.0.into()), ("maximum", bounds.1.into())];
                let said = Said::all(keywords);
                Some(if kind == Kind::Float { said.for_integers() } else { said })
            }
            _ => Some(Said::never()),
        }
    }

    fn is_ascii_only(&self) -> bool {
        self.0.pattern.is_some_and(str::is_ascii)
    }

    fn cel(&self, node: Ruled<'_>) -> Option<String> {
        let shape = node.shape();
        let said = self.0.cel.iter().find(|(kind, _)| shape.is(*kind));
        said.map(|(_, expression)| (*expression).to_owned())
    }

    fn implies(&self, other: &dyn NamedRule) -> bool {
        of_type::<Self>(other).is_some_and(|other| self.0.within.contains(&other.0.name))
    }
}
