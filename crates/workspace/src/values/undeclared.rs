//! What may help with keys that the schema does not declare.

use std::{cell::OnceCell, collections::HashMap};

use yardstick_diagnostics::{Failure, Sources, shell_word};
use yardstick_template::tree::{Document, Yaml};

use super::{
    hints::{Giver, item_by_index},
    slips,
};

/// Keys are looked for at most this deep.
const DEEPEST: usize = 6;

/// The keys that the schema declares.
pub(super) struct Declared<'d> {
    defaults: Option<&'d Document>,
    /// Where each is; many keys may be looked for.
    paths: OnceCell<Paths>,
}

/// The paths of declared keys.
struct Paths {
    /// By the name of the key: the first path that ends with it.
    by_name: HashMap<String, String>,
    /// By the letters of the whole path, however they are joined. Absent where several paths have the same letters.
    by_letters: HashMap<String, Option<String>>,
}

impl<'d> Declared<'d> {
    pub(super) fn new(defaults: Option<&'d Document>) -> Self {
        Self { defaults, paths: OnceCell::new() }
    }

    /// What to do about `key` if the schema has it somewhere else; `giver` gives it.
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

    /// The path of `key`: by its name, or by all names together, however they are joined (`DB_HOST`, `db/host`).
    fn path_of(&self, key: &str) -> Option<String> {
        let paths = self.paths();
        // Keywords of JSON Schema are no data values, which a warning says.
        let is_below = |path: &&String| path.contains('.') && !path.starts_with("properties.");
        if let Some(path) = paths.by_name.get(key).filter(is_below) {
            return Some(path.clone());
        }
        let meant = paths.by_letters.get(&letters(key))?.as_ref();
        meant.filter(|path| *path != key).cloned()
    }

    fn paths(&self) -> &Paths {
        self.paths.get_or_init(|| {
            let mut by_name = HashMap::new();
            if let Some(defaults) = self.defaults {
                add_paths(&defaults.value, "", DEEPEST, &mut by_name);
            }
            let mut by_letters = HashMap::new();
            for path in by_name.values() {
                let same = by_letters.entry(letters(path));
                same.and_modify(|other| *other = None).or_insert_with(|| Some(path.clone()));
            }
            Paths { by_name, by_letters }
        })
    }
}

/// The letters and digits of `text`, in lower case.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Notes the path of every key of `yaml` that is not known yet: those of a map before those below it.
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

/// What may help with the key `found`, which the schema does not have.
///
/// `beside` are the keys that it has instead, `is_suggested` says that the report names the one that was meant.
pub(super) fn hint(
    (found, beside, is_suggested): (&str, &[String], bool),
    giver: &Giver,
    failure: &Failure,
    defaults: &Declared<'_>,
    sources: &Sources,
) -> Option<String> {
    let is_declared = |key: &str| beside.iter().any(|declared| declared == key);
    if let Giver::Environment(prefix) = giver
        && let Some(span) = failure.place.span()
    {
        let file = sources.get(span.file);
        let text = String::from_utf8_lossy(file.bytes());
        let variable = text.split('=').next().filter(|name| name.starts_with(prefix.as_str()));
        let hint = variable.and_then(|name| variable_name(found, is_declared, name));
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
        && is_declared(first)
    {
        return Some(format!("write a space after ':': {first}: {rest}"));
    }
    if let Giver::Flag(argument) | Giver::YamlFlag(argument) = giver {
        let (path, value) = argument.split_once('=')?;
        if let Some(hint) = item_by_index(path, value) {
            return Some(hint);
        }
        // A key with a dot in it, which the flag takes for two.
        let Some(start) = path.split('.').position(|piece| piece == found) else {
            return defaults.elsewhere(found, giver);
        };
        let above: Vec<&str> = path.split('.').take(start).collect();
        let rest: Vec<&str> = path.split('.').skip(start).collect();
        let dotted =
            (2..=rest.len()).map(|count| rest[..count].join(".")).find(|key| is_declared(key));
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
                if !is_declared(&key) {
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
        && is_declared(first)
    {
        return Some(format!(
            "keys are nested in YAML: `{first}:` and below it, indented, `{rest}: ...`"
        ));
    }
    if let Some(hint) = slips::wrapped(found, failure, is_declared) {
        return Some(hint);
    }
    if is_suggested { None } else { defaults.elsewhere(found, giver) }
}

/// A variable whose name is not that of a data value: what it should be called.
fn variable_name(
    found: &str,
    is_declared: impl Fn(&str) -> bool,
    variable: &str,
) -> Option<String> {
    let start = variable
        .strip_suffix(found)
        .or_else(|| variable.rfind(&format!("_{found}__")).map(|at| &variable[..=at]))?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_called_as_keys_are() {
        let said = |found, variable| {
            let said = variable_name(found, |key| ["db", "name"].contains(&key), variable);
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
