//! The flags of a command line, with their values.

use std::time::Duration;

use super::{
    flag::{Flag, Kind, Number, Seconds, Spec, Switch, Text, Texts},
    list,
};

/// The flags of a command line in order. Values are valid for their kinds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Given {
    flags: Vec<(&'static Spec, String)>,
}

impl Given {
    pub(super) fn push(&mut self, flag: &'static Spec, value: &str) {
        self.flags.push((flag, value.to_owned()));
    }

    /// Appends flags that were given later.
    pub(crate) fn append(&mut self, later: &Given) {
        self.flags.extend(later.flags.iter().cloned());
    }

    /// All flags with their values, in order.
    pub(crate) fn into_pairs(self) -> Vec<(&'static Spec, String)> {
        self.flags
    }

    /// Adds values that have less weight than those of the command line.
    pub(crate) fn add_defaults(&mut self, defaults: Vec<(&'static Spec, String)>) {
        self.flags.splice(0..0, defaults);
    }

    fn values(&self, flag: &Spec) -> impl DoubleEndedIterator<Item = &str> {
        let name = flag.name;
        self.flags
            .iter()
            .filter(move |(flag, _)| flag.name == name)
            .map(|(_, value)| value.as_str())
    }

    fn last(&self, flag: &Spec) -> Option<&str> {
        self.values(flag).next_back()
    }

    /// True if a switch is on.
    pub(crate) fn is_on(&self, flag: &Flag<Switch>) -> bool {
        self.last(&flag.spec) == Some("true")
    }

    /// True if a switch is explicitly turned off.
    pub(crate) fn is_off(&self, flag: &Flag<Switch>) -> bool {
        self.last(&flag.spec) == Some("false")
    }

    /// The last value of a flag; may be empty.
    pub(crate) fn value(&self, flag: &Flag<Text>) -> Option<&str> {
        self.last(&flag.spec)
    }

    /// The last value of a flag; an empty one counts as missing.
    pub(crate) fn text(&self, flag: &Flag<Text>) -> Option<String> {
        self.value(flag).filter(|text| !text.is_empty()).map(str::to_owned)
    }

    /// The last value of a flag that takes a duration.
    pub(crate) fn seconds(&self, flag: &Flag<Seconds>) -> Option<Duration> {
        Duration::try_from_secs_f64(self.last(&flag.spec)?.parse().ok()?).ok()
    }

    /// The last value of a flag that takes a whole number.
    pub(crate) fn number(&self, flag: &Flag<Number>) -> Option<u64> {
        self.last(&flag.spec)?.parse().ok()
    }

    /// All values of a flag.
    pub(crate) fn all(&self, flag: &Flag<Texts>) -> Vec<String> {
        let values = self.values(&flag.spec);
        match flag.spec.kind {
            Kind::List => values.flat_map(list::split).collect(),
            _ => values.map(str::to_owned).collect(),
        }
    }
}
