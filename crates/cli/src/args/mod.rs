//! The command line.
//!
//! Users bring scripts written for the reference tool, whose flags follow the habits of Go programs:
//! `-f=x`, `-sfa.yml`, `--strict=false`, commands behind flags. [`pflag`] reads that syntax with the tables
//! in [`flag`]; clap sees the tables only when help or a completion script is asked for.

mod flag;
mod flags;
mod given;
mod help;
mod list;
mod pflag;
mod subject;

use yardstick_diagnostics::{Diagnostic, Result, codes, spelling};

pub(crate) use flags::{Destination, FmtArgs, Inputs, RenderArgs, Terminal, When};
pub(crate) use help::{about as help_about, all as all_commands};
use pflag::Parsed;
pub(crate) use subject::{PROGRAM, Subject};

/// Shells for which completion can be generated.
const SHELLS: [&str; 4] = ["bash", "zsh", "fish", "powershell"];

/// What is to be done.
pub(crate) enum Command {
    Render(Box<RenderArgs>),
    Validate(Box<RenderArgs>),
    Fmt(FmtArgs),
    Version,
    /// About a command, and about which one below it.
    Help(Subject, Option<String>),
    Completion(String),
}

/// What is to be done, and how to speak about it.
pub(crate) struct Invocation {
    pub(crate) command: Command,
    pub(crate) terminal: Terminal,
}

/// Reads the words behind the program's name.
pub(crate) fn parse(words: &[String]) -> Result<Invocation> {
    let Parsed { subject, given, positional } = pflag::parse(words)?;
    let terminal = Terminal::new(&given);
    if given.is_on("help") {
        return Ok(Invocation { command: Command::Help(subject, None), terminal });
    }
    if given.is_on("version") {
        return Ok(Invocation { command: Command::Version, terminal });
    }
    let command = match (subject, positional.first()) {
        (Subject::Help, topic) => {
            let subject = topic.and_then(|name| Subject::named(name)).unwrap_or(Subject::Root);
            Command::Help(subject, positional.get(1).cloned())
        }
        (Subject::Completion, Some(shell)) if SHELLS.contains(&shell.as_str()) => {
            Command::Completion(shell.clone())
        }
        (Subject::Completion, _) => Command::Help(Subject::Completion, None),
        // As the first word they never come here: their arguments have a syntax of their own.
        (Subject::Check | Subject::Schema, _) => return Err(not_first(subject)),
        (subject, Some(extra)) => return Err(extra_argument(subject, extra)),
        (Subject::Root | Subject::Template, None) => {
            Command::Render(Box::new(RenderArgs::new(&given)))
        }
        (Subject::Validate, None) => Command::Validate(Box::new(RenderArgs::new(&given))),
        (Subject::Fmt, None) => Command::Fmt(FmtArgs::new(&given)),
        (Subject::Version, None) => Command::Version,
    };
    Ok(Invocation { command, terminal })
}

fn not_first(subject: Subject) -> Box<Diagnostic> {
    let command = subject.invocation();
    Box::new(Diagnostic::error(
        codes::EXTRA_ARGUMENT,
        format!("flags of '{command}' must follow the command"),
    ))
}

/// Arguments name files, keys and values, all of them text.
pub(crate) fn not_text(word: &std::ffi::OsStr) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(
        codes::ARGUMENT_NOT_TEXT,
        format!("argument '{}' is not valid UTF-8", word.to_string_lossy()),
    ))
}

fn extra_argument(subject: Subject, extra: &str) -> Box<Diagnostic> {
    let error = Diagnostic::error(
        codes::EXTRA_ARGUMENT,
        format!("command '{}' does not accept extra arguments '{extra}'", subject.invocation()),
    );
    let close = spelling::nearest(extra, Subject::ALL.iter().filter_map(|subject| subject.name()));
    Box::new(match (subject, close) {
        (Subject::Root, Some(name)) => error.note(spelling::did_you_mean(name)),
        _ => error.note(format!("files are given with -f: -f {extra}")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(line: &str) -> String {
        let words: Vec<String> =
            line.split(' ').filter(|w| !w.is_empty()).map(str::to_owned).collect();
        match parse(&words).map(|invocation| invocation.command) {
            Ok(Command::Render(args)) => {
                let RenderArgs { inputs, destination, options, marks, .. } = *args;
                format!(
                    "{inputs:?} {destination:?} {marks:?} strict {} {:?}",
                    options.library.strict, options.output_types
                )
            }
            Ok(Command::Validate(args)) => format!("validate {:?}", args.inputs),
            Ok(Command::Fmt(args)) => format!("fmt {:?} strict {}", args.files, args.strict),
            Ok(Command::Version) => "version".to_owned(),
            Ok(Command::Help(subject, below)) => ["help".to_owned(), format!("{subject:?}")]
                .into_iter()
                .chain(below)
                .collect::<Vec<_>>()
                .join(" "),
            Ok(Command::Completion(shell)) => format!("completion {shell}"),
            Err(error) => format!("error: {}", error.message),
        }
    }

    fn report(lines: &[&str]) -> String {
        let answered = lines.iter().map(|line| ["$ ", line, "\n", &outcome(line), "\n"].concat());
        answered.collect()
    }

    #[test]
    fn commands_and_flags() {
        let lines = [
            "",
            "-f a.yml -f b.yml,c.yml",
            "-f=a.yml --file=b.yml -fc.yml",
            "-sfa.yml",
            "-f a.yml template",
            "tpl --strict=T -f - --strict=0",
            "-f -s",
            "-o json,pos -o yaml --output-files one --output-files two",
            "--bulk-in {} --bulk-out --file-mark a:b=c,d",
            "--output-files= --dangerous-emptied-output-directory=x",
            "--diff d --dangerous-emptied-output-directory x",
            "--diff d --output-files x --watch",
            "validate -f a",
            "help check",
            "fmt -f a -s",
            "-f a fmt",
            "version",
            "--version",
            "-h",
            "fmt --help",
            "help fmt",
            "help schema diff",
            "help nope",
            "completion bash",
            "completion nope",
        ];
        insta::assert_snapshot!(report(&lines));
    }

    #[test]
    fn mistakes() {
        let lines = [
            "--nope",
            "--nope=1",
            "--fil a",
            "-z",
            "-sz",
            "--file",
            "-f",
            "-sf",
            "--strict=maybe",
            "-s=maybe",
            "--strict false",
            "-file a.yml",
            "-f a -- b",
            "rendr",
            "fmt a.yml",
            "fmt -o json",
            "version x",
            "--=x",
            "---x",
            "--notes=loud",
            "--timeout soon",
            "--timeout -1",
            "--max-steps 0",
            "validate --output-files x",
            "-f a.yml check",
        ];
        insta::assert_snapshot!(report(&lines));
    }
}
