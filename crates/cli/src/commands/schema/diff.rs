//! `schema diff`: what changed from one schema of data values to another.
//!
//! The exit status tells scripts what to think of it: 0 if nothing changed, 1 if what was fine still is, 2 if
//! something is not any more, 3 if the schemas cannot be read.

use std::{fmt::Write as _, rc::Rc, sync::Arc};

use yardstick_diagnostics::{Diagnostic, Result, codes};
use yardstick_workspace::{
    self as workspace, SymlinkRules, inputs,
    schema_diff::{self, Change, Effect, Loaded},
};

use super::loading;
use crate::{
    args::{
        Command, Parsed,
        command::{Operand, Statuses},
        flag::{Flag, Group, Text, Texts},
        groups,
    },
    report::{self, Output, Session},
    status::ExitStatus,
};

static OLD: Flag<Texts> =
    Flag::array("old", "PATH", "File or directory of the old schema; may be repeated");
static NEW: Flag<Texts> =
    Flag::array("new", "PATH", "File or directory of the new schema; may be repeated");
static OUTPUT: Flag<Text> =
    Flag::choice("output", "FORMAT", &["text", "json"], "Format of the list of changes")
        .short('o')
        .default("text");

static DIFF: Group = Group { heading: "Comparing", flags: &[&OLD.spec, &NEW.spec, &OUTPUT.spec] };

pub(in crate::commands) static COMMAND: Command = Command {
    path: &["schema", "diff"],
    aliases: &[],
    about: "List what changed between two data values schemas, and what those changes break",
    details: "Exit status: 0 no change, 1 compatible changes, 2 breaking changes, 3 failure",
    operands: &[
        Operand {
            name: "OLD",
            help: "The old schema: a file or a directory",
            is_required: false,
            is_repeated: false,
        },
        Operand {
            name: "NEW",
            help: "The new schema: a file or a directory",
            is_required: false,
            is_repeated: false,
        },
    ],
    groups: &[&DIFF, &groups::CLOCK, &groups::GENERAL],
    statuses: Statuses::own(ExitStatus::Unusable),
    run,
};

fn run(parsed: &Parsed, session: &Session) -> Result<Output> {
    let (old, new) = sides(parsed)?;
    let mut old = load("old", &old, session)?;
    let mut new = load("new", &new, session)?;
    let changes = schema_diff::changes(&mut old, &mut new);
    let text = match parsed.given.value(&OUTPUT) {
        Some("json") => schema_diff::to_json(&changes)?,
        _ => lines(&changes),
    };
    Ok(Output { status: status(&changes), ..Output::text(text) })
}

/// Each side is one path, or a set of them.
fn sides(parsed: &Parsed) -> Result<(Vec<String>, Vec<String>)> {
    let sets = (parsed.given.all(&OLD), parsed.given.all(&NEW));
    match (parsed.operands.as_slice(), sets) {
        ([old, new], (olds, news)) if olds.is_empty() && news.is_empty() => {
            Ok((vec![old.clone()], vec![new.clone()]))
        }
        ([], (olds, news)) if !olds.is_empty() && !news.is_empty() => Ok((olds, news)),
        _ => {
            let message = "give OLD and NEW, or both --old and --new";
            Err(Box::new(Diagnostic::error(codes::EXTRA_ARGUMENT, message)))
        }
    }
}

/// Reads one side. Files of both may have the same names, so errors say which side it is.
fn load(side: &str, paths: &[String], session: &Session) -> Result<Loaded> {
    let name = paths.iter().map(|path| format!("'{path}'")).collect::<Vec<_>>().join(", ");
    load_named(&name, paths, session)
        .map_err(|error| Box::new(error.within(format!("Reading the {side} schema ({name})"))))
}

fn load_named(name: &str, paths: &[String], session: &Session) -> Result<Loaded> {
    loading::check_readable(paths, &*session.world)?;
    let files = inputs::resolve(&*session.world, paths, &SymlinkRules::default())?;
    let mut loading =
        workspace::Session::new(Arc::clone(&session.world), Arc::clone(&session.sources));
    loading.print = Rc::new(report::print_line);
    loading.short_lived = true;
    Loaded::new(loading, files, name)
}

fn lines(changes: &[Change]) -> Vec<u8> {
    let mut text = String::new();
    for change in changes {
        let _ = writeln!(text, "{change}");
    }
    text.into_bytes()
}

fn status(changes: &[Change]) -> ExitStatus {
    match changes.iter().map(|change| change.effect).max() {
        None => ExitStatus::Success,
        // Changed words harm nobody.
        Some(Effect::Docs | Effect::Compatible) => ExitStatus::Findings,
        Some(Effect::Breaking) => ExitStatus::Severe,
    }
}
