//! The flags that were given, with their values.

use super::{
    flag::{Flag, Kind},
    list,
};

/// What a command line says, flag by flag in its order. Values are as their kinds want them.
#[derive(Debug, Default)]
pub(super) struct Given {
    flags: Vec<(&'static Flag, String)>,
}

impl Given {
    pub(super) fn push(&mut self, flag: &'static Flag, value: &str) {
        self.flags.push((flag, value.to_owned()));
    }

    fn of<'a>(&'a self, name: &'a str) -> impl DoubleEndedIterator<Item = &'a str> {
        self.flags
            .iter()
            .filter(move |(flag, _)| flag.name == name)
            .map(|(_, value)| value.as_str())
    }

    /// Whether a switch is on.
    pub(super) fn is_on(&self, name: &str) -> bool {
        self.of(name).next_back() == Some("true")
    }

    /// The last value of a flag; an empty one counts as not given.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        self.of(name).next_back().filter(|text| !text.is_empty()).map(str::to_owned)
    }

    /// The last value of a flag that takes numbers.
    pub(super) fn number<T: std::str::FromStr>(&self, name: &str) -> Option<T> {
        self.of(name).next_back()?.parse().ok()
    }

    /// All values of a flag.
    pub(super) fn all(&self, name: &str) -> Vec<String> {
        let mut values = Vec::new();
        for (flag, value) in self.flags.iter().filter(|(flag, _)| flag.name == name) {
            match flag.kind {
                Kind::List => values.extend(list::split(value)),
                _ => values.push(value.clone()),
            }
        }
        values
    }
}
