//! Warns about Helm's `--set a=1,b=2`: one flag that is meant to set several data values, but sets one.

use yardstick_diagnostics::{Diagnostic, MASK, Secrecy, Sources, Span, codes};
use yardstick_template::tree::Yaml;

use super::Layer;

/// The arguments of `--data-value` among `given`, each with its place.
pub(crate) fn arguments(given: &[Layer], sources: &Sources) -> Vec<(Span, String)> {
    let argument = |layer: &Layer| {
        let item = layer.document.value.as_map()?.items().first()?;
        let span = item.position.span().or(layer.document.position.span())?;
        let file = sources.get(span.file);
        if file.name() != "(data-value arg)" {
            return None;
        }
        let text = String::from_utf8_lossy(file.bytes()).into_owned();
        text.contains(',').then_some((span, text))
    };
    given.iter().filter_map(argument).collect()
}

/// A warning for each of `arguments` whose text contains `,key=`, if `values` have such a key.
pub(crate) fn joined_by_commas(arguments: &[(Span, String)], values: &Yaml) -> Vec<Diagnostic> {
    let has = |path: &str| {
        let found = path.split('.').try_fold(values, |value, key| {
            value.as_map()?.get(&Yaml::text(key)).map(|item| &item.value)
        });
        found.is_some()
    };
    let warning = |(span, text): &(Span, String)| {
        let (key, value) = text.split_once('=')?;
        let (first, rest) = value.split_once(',')?;
        let (other, _) = rest.split_once('=')?;
        let is_joined = rest
            .split(',')
            .all(|piece| piece.split_once('=').is_some_and(|(path, _)| has(path.trim())));
        if !is_joined {
            return None;
        }
        let message =
            format!("The value of {key} holds ',{other}=', and {other} is a data value too");
        let flags: Vec<String> = std::iter::once(format!("{key}={first}"))
            .chain(rest.split(',').map(str::to_owned))
            .map(|one| match one.split_once('=') {
                Some((key, _)) if Secrecy::of_keys(key.split('.')).is_kept() => {
                    format!("{key}={MASK}")
                }
                _ => one,
            })
            .map(|one| format!("--data-value {}", yardstick_diagnostics::shell_word(&one)))
            .collect();
        let note = format!("give each a flag of its own: {}", flags.join(" "));
        Some(Diagnostic::warning(codes::JOINED_VALUES, message).at(*span).note(note))
    };
    arguments.iter().filter_map(warning).collect()
}
