//! What the user gets to see: results on standard output, everything else on standard error.

use std::{
    io::{self, IsTerminal, Write},
    process::ExitCode,
};

use yardstick_diagnostics::{Diagnostic, Sources, render::reference};

use crate::args::{PROGRAM, Terminal, When};

/// What a command leaves to be printed.
#[derive(Debug, Default)]
pub(crate) struct Output {
    /// For standard output, piece by piece.
    pub(crate) stdout: Vec<Vec<u8>>,
    /// For standard error, behind it.
    pub(crate) stderr: String,
}

impl Output {
    pub(crate) fn text(text: impl Into<Vec<u8>>) -> Self {
        Self { stdout: vec![text.into()], stderr: String::new() }
    }
}

/// Prints why there is no result.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reporter {
    terminal: Terminal,
}

impl Reporter {
    pub(crate) fn new(terminal: Terminal) -> Self {
        Self { terminal }
    }

    /// Prints `error`.
    pub(crate) fn fail(self, error: &Diagnostic, sources: &Sources) -> ExitCode {
        let (red, bold, plain) =
            if self.has_color() { ("\x1B[1;31m", "\x1B[1m", "\x1B[0m") } else { ("", "", "") };
        let message = reference::message(error, sources);
        let mut text = format!("{PROGRAM}: {red}Error:{plain} {message}\n");
        if self.prints_notes() {
            for note in &error.notes {
                text.extend(["  ", bold, "note:", plain, " ", note, "\n"]);
            }
        }
        eprint(&text);
        ExitCode::FAILURE
    }

    fn prints_notes(self) -> bool {
        match self.terminal.notes {
            When::Always => true,
            When::Never => false,
            When::Auto => io::stderr().is_terminal(),
        }
    }

    fn has_color(self) -> bool {
        match self.terminal.color {
            When::Always => true,
            When::Never => false,
            When::Auto => {
                let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                !refused && io::stderr().is_terminal()
            }
        }
    }
}

/// Prints a result.
pub(crate) fn finish(output: &Output) -> ExitCode {
    let written = write_all(&output.stdout);
    eprint(&output.stderr);
    match written {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads has had enough; there is nobody to tell.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::FAILURE,
        Err(error) => {
            eprint(&format!("{PROGRAM}: Error: Writing to standard output: {error}\n"));
            ExitCode::FAILURE
        }
    }
}

fn write_all(pieces: &[Vec<u8>]) -> io::Result<()> {
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
    eprint(&format!("{line}\n"));
}

/// Standard error may be closed; that is no reason to fail.
fn eprint(text: &str) {
    if !text.is_empty() {
        let _ = io::stderr().write_all(text.as_bytes());
    }
}
