//! Reads the command line.
//!
//! Users bring scripts written for the reference tool, whose flags follow the conventions of Go programs: `-f=x`,
//! `-sfa.yml`, `--strict=false`, commands after flags. [`pflag`] reads that syntax for all commands, with the flags of
//! each in the table of [`commands`](crate::commands). clap sees the table only to print help or a completion script.

pub(crate) mod command;
mod customs;
pub(crate) mod flag;
mod given;
pub(crate) mod groups;
mod habits;
pub(crate) mod help;
mod list;
mod pages;
mod pflag;
pub(crate) mod render;
mod slips;
pub(crate) mod summary;

use yardstick_diagnostics::{Diagnostic, Result, bail, codes, spelling};
use yardstick_world::When;

pub(crate) use command::{Command, PROGRAM, called, is_called_as_reference};
pub(crate) use given::Given;

use crate::{args::flag::Spec, commands, report_style::RequestedForm};

/// A valid command line.
pub(crate) struct Parsed {
    pub(crate) command: &'static Command,
    pub(crate) given: Given,
    /// The arguments besides flags.
    pub(crate) operands: Vec<String>,
}

/// An invalid command line.
pub(crate) struct Misuse {
    pub(crate) command: &'static Command,
    pub(crate) error: Box<Diagnostic>,
}

/// The settings of a command line that affect output and messages.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Terminal {
    pub(crate) diagnostics: Option<RequestedForm>,
    pub(crate) notes: Option<When>,
    pub(crate) color: When,
    pub(crate) no_warnings: bool,
    /// Whether there are arguments besides flags. The commands of the reference take none.
    pub(crate) has_operands: bool,
}

impl Terminal {
    pub(crate) fn new(Parsed { given, operands, .. }: &Parsed) -> Self {
        let when = |flag| given.value(flag).and_then(When::from_name);
        Self {
            diagnostics: given.value(&groups::DIAGNOSTICS).and_then(RequestedForm::from_name),
            notes: when(&groups::NOTES),
            color: when(&groups::COLOR).unwrap_or_default(),
            no_warnings: given.is_on(&groups::NO_WARNINGS),
            has_operands: !operands.is_empty(),
        }
    }

    /// Extracts what is recognizable in an invalid command line.
    pub(crate) fn guess(words: &[String]) -> Self {
        let word = |name: &str| {
            let mut values = words.iter().enumerate().filter_map(|(at, word)| {
                match word.strip_prefix(name)?.split_once('=') {
                    Some(("", value)) => Some(value),
                    Some(_) => None,
                    None => words.get(at + 1).map(String::as_str),
                }
            });
            values.next_back()
        };
        Self {
            diagnostics: word("--diagnostics").and_then(RequestedForm::from_name),
            notes: word("--notes").and_then(When::from_name),
            color: word("--color").and_then(When::from_name).unwrap_or_default(),
            no_warnings: false,
            has_operands: false,
        }
    }
}

/// Finds the command in the words after the program's name, and reads its flags.
pub(crate) fn parse(words: &[String]) -> std::result::Result<Parsed, Misuse> {
    let mut command: &'static Command = commands::root();
    let mut rest = words.to_vec();
    loop {
        // The name of the command may follow flags, and whether a word is a flag's value depends on the flag. A
        // command knows most flags of its subcommands.
        let scanned = pflag::scan(command, &rest);
        let first = scanned.as_ref().ok().and_then(|scanned| scanned.positional.first().copied());
        // The very first word can name the command even if the scan failed, because no flag precedes it.
        let below = |at: usize| Some((commands::below(command, rest.get(at)?)?, at));
        if let Some((inner, at)) = first.and_then(below).or_else(|| below(0)) {
            command = inner;
            rest.remove(at);
            continue;
        }
        let refuse = |error| Misuse { command, error };
        let pflag::Scanned { given, positional } = scanned.map_err(refuse)?;
        let operands: Vec<String> = positional.iter().map(|&at| rest[at].clone()).collect();
        if !given.is_on(&groups::HELP) && !given.is_on(&groups::VERSION) {
            if let Some((word, note)) =
                operands.iter().find_map(|word| Some((word, slips::dashed(command, word)?)))
            {
                let message = format!("unknown flag: {word}");
                let error = Diagnostic::error(codes::INVALID_ARGUMENT, message).note(note);
                return Err(refuse(Box::new(error)));
            }
            let half_given = |operand: usize| Before::new(command, &rest, positional[operand]);
            check_operands(command, &operands, half_given).map_err(|mut error| {
                let extra = positional.get(command.operands.len());
                let slip = extra.and_then(|&at| slips::stray(command, &rest, at));
                if let Some(slip) = slip.filter(|_| error.code == codes::EXTRA_ARGUMENT) {
                    error.notes = vec![slip];
                }
                refuse(error)
            })?;
        }
        return Ok(Parsed { command, given, operands });
    }
}

/// Adds a hint to `error` of `command` if `words` contain `-version`, which pflag reads as the data value `ersion`.
pub(crate) fn with_one_dash(
    command: &Command,
    words: &[String],
    mut error: Box<Diagnostic>,
) -> Box<Diagnostic> {
    let mut clusters = words.iter().filter_map(|word| word.strip_prefix('-'));
    let slip = clusters.find_map(|cluster| slips::one_dash(command, cluster));
    if let Some(slip) = slip.filter(|_| error.code == codes::VALUE_FLAG) {
        error.notes = vec![slip];
    }
    error
}

/// The words before a stray argument, if they explain why it is there.
pub(crate) enum Before<'w> {
    /// A flag for a data value, and a key without its value: `-v name web`.
    Key { flag: &'w str, key: &'w str, after: Option<&'w str> },
    /// A flag for a values file, and one file.
    ValuesFile,
    /// A switch, which takes a value only after `=`.
    Switch(&'w str),
    /// Anything else.
    Other,
}

impl<'w> Before<'w> {
    /// Classifies the words before the one at `at`.
    fn new(command: &Command, words: &'w [String], at: usize) -> Self {
        let word = |back: usize| at.checked_sub(back).and_then(|at| words.get(at));
        if let (Some(flag), Some(key)) = (word(2), word(1).filter(|key| !key.contains('=')))
            && ["-v", "--data-value", "--data-value-yaml"].contains(&flag.as_str())
        {
            return Self::Key { flag, key, after: words.get(at + 1).map(String::as_str) };
        }
        if word(2).is_some_and(|flag| flag == "--data-values-file") {
            return Self::ValuesFile;
        }
        let is_switch = |flag: &Spec, word: &str| {
            let long = word.strip_prefix("--") == Some(flag.name);
            let short = flag
                .short
                .is_some_and(|letter| word.strip_prefix('-') == Some(&letter.to_string()));
            matches!(flag.kind, flag::Kind::Switch) && (long || short)
        };
        match word(1) {
            Some(word) if command.flags().any(|flag| is_switch(flag, word)) => Self::Switch(word),
            _ => Self::Other,
        }
    }
}

fn check_operands<'w>(
    command: &Command,
    operands: &[String],
    before: impl Fn(usize) -> Before<'w>,
) -> Result<()> {
    let expected = command.operands;
    if let Some(word) = operands.first().filter(|_| command.is_only_a_group()) {
        let message = format!("unknown command '{word}' for '{}'", command.invocation());
        let error = Diagnostic::error(codes::EXTRA_ARGUMENT, message);
        let hint = customs::instead_of_command(command, word).map(str::to_owned);
        let hint = hint.or_else(|| spelling::hint(word, commands::names_below(command)));
        return Err(Box::new(error.notes(hint)));
    }
    if let Some(missing) = expected.get(operands.len()).filter(|operand| operand.is_required) {
        let message = format!("command '{}' needs {}", command.invocation(), missing.name);
        let note = format!("{}: {}", missing.name, missing.help);
        bail!(codes::EXTRA_ARGUMENT, message; note: note);
    }
    let is_repeated = expected.last().is_some_and(|operand| operand.is_repeated);
    match operands.get(expected.len()) {
        Some(extra) if !is_repeated => Err(extra_argument(command, extra, &before(expected.len()))),
        _ => Ok(()),
    }
}

/// Adds a value for `flag` that does not come from a command line.
pub(crate) fn take(flag: &'static Spec, value: &str, given: &mut Given) -> Result<()> {
    pflag::take(flag, value, given)
}

/// Adds the flags in `words`, which are written like a command line but come from elsewhere.
pub(crate) fn take_words(
    flags: &[&'static Spec],
    words: &[String],
    given: &mut Given,
) -> Result<()> {
    let scanned = pflag::scan(commands::root(), words)?;
    if let Some(&at) = scanned.positional.first() {
        return Err(extra_argument(commands::root(), &words[at], &Before::Other));
    }
    for (flag, value) in scanned.given.into_pairs() {
        if !flags.iter().any(|known| known.name == flag.name) {
            let message = format!("the flag --{} cannot be used here", flag.name);
            let error = Diagnostic::error(codes::INVALID_ARGUMENT, message);
            return Err(Box::new(error.note("only flags that select what to render are allowed")));
        }
        pflag::take(flag, &value, given)?;
    }
    Ok(())
}

/// True if the error concerns the command line.
pub(crate) fn is_misuse(error: &Diagnostic) -> bool {
    [codes::INVALID_ARGUMENT, codes::ARGUMENT_NOT_TEXT, codes::EXTRA_ARGUMENT].contains(&error.code)
}

/// The error for an argument that is not UTF-8. Arguments name files, keys and values, all of them text.
pub(crate) fn not_text(word: &std::ffi::OsStr) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(
        codes::ARGUMENT_NOT_TEXT,
        format!("argument '{}' is not valid UTF-8", word.to_string_lossy()),
    ))
}

/// The error for an unexpected argument `extra`; `before` describes the words before it.
pub(crate) fn extra_argument(
    command: &Command,
    extra: &str,
    before: &Before<'_>,
) -> Box<Diagnostic> {
    let invocation = command.invocation();
    let message = format!("command '{invocation}' does not accept extra arguments '{extra}'");
    let error = Diagnostic::error(codes::EXTRA_ARGUMENT, message);
    let has_files = command.flags().any(|flag| flag.name == groups::FILE.spec.name);
    if let Some(note) = misread(extra, before) {
        return Box::new(error.note(note));
    }
    let close = spelling::nearest(extra, commands::names_below(command));
    Box::new(match close {
        _ if command.path.is_empty() && habits::instead_of_command(extra).is_some() => {
            error.notes(habits::instead_of_command(extra).map(str::to_owned))
        }
        Some(name) => error.note(spelling::did_you_mean(name)),
        None if has_files && extra.contains('=') => {
            error.note(format!("each data value has its own flag: --data-value {extra}"))
        }
        // `helm template NAME CHART -f values.yaml`
        None if command.path == ["template"] && !extra.contains(['.', '/']) => error.note(
            "there are no releases: write `yardstick -f DIRECTORY --data-values-file values.yaml`",
        ),
        None if command.path == ["validate"] && has_files => error.note(format!(
            "files of values are given with --data-values-file {extra}, schemas and templates with -f"
        )),
        None if has_files => error.note(format!("files are given with -f: -f {extra}")),
        None => error,
    })
}

/// Suggests what a stray argument was meant to be, if it or the words before it show that.
fn misread(extra: &str, before: &Before<'_>) -> Option<String> {
    const SWITCHED: [&str; 6] = ["true", "false", "yes", "no", "1", "0"];
    let dashes = ['\u{2014}', '\u{2013}', '\u{2212}'];
    if extra.starts_with(dashes) {
        let name = extra.trim_start_matches(dashes).trim_start_matches('-');
        return Some(format!("these are not hyphens: write --{name}"));
    }
    match before {
        Before::Key { flag, key, after } if extra == "=" => {
            let value = after.unwrap_or("...");
            Some(format!("write no spaces around '=': {flag} {key}={value}"))
        }
        Before::Key { key, .. } => {
            let key = key.trim_end_matches(':');
            Some(format!("write a key and its value as one word: {key}={extra}"))
        }
        Before::ValuesFile => {
            Some(format!("each file of values has its own flag: --data-values-file {extra}"))
        }
        Before::Switch(flag) if SWITCHED.contains(&extra) => {
            Some(format!("a switch takes its value after '=': {flag}={extra}"))
        }
        Before::Switch(_) | Before::Other => None,
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::{render::RenderArgs, *};

    fn outcome(line: &str) -> String {
        let words: Vec<String> =
            line.split(' ').filter(|w| !w.is_empty()).map(str::to_owned).collect();
        let Parsed { command, given, operands } = match parse(&words) {
            Ok(parsed) => parsed,
            Err(Misuse { command, error }) => {
                return format!("error {}: {}", command.statuses.usage.code(), error.message);
            }
        };
        let mut text = command.invocation();
        for operand in operands {
            text.extend([" ", &operand]);
        }
        if given.is_on(&groups::HELP) {
            text.push_str(" help");
        }
        if command.flags().any(|flag| flag.name == groups::OUTPUT_FILES.spec.name) {
            let RenderArgs { inputs, destination, options, marks, .. } = RenderArgs::new(&given);
            let (strict, types) = (options.library.strict, &options.output_types);
            let _ =
                write!(text, ": {inputs:?} {destination:?} {marks:?} strict {strict} {types:?}");
        }
        text
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
            "completion bash",
            "check -f s.yml a.yml b.yml",
            "check a.yml --allow-net b.yml --allow-net=h",
            "-f s.yml check a.yml",
            "schema check --dialect json s.yml",
            "schema export -ocrd -f s.yml",
            "schema export -o=crd --required all",
            "schema diff old new",
            "schema diff --old a --old b --new c",
            "schema --help",
        ];
        insta::assert_snapshot!(report(&lines));
    }

    /// The words of an example in help, as a shell splits them, without redirections and anything after a pipe.
    fn words_of_example(line: &str) -> Vec<String> {
        let command = line.split("  ").next().unwrap_or_default();
        let command = command.split(['<', '>', '|']).next().unwrap_or_default();
        command.split_whitespace().skip(1).map(|word| word.replace('\'', "")).collect()
    }

    #[test]
    fn examples_of_help_are_understood() {
        let mut count = 0;
        for command in commands::ALL {
            let has_example = command.details.contains("Example");
            assert!(has_example, "`{} --help` has no example", command.invocation());
            let lines =
                command.details.lines().filter_map(|line| line.strip_prefix("  yardstick "));
            for line in lines {
                count += 1;
                let words = words_of_example(&format!("yardstick {line}"));
                if let Err(Misuse { error, .. }) = parse(&words) {
                    panic!("{line}: {}", error.message);
                }
            }
        }
        assert!(count > 20, "only {count} examples");
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
            "check",
            "check --frob a",
            "check -j many a",
            "check -o jason a",
            "schema",
            "schema frob",
            "schema --frob",
            "schema check",
            "schema bundle a b",
            "schema import a b",
            "schema export a.yml",
            "schema export -o",
            "schema export -o xsd",
            "schema export --output-files x",
            "schema export --diff x",
            "schema export --bulk-out",
            "schema export --watch",
        ];
        insta::assert_snapshot!(report(&lines));
    }
}
