//! `matches=` (`regexp=`): a regular expression that matches somewhere in a string.

use std::rc::Rc;

use yardstick_re2 as re2;
use yardstick_starlark::{Result, Text, Value, meter};
use yardstick_template::tree::{Kind, Yaml};

use crate::{
    formats::FORMATS,
    rules::{
        Argument, BadArgument, Keyword, NamedRule, RuleKind, Ruled, Said, Values, fail,
        kubernetes::quoted, unsuitable,
    },
};

pub(super) const MATCHES: RuleKind = RuleKind {
    name: "matches",
    aliases: &["regexp"],
    argument: Argument::Expression,
    meaning: "a string that it matches, anywhere in the string",
    example: "matches=\"^[a-z]+$\"",
    read: |_, argument| Pattern::read(argument),
    import,
};

fn import(keyword: Keyword<'_>) -> Option<Yaml> {
    const UUID: &str = "^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$";
    let text = keyword.value.as_text()?;
    match keyword.name {
        // The format already includes this pattern.
        "pattern" if FORMATS.iter().any(|format| format.implies("pattern", keyword.value)) => None,
        "pattern" => re2::Pattern::of(text.as_bytes()).is_ok().then(|| keyword.value.clone()),
        "format" => (*text == "uuid").then(|| Yaml::text(UUID)),
        _ => None,
    }
}

/// A regular expression.
#[derive(Debug)]
struct Pattern {
    /// The expression as written.
    text: Text,
    search: Rc<re2::Pattern>,
}

impl Pattern {
    /// Reads a string with a regular expression.
    fn read(argument: &Value) -> Result<Box<dyn NamedRule>, BadArgument> {
        let Value::Str(text) = argument else { return Err(BadArgument::Expected("a string")) };
        let search = meter::work(re2::Pattern::work(text.as_bytes()))
            .map_err(|error| BadArgument::said(error.to_string()))
            .and_then(|()| re2::Pattern::of(text.as_bytes()).map_err(BadArgument::Pattern))?;
        Ok(Box::new(Self { text: text.clone(), search }))
    }
}

impl NamedRule for Pattern {
    fn must_be(&self) -> String {
        format!("a string matching /{}/", self.text)
    }

    fn check(&self, value: &Value) -> Result<()> {
        match value {
            Value::Str(text) => {
                meter::work(self.search.work_on(text.len()))?;
                if self.search.is_match(text.as_bytes()) { Ok(()) } else { Err(fail("no match")) }
            }
            other => Err(unsuitable(other, "text")),
        }
    }

    fn concerns(&self, kind: Kind) -> bool {
        kind == Kind::Text
    }

    fn json_schema(&self, node: Ruled<'_>) -> Option<Said> {
        if node.kind()? != Kind::Text {
            return Some(Said::never());
        }
        let portable = self.text.as_str().and_then(re2::portable);
        let expression = match node.values {
            // Kubernetes uses RE2, so the original works. The portable form is better for other readers, unless it
            // has lookarounds.
            Values::Final => portable
                .filter(|text| !re2::looks_around(text))
                .unwrap_or_else(|| self.text.to_lossy().into_owned()),
            Values::Given(_) => portable?,
        };
        Some(Said::all(vec![("pattern", expression.as_str().into())]))
    }

    fn is_ascii_only(&self) -> bool {
        self.text.as_str().is_some_and(re2::is_ascii_only)
    }

    fn cel(&self, node: Ruled<'_>) -> Option<String> {
        let expression = self.text.as_str().filter(|_| node.shape().is(Kind::Text))?;
        Some(format!("self.matches({})", quoted(expression)))
    }
}
