//! `validate`: whether data values fit their schema and its rules.

use yardstick_diagnostics::{Result, Severity, bail, codes};
use yardstick_workspace::{marks, validate::validate};

use super::{run::Run, watch};
use crate::{
    args::{Command, Parsed, command::Statuses, groups, render::RenderArgs},
    report::{Output, Session},
};

pub(super) static COMMAND: Command = Command {
    path: &["validate"],
    aliases: &[],
    about: "Check that data values fit their schema and its rules; print no documents",
    details: "Examples:
  yardstick validate -f config                                   the defaults alone
  yardstick validate -f config --data-values-file prod.yml       the values of an environment
  yardstick validate -f config --diagnostics sarif > report.sarif",
    operands: &[],
    groups: &[
        &groups::INPUT,
        &groups::DATA_VALUES,
        &groups::VALIDATION,
        &groups::TEMPLATES,
        &groups::WATCHING,
        &groups::WARNINGS,
        &groups::GENERAL,
    ],
    statuses: Statuses::REFERENCE,
    run,
};

fn run(parsed: &Parsed, session: &Session) -> Result<Output> {
    let args = RenderArgs::new(&parsed.given);
    if args.watch { watch::run(&args, session, once) } else { once(&args, session) }
}

/// Reports all that is wrong. Standard output stays empty; that all is well is said on standard error,
/// where a log shows that something was looked at.
fn once(args: &RenderArgs, session: &Session) -> Result<Output> {
    let run = Run::new(args, session)?;
    let mut files = run.files()?;
    if files.is_empty() {
        // "Valid" would be a lie that a script with an empty variable believes.
        bail!(
            codes::NOTHING_TO_CHECK,
            "Nothing to validate: no files were given (expected files or directories with -f)"
        );
    }
    marks::apply(&mut files, &args.marks)?;
    let progress = run.progress("validating", &files);
    let found = validate(run.session(), files, &args.options);
    drop(progress);
    let diagnostics: Vec<_> = found
        .into_iter()
        .map(|one| match one.severity {
            Severity::Error => *run.explain(Box::new(one)),
            Severity::Warning => one,
        })
        .collect();
    let is_valid = diagnostics.iter().all(|one| one.severity == Severity::Warning);
    let stderr = if is_valid { "data values are valid\n" } else { "" };
    Ok(Output { stderr: stderr.to_owned(), ..Output::default() }.warn(diagnostics))
}
