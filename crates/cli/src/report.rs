//! What the user gets to see: results on standard output, everything else on standard error.

use std::{
    io::{self, IsTerminal, Write},
    process::ExitCode,
};

use yardstick_diagnostics::{Diagnostic, Severity, Sources, render::console::Console};

use crate::{
    args::{Terminal, When, called},
    progress,
};

/// What a command leaves to be printed.
#[derive(Debug, Default)]
pub(crate) struct Output {
    /// For standard output, piece by piece.
    pub(crate) stdout: Vec<Vec<u8>>,
    /// For standard error, behind it.
    pub(crate) stderr: String,
    /// Warnings, and whatever more there is to complain about.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Whether the exit status says no though there is nothing to complain about.
    pub(crate) is_negative: bool,
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

/// Speaks to the user in the way that was asked for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reporter {
    terminal: Terminal,
}

impl Reporter {
    pub(crate) fn new(terminal: Terminal) -> Self {
        Self { terminal }
    }

    /// Prints why there is no result.
    pub(crate) fn fail(self, error: &Diagnostic, sources: &Sources) -> ExitCode {
        eprint(&self.error(error, sources));
        ExitCode::FAILURE
    }

    /// Prints a result.
    pub(crate) fn finish(self, output: &Output, sources: &Sources) -> ExitCode {
        let written = write_all(&output.stdout);
        let mut text = output.stderr.clone();
        for diagnostic in &output.diagnostics {
            match diagnostic.severity {
                Severity::Error => text.push_str(&self.error(diagnostic, sources)),
                Severity::Warning if self.prints_warnings() => {
                    text.push_str(&self.console().warning(diagnostic, sources));
                }
                Severity::Warning => {}
            }
        }
        eprint(&text);
        let is_error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
        match written {
            Ok(()) if output.is_negative || output.diagnostics.iter().any(is_error) => {
                ExitCode::FAILURE
            }
            Ok(()) => ExitCode::SUCCESS,
            // Whoever reads has had enough; there is nobody to tell.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::FAILURE,
            Err(error) => {
                eprint(&format!("{}: Error: Writing to standard output: {error}\n", called()));
                ExitCode::FAILURE
            }
        }
    }

    /// Whether what goes to `stream` is coloured.
    pub(crate) fn has_color(self, stream: &impl IsTerminal) -> bool {
        match self.terminal.color {
            When::Always => true,
            When::Never => false,
            When::Auto => {
                let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                !refused && stream.is_terminal()
            }
        }
    }

    /// An error as text.
    pub(crate) fn error(self, error: &Diagnostic, sources: &Sources) -> String {
        self.console().error(error, sources)
    }

    fn console(self) -> Console<'static> {
        let notes = match self.terminal.notes {
            When::Always => true,
            When::Never => false,
            When::Auto => io::stderr().is_terminal(),
        };
        Console { program: called(), color: self.has_color(&io::stderr()), notes }
    }

    fn prints_warnings(self) -> bool {
        !self.terminal.no_warnings
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
    eprint(&format!("{line}\n"));
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
