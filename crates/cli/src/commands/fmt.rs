//! `fmt`: YAML templates in one layout.

use std::time::Instant;

use yardstick_diagnostics::{Result, Sources};
use yardstick_workspace::{Kind, SymlinkRules, World, inputs};
use yardstick_yaml::fmt::format;

use crate::{args::FmtArgs, report::Output};

/// Prints all YAML files, one behind the other.
pub(crate) fn run(args: &FmtArgs, world: &dyn World, sources: &Sources) -> Result<Output> {
    let started = Instant::now();
    let files = inputs::resolve(world, &args.files, &SymlinkRules::default())?;
    let options =
        yardstick_yaml::Options { strict: args.strict, ..yardstick_yaml::Options::reference() };
    let mut output = Output::default();
    for file in files.iter().filter(|file| file.kind() == Kind::Yaml) {
        let (id, source) = file.source_file(world, sources)?;
        let tree = yardstick_yaml::parse(source, id, &options)?;
        output.stdout.push(format(&tree));
    }
    if args.debug {
        output.stderr = format!("total: {:?}\n", started.elapsed());
    }
    Ok(output)
}
