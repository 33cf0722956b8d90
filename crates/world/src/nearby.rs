//! Suggests existing files for a path that does not exist.

use yardstick_diagnostics::spelling;

use crate::{EntryKind, World, paths};

/// The maximum number of names in a list.
const MOST: usize = 8;

/// A hint for a `path` that does not exist: the nearest name in its directory, or all names there.
pub fn hint(world: &dyn World, path: &str) -> Option<String> {
    if path.is_empty() {
        return Some("the name is empty: is a variable of the script not set?".to_owned());
    }
    if path.contains(['*', '?']) {
        return Some(
            "no file matches: patterns are expanded by the shell, so leave them unquoted"
                .to_owned(),
        );
    }
    if let Some(rest) = path.strip_prefix("~/") {
        return Some(format!("the shell does not expand '~' there: write $HOME/{rest}"));
    }
    let parts: Vec<&str> = path.split([',', ';', ' ']).filter(|part| !part.is_empty()).collect();
    if parts.len() > 1 && parts.iter().all(|part| world.kind(part).is_ok()) {
        return Some(format!("give each with a flag of its own: -f {}", parts.join(" -f ")));
    }
    let path = path.trim_end_matches('/');
    let (directory, name) = match path.rsplit_once('/') {
        Some((directory, name)) => (directory, name),
        None => ("", path),
    };
    let listed = if directory.is_empty() { "." } else { directory };
    let Ok(mut entries) = world.list(listed) else {
        // The directory itself is misspelled.
        return (!directory.is_empty()).then(|| hint(world, directory)).flatten();
    };
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    let shown = |name: &str| {
        let full =
            if directory.is_empty() { name.to_owned() } else { paths::join(directory, name) };
        let is_directory = world.kind(&full).is_ok_and(|kind| kind == EntryKind::Directory);
        if is_directory { format!("{full}/") } else { full }
    };
    let names = || entries.iter().map(|entry| entry.name.as_str());
    let is_of_root = directory.is_empty() && path.starts_with('/');
    if !is_of_root && names().any(|known| known == name) {
        return Some(format!("{path} is a symbolic link, and what it leads to does not exist"));
    }
    if let Some(near) = same_stem(name, names()).or_else(|| similar(name, names())) {
        return Some(format!("there is {}", shown(near)));
    }
    let all: Vec<String> =
        names().filter(|name| !name.starts_with('.')).map(shown).take(MOST + 1).collect();
    match all.len() {
        0 => Some(format!("the directory '{listed}' is empty")),
        count if count > MOST => None,
        _ => Some(format!("the directory '{listed}' holds {}", all.join(", "))),
    }
}

/// The candidate with the most similar name. An ending that both have does not make two names similar.
fn similar<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let ending = name.rfind('.').filter(|at| *at > 0).map_or("", |at| &name[at..]);
    let (same, other): (Vec<&str>, Vec<&str>) =
        candidates.partition(|candidate| !ending.is_empty() && candidate.ends_with(ending));
    let stem = |length: usize| length - ending.len();
    let stems = || same.iter().copied().map(|known| &known[..stem(known.len())]);
    let wanted = &name[..stem(name.len())];
    let near = spelling::nearest(wanted, stems()).or_else(|| spelling::shortened(wanted, stems()));
    let near = near
        .and_then(|near| same.iter().copied().find(|known| &known[..stem(known.len())] == near));
    near.or_else(|| spelling::nearest(name, other))
}

/// A candidate that differs only after the first dot.
pub fn same_stem<'a>(name: &str, mut candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let stem = |name: &str| name.split('.').next().unwrap_or_default().to_owned();
    let wanted = stem(name);
    candidates
        .find(|candidate| !wanted.is_empty() && *candidate != name && stem(candidate) == wanted)
}

/// Suggests a correction of `pattern`, which starts in `directory` and matches nothing. It replaces the first
/// component that does not exist with the nearest one that does.
pub fn pattern(world: &dyn World, directory: &str, pattern: &str) -> Option<String> {
    let mut place = if directory.is_empty() { ".".to_owned() } else { directory.to_owned() };
    let pieces: Vec<&str> = pattern.split('/').collect();
    for (at, piece) in pieces.iter().enumerate() {
        if piece.contains(['*', '?', '[', '{']) {
            return None;
        }
        let below = paths::join(&place, piece);
        if world.kind(&below).is_ok() {
            place = below;
            continue;
        }
        let entries = world.list(&place).ok()?;
        let names = || entries.iter().map(|entry| entry.name.as_str());
        let near = spelling::nearest(piece, names()).or_else(|| same_stem(piece, names()))?;
        let mut pieces = pieces.clone();
        pieces[at] = near;
        return Some(spelling::did_you_mean(pieces.join("/")));
    }
    None
}
