//! "Did you mean": the nearest of some words. Every hint of the project comes from here.

/// The candidate nearest to `word`, unless half of the word or more is mistyped. Case and underscores
/// do not count; of equally near ones the first in byte order is taken.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = fold(word);
    let mut limit = word.len().div_ceil(2);
    let mut best: Option<&str> = None;
    for candidate in candidates {
        let folded = fold(candidate);
        if folded.len().abs_diff(word.len()) > limit {
            continue;
        }
        let distance = strsim::generic_levenshtein(&word, &folded);
        let ahead = best.is_some_and(|best| candidate < best);
        if distance < limit || (distance == limit && ahead) {
            limit = distance;
            best = Some(candidate);
        }
    }
    best
}

/// The same for names with a common beginning, which says nothing about how near they are:
/// `schema/titel` among `schema/title` and `schema/type`.
pub fn nearest_below<'a>(
    prefix: &str,
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let known: Vec<&str> = candidates.into_iter().collect();
    let words = known.iter().filter_map(|known| known.strip_prefix(prefix));
    let near = nearest(word.strip_prefix(prefix).unwrap_or(word), words)?;
    known.iter().copied().find(|known| known.strip_prefix(prefix) == Some(near))
}

/// `did you mean "x"?`, if a candidate is near.
pub fn hint<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(word, candidates).map(|near| format!("did you mean \"{near}\"?"))
}

fn fold(word: &str) -> Vec<u8> {
    word.replace('_', "").to_lowercase().into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn less_than_half_of_the_word_may_be_wrong() {
        assert_eq!(nearest("abcdxy", ["abcdef"]), Some("abcdef"));
        assert_eq!(nearest("abcxyz", ["abcdef"]), None);
        assert_eq!(nearest("nmae", ["name"]), None);
        assert_eq!(nearest("b", ["a", "ab"]), None);
        assert_eq!(nearest("", ["a", ""]), None);
    }

    #[test]
    fn case_and_underscores_do_not_count() {
        assert_eq!(nearest("namespace", ["name_Space"]), Some("name_Space"));
        assert_eq!(nearest("log-level", ["log_level"]), Some("log_level"));
    }

    #[test]
    fn the_nearest_wins_and_ties_go_to_the_first_in_byte_order() {
        assert_eq!(nearest("hostnam", ["host", "hosts", "hostname"]), Some("hostname"));
        assert_eq!(nearest("tokenc", ["tokenb", "tokena"]), Some("tokena"));
    }

    #[test]
    fn a_common_beginning_does_not_make_words_near() {
        let known = ["schema/title", "schema/type"];
        assert_eq!(nearest_below("schema/", "schema/titel", known), Some("schema/title"));
        assert_eq!(nearest_below("schema/", "schema/nope", known), None);
    }
}
