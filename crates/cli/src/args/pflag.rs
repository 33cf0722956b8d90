//! The syntax of flags, as Go's pflag has it.
//!
//! Long flags: `--name value`, `--name=value`. Short flags: `-n value`, `-nvalue`, `-n=value`, several
//! in one word (`-sfa.yml`). Booleans take a value only behind `=`. A flag that needs a value takes the
//! next word whatever it looks like. `--` ends flags; flags and other words may stand in any order.

use yardstick_diagnostics::{Diagnostic, Result, codes, spelling};

use super::{
    flag::{Flag, Kind},
    given::Given,
    subject::Subject,
};

/// A command line taken apart.
pub(super) struct Parsed {
    pub(super) subject: Subject,
    pub(super) given: Given,
    /// Words that are not flags, the command's name left out.
    pub(super) positional: Vec<String>,
}

/// Finds the command and reads its flags.
pub(super) fn parse(words: &[String]) -> Result<Parsed> {
    // The command's name may stand behind flags, and which word is a flag's value depends on the flag;
    // the root command knows every flag that other commands have.
    let root = scan(Subject::Root, words);
    let named = root
        .as_ref()
        .ok()
        .and_then(|scanned| scanned.positional.first().copied())
        .and_then(|at| Some((Subject::named(&words[at])?, at)));
    let Some((subject, at)) = named.or_else(|| leading_command(words)) else {
        return Ok(root?.finish(Subject::Root, words));
    };
    if let (Subject::Check | Subject::Schema, Ok(scanned)) = (subject, root) {
        // Their flags are not known here, and these stand before the command's name.
        return Ok(scanned.finish(subject, words));
    }
    let mut rest = words.to_vec();
    rest.remove(at);
    Ok(scan(subject, &rest)?.finish(subject, &rest))
}

/// A command as the very first word, where no flag of another command can hide it.
fn leading_command(words: &[String]) -> Option<(Subject, usize)> {
    Some((Subject::named(words.first()?)?, 0))
}

#[derive(Default)]
struct Scanned {
    given: Given,
    /// Where the words that are not flags stand.
    positional: Vec<usize>,
}

impl Scanned {
    fn finish(self, subject: Subject, words: &[String]) -> Parsed {
        let positional = self.positional.into_iter().map(|at| words[at].clone()).collect();
        Parsed { subject, given: self.given, positional }
    }
}

fn scan(subject: Subject, words: &[String]) -> Result<Scanned> {
    let mut scanned = Scanned::default();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        at += 1;
        if word == "--" {
            scanned.positional.extend(at..words.len());
            break;
        }
        if let Some(long) = word.strip_prefix("--") {
            long_flag(subject, long, words, &mut at, &mut scanned.given)?;
        } else if let Some(cluster) = word.strip_prefix('-').filter(|cluster| !cluster.is_empty()) {
            short_flags(subject, cluster, words, &mut at, &mut scanned.given)?;
        } else {
            scanned.positional.push(at - 1);
        }
    }
    Ok(scanned)
}

fn long_flag(
    subject: Subject,
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
    let Some(flag) = subject.flags().find(|flag| flag.name == name) else {
        return Err(unknown(subject, name));
    };
    if let Some(value) = value {
        return take(flag, value, given);
    }
    if flag.kind == Kind::Switch {
        return take(flag, "true", given);
    }
    let Some(value) = words.get(*at) else {
        return fail(format!("flag needs an argument: --{name}"));
    };
    *at += 1;
    take(flag, value, given)
}

fn short_flags(
    subject: Subject,
    cluster: &str,
    words: &[String],
    at: &mut usize,
    given: &mut Given,
) -> Result<()> {
    let mut rest = cluster;
    while let Some(letter) = rest.chars().next() {
        let behind = &rest[letter.len_utf8()..];
        let Some(flag) = subject.flags().find(|flag| flag.short == Some(letter)) else {
            return fail(format!("unknown shorthand flag: '{letter}' in -{rest}"));
        };
        let assigned = behind.strip_prefix('=').filter(|value| !value.is_empty());
        let value = if let Some(value) = assigned {
            value
        } else if flag.kind == Kind::Switch {
            take(flag, "true", given)?;
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
        return take(flag, value, given);
    }
    Ok(())
}

/// Takes a value if it is one that the flag can have.
fn take(flag: &'static Flag, value: &str, given: &mut Given) -> Result<()> {
    let expected = match flag.kind {
        Kind::Text | Kind::Array | Kind::List => None,
        Kind::Switch => match value {
            "1" | "t" | "T" | "true" | "TRUE" | "True" => {
                given.push(flag, "true");
                return Ok(());
            }
            "0" | "f" | "F" | "false" | "FALSE" | "False" => {
                given.push(flag, "false");
                return Ok(());
            }
            _ => Some("true or false".to_owned()),
        },
        Kind::Choice(words) if words.contains(&value) => None,
        Kind::Choice(words) => Some(format!("one of {}", words.join(", "))),
        Kind::Seconds => match value.parse() {
            Ok(seconds) if std::time::Duration::try_from_secs_f64(seconds).is_ok() => None,
            _ => Some("a number of seconds".to_owned()),
        },
        Kind::Count => match value.parse::<u64>() {
            Ok(1..) => None,
            _ => Some("a whole number above zero".to_owned()),
        },
    };
    if let Some(expected) = expected {
        let short = flag.short.map_or_else(String::new, |letter| format!("-{letter}, "));
        let name = flag.name;
        let error = Diagnostic::error(
            codes::INVALID_ARGUMENT,
            format!(
                "invalid argument \"{value}\" for \"{short}--{name}\" flag: expected {expected}"
            ),
        );
        let hint = match flag.kind {
            Kind::Choice(words) => spelling::hint(value, words.iter().copied()),
            _ => None,
        };
        return Err(Box::new(error.notes(hint)));
    }
    given.push(flag, value);
    Ok(())
}

fn unknown(subject: Subject, name: &str) -> Box<Diagnostic> {
    let error = Diagnostic::error(codes::INVALID_ARGUMENT, format!("unknown flag: --{name}"));
    let close = spelling::nearest(name, subject.flags().map(|flag| flag.name));
    Box::new(match close {
        Some(long) => error.note(spelling::did_you_mean(format_args!("--{long}"))),
        None => error,
    })
}

fn fail<T>(message: String) -> Result<T> {
    Err(Box::new(Diagnostic::error(codes::INVALID_ARGUMENT, message)))
}
