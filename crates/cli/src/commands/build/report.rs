//! Reports the outcome of a build. A problem that many targets share is reported once.

use std::fmt::Write as _;

use serde_json::json;
use yardstick_diagnostics::{Diagnostic, Result, counted, safe, some_of};
use yardstick_project::{Mode, Outcome, Target};

use super::target;
use crate::{
    commands::diff,
    report::{Output, Session},
    status::ExitStatus,
};

/// The number of targets that a message names before it counts the rest.
const NAMED: usize = 3;

/// The statistics of a build.
#[derive(Debug, Default)]
pub(super) struct Report {
    created: usize,
    updated: usize,
    removed: usize,
    unchanged: usize,
    up_to_date: usize,
    stale: usize,
    pub(super) failed: usize,
    targets: usize,
}

impl Report {
    pub(super) fn new(outcomes: &[Outcome], mode: Mode) -> Self {
        let mut report = Self { targets: outcomes.len(), ..Self::default() };
        for outcome in outcomes {
            let Ok(built) = &outcome.built else {
                report.failed += 1;
                continue;
            };
            report.created += built.created.len();
            report.updated += built.updated.len();
            report.removed += built.removed.len();
            report.unchanged += built.unchanged;
            report.up_to_date += usize::from(built.was_up_to_date);
            report.stale += usize::from(mode == Mode::Check && !built.changes.is_empty());
        }
        report
    }

    pub(super) fn output(self, outcomes: Vec<Outcome>, mode: Mode, session: &Session) -> Output {
        let mut text = String::new();
        let mut problems = Problems::default();
        let mut add = |problem: Diagnostic, target: &str| problems.add(problem, target, session);
        let mut changes = Vec::new();
        for Outcome { target, built } in outcomes {
            match built {
                Err(error) => {
                    for problem in error.into_single() {
                        add(problem, &target.name);
                    }
                }
                Ok(built) => {
                    let kinds = [
                        ("created", &built.created),
                        ("updated", &built.updated),
                        ("removed", &built.removed),
                    ];
                    for (what, paths) in kinds {
                        for path in paths {
                            let _ = writeln!(text, "{what}: {}", safe::line(path));
                        }
                    }
                    for warning in built.warnings {
                        add(warning, &target.name);
                    }
                    changes.extend(built.changes);
                }
            }
        }
        let diagnostics = problems.told(self.targets > 1);
        let mut output = match mode {
            Mode::Check => diff::run(&changes, &session.reporter),
            Mode::Write | Mode::Force => Output::text(text),
        };
        output.stderr = self.summary(mode);
        if self.failed > 0 {
            output.status = ExitStatus::Findings;
        }
        output.warn(diagnostics)
    }

    /// The last line.
    fn summary(&self, mode: Mode) -> String {
        let mut line = counted(self.targets, "target");
        if mode == Mode::Check {
            let _ = match self.stale {
                0 if self.failed > 0 => {
                    write!(line, ", {} up to date", self.targets - self.failed)
                }
                0 => write!(line, ", all up to date"),
                stale => {
                    write!(line, ", {stale} stale: run `yardstick build` and commit the result")
                }
            };
        } else {
            let _ = write!(
                line,
                ": {} created, {} updated, {} removed, {} unchanged",
                counted(self.created, "file"),
                self.updated,
                self.removed,
                self.unchanged
            );
            if self.up_to_date > 0 {
                let _ = write!(line, " ({} up to date)", counted(self.up_to_date, "target"));
            }
        }
        if self.failed > 0 {
            let _ = write!(line, "; {} failed", self.failed);
        }
        line.push('\n');
        line
    }
}

/// Problems in the order in which they were found, each with the affected targets.
#[derive(Default)]
pub(in crate::commands) struct Problems(Vec<Problem>);

struct Problem {
    /// The problem as the user sees it. This identifies it, because each target has its own places.
    text: String,
    diagnostic: Diagnostic,
    targets: Vec<String>,
}

impl Problems {
    pub(in crate::commands) fn add(
        &mut self,
        diagnostic: Diagnostic,
        target: &str,
        session: &Session,
    ) {
        let answer = session.reporter.failure(&diagnostic, ExitStatus::Findings, &session.sources);
        let text = answer.stderr;
        match self.0.iter_mut().find(|known| known.text == text) {
            Some(known) => known.targets.push(target.to_owned()),
            None => self.0.push(Problem { text, diagnostic, targets: vec![target.to_owned()] }),
        }
    }

    /// The problems; each names the affected targets if there are `several`.
    pub(in crate::commands) fn told(self, several: bool) -> Vec<Diagnostic> {
        let name = |Problem { diagnostic, targets, .. }: Problem| {
            if several { diagnostic.note(in_targets(&targets)) } else { diagnostic }
        };
        self.0.into_iter().map(name).collect()
    }
}

fn in_targets(targets: &[String]) -> String {
    let named = some_of(targets, NAMED);
    match targets.len() {
        1 => format!("in the target {named}"),
        count => format!("in {count} targets: {named}"),
    }
}

/// The list of targets, for people or for programs.
pub(super) fn list(targets: &[Target], as_json: bool) -> Result<String> {
    if !as_json {
        let line = |target: &Target| {
            let output = target.output.as_ref().map_or("", |output| output.text.as_str());
            format!("{}\t{}\n", safe::line(&target.name), safe::line(output))
        };
        return Ok(targets.iter().map(line).collect());
    }
    let mut all = Vec::new();
    for target in targets {
        let matrix: serde_json::Map<_, _> =
            target.matrix.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        all.push(json!({
            "name": target.name,
            "matrix": matrix,
            "inputs": target::inputs(target)?,
            "output": target.output.as_ref().map(|output| output.text.as_str()),
        }));
    }
    Ok(format!("{:#}\n", json!({ "version": 1, "targets": all })))
}
