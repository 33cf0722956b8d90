//! Finds the uses of data values in templates: every `data.values.a.b` in the code of a text.

use super::expression::chain_at;

/// A use of a data value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Use {
    /// The path of the data value: `a.b`.
    pub(crate) path: String,
    /// The start and end of the whole chain.
    pub(crate) span: (usize, usize),
}

/// All uses in `text`.
pub(crate) fn uses(text: &str) -> Vec<Use> {
    const MARK: &str = "data.values.";
    let mut all = Vec::new();
    for (at, _) in text.match_indices(MARK) {
        let is_part = text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.');
        // Start from the last name of the chain.
        let is_chain = |c: char| c.is_alphanumeric() || "_.".contains(c);
        let rest = &text[at..];
        let length = rest.find(|c| !is_chain(c)).unwrap_or(rest.len());
        let end = at + rest[..length].trim_end_matches('.').len();
        if is_part || end <= at + MARK.len() {
            continue;
        }
        if let Some(chain) = chain_at(text, end) {
            let path = chain.names[2..].join(".");
            all.push(Use { path, span: (at, end) });
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_are_found_whole() {
        let found = uses(
            "a: #@ data.values.db.port + data.values.\nb: #@ mydata.values.x\nc: (@= data.values.n @)",
        );
        let paths: Vec<&str> = found.iter().map(|one| one.path.as_str()).collect();
        assert_eq!(paths, ["db.port", "n"]);
    }
}
