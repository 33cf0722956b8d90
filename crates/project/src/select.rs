//! Selects the targets that a command works on.

use yardstick_diagnostics::{Result, bail, codes, spelling};
use yardstick_world::Glob;

use crate::Target;

/// Part `index` of `count`, to distribute a run over several machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The number of this part, from 1.
    pub index: usize,
    /// The number of parts.
    pub count: usize,
}

impl std::str::FromStr for Shard {
    type Err = ();

    fn from_str(text: &str) -> std::result::Result<Self, ()> {
        let (index, count) = text.split_once('/').ok_or(())?;
        let shard =
            Self { index: index.parse().map_err(|_| ())?, count: count.parse().map_err(|_| ())? };
        if (1..=shard.count).contains(&shard.index) { Ok(shard) } else { Err(()) }
    }
}

/// The targets that the user selected.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Names, prefixes of names (`shop` for `shop/dev`), or patterns (`*/prod`); empty for all.
    pub names: Vec<String>,
    /// Restricts the selection to one part of it.
    pub shard: Option<Shard>,
}

impl Selection {
    /// The selected targets.
    pub fn choose(&self, mut targets: Vec<Target>) -> Result<Vec<Target>> {
        if !self.names.is_empty() {
            let mut wanted = vec![false; targets.len()];
            for name in &self.names {
                let fits = matcher(name)?;
                let mut any = false;
                for (target, wanted) in targets.iter().zip(&mut wanted) {
                    if fits(&target.name) {
                        (*wanted, any) = (true, true);
                    }
                }
                if !any {
                    let names = || targets.iter().map(|one| one.name.as_str());
                    let parts: Vec<&str> = name.split([',', ' ']).collect();
                    let are_names = parts.iter().all(|part| names().any(|name| name == *part));
                    let hint = if are_names {
                        Some(format!("separate names with spaces: {}", parts.join(" ")))
                    } else {
                        spelling::hint(name, names())
                    };
                    bail!(
                        codes::UNKNOWN_TARGET, "there is no target '{name}'";
                        notes: hint; note: "`yardstick build --list` shows all targets"
                    );
                }
            }
            let mut wanted = wanted.into_iter();
            targets.retain(|_| wanted.next().unwrap_or(false));
        }
        if let Some(Shard { index, count }) = self.shard {
            let mut at = 0;
            targets.retain(|_| {
                at += 1;
                (at - 1) % count == index - 1
            });
        }
        Ok(targets)
    }
}

/// Tests whether a name is selected.
type Matcher = Box<dyn Fn(&str) -> bool>;

fn matcher(name: &str) -> Result<Matcher> {
    if Glob::special(name).is_none() {
        let (exact, below) = (name.to_owned(), format!("{}/", name.trim_end_matches('/')));
        return Ok(Box::new(move |target| target == exact || target.starts_with(&below)));
    }
    // Like a name, a pattern may omit the end of the target's name.
    match Glob::new(name).and_then(|whole| Ok((whole, Glob::new(&format!("{name}/**"))?))) {
        Ok((whole, beginning)) => {
            Ok(Box::new(move |target| whole.is_match(target) || beginning.is_match(target)))
        }
        Err(problem) => bail!(codes::UNKNOWN_TARGET, "{problem}"),
    }
}
