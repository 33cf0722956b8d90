//! The command line.
//!
//! Users bring scripts written for the reference tool, whose flags follow the habits of Go programs:
//! `-f=x`, `-sfa.yml`, `--strict=false`, commands behind flags. [`pflag`] reads that syntax and hands
//! clap one plain form; clap holds the table of flags, their help and their values.

mod flags;
mod list;
mod pflag;
mod table;

use yardstick_diagnostics::{Diagnostic, Result};

pub(crate) use flags::{Destination, FmtArgs, Inputs, RenderArgs, Terminal, When};
use pflag::Parsed;
pub(crate) use table::{PROGRAM, Subject, about as table_about, all as table_all};

/// What is to be done.
pub(crate) enum Command {
    Render(Box<RenderArgs>),
    Fmt(FmtArgs),
    Version,
    Help(Subject),
    Completion(String),
}

/// What is to be done, and how to speak about it.
pub(crate) struct Invocation {
    pub(crate) command: Command,
    pub(crate) terminal: Terminal,
}

/// Reads the words behind the program's name.
pub(crate) fn parse(words: &[String]) -> Result<Invocation> {
    let Parsed { subject, command, words, positional } = pflag::parse(words)?;
    let matches = command
        .no_binary_name(true)
        .try_get_matches_from(words)
        .map_err(|error| Diagnostic::error("YS0001", error.to_string().trim_end().to_owned()))?;
    let terminal = Terminal::from_matches(&matches);
    let asks = |flag: &str| matches.try_get_one::<bool>(flag).ok().flatten() == Some(&true);
    if asks("help") {
        return Ok(Invocation { command: Command::Help(subject), terminal });
    }
    if asks("version") {
        return Ok(Invocation { command: Command::Version, terminal });
    }
    let command = match (subject, positional.first()) {
        (Subject::Help, topic) => {
            Command::Help(topic.and_then(|name| Subject::named(name)).unwrap_or(Subject::Root))
        }
        (Subject::Completion, Some(shell)) if table::SHELLS.contains(&shell.as_str()) => {
            Command::Completion(shell.clone())
        }
        (Subject::Completion, _) => Command::Help(Subject::Completion),
        (subject, Some(extra)) => return Err(extra_argument(subject, extra)),
        (Subject::Root | Subject::Template, None) => {
            Command::Render(Box::new(RenderArgs::from_matches(&matches)))
        }
        (Subject::Fmt, None) => Command::Fmt(FmtArgs::from_matches(&matches)),
        (Subject::Version, None) => Command::Version,
    };
    Ok(Invocation { command, terminal })
}

/// Arguments name files, keys and values, all of them text.
pub(crate) fn not_text(word: &std::ffi::OsStr) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(
        "YS0002",
        format!("argument '{}' is not valid UTF-8", word.to_string_lossy()),
    ))
}

fn extra_argument(subject: Subject, extra: &str) -> Box<Diagnostic> {
    let error = Diagnostic::error(
        "YS0003",
        format!("command '{}' does not accept extra arguments '{extra}'", subject.invocation()),
    );
    let close = Subject::ALL
        .iter()
        .filter_map(|subject| subject.name())
        .find(|name| strsim::damerau_levenshtein(name, extra) <= 2);
    Box::new(match (subject, close) {
        (Subject::Root, Some(name)) => error.note(format!("there is a command '{name}'")),
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
                    options.strict, options.output_types
                )
            }
            Ok(Command::Fmt(args)) => format!("fmt {:?} strict {}", args.files, args.strict),
            Ok(Command::Version) => "version".to_owned(),
            Ok(Command::Help(subject)) => format!("help {subject:?}"),
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
            "fmt -f a -s",
            "-f a fmt",
            "version",
            "--version",
            "-h",
            "fmt --help",
            "help fmt",
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
        ];
        insta::assert_snapshot!(report(&lines));
    }
}
