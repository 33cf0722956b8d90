//! Detects typing slips in a command line: typographic dashes, one hyphen instead of two, a second value for a flag.
//! The plain error of the parser would name a flag or a file that the user never typed.

use yardstick_diagnostics::shell_word;

use super::{
    command::Command,
    flag::{Kind, Spec},
};

/// Dashes that word processors and web pages substitute for hyphens.
const DASHES: [char; 4] = ['\u{2013}', '\u{2014}', '\u{2012}', '\u{2212}'];

/// A correction of `word`, which starts with a typographic dash, if it would be a flag of `command` with hyphens.
pub(super) fn dashed(command: &Command, word: &str) -> Option<String> {
    let dash = word.trim_start_matches('-').chars().next().filter(|c| DASHES.contains(c))?;
    let name = word.trim_start_matches('-').trim_start_matches(DASHES).trim_start_matches('-');
    let (flag, _) = name.split_once('=').unwrap_or((name, ""));
    let is_long = command.flags().any(|known| known.name == flag);
    let is_short = command.flags().any(|known| known.short.is_some_and(|c| flag == c.to_string()));
    let hyphens = if is_short { "-" } else { "--" };
    (is_long || is_short)
        .then(|| format!("'{dash}' is a dash, not a hyphen: write {hyphens}{name}"))
}

/// A correction of `cluster`, the letters after a single hyphen, if they are a long flag of `command`.
pub(super) fn one_dash(command: &Command, cluster: &str) -> Option<String> {
    let name = cluster.split('=').next().unwrap_or_default();
    let is_long = name.len() > 1 && command.flags().any(|flag| flag.name == name);
    is_long.then(|| format!("long flags have two dashes: --{cluster}"))
}

/// Explains the word at `at`, which is not a flag, from the words before it.
pub(super) fn stray(command: &Command, words: &[String], at: usize) -> Option<String> {
    let extra = words.get(at)?;
    let before = words.get(at.checked_sub(1)?)?;
    // `-file x`: pflag reads `-f ile` and another word.
    let long = before.strip_prefix('-').filter(|name| !name.starts_with('-'));
    if let Some(flag) = long.and_then(|name| command.flags().find(|flag| flag.name == name)) {
        return Some(format!("long flags have two dashes: --{} {extra}", flag.name));
    }
    // `--data-values-file a.yml b.yml`
    let written = words.get(at.checked_sub(2)?)?;
    let is_it = |flag: &&'static Spec| {
        written.strip_prefix("--") == Some(flag.name)
            || flag.short.is_some_and(|c| *written == format!("-{c}"))
    };
    let flag =
        command.flags().find(is_it).filter(|flag| !["file", "data-value"].contains(&flag.name))?;
    let is_repeated = matches!(flag.kind, Kind::Array | Kind::List) && !before.starts_with('-');
    let takes_pairs = flag.name.starts_with("data-value-");
    (is_repeated && !takes_pairs).then(|| match flag.name {
        "data-values-file" => format!(
            "each file of values has its own flag: {written} {extra}; templates are given with -f"
        ),
        _ => format!("each value has its own flag: {written} {extra}"),
    })
}

/// A hint if `flag` selects the output format but `value` is a file.
pub(super) fn file_for_format(flag: &Spec, value: &str) -> Option<String> {
    let Kind::Choice(words) = flag.kind else { return None };
    if flag.name != "output" {
        return None;
    }
    let is_export = words.contains(&"json-schema");
    if is_export && matches!(value, "json" | "yaml" | "yml") {
        return Some("json-schema is written as JSON, openapi-v3 and crd as YAML".to_owned());
    }
    let (stem, ending) = value.rsplit_once(['.', '/'])?;
    let word = words.iter().find(|word| **word == ending || **word == stem);
    let format = word.map_or(flag.value, |word| word);
    Some(format!("-o chooses the format: write to a file with -o {format} > {}", shell_word(value)))
}
