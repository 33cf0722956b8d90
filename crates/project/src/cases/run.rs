//! Runs test cases and compares the results with the expectations.

use std::sync::Arc;

use rayon::prelude::*;
use yardstick_diagnostics::{Diagnostic, Result, Sources, codes, render::reference};
use yardstick_workspace::output::{self, Change, OutputFile};
use yardstick_world::{World, paths};

use super::{Case as Definition, documents::Documents, expect, read::is_null, rules, update};
use crate::{Observer, Work, observe::Shared};

/// A function that renders a case in the given world.
type Render<'a> = dyn Fn(&Definition, Arc<dyn World>) -> Result<Work> + Sync + 'a;

/// The parameters of a test run.
pub struct Run<'a> {
    /// The world to run in.
    pub world: Arc<dyn World>,
    /// The directory of the project; empty for the current one.
    pub directory: &'a str,
    /// The files that places refer to.
    pub sources: &'a Sources,
    /// The cases to run.
    pub cases: &'a [Definition],
    /// The function that renders a case.
    pub render: &'a Render<'a>,
    /// Whether to overwrite the expected results with the actual ones.
    pub update: bool,
    /// The name of the program in messages.
    pub program: &'a str,
}

/// The verdict on a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Everything is as expected.
    Passed,
    /// Something is not as expected.
    Failed,
    /// It was not run.
    Skipped,
    /// Its expected results were written.
    Updated,
}

/// The outcome of a case.
#[derive(Debug)]
pub struct Case {
    /// The verdict.
    pub verdict: Verdict,
    /// The unmet expectations.
    pub problems: Vec<Diagnostic>,
    /// Complete results that differ from the expected ones.
    pub changes: Vec<Change>,
    /// The warnings of rendering.
    pub warnings: Vec<Diagnostic>,
}

/// Runs all cases in parallel.
pub fn run(run: &Run<'_>) -> Vec<Result<Case>> {
    let shared = Shared::new(Arc::clone(&run.world), run.directory);
    let direct = Observer::direct(&shared);
    let one = |case: &Definition| run.one(case, &shared, &direct);
    run.cases.par_iter().map(one).collect()
}

impl Run<'_> {
    fn one(&self, case: &Definition, shared: &Arc<Shared>, direct: &Observer) -> Result<Case> {
        let mut outcome = Case {
            verdict: Verdict::Passed,
            problems: Vec::new(),
            changes: Vec::new(),
            warnings: Vec::new(),
        };
        if case.skip.is_some() {
            outcome.verdict = Verdict::Skipped;
            return Ok(outcome);
        }
        let world = Arc::new(Observer::new(shared)) as Arc<dyn World>;
        match (self.render)(case, world) {
            Ok(work) => self.rendered(case, work, direct, &mut outcome)?,
            Err(error) => self.failed(case, *error, direct, &mut outcome)?,
        }
        if self.update && !outcome.changes.is_empty() {
            update::write(direct, &outcome.changes)?;
            outcome.verdict = Verdict::Updated;
        }
        let differs = !self.update && !outcome.changes.is_empty();
        if !outcome.problems.is_empty() || differs {
            outcome.verdict = Verdict::Failed;
        }
        Ok(outcome)
    }

    fn rendered(
        &self,
        case: &Definition,
        work: Work,
        world: &Observer,
        outcome: &mut Case,
    ) -> Result<()> {
        let Work { files, warnings } = work;
        outcome.warnings = warnings;
        let fails = |message: &str| Diagnostic::error(codes::TEST_FAILED, message);
        if let Some(texts) = &case.error {
            let mut problem = fails("rendering succeeded, but the case expects an error");
            if let Some(first) = texts.first() {
                problem = problem.at(first.span);
            }
            outcome.problems.push(problem);
            return Ok(());
        }
        if case.has("stderr") {
            if self.update {
                outcome.changes.extend(update::removed(world, case, "stderr")?);
            } else {
                let message =
                    format!("rendering succeeded, but {} holds an error", at(case, "stderr"));
                outcome.problems.push(fails(&message));
                return Ok(());
            }
        }
        let is_new = self.update && (!case.expects_anything() || case.has("stderr"));
        if case.has("stdout") || (is_new && !case.has("out")) {
            let text = stream(&files);
            outcome.changes.extend(update::changed(world, case, "stdout", text.as_bytes())?);
        }
        if case.has("out") {
            let all = output::changes(world, &at(case, "out"), &files, true)?;
            outcome.changes.extend(all);
        }
        outcome.problems.extend(expectations(case, &files)?);
        Ok(())
    }

    fn failed(
        &self,
        case: &Definition,
        error: Diagnostic,
        world: &Observer,
        outcome: &mut Case,
    ) -> Result<()> {
        let text = reference::message(&error, self.sources);
        if let Some(texts) = &case.error {
            let has = |word: &str| {
                text.contains(word) || error.code.id() == word || error.code.name() == word
            };
            let missing: Vec<_> = texts.iter().filter(|word| !has(&word.text)).collect();
            for word in &missing {
                let message = format!("the error does not say: {}", word.text);
                let problem = Diagnostic::error(codes::TEST_FAILED, message).at(word.span);
                outcome.problems.push(problem.note(format!("it says: {}", text.trim())));
            }
            return Ok(());
        }
        let is_new = self.update && (!case.expects_anything() || case.has("stdout"));
        if case.has("stderr") || is_new {
            let text = format!("{}: Error: {}\n", self.program, text.trim_end_matches('\n'));
            outcome.changes.extend(update::changed(world, case, "stderr", text.as_bytes())?);
            if self.update && case.has("stdout") {
                outcome.changes.extend(update::removed(world, case, "stdout")?);
            }
            return Ok(());
        }
        outcome.problems.push(error);
        Ok(())
    }
}

/// The path of `name` in the folder of the case.
pub(super) fn at(case: &Definition, name: &str) -> String {
    paths::join(&case.folder, name)
}

/// The documents as the command prints them.
fn stream(files: &[OutputFile]) -> String {
    let yaml = files.iter().filter(|file| file.is_yaml && !file.contents.is_empty());
    let texts: Vec<_> = yaml.map(|file| String::from_utf8_lossy(&file.contents)).collect();
    texts.join("---\n")
}

/// The unmet expectations of `test.yml`.
fn expectations(case: &Definition, files: &[OutputFile]) -> Result<Vec<Diagnostic>> {
    let Some(view) = &case.view else { return Ok(Vec::new()) };
    let documents = Documents::read(files)?;
    let all: Vec<_> = documents.iter().flat_map(Documents::iter).collect();
    let mut problems = Vec::new();
    for wanted in &case.expect {
        problems.extend(expect::missing(view, wanted.node, &all));
    }
    for unwanted in &case.absent {
        problems.extend(expect::unwanted(view, unwanted.node, &all));
    }
    for rule in &case.rules {
        let which = rule.which.filter(|&which| !is_null(view, which));
        let meant = match which {
            Some(which) => expect::holding(view, which, &all),
            None => all.clone(),
        };
        problems.extend(if meant.is_empty() {
            let place = which.map_or(rule.must.span, |which| view.written(which).content_span());
            vec![rules::about_nothing(place, &all)]
        } else {
            rules::broken(rule, &meant)
        });
    }
    Ok(problems)
}
