//! Counts changes by their effect.

use std::fmt;

use yardstick_template::tree::{Map, MapItem, Yaml};

use super::{Change, Effect};

/// The number of changes with each effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    breaking: usize,
    compatible: usize,
    docs: usize,
}

impl Summary {
    /// Counts `changes`.
    pub fn of(changes: &[Change]) -> Self {
        let count = |effect| changes.iter().filter(|change| change.effect == effect).count();
        Self {
            breaking: count(Effect::Breaking),
            compatible: count(Effect::Compatible),
            docs: count(Effect::Docs),
        }
    }

    fn counts(self) -> [(Effect, usize); 3] {
        [
            (Effect::Breaking, self.breaking),
            (Effect::Compatible, self.compatible),
            (Effect::Docs, self.docs),
        ]
    }

    pub(super) fn to_yaml(self) -> Yaml {
        let item = |(effect, count): (Effect, usize)| {
            MapItem::new(effect.name(), Yaml::Int(i64::try_from(count).unwrap_or(i64::MAX)))
        };
        Map::new(self.counts().map(item).into()).into()
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total: usize = self.counts().iter().map(|(_, count)| count).sum();
        match total {
            0 => return f.write_str("no changes"),
            1 => f.write_str("1 change: ")?,
            more => write!(f, "{more} changes: ")?,
        }
        let found = self.counts().into_iter().filter(|(_, count)| *count > 0);
        let parts: Vec<String> =
            found.map(|(effect, count)| format!("{count} {}", effect.name())).collect();
        f.write_str(&parts.join(", "))
    }
}
