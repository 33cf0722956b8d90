//! What the user gets to see: results on standard output, everything else on standard error.

use std::{
    io::{self, Write},
    sync::Arc,
};

use yardstick_diagnostics::{
    Diagnostic, Label, Result, Severity, Sources, Span,
    render::{Extent, reference},
};
use yardstick_world::{Stream, World};

use crate::{
    args::{self, Command, PROGRAM, Terminal},
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
                eprint(&format!("{PROGRAM}: Error: Writing to standard output: {error}\n"));
                self.status.max(ExitStatus::Findings)
            }
        }
    }
}

/// Speaks to the user in the way that was asked for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reporter {
    /// Whether standard error has colors.
    color: bool,
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
        Answer { stdout: Vec::new(), stderr: self.error(error, sources), status }
    }

    /// What a command found.
    pub(crate) fn success(self, output: Output, sources: &Sources) -> Answer {
        let Output { stdout, mut stderr, diagnostics, mut status } = output;
        for diagnostic in &diagnostics {
            match diagnostic.severity {
                Severity::Error => {
                    stderr.push_str(&self.error(diagnostic, sources));
                    status = status.max(ExitStatus::Findings);
                }
                Severity::Warning if self.no_warnings => {}
                Severity::Warning => stderr.push_str(&self.warning(diagnostic, sources)),
            }
        }
        Answer { stdout, stderr, status }
    }

    /// An error as text.
    pub(crate) fn error(self, error: &Diagnostic, sources: &Sources) -> String {
        let (red, plain) = self.paint("\x1B[1;31m");
        let extent = if self.notes { Extent::Full } else { Extent::Reference };
        let message = reference::message_for(extent, error, sources);
        let mut text = format!("{PROGRAM}: {red}Error:{plain} {message}\n");
        if self.notes {
            let (bold, plain) = self.paint("\x1B[1m");
            for place in places_in_yaml(error, sources) {
                text.extend(["  ", bold, "note:", plain, " ", &place, "\n"]);
            }
            self.append_notes(error, &mut text);
        }
        text
    }

    /// A warning as text: one line, and for people the place and what may help.
    fn warning(self, warning: &Diagnostic, sources: &Sources) -> String {
        let (yellow, plain) = self.paint("\x1B[1;33m");
        let message = reference::chain(warning, sources);
        let mut text = format!("{yellow}Warning:{plain} {message}");
        if !self.notes {
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
        self.append_notes(warning, &mut text);
        text
    }

    fn append_notes(self, diagnostic: &Diagnostic, text: &mut String) {
        let (bold, plain) = self.paint("\x1B[1m");
        for note in diagnostic.all_notes() {
            text.extend(["  ", bold, "note:", plain, " ", note, "\n"]);
        }
    }

    fn paint(self, color: &'static str) -> (&'static str, &'static str) {
        if self.color { (color, "\x1B[0m") } else { ("", "") }
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
        let place = quoted(label.span, sources);
        if label.text.is_empty() {
            format!("at {place}")
        } else {
            format!("{}: {place}", label.text)
        }
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
    // After the same tabs as what is marked.
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
