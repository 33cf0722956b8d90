//! Parses flags with the syntax of Go's pflag.
//!
//! Long flags: `--name value`, `--name=value`. Short flags: `-n value`, `-nvalue`, `-n=value`, several in one word
//! (`-sfa.yml`). Booleans take a value only after `=`. A flag that needs a value takes the next word, whatever it
//! looks like. `--` ends the flags. Flags and other words may come in any order.

use yardstick_diagnostics::{Diagnostic, Result, bail, codes, spelling};

use crate::commands;

use super::{
    command::Command,
    customs,
    flag::{Kind, Spec},
    given::Given,
    habits, slips,
};

/// The flags and other words of a command line.
#[derive(Default)]
pub(super) struct Scanned {
    pub(super) given: Given,
    /// The positions of the words that are not flags.
    pub(super) positional: Vec<usize>,
}

/// Parses `words` with the flags of `command`.
pub(super) fn scan(command: &Command, words: &[String]) -> Result<Scanned> {
    let mut scanned = Scanned::default();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        at += 1;
        if word == "--" {
            scanned.positional.extend(at..words.len());
            break;
        }
        if let Some(long) = word.strip_prefix("--") {
            long_flag(command, long, words, &mut at, &mut scanned.given)?;
        } else if let Some(cluster) = word.strip_prefix('-').filter(|cluster| !cluster.is_empty()) {
            short_flags(command, cluster, words, &mut at, &mut scanned.given)?;
        } else {
            scanned.positional.push(at - 1);
        }
    }
    Ok(scanned)
}

/// The value of a flag that is given without one.
fn value_if_alone(flag: &Spec) -> Option<&'static str> {
    match flag.kind {
        Kind::Switch => Some("true"),
        Kind::OptionalText => Some(""),
        _ => None,
    }
}

fn long_flag(
    command: &Command,
    long: &str,
    words: &[String],
    at: &mut usize,
    given: &mut Given,
) -> Result<()> {
    if long.starts_with(['-', '=']) {
        return fail(format!("bad flag syntax: --{long}"));
    }
    let (name, value) =
        long.split_once('=').map_or((long, None), |(name, value)| (name, Some(value)));
    let Some(flag) = command.flags().find(|flag| flag.name == name) else {
        return Err(unknown(command, name));
    };
    if let Some(value) = value.or(value_if_alone(flag)) {
        return take(flag, value, given);
    }
    let Some(value) = words.get(*at) else {
        return fail(format!("flag needs an argument: --{name}"));
    };
    *at += 1;
    take(flag, value, given)
}

fn short_flags(
    command: &Command,
    cluster: &str,
    words: &[String],
    at: &mut usize,
    given: &mut Given,
) -> Result<()> {
    let mut rest = cluster;
    while let Some(letter) = rest.chars().next() {
        let after = &rest[letter.len_utf8()..];
        let Some(flag) = command.flags().find(|flag| flag.short == Some(letter)) else {
            let message = format!("unknown shorthand flag: '{letter}' in -{rest}");
            let has_values = command.flags().any(|flag| flag.name == "data-value");
            let hint = if let Some(hint) = slips::dashed(command, &format!("-{rest}")) {
                Some(hint)
            } else if let Some(hint) = slips::one_dash(command, cluster) {
                Some(hint)
            } else {
                let general = || habits::instead_of_letter(letter).filter(|_| has_values);
                customs::instead_of_letter(command, letter).or_else(general).map(str::to_owned)
            };
            let error = Diagnostic::error(codes::INVALID_ARGUMENT, message);
            return Err(Box::new(error.notes(hint)));
        };
        let assigned = after.strip_prefix('=').filter(|value| !value.is_empty());
        let value = if let Some(value) = assigned {
            value
        } else if let Some(value) = value_if_alone(flag) {
            take(flag, value, given)?;
            rest = after;
            continue;
        } else if !after.is_empty() {
            after
        } else if let Some(value) = words.get(*at) {
            *at += 1;
            value
        } else {
            return fail(format!("flag needs an argument: '{letter}' in -{rest}"));
        };
        return take(flag, value, given);
    }
    Ok(())
}

/// Adds a value if it is valid for the flag.
pub(super) fn take(flag: &'static Spec, value: &str, given: &mut Given) -> Result<()> {
    let expected = match flag.kind.judge(value) {
        Ok(value) => {
            given.push(flag, value);
            return Ok(());
        }
        Err(expected) => expected,
    };
    let short = flag.short.map_or_else(String::new, |letter| format!("-{letter}, "));
    let name = flag.name;
    let message =
        format!("invalid argument \"{value}\" for \"{short}--{name}\" flag: expected {expected}");
    let error = Diagnostic::error(codes::INVALID_ARGUMENT, message);
    let hint = slips::file_for_format(flag, value).or_else(|| flag.kind.suggestion(value));
    Err(Box::new(error.notes(hint)))
}

fn unknown(command: &Command, name: &str) -> Box<Diagnostic> {
    let error = Diagnostic::error(codes::INVALID_ARGUMENT, format!("unknown flag: --{name}"));
    let is_known = |flag: &str| command.flags().any(|known| known.name == flag);
    if let Some(instead) = customs::instead_of_flag(command, name) {
        return Box::new(error.note(instead));
    }
    // Commands without templates have other flags.
    if let Some(instead) = habits::instead_of_flag(name).filter(|_| is_known("data-value")) {
        return Box::new(error.note(instead));
    }
    let close = spelling::nearest(name, command.flags().map(|flag| flag.name));
    let close = close.or_else(|| with_words(command, name));
    let hint = close.map(|long| spelling::did_you_mean(format_args!("--{long}")));
    Box::new(error.notes(hint.or_else(|| of_another(command, name))))
}

/// The only flag of `command` that contains all words of `name`: `--ignore-unknown-comments` for `--ignore-comments`.
fn with_words(command: &Command, name: &str) -> Option<&'static str> {
    let has_all =
        |flag: &&Spec| name.split('-').all(|word| flag.name.split('-').any(|w| w == word));
    let mut found = command.flags().filter(has_all).filter(|_| name.contains('-'));
    found.next().filter(|_| found.next().is_none()).map(|flag| flag.name)
}

/// Names another command that has the flag `name`.
fn of_another(command: &Command, name: &str) -> Option<String> {
    let has = |one: &&&Command| one.flags().any(|flag| flag.name == name);
    let other = commands::ALL.iter().find(has).filter(|other| other.path != command.path)?;
    let renders = if other.path.is_empty() { ", which renders" } else { "" };
    Some(format!("it is a flag of `{}`{renders}", other.invocation()))
}

fn fail<T>(message: String) -> Result<T> {
    bail!(codes::INVALID_ARGUMENT, message)
}
