//! Prints the outcome of a command: results on standard output, everything else on standard error.

use std::{
    io::{self, IoSlice, Write},
    rc::Rc,
    sync::{Arc, OnceLock},
};

use yardstick_diagnostics::{
    Diagnostic, Result, RunReport, Severity, Sources, codes, limits,
    render::{self, Format, console::Console, rich},
    safe,
};
use yardstick_world::{Stream, World};

use crate::{
    args::{self, Command, Terminal, called},
    progress,
    report_style::{Form, ReportStyle},
    settings::Settings,
    status::ExitStatus,
};

/// The output of a command, to be printed.
#[derive(Debug, Default)]
pub(crate) struct Output {
    /// Pieces for standard output.
    pub(crate) stdout: Vec<Vec<u8>>,
    /// Text for standard error, printed afterwards.
    pub(crate) stderr: String,
    /// Warnings and other problems.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Whether the diagnostics are a verdict. Programs that read reports need one even if it is empty.
    pub(crate) is_judged: bool,
    /// The exit status if there are no errors among the diagnostics.
    pub(crate) status: ExitStatus,
}

impl Output {
    pub(crate) fn text(text: impl Into<Vec<u8>>) -> Self {
        Self { stdout: vec![text.into()], ..Self::default() }
    }

    /// Sets the diagnostics.
    pub(crate) fn warn(self, diagnostics: Vec<Diagnostic>) -> Self {
        Self { diagnostics, is_judged: true, ..self }
    }
}

/// The environment of a run: the world, the sources and the reporter.
pub(crate) struct Session {
    pub(crate) world: Arc<dyn World>,
    pub(crate) sources: Arc<Sources>,
    pub(crate) reporter: Reporter,
}

impl Session {
    pub(crate) fn new(
        world: &Arc<dyn World>,
        terminal: Terminal,
        command: &'static Command,
    ) -> Self {
        Self {
            reporter: Reporter::new(terminal, command, world),
            world: Arc::clone(world),
            sources: Arc::default(),
        }
    }
}

/// The complete output of a run: bytes for both streams, and a status.
#[derive(Debug)]
pub struct Answer {
    /// Pieces for standard output.
    pub stdout: Vec<Vec<u8>>,
    /// Text for standard error.
    pub stderr: String,
    /// The exit status.
    pub status: ExitStatus,
}

impl Answer {
    /// Prints the answer. The status returned tells whether that failed.
    pub fn print(&self) -> ExitStatus {
        let written = write_all(&self.stdout);
        eprint(&self.stderr);
        match written {
            Ok(()) => self.status,
            // Broken pipe: the reader has gone.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.status.max(ExitStatus::Findings)
            }
            Err(error) => {
                eprint(&format!("{}: Error: Writing to standard output: {error}\n", called()));
                self.status.max(ExitStatus::Findings)
            }
        }
    }
}

/// Formats messages in the style that the user chose.
#[derive(Clone)]
pub(crate) struct Reporter {
    /// Whether to use colors on standard error.
    pub(crate) color: bool,
    /// Whether to use colors on standard output.
    pub(crate) output_color: bool,
    terminal: Terminal,
    command: &'static Command,
    world: Arc<dyn World>,
    /// The report style, once it is determined. Copies share it.
    style: Arc<OnceLock<ReportStyle>>,
    /// The project file, once it was searched for.
    project: Arc<OnceLock<Option<String>>>,
}

impl Reporter {
    pub(crate) fn new(
        terminal: Terminal,
        command: &'static Command,
        world: &Arc<dyn World>,
    ) -> Self {
        Self {
            color: world.has_color(Stream::Error, terminal.color),
            output_color: world.has_color(Stream::Output, terminal.color),
            terminal,
            command,
            world: Arc::clone(world),
            style: Arc::default(),
            project: Arc::default(),
        }
    }

    /// The report style. Determined on first use, because it may require a search for a configuration.
    pub(crate) fn style(&self) -> ReportStyle {
        let project = || self.project();
        let choose = || ReportStyle::choose(self.terminal, self.command, &*self.world, project);
        *self.style.get_or_init(choose)
    }

    /// The path of the project file, if there is one: that takes looking in every directory up to the root.
    pub(crate) fn project(&self) -> Option<&str> {
        self.project.get_or_init(|| yardstick_project::locate(&*self.world)).as_deref()
    }

    /// The same for another run, in which the project file may be another one.
    pub(crate) fn again(&self) -> Self {
        Self { project: Arc::default(), ..self.clone() }
    }

    /// What there is to say about the outcome of the command.
    pub(crate) fn answer(&self, outcome: Result<Output>, sources: &Arc<Sources>) -> Answer {
        let statuses = &self.command.statuses;
        match outcome {
            Ok(output) => self.success(output, sources),
            Err(error) if args::is_misuse(&error) => self.failure(&error, statuses.usage, sources),
            Err(error) => self.failure(&error, statuses.failure, sources),
        }
    }

    /// Reports why there is no result.
    pub(crate) fn failure(
        &self,
        error: &Diagnostic,
        status: ExitStatus,
        sources: &Arc<Sources>,
    ) -> Answer {
        let mut answer = Answer { stdout: Vec::new(), stderr: String::new(), status };
        // Warnings come first, because they often name the cause. Scripts compare only the error.
        let warnings = error.warnings.iter().filter(|_| self.style().notes);
        let told: Vec<&Diagnostic> = warnings.chain([error]).collect();
        self.tell(&told, sources, &mut answer);
        answer
    }

    /// Reports the result of a command.
    pub(crate) fn success(&self, output: Output, sources: &Arc<Sources>) -> Answer {
        let Output { stdout, stderr, diagnostics, is_judged, mut status } = output;
        if diagnostics.iter().any(|one| one.severity == Severity::Error) {
            status = status.max(ExitStatus::Findings);
        }
        let mut answer = Answer { stdout, stderr: String::new(), status };
        if is_judged || !diagnostics.is_empty() {
            let all: Vec<&Diagnostic> = diagnostics.iter().collect();
            self.tell(&all, sources, &mut answer);
        }
        // A summary comes last. Programs that read a report want nothing else on its stream, but GitHub workflow
        // commands may be mixed with other lines.
        if !stderr.is_empty() {
            let form = self.style().form;
            let is_report = matches!(form, Form::Machine(form) if form != Format::Github);
            if !is_report || answer.stderr.is_empty() {
                answer.stderr.push_str(&stderr);
            }
        }
        answer
    }

    /// True if a flag turns warnings off.
    pub(crate) fn hides_warnings(&self) -> bool {
        self.terminal.no_warnings
    }

    /// Adds `diagnostics` to the answer.
    fn tell(&self, diagnostics: &[&Diagnostic], sources: &Arc<Sources>, answer: &mut Answer) {
        let style = self.style();
        let mutes = self.terminal.no_warnings || style.mutes_warnings(self.command);
        let mistakes = if mutes { Vec::new() } else { self.mistakes(diagnostics, sources) };
        let is_told = |one: &&Diagnostic| one.severity == Severity::Error || !mutes;
        let told: Vec<_> =
            mistakes.iter().chain(diagnostics.iter().copied()).filter(is_told).collect();
        // Nobody reads more warnings than this. Errors are few, because each ends something.
        let is_warning = |one: &&Diagnostic| one.severity == Severity::Warning;
        let mut warnings = told.iter().copied().filter(is_warning);
        let more = warnings.clone().count().saturating_sub(limits::WARNINGS);
        let rest = warnings.next_back().filter(|_| more > 0).map(|last| {
            Diagnostic::warning(last.code, format!("More warnings are not shown: {more}"))
        });
        let mut left = limits::WARNINGS;
        let is_shown = |one: &&Diagnostic| {
            let is_shown = !is_warning(one) || left > 0;
            left -= usize::from(is_warning(one) && is_shown);
            is_shown
        };
        let told = told.into_iter().filter(is_shown).chain(&rest);
        if style.form == Form::Text {
            let console = Console { program: called(), color: self.color, notes: style.notes };
            for one in told {
                answer.stderr.push_str(&match one.severity {
                    Severity::Error => console.error(one, sources),
                    Severity::Warning => console.warning(one, sources),
                });
            }
            return;
        }
        let report = RunReport::of_findings(told, sources);
        self.tell_report(&report, answer);
    }

    /// Warnings about the report settings in the project file, besides `diagnostics`. If a command fails because of
    /// the project file, it has already reported them.
    fn mistakes(&self, diagnostics: &[&Diagnostic], sources: &Arc<Sources>) -> Vec<Diagnostic> {
        let about_it = [codes::CONFIGURATION, codes::PROJECT_FILE];
        if args::is_called_as_reference()
            || diagnostics.iter().any(|one| about_it.contains(&one.code))
        {
            return Vec::new();
        }
        let Some(path) = self.project() else { return Vec::new() };
        let mistakes = Settings::mistakes(path, &*self.world, sources).into_iter();
        mistakes.map(|one| Diagnostic { severity: Severity::Warning, ..one }).collect()
    }

    /// Adds `report` in a format other than the reference's.
    pub(crate) fn tell_report(&self, report: &RunReport, answer: &mut Answer) {
        match self.style().form {
            Form::Text | Form::Rich => answer.stderr.push_str(&rich::all(report, self.color)),
            Form::Machine(format) => {
                let text = render::run(format, report, false).stdout;
                if self.command.is_reporting() {
                    answer.stdout.push(text.into_bytes());
                } else {
                    answer.stderr.push_str(&text);
                }
            }
        }
    }
}

fn write_all(pieces: &[Vec<u8>]) -> io::Result<()> {
    if pieces.is_empty() {
        return Ok(());
    }
    let mut stdout = raw_stdout();
    for pieces in pieces.chunks(PIECES_AT_ONCE) {
        let mut slices: Vec<_> = pieces.iter().map(|piece| IoSlice::new(piece)).collect();
        let mut left = &mut slices[..];
        // Skip empty pieces at the start.
        IoSlice::advance_slices(&mut left, 0);
        while !left.is_empty() {
            match stdout.write_vectored(left) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(written) => IoSlice::advance_slices(&mut left, written),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
    stdout.flush()
}

/// The maximum number of pieces that systems accept in one call.
const PIECES_AT_ONCE: usize = 1024;

/// Standard output without the line buffer, which would split large results into small writes.
#[cfg(unix)]
fn raw_stdout() -> impl Write {
    use std::os::fd::AsFd;
    match io::stdout().as_fd().try_clone_to_owned() {
        Ok(descriptor) => Box::new(std::fs::File::from(descriptor)) as Box<dyn Write>,
        Err(_) => Box::new(io::stdout()),
    }
}

#[cfg(not(unix))]
fn raw_stdout() -> impl Write {
    io::BufWriter::with_capacity(1 << 20, io::stdout())
}

/// A function that prints the output of `print` in templates.
pub(crate) fn printer(world: &Arc<dyn World>) -> Rc<dyn Fn(&str)> {
    let world = Arc::clone(world);
    Rc::new(move |line| {
        progress::clear();
        world.write_stderr(&format!("{}\n", safe::text(line)));
    })
}

/// Prints a message that is neither a result nor an error.
pub(crate) fn status(text: &str) {
    eprint(&format!("{}: {text}\n", called()));
}

/// Prints to standard error. Ignores a closed stream.
pub(crate) fn eprint(text: &str) {
    if !text.is_empty() {
        let _ = io::stderr().write_all(text.as_bytes());
    }
}
