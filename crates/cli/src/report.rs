//! What the user gets to see: results on standard output, everything else on standard error.

use std::{
    io::{self, IsTerminal, Write},
    process::ExitCode,
};

use yardstick_diagnostics::{
    Diagnostic, Label, Severity, Sources, Span,
    render::{Extent, reference},
};

use crate::{
    args::{PROGRAM, Terminal, When},
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
                    text.push_str(&self.warning(diagnostic, sources));
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
                eprint(&format!("{PROGRAM}: Error: Writing to standard output: {error}\n"));
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
        let (red, plain) = self.paint("\x1B[1;31m");
        let extent = if self.prints_notes() { Extent::Full } else { Extent::Reference };
        let message = reference::message_for(extent, error, sources);
        let mut text = format!("{PROGRAM}: {red}Error:{plain} {message}\n");
        if self.prints_notes() {
            let (bold, plain) = self.paint("\x1B[1m");
            for place in places_in_yaml(error, sources) {
                text.extend(["  ", bold, "note:", plain, " ", &place, "\n"]);
            }
            self.notes(error, &mut text);
        }
        text
    }

    /// A warning as text: one line, and for people the place and what may help.
    fn warning(self, warning: &Diagnostic, sources: &Sources) -> String {
        let (yellow, plain) = self.paint("\x1B[1;33m");
        let message = reference::chain(warning, sources);
        let mut text = format!("{yellow}Warning:{plain} {message}");
        if !self.prints_notes() {
            let place = warning.labels.first().map(|label| {
                let file = sources.get(label.span.file);
                format!("{}:{}", file.name(), file.line(label.span.start))
            });
            if let Some(place) = place.filter(|place| !message.contains(place.as_str())) {
                text.extend([" at ", &place]);
            }
            for note in warning.all_notes() {
                text.extend(["; ", note]);
            }
            text.push('\n');
            return text;
        }
        text.push('\n');
        if let Some(label) = warning.labels.first() {
            text.extend(["    ", &reference::excerpt(label.span, sources), "\n"]);
        }
        self.notes(warning, &mut text);
        text
    }

    fn notes(self, diagnostic: &Diagnostic, text: &mut String) {
        let (bold, plain) = self.paint("\x1B[1m");
        for note in diagnostic.all_notes() {
            text.extend(["  ", bold, "note:", plain, " ", note, "\n"]);
        }
    }

    fn paint(self, color: &'static str) -> (&'static str, &'static str) {
        if self.has_color(&io::stderr()) { (color, "\x1B[0m") } else { ("", "") }
    }

    fn prints_notes(self) -> bool {
        match self.terminal.notes {
            When::Always => true,
            When::Never => false,
            When::Auto => io::stderr().is_terminal(),
        }
    }

    fn prints_warnings(self) -> bool {
        !self.terminal.no_warnings
    }
}

/// Where a text stops being YAML, to the column, and where what is wrong there began: the words of the
/// reference name a line near it, or none.
fn places_in_yaml(error: &Diagnostic, sources: &Sources) -> Vec<String> {
    const READING: [&str; 4] = ["YS0101", "YS0102", "YS0103", "YS0104"];
    if !READING.contains(&error.code) {
        return Vec::new();
    }
    let said = |label: &Label| {
        let what = if label.text.is_empty() { "it is here" } else { &label.text };
        format!("{what}: {}", quoted(label.span, sources))
    };
    error.labels.iter().map(said).collect()
}

/// A place with its line, and a mark below the column.
fn quoted(span: Span, sources: &Sources) -> String {
    let file = sources.get(span.file);
    let (line, column) = file.line_column(span.start);
    let place = match file.origin() {
        Some(origin) => format!("{origin}, line {line}, column {column}"),
        None => format!("{}:{line}:{column}", file.name()),
    };
    let text = file.line_text(line);
    let text = text.trim_end();
    if text.is_empty() {
        return place;
    }
    // Behind the same tabs as what is marked.
    let blank = |c| if c == '\t' { c } else { ' ' };
    let before = text.chars().chain(std::iter::repeat(' ')).take(column as usize - 1);
    let indent: String = before.map(blank).collect();
    format!("{place}\n      {text}\n      {indent}^")
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
    eprint(&format!("{PROGRAM}: {text}\n"));
}

/// Standard error may be closed; that is no reason to fail.
pub(crate) fn eprint(text: &str) {
    if !text.is_empty() {
        let _ = io::stderr().write_all(text.as_bytes());
    }
}
