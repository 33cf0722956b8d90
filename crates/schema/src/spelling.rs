//! "Did you mean": the nearest of some words; also the module `@ytt:spelling`.

use yardstick_starlark::{Args, Error, NativeModule, Result, Thread, Value};

/// The value of the module `@ytt:spelling`.
pub fn module() -> Value {
    let members = vec![("nearest".into(), Value::native("spelling.nearest", nearest_of_list))];
    Value::host(NativeModule::new("spelling", members))
}

/// `spelling.nearest(word, words)`: the word that was probably meant, or an empty string.
fn nearest_of_list(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [word, words] = args.exactly::<2>()?;
    let text = |value: &Value| match value {
        Value::Str(text) => Ok(text.to_lossy().into_owned()),
        other => Err(Error::new(format!("expected a string, but was {}", other.type_name()))),
    };
    let word = text(word)?;
    let words = match words {
        Value::Str(_) => return Err(Error::new("expected a list of strings, but was string")),
        other => other.try_iterate()?.map(|word| text(&word)).collect::<Result<Vec<_>>>()?,
    };
    let near = nearest(&word, words.iter().map(String::as_str));
    Ok(Value::from(near.unwrap_or_default()))
}

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

fn fold(word: &str) -> Vec<u8> {
    word.replace('_', "").to_lowercase().into_bytes()
}

#[cfg(test)]
mod tests {
    use super::nearest;

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
}
