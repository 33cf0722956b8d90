//! What a flag is.
//!
//! Flags are statics of a type that says what they take, and values are looked up by the flag itself: a
//! misspelled name or the wrong kind of value does not compile. A run that only renders pays for the flags it
//! was given, not for those that exist.

use std::{marker::PhantomData, time::Duration};

use yardstick_diagnostics::spelling;

/// What a flag takes, for the parser of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// On or off; `--name=false` takes it back.
    Switch,
    /// One text; the last one wins.
    Text,
    /// Like `Text`, but only after `=`: `--name` alone is allowed.
    OptionalText,
    /// May be repeated.
    Array,
    /// May be repeated; each value may hold several separated by commas.
    List,
    /// One of a few words; the last one wins.
    Choice(&'static [&'static str]),
    /// A length of time; the last one wins.
    Seconds,
    /// A whole number, at least this; the last one wins.
    Number(u64),
}

impl Kind {
    /// The value as the flag keeps it, or else what is expected. It comes from a command line or a project file.
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

    /// The word that was probably meant by `value`, where only some words are allowed.
    pub(crate) fn suggestion(self, value: &str) -> Option<String> {
        match self {
            Self::Choice(words) => spelling::hint(value, words.iter().copied()),
            _ => None,
        }
    }
}

/// A flag's name and what there is to say about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spec {
    pub(crate) name: &'static str,
    pub(crate) short: Option<char>,
    pub(crate) kind: Kind,
    /// What its value is called in help.
    pub(crate) value: &'static str,
    pub(crate) help: &'static str,
    /// What help says about a flag that is not given; empty if nothing.
    pub(crate) default: &'static str,
}

/// A flag whose values are looked up as `K`.
#[derive(Debug)]
pub(crate) struct Flag<K> {
    pub(crate) spec: Spec,
    kind: PhantomData<K>,
}

/// Flags that are on or off.
#[derive(Debug)]
pub(crate) struct Switch;
/// Flags with one text.
#[derive(Debug)]
pub(crate) struct Text;
/// Flags with any number of texts.
#[derive(Debug)]
pub(crate) struct Texts;
/// Flags with a length of time.
#[derive(Debug)]
pub(crate) struct Seconds;
/// Flags with a whole number.
#[derive(Debug)]
pub(crate) struct Number;

/// Flags that belong together.
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
