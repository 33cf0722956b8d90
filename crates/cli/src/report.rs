//! What the user gets to see: results on standard output, everything else on standard error.

use std::{
    io::{self, Write},
    sync::Arc,
};

use yardstick_diagnostics::{
    Diagnostic, Result, Severity, Sources,
    render::{console::Console, safe},
};
use yardstick_world::{Stream, World};

use crate::{
    args::{self, Command, Terminal, called},
    progress,
    status::ExitStatus,
};

/// What a command leaves to be printed.
#[derive(Debug, Default)]
pub(crate) struct Output {
    /// For standard output, piece by piece.
    pub(crate) stdout: Vec<Vec<u8>>,
    /// For standard error, after it.
    pub(crate) stderr: String,
    /// Warnings, and whatever else there is to complain about.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The exit status if the diagnostics have no errors.
    pub(crate) status: ExitStatus,
}

impl Output {
    pub(crate) fn text(text: impl Into<Vec<u8>>) -> Self {
        Self { stdout: vec![text.into()], ..Self::default() }
    }

    /// With warnings.
    pub(crate) fn warn(self, diagnostics: Vec<Diagnostic>) -> Self {
        Self { diagnostics, ..self }
    }
}

/// What a run needs from outside, and whom it reports to.
pub(crate) struct Session {
    pub(crate) world: Arc<dyn World>,
    pub(crate) sources: Arc<Sources>,
    pub(crate) reporter: Reporter,
}

impl Session {
    pub(crate) fn new(world: &Arc<dyn World>, terminal: Terminal) -> Self {
        Self {
            reporter: Reporter::new(terminal, &**world),
            world: Arc::clone(world),
            sources: Arc::default(),
        }
    }
}

/// What a run says: bytes for both streams, and a status.
#[derive(Debug)]
pub struct Answer {
    /// For standard output, piece by piece.
    pub stdout: Vec<Vec<u8>>,
    /// For standard error.
    pub stderr: String,
    /// How the run ended.
    pub status: ExitStatus,
}

impl Answer {
    /// Prints it. The status says if that was not possible.
    pub fn print(self) -> ExitStatus {
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

/// Speaks to the user in the way that was asked for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reporter {
    /// Whether standard error has colors.
    pub(crate) color: bool,
    /// Whether standard output has colors.
    pub(crate) output_color: bool,
    notes: bool,
    no_warnings: bool,
}

impl Reporter {
    pub(crate) fn new(terminal: Terminal, world: &dyn World) -> Self {
        Self {
            color: world.has_color(Stream::Error, terminal.color),
            output_color: world.has_color(Stream::Output, terminal.color),
            notes: terminal.notes.decide(|| world.is_terminal(Stream::Error)),
            no_warnings: terminal.no_warnings,
        }
    }

    /// What there is to say about the outcome of `command`.
    pub(crate) fn answer(
        self,
        outcome: Result<Output>,
        command: &Command,
        sources: &Sources,
    ) -> Answer {
        match outcome {
            Ok(output) => self.success(output, sources),
            Err(error) if args::is_misuse(&error) => {
                self.failure(&error, command.statuses.usage, sources)
            }
            Err(error) => self.failure(&error, command.statuses.failure, sources),
        }
    }

    /// Why there is no result.
    pub(crate) fn failure(
        self,
        error: &Diagnostic,
        status: ExitStatus,
        sources: &Sources,
    ) -> Answer {
        Answer { stdout: Vec::new(), stderr: self.console().error(error, sources), status }
    }

    /// What a command found.
    pub(crate) fn success(self, output: Output, sources: &Sources) -> Answer {
        let Output { stdout, mut stderr, diagnostics, mut status } = output;
        for diagnostic in &diagnostics {
            match diagnostic.severity {
                Severity::Error => {
                    stderr.push_str(&self.console().error(diagnostic, sources));
                    status = status.max(ExitStatus::Findings);
                }
                Severity::Warning if self.no_warnings => {}
                Severity::Warning => stderr.push_str(&self.console().warning(diagnostic, sources)),
            }
        }
        Answer { stdout, stderr, status }
    }

    fn console(self) -> Console<'static> {
        Console { program: called(), color: self.color, notes: self.notes }
    }
}

fn write_all(pieces: &[Vec<u8>]) -> io::Result<()> {
    if pieces.is_empty() {
        return Ok(());
    }
    let mut stdout = raw_stdout();
    pieces.iter().try_for_each(|piece| stdout.write_all(piece))?;
    stdout.flush()
}

/// Standard output without the line buffer, which would cut large results into small writes.
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

/// Prints a line of a template's own.
pub(crate) fn print_line(line: &str) {
    progress::clear();
    eprint(&format!("{}\n", safe::text(line)));
}

/// Says something beside results and errors.
pub(crate) fn status(text: &str) {
    eprint(&format!("{}: {text}\n", called()));
}

/// Standard error may be closed; that is no reason to fail.
pub(crate) fn eprint(text: &str) {
    if !text.is_empty() {
        let _ = io::stderr().write_all(text.as_bytes());
    }
}
