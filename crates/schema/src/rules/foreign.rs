//! Maps the names of JSON Schema keywords and of other tools to our rules.

use super::registry;

/// Foreign names, each with the rule as written here.
const WORDS: [(&str, &str); 40] = [
    ("minimum", "min="),
    ("maximum", "max="),
    ("exclusiveMinimum", "min_excl="),
    ("exclusiveMaximum", "max_excl="),
    ("minLength", "min_len="),
    ("minItems", "min_len="),
    ("minProperties", "min_len="),
    ("maxLength", "max_len="),
    ("maxItems", "max_len="),
    ("maxProperties", "max_len="),
    ("pattern", "regexp="),
    ("enum", "one_of=[...]"),
    ("const", "one_of=[value]"),
    ("multipleOf", "multiple_of="),
    ("uniqueItems", "unique=True"),
    ("min_length", "min_len="),
    ("minlength", "min_len="),
    ("min_items", "min_len="),
    ("max_length", "max_len="),
    ("maxlength", "max_len="),
    ("max_items", "max_len="),
    ("length", "len="),
    ("regex", "regexp="),
    ("choices", "one_of=[...]"),
    ("allowed", "one_of=[...]"),
    ("values", "one_of=[...]"),
    ("oneof", "one_of=[...]"),
    ("in", "one_of=[...]"),
    ("not_in", "not_one_of=[...]"),
    ("notnull", "not_null=True"),
    ("not_empty", "min_len=1"),
    ("non_empty", "min_len=1"),
    ("notEmpty", "min_len=1"),
    ("nonempty", "min_len=1"),
    ("positive", "min_excl=0"),
    ("gt", "min_excl="),
    ("even", "even=True"),
    ("odd", "odd=True"),
    ("unique", "unique=True"),
    ("one_not_null", "one_not_null=True"),
];

/// The number of names that come from JSON Schema.
const OF_JSON_SCHEMA: usize = 15;

/// Returns how to write the rule that `word` means: `min=` for `minimum`, and for `min` itself.
pub fn called(word: &str) -> Option<String> {
    if word == "not_null" {
        return Some("not_null=True".to_owned());
    }
    // A rule may have a foreign name as an alias. The table has its usual form.
    let foreign = WORDS.iter().find(|(foreign, _)| *foreign == word);
    match foreign {
        Some((_, written)) => Some((*written).to_owned()),
        None => registry::find(word).map(|_| format!("{word}=")),
    }
}

/// Returns what to write instead of an argument called `word`, which is not the name of a rule.
pub(crate) fn instead_of(word: &str) -> Option<String> {
    let at = WORDS.iter().position(|(foreign, _)| *foreign == word)?;
    let written = WORDS[at].1;
    Some(if at < OF_JSON_SCHEMA {
        format!("JSON Schema's {word} is {written}")
    } else {
        format!("write {written}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_means_a_rule() {
        for (word, written) in WORDS {
            let (rule, _) = written.split_once('=').expect("an argument");
            assert!(rule == "not_null" || registry::find(rule).is_some(), "{word}: {written}");
        }
        assert_eq!(called("even").as_deref(), Some("even=True"));
    }
}
