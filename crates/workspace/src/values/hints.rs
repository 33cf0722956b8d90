//! Hints for invalid data values: how to correct the flag or the file that sets them.

use std::{cell::OnceCell, collections::HashMap};

use yardstick_diagnostics::{Failure, Fix, MASK, Nested, Place, Report, Sources, shell_word};
use yardstick_template::tree::{Document, Yaml};

use super::slips;

/// The maximum depth of the search for keys.
const DEEPEST: usize = 6;

/// Adds hints to every failure of `report`; `defaults` shows which keys exist.
pub(super) fn explain(report: &mut Report, defaults: Option<&Document>, sources: &Sources) {
    explain_all(report, &Declared { defaults, paths: OnceCell::new() }, sources);
}

/// The keys that the schema declares.
struct Declared<'d> {
    defaults: Option<&'d Document>,
    /// The path of each key; computed once, because many keys may be searched for.
    paths: OnceCell<HashMap<String, String>>,
}

impl Declared<'_> {
    /// A hint if the schema has `key` in another place; `giver` is the source of the value.
    fn elsewhere(&self, key: &str, giver: &Giver) -> Option<String> {
        let path = self.path_of(key)?;
        let declared = format!("the schema declares it as {path}");
        Some(match giver {
            Giver::Flag(argument) | Giver::YamlFlag(argument) => {
                let flag = match giver {
                    Giver::Flag(_) => "--data-value",
                    _ => "--data-value-yaml",
                };
                let (_, value) = argument.split_once('=')?;
                format!("{declared}: write {flag} {}", shell_word(&format!("{path}={value}")))
            }
            Giver::Environment(prefix) => {
                let name = path.replace('.', "__");
                format!("{declared}: call the variable {prefix}_{name}")
            }
            Giver::File => format!("{declared}: nest it below that key"),
        })
    }

    /// The path of `key`: by its name, or by all names joined in some way (`DB_HOST`, `db/host`).
    fn path_of(&self, key: &str) -> Option<String> {
        let paths = self.paths();
        // Keywords of JSON Schema are not data values; a warning reports them.
        let is_below = |path: &&String| path.contains('.') && !path.starts_with("properties.");
        if let Some(path) = paths.get(key).filter(is_below) {
            return Some(path.clone());
        }
        let fold = |text: &str| -> String {
            let letters = text.chars().filter(|c| c.is_alphanumeric());
            letters.flat_map(char::to_lowercase).collect()
        };
        let wanted = fold(key);
        let mut meant = paths.values().filter(|path| fold(path) == wanted);
        meant.next().filter(|path| meant.next().is_none() && *path != key).cloned()
    }

    fn paths(&self) -> &HashMap<String, String> {
        self.paths.get_or_init(|| {
            let mut paths = HashMap::new();
            if let Some(defaults) = self.defaults {
                add_paths(&defaults.value, "", DEEPEST, &mut paths);
            }
            paths
        })
    }
}

/// Adds the path of every unknown key of `yaml`. Keys of a map come before those below it.
fn add_paths(yaml: &Yaml, above: &str, deepest: usize, paths: &mut HashMap<String, String>) {
    let Some(map) = yaml.as_map().filter(|_| deepest > 0) else { return };
    let named =
        || map.items().iter().filter_map(|item| Some((item.key.as_text()?.to_lossy(), item)));
    for (name, _) in named() {
        paths.entry(name.to_string()).or_insert_with(|| format!("{above}{name}"));
    }
    for (name, item) in named().filter(|(_, item)| item.value.as_map().is_some()) {
        add_paths(&item.value, &format!("{above}{name}."), deepest - 1, paths);
    }
}

fn explain_all(report: &mut Report, defaults: &Declared<'_>, sources: &Sources) {
    for failure in &mut report.failures {
        widen_to_tag(failure, sources);
        let hint = hint(failure, defaults, sources);
        failure.extra_hints.extend(hint);
    }
    for nested in &mut report.nested {
        if let Nested::Report(report) = nested {
            explain_all(report, defaults, sources);
        }
    }
}

/// The source of a value.
enum Giver {
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

fn hint(failure: &Failure, defaults: &Declared<'_>, sources: &Sources) -> Option<String> {
    let found = failure.found.as_ref()?.text.as_str();
    let expected = failure.expected.as_ref()?.text.as_str();
    let giver = giver(failure, sources);
    if failure.description.contains("not declared in schema") {
        return undeclared(found, expected, &giver, failure, defaults, sources);
    }
    match (found, expected, giver) {
        ("string", "integer" | "float" | "boolean" | "map", Giver::Flag(argument)) => {
            let (key, value) = argument.split_once('=')?;
            let fits = match expected {
                "integer" => value.parse::<i64>().is_ok(),
                "float" => value.parse::<f64>().is_ok(),
                "boolean" => ["true", "false"].contains(&value),
                _ => value.starts_with('{'),
            };
            if expected == "float" && !fits && value.starts_with(|c: char| c.is_ascii_digit()) {
                return Some(format!(
                    "the schema declares a number: give one, --data-value-yaml {key}=1.5, or quote the default there if it is a version"
                ));
            }
            if !fits && expected != "map" {
                return Some(not_of_kind(key, value, expected));
            }
            let written =
                if fits { argument.clone() } else { format!("{key}={}", example_of(expected)) };
            Some(format!(
                "--data-value always sets a string: write --data-value-yaml {}",
                shell_word(&written)
            ))
        }
        ("string" | "integer" | "float" | "boolean", "array", Giver::YamlFlag(argument)) => {
            let (key, value) = argument.split_once('=')?;
            let items: Vec<&str> = value.split(',').map(str::trim).collect();
            Some(format!("write {}", shell_word(&format!("{key}=[{}]", items.join(", ")))))
        }
        (_, "integer" | "float" | "boolean", Giver::YamlFlag(argument)) => {
            let (key, value) = argument.split_once('=')?;
            Some(not_of_kind(key, value, expected))
        }
        (_, "string", Giver::YamlFlag(argument)) => {
            let (key, value) = argument.split_once('=')?;
            Some(format!(
                "--data-value sets a string: write --data-value {}",
                shell_word(&format!("{key}={value}"))
            ))
        }
        (_, "map", Giver::YamlFlag(argument)) => {
            let (key, _) = argument.split_once('=')?;
            Some(format!("write {}", shell_word(&format!("{key}={{key: value}}"))))
        }
        ("map", "array", Giver::Flag(argument) | Giver::YamlFlag(argument)) => {
            let (key, value) = argument.split_once('=')?;
            item_by_index(key, value).or_else(|| {
                let list = value.trim_matches(['{', '}', '[', ']']);
                let whole = shell_word(&format!("{key}=[{list}]"));
                Some(format!("write --data-value-yaml {whole}"))
            })
        }
        ("map", "array", Giver::File) => {
            Some("write a list: '- ' in front of each item".to_owned())
        }
        ("string", "array", Giver::Flag(argument)) => {
            let (key, value) = argument.split_once('=')?;
            let items: Vec<&str> =
                value.trim_matches(['[', ']']).split(',').map(str::trim).collect();
            let list = format!("{key}=[{}]", items.join(", "));
            Some(format!(
                "--data-value always sets a string: write --data-value-yaml {}",
                shell_word(&list)
            ))
        }
        (
            "string",
            "integer" | "float" | "boolean" | "map" | "array",
            Giver::Environment(prefix),
        ) => Some(format!(
            "--data-values-env always sets strings: use --data-values-env-yaml {prefix}"
        )),
        ("string", "integer" | "float" | "boolean", Giver::File) => {
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
                None if slips::shell_variable(failure).is_some() => {
                    slips::shell_variable(failure).unwrap_or_default()
                }
                None if slips::decimal_comma(failure, expected).is_some() => {
                    slips::decimal_comma(failure, expected).unwrap_or_default()
                }
                None if slips::no_comma(failure, expected, sources).is_some() => {
                    slips::no_comma(failure, expected, sources).unwrap_or_default()
                }
                None if is_quoted(failure, sources) => {
                    format!("write {} without quotes", with_article(expected))
                }
                None => format!("write {} here", with_article(expected)),
            })
        }
        ("string" | "integer" | "float" | "boolean", "array", Giver::File) => {
            if is_over_lines(failure, sources) {
                return Some("write '- ' in front of each item".to_owned());
            }
            let current = || format!("[{}]", failure.current.as_deref().unwrap_or("..."));
            let list = failure.fix.as_ref().map_or_else(current, |fix| fix.replacement.clone());
            Some(format!("write a list, also for one item: {list}"))
        }
        ("integer" | "float" | "boolean", "string", Giver::File)
            if failure.place.span().is_none() =>
        {
            Some("write str(...) around the value, or quote it".to_owned())
        }
        ("null", _, Giver::File) if comment_as_value(failure, sources).is_some() => {
            let text = comment_as_value(failure, sources).unwrap_or_default();
            Some(format!("' #' starts a comment: quote the text: \"{text}\""))
        }
        ("map", "string", Giver::File) => {
            Some("write the text alone, without a key: `text`, or `- text` for an item".to_owned())
        }
        ("null", _, Giver::File) if slips::is_anchor(failure, sources) => {
            Some("`&` starts an anchor, which has no value here: quote the text".to_owned())
        }
        ("null", _, _) => Some(
            "remove the line to keep the default; the schema allows null with @schema/nullable"
                .to_owned(),
        ),
        ("float", "integer", _) => Some("write a whole number".to_owned()),
        ("integer" | "float", "boolean", _) => Some("write true or false".to_owned()),
        ("array" | "string", "map", Giver::File) if matches!(failure.place, Place::Unquoted(_)) => {
            Some(slips::other_format(failure))
        }
        ("array", "map", Giver::File)
            if failure.current.as_deref().is_some_and(|one| one.starts_with("[{")) =>
        {
            Some("write a map here, not a list: remove the '- ' before its keys".to_owned())
        }
        // If code replaces all values, they have no place.
        (_, "map", Giver::File)
            if failure.place.span().zip(failure.exact.declared).is_some_and(
                |(place, declared)| place.file == declared.file && place.start == declared.start,
            ) =>
        {
            Some("give a map of values: {\"key\": value}, or a function with YAML".to_owned())
        }
        ("string" | "integer" | "float" | "boolean" | "array", "map", Giver::File) => {
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

/// A variable whose name does not match a data value: suggests the right name.
fn undeclared_variable(found: &str, expected: &str, variable: &str) -> Option<String> {
    let start = variable
        .strip_suffix(found)
        .or_else(|| variable.rfind(&format!("_{found}__")).map(|at| &variable[..=at]))?;
    let is_declared =
        |key: &str| expected.contains(&format!("\"{key}\"")) || has_word(expected, key);
    let rest = &variable[start.len() + found.len()..];
    let lower = found.to_lowercase();
    let bare = found.trim_start_matches('_');
    let instead = if is_declared(bare) {
        bare.to_owned()
    } else if is_declared(&lower) {
        lower
    } else {
        let separated =
            found.match_indices(['.', '_']).find(|(at, _)| is_declared(&found[..*at]))?;
        format!("{}__{}", &found[..separated.0], &found[separated.0 + 1..])
    };
    Some(format!(
        "call the variable {start}{instead}{rest}: the case of letters counts, and keys further in are joined by `__`"
    ))
}

/// The comment after a key without a value, if its text directly follows the `#`: `tag: #latest`.
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

/// A hint for a key that the schema does not have.
fn undeclared(
    found: &str,
    expected: &str,
    giver: &Giver,
    failure: &Failure,
    defaults: &Declared<'_>,
    sources: &Sources,
) -> Option<String> {
    if let Giver::Environment(prefix) = giver
        && let Some(span) = failure.place.span()
    {
        let file = sources.get(span.file);
        let text = String::from_utf8_lossy(file.bytes());
        let variable = text.split('=').next().filter(|name| name.starts_with(prefix.as_str()));
        let hint = variable.and_then(|name| undeclared_variable(found, expected, name));
        return hint.or_else(|| defaults.elsewhere(found, giver));
    }
    if found.is_empty() {
        return Some("there is no key before '=': write key=value".to_owned());
    }
    if let Some(hint) = slips::marked(found) {
        return Some(hint);
    }
    if found != found.trim() {
        return Some("write no spaces around '=': key=value".to_owned());
    }
    if let Some((first, rest)) = found.split_once(':')
        && (expected.contains(&format!("\"{first}\"")) || has_word(expected, first))
    {
        return Some(format!("write a space after ':': {first}: {rest}"));
    }
    if let Giver::Flag(argument) | Giver::YamlFlag(argument) = giver {
        let (path, value) = argument.split_once('=')?;
        if let Some(hint) = item_by_index(path, value) {
            return Some(hint);
        }
        // A key with a dot, which the flag reads as two keys.
        let Some(start) = path.split('.').position(|piece| piece == found) else {
            return defaults.elsewhere(found, giver);
        };
        let above: Vec<&str> = path.split('.').take(start).collect();
        let rest: Vec<&str> = path.split('.').skip(start).collect();
        let dotted = (2..=rest.len())
            .map(|count| rest[..count].join("."))
            .find(|key| expected.contains(&format!("\"{key}\"")) || has_word(expected, key));
        // The name may occur twice in the path, as in `tls.tls.crt`.
        let again = path
            .split('.')
            .skip(start + 1)
            .position(|piece| piece == found)
            .map(|at| start + 1 + at);
        let (above, dotted) = match (dotted, again) {
            (Some(key), _) => (above, key),
            (None, Some(at)) => {
                let pieces: Vec<&str> = path.split('.').collect();
                let key = pieces[at..].join(".");
                if !(expected.contains(&format!("\"{key}\"")) || has_word(expected, &key)) {
                    return defaults.elsewhere(found, giver);
                }
                (pieces[..at].to_vec(), key)
            }
            _ => return defaults.elsewhere(found, giver),
        };
        let inner = format!("{{\"{dotted}\": {value}}}");
        let whole = if above.is_empty() {
            return Some(format!(
                "a dot separates keys: give '{dotted}' in a file, with --data-values-file"
            ));
        } else {
            format!("{}={inner}", above.join("."))
        };
        return Some(format!(
            "a dot separates keys: write --data-value-yaml {}",
            shell_word(&whole)
        ));
    }
    if matches!(giver, Giver::Environment(_)) {
        return defaults.elsewhere(found, giver);
    }
    if let Some((first, rest)) = found.split_once('.')
        && (expected.contains(&format!("\"{first}\"")) || has_word(expected, first))
    {
        return Some(format!(
            "keys are nested in YAML: `{first}:` and below it, indented, `{rest}: ...`"
        ));
    }
    let is_declared =
        |key: &str| expected.contains(&format!("\"{key}\"")) || has_word(expected, key);
    if let Some(hint) = slips::wrapped(found, failure, is_declared) {
        return Some(hint);
    }
    let mut hints = failure.hints.iter().chain(&failure.extra_hints);
    let has_hint = hints.any(|hint| hint.starts_with("did you mean"));
    if has_hint { None } else { defaults.elsewhere(found, giver) }
}

/// A hint for a `path` with an index (`env[0].name`, `env.0.name`): flags can only set whole arrays.
fn item_by_index(path: &str, value: &str) -> Option<String> {
    // Normalizes both notations of an index to one: `env.[0].name`.
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

/// True if a list of keys, `{ a, b }`, contains `key`.
fn has_word(list: &str, key: &str) -> bool {
    list.split([' ', ',', '{', '}']).any(|word| word == key)
}

/// Suggests what to write after `key=` for a value of `kind`, which `value` is not.
fn not_of_kind(key: &str, value: &str, kind: &str) -> String {
    let number = value.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    match (kind, number) {
        ("integer", Some(number)) => {
            let whole = shell_word(&format!("{key}={number:.0}"));
            format!("the schema wants a whole number: write --data-value-yaml {whole}")
        }
        ("integer", None) => {
            format!("the schema wants a whole number: write --data-value-yaml {key}=NUMBER")
        }
        ("float", None) if value.starts_with(|c: char| c.is_ascii_digit()) => {
            format!(
                "the schema wants a number, and {value} is none: if it is a version, quote its default in the schema"
            )
        }
        ("float", _) => format!("the schema wants a number: write --data-value-yaml {key}=NUMBER"),
        ("boolean", _) => {
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

/// An example value of the kind.
fn example_of(kind: &str) -> &'static str {
    match kind {
        "integer" => "3",
        "float" => "0.5",
        "boolean" => "true",
        _ => "{key: value}",
    }
}

fn with_article(kind: &str) -> &str {
    match kind {
        "integer" => "an integer",
        "float" => "a number",
        _ => "true or false",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_called_as_keys_are() {
        let said = |found, variable| {
            let said = undeclared_variable(found, "one of { db, name }", variable);
            said.map(|said| said.split(':').next().unwrap_or_default().to_owned())
        };
        let call = |name: &str| Some(format!("call the variable {name}"));
        assert_eq!(said("NAME", "MY_NAME"), call("MY_name"));
        assert_eq!(said("_name", "MY__name"), call("MY_name"));
        assert_eq!(said("db.host", "MY_db.host"), call("MY_db__host"));
        assert_eq!(said("db_host", "MY_db_host"), call("MY_db__host"));
        assert_eq!(said("DB", "MY_DB__host"), call("MY_db__host"));
        assert_eq!(said("other", "MY_other"), None);
    }
}
