//! Reports the outcome of test cases.

use std::{fmt::Write as _, sync::Arc, time::Duration};

use yardstick_diagnostics::{
    Diagnostic, FileReport, Result, RunReport, codes,
    render::{self, Format},
    safe,
};
use yardstick_project::cases::{Case, CaseOutcome, Verdict};

use crate::{
    commands::{diff, schema::loading},
    report::{Output, Session},
    report_style::Form,
    status::ExitStatus,
};

/// The outcomes of all cases, in order.
pub(super) struct Report {
    cases: Vec<Line>,
    /// Warnings about folders that look like a case but are not.
    warnings: Vec<Diagnostic>,
    duration: Duration,
}

struct Line {
    name: String,
    excuse: Option<String>,
    /// Whether the case has any expectation.
    expects: bool,
    outcome: CaseOutcome,
}

impl Report {
    pub(super) fn new(
        cases: &[Case],
        outcomes: Vec<Result<CaseOutcome>>,
        warnings: Vec<Diagnostic>,
        duration: Duration,
    ) -> Self {
        let line = |(case, outcome): (&Case, Result<CaseOutcome>)| Line {
            name: case.folder.clone(),
            excuse: case.skip.clone(),
            expects: case.expects_anything(),
            outcome: outcome.unwrap_or_else(|error| CaseOutcome {
                verdict: Verdict::Failed,
                problems: vec![*error],
                changes: Vec::new(),
                warnings: Vec::new(),
            }),
        };
        Self { cases: cases.iter().zip(outcomes).map(line).collect(), warnings, duration }
    }

    fn count(&self, verdict: Verdict) -> usize {
        self.cases.iter().filter(|line| line.outcome.verdict == verdict).count()
    }

    pub(super) fn output(self, session: &Session) -> Output {
        let failed = self.count(Verdict::Failed);
        let status = if failed > 0 { ExitStatus::Findings } else { ExitStatus::Success };
        match session.reporter.style().form {
            Form::Machine(Format::Junit) => Output { status, ..Output::text(self.junit(session)) },
            Form::Machine(format) => {
                let findings = self.cases.iter().flat_map(Line::findings);
                let all: Vec<Diagnostic> = self.warnings.iter().cloned().chain(findings).collect();
                let report = RunReport::of_findings(&all, &session.sources);
                loading::print(format, &report, status, session)
            }
            Form::Text | Form::Rich => self.text(status, session),
        }
    }

    fn text(self, status: ExitStatus, session: &Session) -> Output {
        let summary = self.summary();
        let mut text = String::new();
        let mut output = Output { diagnostics: self.warnings, ..Output::default() };
        for Line { name, excuse, expects, outcome } in self.cases {
            let word = match outcome.verdict {
                Verdict::Passed => "passed",
                Verdict::Failed => "failed",
                Verdict::Skipped => "skipped",
                Verdict::Updated => "updated",
            };
            let _ = write!(text, "{word}: {}", safe::line(&name));
            if let Some(why) = excuse.filter(|why| !why.is_empty()) {
                let _ = write!(text, " ({})", safe::line(&why));
            } else if outcome.verdict == Verdict::Passed && !expects {
                text.push_str(" (rendered; no expectations)");
            }
            text.push('\n');
            if outcome.verdict == Verdict::Failed {
                let shown = diff::run(&outcome.changes, &session.reporter).stdout.concat();
                text.push_str(&String::from_utf8_lossy(&shown));
            }
            let note = format!("in the test {name}");
            let problems = outcome.problems.into_iter().chain(outcome.warnings);
            output.diagnostics.extend(problems.map(|problem| problem.note(note.clone())));
        }
        output.stdout.push(text.into_bytes());
        Output { stderr: summary, status, is_judged: true, ..output }
    }

    /// The last line.
    fn summary(&self) -> String {
        let count = self.cases.len();
        let mut line = format!("{count} {}: ", if count == 1 { "test" } else { "tests" });
        let counts = [
            (Verdict::Passed, "passed"),
            (Verdict::Failed, "failed"),
            (Verdict::Updated, "updated"),
            (Verdict::Skipped, "skipped"),
        ];
        let told: Vec<String> = counts
            .into_iter()
            .map(|(verdict, word)| (self.count(verdict), word, verdict))
            .filter(|(count, _, verdict)| *count > 0 || *verdict == Verdict::Passed)
            .map(|(count, word, _)| format!("{count} {word}"))
            .collect();
        line.push_str(&told.join(", "));
        line.push('\n');
        line
    }

    /// The report as `JUnit` XML, with a test case for each case.
    pub(super) fn junit(&self, session: &Session) -> String {
        let file = |line: &Line| {
            let mut file = FileReport { name: line.name.clone(), ..FileReport::default() };
            if line.outcome.verdict == Verdict::Skipped {
                file.excuse.clone_from(&line.excuse);
                return file;
            }
            // Count the document as checked, whatever was found.
            file.count(1, 0);
            for finding in line.findings() {
                file.add(finding);
            }
            file
        };
        let report = RunReport {
            files: self.cases.iter().map(file).collect(),
            general: Vec::new(),
            sources: Arc::clone(&session.sources),
            duration: self.duration,
            fail_fast: false,
        };
        render::run(Format::Junit, &report, false).stdout
    }
}

impl Line {
    /// All findings, including results that differ.
    fn findings(&self) -> Vec<Diagnostic> {
        let Self { name, outcome, .. } = self;
        let mut all: Vec<Diagnostic> = outcome.problems.clone();
        if outcome.verdict == Verdict::Failed {
            for change in &outcome.changes {
                let shown = diff::plain(change);
                let message = format!("{} is not what was rendered", change.path);
                let finding = Diagnostic::error(codes::TEST_FAILED, message);
                all.push(finding.note(shown.trim_end().to_owned()));
            }
        }
        all.extend(outcome.warnings.iter().cloned());
        all.into_iter().map(|finding| finding.note(format!("in the test {name}"))).collect()
    }
}
