//! The definition of a flag.
//!
//! Flags are statics whose type says what values they take, and values are looked up by the flag itself. So a
//! misspelled name or the wrong kind of value does not compile. A run pays only for the flags it was given, not for
//! all that exist.

use std::{marker::PhantomData, time::Duration};

use yardstick_diagnostics::spelling;

/// The kind of value that a flag takes, for the parser of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// On or off; `--name=false` turns it off again.
    Switch,
    /// One text. The last one wins.
    Text,
    /// Like `Text`, but only after `=`; `--name` alone is valid too.
    OptionalText,
    /// May be repeated.
    Array,
    /// May be repeated. Each value may hold several, separated by commas.
    List,
    /// One of a few words. The last one wins.
    Choice(&'static [&'static str]),
    /// A duration. The last one wins.
    Seconds,
    /// A whole number of at least this size. The last one wins.
    Number(u64),
}

impl Kind {
    /// Normalizes the value, or describes what is expected. The value comes from a command line or a project file.
    pub(crate) fn judge(self, value: &str) -> Result<&str, String> {
        match self {
            Self::Text | Self::OptionalText | Self::Array | Self::List => Ok(value),
            Self::Switch => match value {
                "1" | "t" | "T" | "true" | "TRUE" | "True" => Ok("true"),
                "0" | "f" | "F" | "false" | "FALSE" | "False" => Ok("false"),
                _ => Err("true or false".to_owned()),
            },
            Self::Choice(words) if words.contains(&value) => Ok(value),
            Self::Choice(words) => Err(format!("one of {}", words.join(", "))),
            Self::Seconds => match value.parse() {
                Ok(seconds) if Duration::try_from_secs_f64(seconds).is_ok() => Ok(value),
                _ => Err("a number of seconds".to_owned()),
            },
            Self::Number(least) => match value.parse::<u64>() {
                Ok(number) if number >= least => Ok(value),
                _ if least == 0 => Err("a whole number".to_owned()),
                _ => Err("a whole number above zero".to_owned()),
            },
        }
    }

    /// The allowed word that `value` was probably meant to be.
    pub(crate) fn suggestion(self, value: &str) -> Option<String> {
        match self {
            Self::Choice(words) => spelling::hint(value, words.iter().copied()),
            _ => None,
        }
    }
}

/// The name and description of a flag.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spec {
    pub(crate) name: &'static str,
    pub(crate) short: Option<char>,
    pub(crate) kind: Kind,
    /// The name of its value in help.
    pub(crate) value: &'static str,
    pub(crate) help: &'static str,
    /// The default that help shows; empty for none.
    pub(crate) default: &'static str,
}

/// A flag whose values have the type `K`.
#[derive(Debug)]
pub(crate) struct Flag<K> {
    pub(crate) spec: Spec,
    kind: PhantomData<K>,
}

/// Flags that are on or off.
#[derive(Debug)]
pub(crate) struct Switch;
/// Flags with a single text.
#[derive(Debug)]
pub(crate) struct Text;
/// Flags with any number of texts.
#[derive(Debug)]
pub(crate) struct Texts;
/// Flags with a duration.
#[derive(Debug)]
pub(crate) struct Seconds;
/// Flags with a whole number.
#[derive(Debug)]
pub(crate) struct Number;

/// A group of related flags.
#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) heading: &'static str,
    pub(crate) flags: &'static [&'static Spec],
}

impl<K> Flag<K> {
    const fn make(name: &'static str, kind: Kind, value: &'static str, help: &'static str) -> Self {
        let spec = Spec { name, short: None, kind, value, help, default: "" };
        Self { spec, kind: PhantomData }
    }

    pub(crate) const fn short(self, letter: char) -> Self {
        Self { spec: Spec { short: Some(letter), ..self.spec }, kind: PhantomData }
    }

    pub(crate) const fn default(self, default: &'static str) -> Self {
        Self { spec: Spec { default, ..self.spec }, kind: PhantomData }
    }
}

impl Flag<Switch> {
    pub(crate) const fn switch(name: &'static str, help: &'static str) -> Self {
        Self::make(name, Kind::Switch, "BOOL", help)
    }
}

impl Flag<Text> {
    pub(crate) const fn text(name: &'static str, value: &'static str, help: &'static str) -> Self {
        Self::make(name, Kind::Text, value, help)
    }

    pub(crate) const fn optional(
        name: &'static str,
        value: &'static str,
        help: &'static str,
    ) -> Self {
        Self::make(name, Kind::OptionalText, value, help)
    }

    pub(crate) const fn choice(
        name: &'static str,
        value: &'static str,
        words: &'static [&'static str],
        help: &'static str,
    ) -> Self {
        Self::make(name, Kind::Choice(words), value, help)
    }
}

impl Flag<Texts> {
    pub(crate) const fn array(name: &'static str, value: &'static str, help: &'static str) -> Self {
        Self::make(name, Kind::Array, value, help)
    }

    pub(crate) const fn list(name: &'static str, value: &'static str, help: &'static str) -> Self {
        Self::make(name, Kind::List, value, help)
    }
}

impl Flag<Seconds> {
    pub(crate) const fn seconds(name: &'static str, help: &'static str) -> Self {
        Self::make(name, Kind::Seconds, "SECONDS", help)
    }
}

impl Flag<Number> {
    pub(crate) const fn number(name: &'static str, least: u64, help: &'static str) -> Self {
        Self::make(name, Kind::Number(least), "NUMBER", help)
    }
}
