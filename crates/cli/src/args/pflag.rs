//! The syntax of flags, as Go's pflag has it.
//!
//! Long flags: `--name value`, `--name=value`. Short flags: `-n value`, `-nvalue`, `-n=value`, several
//! in one word (`-sfa.yml`). Booleans take a value only behind `=`. A flag that needs a value takes the
//! next word whatever it looks like. `--` ends flags; flags and other words may stand in any order.

use clap::{Arg, Command};
use yardstick_diagnostics::{Diagnostic, Result};

use super::table::{Subject, command};

/// The command line in one plain form.
pub(super) struct Parsed {
    pub(super) subject: Subject,
    /// The command's flags; building the table takes longer than reading the words.
    pub(super) command: Command,
    /// Every flag as `--name=value`.
    pub(super) words: Vec<String>,
    /// Words that are not flags, the command's name left out.
    pub(super) positional: Vec<String>,
}

/// Finds the command and brings the flags into one form.
pub(super) fn parse(words: &[String]) -> Result<Parsed> {
    // The command's name may stand behind flags, and which word is a flag's value depends on the flag;
    // the root command knows every flag that other commands have.
    let root = command(Subject::Root);
    let named = scan(&root, words)
        .ok()
        .and_then(|scanned| scanned.positional.first().copied())
        .and_then(|at| Some((Subject::named(&words[at])?, at)));
    let Some((subject, at)) = named.or_else(|| leading_command(words)) else {
        return finish(Subject::Root, root, words);
    };
    let mut rest = words.to_vec();
    rest.remove(at);
    finish(subject, command(subject), &rest)
}

/// A command as the very first word, where no flag of another command can hide it.
fn leading_command(words: &[String]) -> Option<(Subject, usize)> {
    Some((Subject::named(words.first()?)?, 0))
}

fn finish(subject: Subject, command: Command, words: &[String]) -> Result<Parsed> {
    let Scanned { flags, positional } = scan(&command, words)?;
    let positional = positional.into_iter().map(|at| words[at].clone()).collect();
    Ok(Parsed { subject, command, words: flags, positional })
}

struct Scanned {
    flags: Vec<String>,
    /// Where the words that are not flags stand.
    positional: Vec<usize>,
}

fn scan(command: &Command, words: &[String]) -> Result<Scanned> {
    let mut scanned = Scanned { flags: Vec::new(), positional: Vec::new() };
    let mut at = 0;
    while let Some(word) = words.get(at) {
        at += 1;
        if word == "--" {
            scanned.positional.extend(at..words.len());
            break;
        }
        if let Some(long) = word.strip_prefix("--") {
            scanned.flags.push(long_flag(command, long, words, &mut at)?);
        } else if let Some(cluster) = word.strip_prefix('-').filter(|cluster| !cluster.is_empty()) {
            short_flags(command, cluster, words, &mut at, &mut scanned.flags)?;
        } else {
            scanned.positional.push(at - 1);
        }
    }
    Ok(scanned)
}

fn long_flag(command: &Command, long: &str, words: &[String], at: &mut usize) -> Result<String> {
    if long.starts_with(['-', '=']) {
        return fail(format!("bad flag syntax: --{long}"));
    }
    let (name, value) =
        long.split_once('=').map_or((long, None), |(name, value)| (name, Some(value)));
    let Some(flag) = command.get_arguments().find(|flag| flag.get_long() == Some(name)) else {
        return Err(unknown(command, name));
    };
    if let Some(value) = value {
        return normal_form(flag, value);
    }
    if is_bool(flag) {
        return normal_form(flag, "true");
    }
    let Some(value) = words.get(*at) else {
        return fail(format!("flag needs an argument: --{name}"));
    };
    *at += 1;
    normal_form(flag, value)
}

fn short_flags(
    command: &Command,
    cluster: &str,
    words: &[String],
    at: &mut usize,
    flags: &mut Vec<String>,
) -> Result<()> {
    let mut rest = cluster;
    while let Some(letter) = rest.chars().next() {
        let behind = &rest[letter.len_utf8()..];
        let Some(flag) = command.get_arguments().find(|flag| flag.get_short() == Some(letter))
        else {
            return fail(format!("unknown shorthand flag: '{letter}' in -{rest}"));
        };
        let assigned = behind.strip_prefix('=').filter(|value| !value.is_empty());
        let value = if let Some(value) = assigned {
            value
        } else if is_bool(flag) {
            flags.push(normal_form(flag, "true")?);
            rest = behind;
            continue;
        } else if !behind.is_empty() {
            behind
        } else if let Some(value) = words.get(*at) {
            *at += 1;
            value
        } else {
            return fail(format!("flag needs an argument: '{letter}' in -{rest}"));
        };
        flags.push(normal_form(flag, value)?);
        return Ok(());
    }
    Ok(())
}

fn is_bool(flag: &Arg) -> bool {
    flag.get_num_args().is_some_and(|range| range.min_values() == 0)
}

/// `--name=value`, booleans spelt out.
fn normal_form(flag: &Arg, value: &str) -> Result<String> {
    let name = flag.get_long().unwrap_or_default();
    if !is_bool(flag) {
        let choices: Vec<_> = flag.get_possible_values();
        if !choices.is_empty() && !choices.iter().any(|choice| choice.matches(value, false)) {
            let names: Vec<_> =
                choices.iter().map(clap::builder::PossibleValue::get_name).collect();
            return fail(format!(
                "invalid argument \"{value}\" for \"--{name}\" flag: expected one of {}",
                names.join(", ")
            ));
        }
        return Ok(format!("--{name}={value}"));
    }
    match value {
        "1" | "t" | "T" | "true" | "TRUE" | "True" => Ok(format!("--{name}=true")),
        "0" | "f" | "F" | "false" | "FALSE" | "False" => Ok(format!("--{name}=false")),
        _ => {
            let short = flag.get_short().map_or_else(String::new, |letter| format!("-{letter}, "));
            fail(format!(
                "invalid argument \"{value}\" for \"{short}--{name}\" flag: expected true or false"
            ))
        }
    }
}

fn unknown(command: &Command, name: &str) -> Box<Diagnostic> {
    let error = Diagnostic::error("YS0001", format!("unknown flag: --{name}"));
    let close = command
        .get_arguments()
        .filter_map(Arg::get_long)
        .map(|long| (strsim::damerau_levenshtein(long, name), long))
        .min()
        .filter(|(distance, _)| *distance <= 2.max(name.len() / 4));
    Box::new(match close {
        Some((_, long)) => error.note(format!("there is a flag --{long}")),
        None => error,
    })
}

fn fail<T>(message: String) -> Result<T> {
    Err(Box::new(Diagnostic::error("YS0001", message)))
}
