//! "Did you mean": the nearest of some names.

/// The candidate nearest to `name`, if at most about half of it is mistyped. Case and underscores do not count.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let fold = |s: &str| s.replace('_', "").to_lowercase();
    let name = fold(name);
    let mut best = None;
    let mut limit = name.len().div_ceil(2);
    for candidate in candidates {
        let folded = fold(candidate);
        if folded.len().abs_diff(name.len()) >= limit {
            continue;
        }
        let distance = strsim::levenshtein(&name, &folded);
        if distance < limit {
            limit = distance;
            best = Some(candidate);
        }
    }
    best
}

/// ` (did you mean x?)`, or nothing.
pub fn suggestion<'a>(
    name: &str,
    prefix: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> String {
    let mut candidates: Vec<&str> = candidates.into_iter().collect();
    candidates.sort_unstable();
    nearest(name, candidates)
        .map_or_else(String::new, |near| format!(" (did you mean {prefix}{near}?)"))
}
