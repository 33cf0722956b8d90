//! Hints for invalid data values: how to correct the flag or the file that sets them.

use yardstick_diagnostics::{Failure, Fix, MASK, Place, Sources, shell_word};
use yardstick_schema::{Misfit, Mismatch};
use yardstick_template::tree::{
    Document,
    Kind::{self, Array, Bool, Float, Int, Map, Null, Text},
};

use super::{
    slips,
    undeclared::{self, Declared},
};

/// Adds help to all `mismatches`; `defaults` says which keys there are.
pub(super) fn explain(mismatches: &mut [Mismatch], defaults: Option<&Document>, sources: &Sources) {
    let declared = Declared::new(defaults);
    for mismatch in mismatches {
        widen_to_tag(&mut mismatch.failure, sources);
        let hint = hint(mismatch, &declared, sources);
        mismatch.failure.extra_hints.extend(hint);
    }
}

/// Who gives a value.
pub(super) enum Giver {
    /// `--data-value`, with its argument.
    Flag(String),
    /// `--data-value-yaml`, with its argument.
    YamlFlag(String),
    /// `--data-values-env`, with its prefix.
    Environment(String),
    /// Anything else.
    File,
}

fn giver(failure: &Failure, sources: &Sources) -> Giver {
    let Some(span) = failure.place.span() else { return Giver::File };
    let file = sources.get(span.file);
    // A suggestion must not reveal a secret.
    let text = || {
        let argument = String::from_utf8_lossy(file.bytes());
        match argument.split_once('=').filter(|_| failure.secrecy().is_kept()) {
            Some((key, _)) => format!("{key}={MASK}"),
            None => argument.into_owned(),
        }
    };
    // A flag is the source of the value at its own key, but not of all values inside of it.
    let is_at = |key: &str| {
        let path = failure.subject.as_ref().map(|subject| subject.path.to_string());
        path.is_some_and(|path| path.trim_start_matches('.') == key)
    };
    match file.name() {
        "(data-value arg)" => Giver::Flag(text()),
        "(data-value-yaml arg)" => Giver::YamlFlag(text()),
        name => match (
            name.strip_prefix("(data-values-env arg) ")
                .or_else(|| name.strip_prefix("(data-values-env-yaml arg) ")),
            file.origin()
                .unwrap_or(name)
                .strip_prefix("--data-value-yaml ")
                .filter(|key| is_at(key)),
        ) {
            (Some(prefix), _) => Giver::Environment(prefix.to_owned()),
            (None, Some(key)) => Giver::YamlFlag(format!("{key}={}", text().trim())),
            (None, None) => Giver::File,
        },
    }
}

fn hint(mismatch: &Mismatch, defaults: &Declared<'_>, sources: &Sources) -> Option<String> {
    let failure = &mismatch.failure;
    let giver = giver(failure, sources);
    match &mismatch.misfit {
        Misfit::Key { key, declared, is_suggested } => {
            let key = (key.as_str(), declared.as_slice(), *is_suggested);
            undeclared::hint(key, &giver, failure, defaults, sources)
        }
        Misfit::Kind { found, declared } => declared
            .and_then(|declared| of_kind(*found, declared, &giver, failure, sources))
            .or_else(|| (*found == Null).then(|| null(&giver, failure, sources))),
        Misfit::Other => None,
    }
}

/// What may help with a value that is null.
fn null(giver: &Giver, failure: &Failure, sources: &Sources) -> String {
    if let Giver::File = giver {
        if let Some(text) = comment_as_value(failure, sources) {
            return format!("' #' starts a comment: quote the text: \"{text}\"");
        }
        if slips::is_anchor(failure, sources) {
            return "`&` starts an anchor, which has no value here: quote the text".to_owned();
        }
    }
    "remove the line to keep the default; the schema allows null with @schema/nullable".to_owned()
}

/// What may help with a value of the kind `found` where one of the kind `expected` is declared.
fn of_kind(
    found: Kind,
    expected: Kind,
    giver: &Giver,
    failure: &Failure,
    sources: &Sources,
) -> Option<String> {
    match (found, expected, giver) {
        (Text, Int | Float | Bool | Map, Giver::Flag(argument)) => {
            let (key, value) = argument.split_once('=')?;
            let fits = match expected {
                Int => value.parse::<i64>().is_ok(),
                Float => value.parse::<f64>().is_ok(),
                Bool => ["true", "false"].contains(&value),
                _ => value.starts_with('{'),
            };
            if expected == Float && !fits && value.starts_with(|c: char| c.is_ascii_digit()) {
                return Some(format!(
                    "the schema declares a number: give one, --data-value-yaml {key}=1.5, or quote the default there if it is a version"
                ));
            }
            if !fits && expected != Map {
                return Some(not_of_kind(key, value, expected));
            }
            let written =
                if fits { argument.clone() } else { format!("{key}={}", example_of(expected)) };
            Some(format!(
                "--data-value always sets a string: write --data-value-yaml {}",
                shell_word(&written)
            ))
        }
        (Text | Int | Float | Bool, Array, Giver::YamlFlag(argument)) => {
            let (key, value) = argument.split_once('=')?;
            let items: Vec<&str> = value.split(',').map(str::trim).collect();
            Some(format!("write {}", shell_word(&format!("{key}=[{}]", items.join(", ")))))
        }
        (_, Int | Float | Bool, Giver::YamlFlag(argument)) => {
            let (key, value) = argument.split_once('=')?;
            Some(not_of_kind(key, value, expected))
        }
        (_, Text, Giver::YamlFlag(argument)) => {
            let (key, value) = argument.split_once('=')?;
            Some(format!(
                "--data-value sets a string: write --data-value {}",
                shell_word(&format!("{key}={value}"))
            ))
        }
        (_, Map, Giver::YamlFlag(argument)) => {
            let (key, _) = argument.split_once('=')?;
            Some(format!("write {}", shell_word(&format!("{key}={{key: value}}"))))
        }
        (Map, Array, Giver::Flag(argument) | Giver::YamlFlag(argument)) => {
            let (key, value) = argument.split_once('=')?;
            item_by_index(key, value).or_else(|| {
                let list = value.trim_matches(['{', '}', '[', ']']);
                let whole = shell_word(&format!("{key}=[{list}]"));
                Some(format!("write --data-value-yaml {whole}"))
            })
        }
        (Map, Array, Giver::File) => Some("write a list: '- ' in front of each item".to_owned()),
        (Text, Array, Giver::Flag(argument)) => {
            let (key, value) = argument.split_once('=')?;
            let items: Vec<&str> =
                value.trim_matches(['[', ']']).split(',').map(str::trim).collect();
            let list = format!("{key}=[{}]", items.join(", "));
            Some(format!(
                "--data-value always sets a string: write --data-value-yaml {}",
                shell_word(&list)
            ))
        }
        (Text, Int | Float | Bool | Map | Array, Giver::Environment(prefix)) => Some(format!(
            "--data-values-env always sets strings: use --data-values-env-yaml {prefix}"
        )),
        (Text, Int | Float | Bool, Giver::File) => {
            Some(match &failure.fix {
                // Two kinds of strings can become numbers: quoted ones and those with separators.
                Some(fix) if is_quoted(failure, sources) => {
                    format!("remove the quotes: {}", fix.replacement)
                }
                Some(fix) if removes_tag(fix, sources) => {
                    format!("remove the tag: {}", fix.replacement)
                }
                Some(fix) if fix.description == Fix::NUMBER => {
                    format!("write {}, without commas", fix.replacement)
                }
                Some(fix) => format!("write {}", fix.replacement),
                None => slips::shell_variable(failure)
                    .or_else(|| slips::decimal_comma(failure, expected))
                    .or_else(|| slips::no_comma(failure, expected, sources))
                    .unwrap_or_else(|| {
                        match (with_article(expected), is_quoted(failure, sources)) {
                            (one, true) => format!("write {one} without quotes"),
                            (one, false) => format!("write {one} here"),
                        }
                    }),
            })
        }
        (Text | Int | Float | Bool, Array, Giver::File) => {
            if is_over_lines(failure, sources) {
                return Some("write '- ' in front of each item".to_owned());
            }
            let current = || format!("[{}]", failure.current.as_deref().unwrap_or("..."));
            let list = failure.fix.as_ref().map_or_else(current, |fix| fix.replacement.clone());
            Some(format!("write a list, also for one item: {list}"))
        }
        (Int | Float | Bool, Text, Giver::File) if failure.place.span().is_none() => {
            Some("write str(...) around the value, or quote it".to_owned())
        }
        (Map, Text, Giver::File) => {
            Some("write the text alone, without a key: `text`, or `- text` for an item".to_owned())
        }
        (Float, Int, _) => Some("write a whole number".to_owned()),
        (Int | Float, Bool, _) => Some("write true or false".to_owned()),
        (Array | Text, Map, Giver::File) if matches!(failure.place, Place::Unquoted(_)) => {
            Some(slips::other_format(failure))
        }
        (Array, Map, Giver::File)
            if failure.current.as_deref().is_some_and(|one| one.starts_with("[{")) =>
        {
            Some("write a map here, not a list: remove the '- ' before its keys".to_owned())
        }
        // What code gives in place of all values has no place of its own.
        (Text | Int | Float | Bool | Array, Map, Giver::File)
            if failure.place.span().zip(failure.exact.declared).is_some_and(
                |(place, declared)| place.file == declared.file && place.start == declared.start,
            ) =>
        {
            Some("give a map of values: {\"key\": value}, or a function with YAML".to_owned())
        }
        (Text | Int | Float | Bool | Array, Map, Giver::File) => {
            Some("write a map here: keys with values below it, indented".to_owned())
        }
        _ => None,
    }
}

/// `!!str 3`: the tag makes the number a string, so the fix has to remove the tag.
fn widen_to_tag(failure: &mut Failure, sources: &Sources) {
    let Some(fix) = &mut failure.fix else { return };
    let file = sources.get(fix.span.file);
    let before = file.slice(0, fix.span.start);
    let is_number = fix.description == Fix::NUMBER;
    if let Some(start) = before.trim_ascii_end().strip_suffix(TEXT_TAG.as_bytes())
        && is_number
    {
        fix.span.start = start.len() as u32;
    }
}

/// The tag of strings.
const TEXT_TAG: &str = "!!str";

/// True if the fix of a failure removes the string tag.
fn removes_tag(fix: &Fix, sources: &Sources) -> bool {
    sources.get(fix.span.file).slice(fix.span.start, fix.span.end).starts_with(TEXT_TAG.as_bytes())
}

/// The comment that follows a key without a value, if it touches its `#`: `tag: #latest`.
fn comment_as_value(failure: &Failure, sources: &Sources) -> Option<String> {
    let span = failure.place.span()?;
    let file = sources.get(span.file);
    let line = file.line_text(file.line(span.start));
    let (_, after) = line.split_once(':')?;
    let text = after.trim();
    let word = text.strip_prefix('#').filter(|word| !word.is_empty())?;
    (!word.starts_with([' ', '!', '@', '#'])).then(|| text.to_owned())
}

/// True if the value spans several lines.
fn is_over_lines(failure: &Failure, sources: &Sources) -> bool {
    failure
        .exact
        .value
        .is_some_and(|span| sources.get(span.file).slice(span.start, span.end).contains(&b'\n'))
}

/// True if the value is in quotes.
fn is_quoted(failure: &Failure, sources: &Sources) -> bool {
    failure.exact.value.is_some_and(|span| {
        let file = sources.get(span.file);
        file.slice(span.start, span.end).starts_with(b"\"")
            || file.slice(span.start, span.end).starts_with(b"'")
    })
}

/// A hint for `path` that names an item by its index (`env[0].name`, `env.0.name`): flags set whole arrays.
pub(super) fn item_by_index(path: &str, value: &str) -> Option<String> {
    // Both ways to write an index as one: `env.[0].name`.
    let spaced = path.replace('[', ".[");
    let pieces: Vec<&str> = spaced.split('.').collect();
    let is_index =
        |piece: &&str| piece.starts_with('[') || piece.bytes().all(|byte| byte.is_ascii_digit());
    let at = pieces.iter().position(is_index).filter(|at| *at > 0)?;
    let value = value.trim_matches(['{', '}', '[', ']']).to_owned();
    let item =
        pieces[at + 1..].iter().rev().fold(value, |below, key| format!("{{{key}: {below}}}"));
    let whole = shell_word(&format!("{}=[{item}]", pieces[..at].join(".")));
    Some(format!("items are not set one by one: write --data-value-yaml {whole}"))
}

/// What to write after `key=` for a value of `kind`, which `value` is not.
fn not_of_kind(key: &str, value: &str, kind: Kind) -> String {
    let number = value.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    match (kind, number) {
        (Int, Some(number)) => {
            let whole = shell_word(&format!("{key}={number:.0}"));
            format!("the schema wants a whole number: write --data-value-yaml {whole}")
        }
        (Int, None) => {
            format!("the schema wants a whole number: write --data-value-yaml {key}=NUMBER")
        }
        (Float, None) if value.starts_with(|c: char| c.is_ascii_digit()) => {
            format!(
                "the schema wants a number, and {value} is none: if it is a version, quote its default in the schema"
            )
        }
        (Float, _) => format!("the schema wants a number: write --data-value-yaml {key}=NUMBER"),
        (Bool, _) => {
            let is_true =
                ["yes", "on", "1", "y", "t", "enabled"].contains(&value.to_lowercase().as_str());
            let is_false =
                ["no", "off", "0", "n", "f", "disabled"].contains(&value.to_lowercase().as_str());
            let word = if is_true {
                "true"
            } else if is_false {
                "false"
            } else {
                "true or false"
            };
            format!("the schema wants a boolean: write --data-value-yaml {key}={word}")
        }
        _ => format!("write {key}={}", example_of(kind)),
    }
}

/// A value of the kind.
fn example_of(kind: Kind) -> &'static str {
    match kind {
        Int => "3",
        Float => "0.5",
        Bool => "true",
        _ => "{key: value}",
    }
}

fn with_article(kind: Kind) -> &'static str {
    match kind {
        Int => "an integer",
        Float => "a number",
        _ => "true or false",
    }
}
