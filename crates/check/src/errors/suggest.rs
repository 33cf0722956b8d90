//! Near misses.

/// The candidate nearest to `word`: at most two slips away and not most of the word, or a longer word
/// that starts with it.
pub(crate) fn nearest<'c>(
    word: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<&'c str> {
    let lower = word.to_lowercase();
    let length = word.chars().count();
    let allowed = match length {
        0..=2 => 1,
        _ => 2,
    };
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        // The distance is at least the difference in length; skip what cannot be near.
        let longer = candidate.len().abs_diff(word.len());
        let starts = length >= 3 && candidate.to_lowercase().starts_with(&lower);
        let distance = if longer > 8 && !starts {
            continue;
        } else {
            strsim::osa_distance(&lower, &candidate.to_lowercase())
        };
        let rank = if distance <= allowed && distance < length {
            distance
        } else if starts {
            allowed + 1
        } else {
            continue;
        };
        if candidate != word && best.is_none_or(|(known, _)| rank < known) {
            best = Some((rank, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_slips_and_beginnings() {
        assert_eq!(nearest("nmae", ["name", "game"]), Some("name"));
        assert_eq!(nearest("desc", ["description", "deps"]), Some("deps"));
        assert_eq!(nearest("desc", ["description"]), Some("description"));
        assert_eq!(nearest("Name", ["name"]), Some("name"));
        assert_eq!(nearest("xyz", ["name"]), None);
        assert_eq!(nearest("a", ["b"]), None);
    }
}
