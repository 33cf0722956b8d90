//! What arguments of both commands mean.

use std::sync::Arc;

use clap::ArgMatches;
use yardstick_diagnostics::Sources;
use yardstick_world::{Policy, World};

use crate::schema::{Dialect, Network, SchemaStore, rewrite::Rewrite};

/// The dialect asked for.
pub(super) fn dialect(matches: &ArgMatches) -> Dialect {
    matches
        .get_one::<String>("dialect")
        .and_then(|name| Dialect::from_name(name))
        .unwrap_or_default()
}

/// A library that loads as the arguments allow; an error says what is wrong with them.
pub(super) fn library(
    matches: &ArgMatches,
    world: &Arc<dyn World>,
    yaml_rules: bool,
) -> Result<Arc<SchemaStore>, String> {
    let mut maps = Vec::new();
    for map in matches.get_many::<String>("map").into_iter().flatten() {
        let (prefix, directory) = map
            .split_once('=')
            .ok_or_else(|| format!("--map wants URL-PREFIX=DIR/, not '{map}'"))?;
        maps.push((prefix.to_owned(), directory.to_owned()));
    }
    let policy = matches.get_one::<String>("allow-net").map(|hosts| {
        let hosts: Vec<_> =
            hosts.split(',').filter(|host| !host.is_empty()).map(str::to_owned).collect();
        Policy { hosts: Some(hosts).filter(|hosts| !hosts.is_empty()), ..Policy::default() }
    });
    let cache = matches.get_one::<String>("cache").cloned();
    let sources = Arc::new(Sources::new());
    let rewrite = Rewrite { yaml_rules };
    let network = Network { policy, cache };
    Ok(Arc::new(SchemaStore::new(Arc::clone(world), sources, maps, network, rewrite)))
}
