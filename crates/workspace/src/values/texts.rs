//! Warns about `--data-value enabled=false` without a schema: the string replaces a boolean or a number, and a
//! non-empty string is true. A schema would reject it.

use yardstick_diagnostics::{Diagnostic, MASK, Secrecy, Sources, codes, shell_word};
use yardstick_template::tree::{MapItem, Yaml};
use yardstick_yaml::{Resolver, Scalar, resolve::plain};

use super::Layer;

/// A warning for each string among `given` that replaces a boolean or a number of `layers` and looks like one.
pub(super) fn over_other_kinds(
    layers: &[Layer],
    given: &[Layer],
    sources: &Sources,
) -> Vec<Diagnostic> {
    let warning = |layer: &Layer| {
        let document = &layer.document;
        let first = document.value.as_map()?.items().first()?;
        let span = first.position.span().or(document.position.span())?;
        if sources.get(span.file).name() != "(data-value arg)" || layer.reference.is_some() {
            return None;
        }
        let (path, text) = path_of(&document.value)?;
        let replaced =
            layers.iter().rev().find_map(|layer| item_at(&layer.document.value, &path))?;
        let kind = match (&replaced.value, plain(&text, Resolver::Yaml11)) {
            (Yaml::Bool(_), Scalar::Bool(_)) => "boolean",
            (Yaml::Int(_) | Yaml::Float(_), Scalar::Int(_))
            | (Yaml::Float(_), Scalar::Float(_)) => "number",
            _ => return None,
        };
        let key = path.join(".");
        let is_secret = Secrecy::of_keys(path.iter().map(String::as_str)).is_kept();
        let value = if is_secret { MASK } else { &text };
        let place = replaced.position.compact(sources);
        let message = format!("The text \"{value}\" takes the place of a {kind}: {key} ({place})");
        let flag = shell_word(&format!("{key}={value}"));
        Some(
            Diagnostic::warning(codes::TEXT_FLAG, message)
                .at(span)
                .note(format!("--data-value always sets text: write --data-value-yaml {flag}")),
        )
    };
    given.iter().filter_map(warning).collect()
}

/// The path to the only string in a value, and the string.
fn path_of(value: &Yaml) -> Option<(Vec<String>, String)> {
    let mut path = Vec::new();
    let mut here = value;
    loop {
        match here {
            Yaml::Map(map) => {
                let [item] = map.items() else { return None };
                path.push(item.key.as_text()?.to_lossy().into_owned());
                here = &item.value;
            }
            Yaml::Text(text) => return Some((path, text.to_lossy().into_owned())),
            _ => return None,
        }
    }
}

/// The item at `path` below `value`.
fn item_at<'y>(value: &'y Yaml, path: &[String]) -> Option<&'y MapItem> {
    let (last, above) = path.split_last()?;
    let map = above.iter().try_fold(value, |value, key| {
        Some(&value.as_map()?.get(&Yaml::text(key.as_str()))?.value)
    })?;
    map.as_map()?.get(&Yaml::text(last.as_str()))
}
