//! `fmt`: YAML templates in one layout.

use std::time::Instant;

use yardstick_diagnostics::Result;
use yardstick_workspace::{Kind, SymlinkRules, inputs};
use yardstick_yaml::fmt::format;

use crate::{
    args::{
        Command, Parsed,
        command::Statuses,
        flag::{Flag, Group, Switch},
        groups::{self, FILE, STRICT},
    },
    report::{Output, Session},
};

static DEBUG: Flag<Switch> = Flag::switch("debug", "Print how long it took to standard error");

static FORMATTING: Group =
    Group { heading: "Input", flags: &[&FILE.spec, &STRICT.spec, &DEBUG.spec] };

pub(super) static COMMAND: Command = Command {
    path: &["fmt"],
    aliases: &[],
    about: "Print YAML templates in a uniform layout",
    details: "",
    operands: &[],
    groups: &[&FORMATTING, &groups::GENERAL],
    statuses: Statuses::REFERENCE,
    run,
};

/// Prints all YAML files, one after the other.
fn run(parsed: &Parsed, session: &Session) -> Result<Output> {
    let started = Instant::now();
    let world = &*session.world;
    let files = inputs::resolve(world, &parsed.given.all(&FILE), &SymlinkRules::default())?;
    let strict = parsed.given.is_on(&STRICT);
    let options = yardstick_yaml::Options { strict, ..yardstick_yaml::Options::reference() };
    let mut output = Output::default();
    for file in files.iter().filter(|file| file.kind() == Kind::Yaml) {
        let (id, source) = file.source_file(world, &session.sources)?;
        let tree = yardstick_yaml::parse(source, id, &options)?;
        output.stdout.push(format(&tree));
    }
    if parsed.given.is_on(&DEBUG) {
        output.stderr = format!("total: {:?}\n", started.elapsed());
    }
    Ok(output)
}
