//! `schema diff`: compares two schemas.
//!
//! The exit status is for scripts: 0 if nothing changed, 1 if all changes are compatible, 2 if a change is breaking, 3
//! if the schemas cannot be read.

use yardstick_diagnostics::{Result, bail, codes};
use yardstick_workspace::project_schema::{self, Change, Effect, Summary};

use super::sides;
use crate::{
    args::{
        Command, Parsed,
        command::{Operand, Statuses},
        flag::{Flag, Group, Text, Texts},
        groups,
    },
    report::{Output, Session},
    status::ExitStatus,
};

static OLD: Flag<Texts> =
    Flag::array("old", "PATH", "File or directory of the old schema; may be repeated");
static NEW: Flag<Texts> =
    Flag::array("new", "PATH", "File or directory of the new schema; may be repeated");
static OUTPUT: Flag<Text> = Flag::choice(
    "output",
    "FORMAT",
    &["text", "json", "markdown"],
    "Format of the list of changes",
)
.short('o')
.default("text");

static TYPE: Flag<Text> = Flag::text(
    "type",
    "NAME",
    "Schema to compare in files that have several: a component, definition, custom resource or \
     version, or a pointer (#/...)",
);

static DIFF: Group =
    Group { heading: "Comparing", flags: &[&OLD.spec, &NEW.spec, &TYPE.spec, &OUTPUT.spec] };

pub(in crate::commands) static COMMAND: Command = Command {
    path: &["schema", "diff"],
    aliases: &[],
    about: "List the changes between two schemas, and which of them are breaking",
    details: "A schema is a data values schema (a file or a directory), or a file with a JSON Schema, an \
              OpenAPI document or a CRD. REV:PATH is a file or directory of a git revision: \
              HEAD~1:config.\n\nExit status: 0 no change, 1 compatible changes, 2 breaking changes, 3 failure\n\n\
              Examples:\n  yardstick schema diff old/schema.yml schema.yml\n  \
              yardstick schema diff v1.2.0:config config     since a release",
    operands: &[
        Operand {
            name: "OLD",
            help: "The old schema: a file, a directory or REV:PATH",
            is_required: false,
            is_repeated: false,
        },
        Operand {
            name: "NEW",
            help: "The new schema: a file, a directory or REV:PATH",
            is_required: false,
            is_repeated: false,
        },
    ],
    groups: &[&DIFF, &groups::CLOCK, &groups::GENERAL],
    statuses: Statuses::own(ExitStatus::Unusable),
    run,
};

fn run(parsed: &Parsed, session: &Session) -> Result<Output> {
    let given = &parsed.given;
    let (old, new) = sides(parsed)?;
    let type_ = given.value(&TYPE);
    let mut old = sides::load("old", &old, type_, session)?;
    let mut new = sides::load("new", &new, type_, session)?;
    let changes = project_schema::changes(&mut old.loaded, &mut new.loaded);
    let text = match given.value(&OUTPUT) {
        Some("json") => project_schema::to_json(&changes)?,
        Some("markdown") => project_schema::to_markdown(&changes).into_bytes(),
        _ => lines(&changes, session.reporter.output_color).into_bytes(),
    };
    let output = Output { status: status(&changes), ..Output::text(text) };
    Ok(output.warn(old.warnings.into_iter().chain(new.warnings).collect()))
}

/// The paths of each side: one path, or several.
fn sides(parsed: &Parsed) -> Result<(Vec<String>, Vec<String>)> {
    let sets = (parsed.given.all(&OLD), parsed.given.all(&NEW));
    match (parsed.operands.as_slice(), sets) {
        ([old, new], (olds, news)) if olds.is_empty() && news.is_empty() => {
            Ok((vec![old.clone()], vec![new.clone()]))
        }
        ([], (olds, news)) if !olds.is_empty() && !news.is_empty() => Ok((olds, news)),
        _ => {
            let message = "give OLD and NEW, or both --old and --new";
            bail!(codes::EXTRA_ARGUMENT, message)
        }
    }
}

/// One line per change, breaking ones first, and the number of changes of each kind.
fn lines(changes: &[Change], color: bool) -> String {
    let mut text = String::new();
    for change in changes {
        let style = match change.effect {
            Effect::Breaking => "31",
            Effect::Compatible => "32",
            Effect::Docs => "2",
        };
        text.push_str(&painted(change.to_string(), style, color));
        text.push('\n');
    }
    text.push_str(&painted(Summary::of(changes).to_string(), "1", color));
    text.push('\n');
    text
}

/// `text` with a terminal style, if `color` is set.
fn painted(text: String, style: &str, color: bool) -> String {
    if color { format!("\u{1b}[{style}m{text}\u{1b}[0m") } else { text }
}

fn status(changes: &[Change]) -> ExitStatus {
    match changes.iter().map(|change| change.effect).max() {
        None => ExitStatus::Success,
        // Changed descriptions are compatible.
        Some(Effect::Docs | Effect::Compatible) => ExitStatus::Findings,
        Some(Effect::Breaking) => ExitStatus::Severe,
    }
}
