//! Replaces `${name}` in texts of the project file.

use yardstick_diagnostics::{
    Diagnostic, Result, Sources, bail, codes, limits::VARIABLE_BYTES, spelling,
};

use crate::definition::Word;

/// The variables of a target. Later ones override earlier ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Variables(Vec<(String, String)>);

impl Variables {
    pub(crate) fn set(&mut self, name: &str, value: String) {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name.to_owned(), value)),
        }
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Rejects a known variable in the syntax of a shell or of Helm: `$env`, `{{ env }}`.
    fn check_spelling(&self, word: &Word) -> Result<()> {
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        for (at, _) in word.text.match_indices(['$', '{']) {
            let rest =
                word.text[at..].trim_start_matches(['$', '{']).trim_start_matches([' ', '.']);
            let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
            let opened = &word.text[at..word.text.len() - rest.len()];
            if (opened == "$" || opened.starts_with("{{")) && self.get(&rest[..end]).is_some() {
                let name = &rest[..end];
                bail!(
                    codes::PROJECT_FILE, "the variable '{name}' is not written as one";
                    at: word.span; note: format!("write ${{{name}}}")
                );
            }
        }
        Ok(())
    }

    /// [`Variables::replace`] for a path, where other notations of variables are mistakes.
    pub(crate) fn replace_in_path(&self, word: &Word) -> Result<Word> {
        self.check_spelling(word)?;
        self.replace(word)
    }

    /// Replaces the variables in a text. `$${` is an escaped `${`.
    pub(crate) fn replace(&self, word: &Word) -> Result<Word> {
        let mut text = String::new();
        let mut rest = word.text.as_str();
        while let Some(at) = rest.find("${") {
            if rest[..at].ends_with('$') {
                text.push_str(&rest[..at - 1]);
                text.push_str("${");
                rest = &rest[at + 2..];
                continue;
            }
            text.push_str(&rest[..at]);
            let after = &rest[at + 2..];
            let Some(end) = after.find('}') else {
                bail!(
                    codes::PROJECT_FILE, "a variable is not closed: expected '}}' after '${{'";
                    at: word.place_of(word.text.len() - after.len() - 2, 2);
                    note: "write $${ for a literal ${"
                );
            };
            let name = &after[..end];
            let Some(value) = self.get(name) else {
                let hint = spelling::hint(name, self.0.iter().map(|(known, _)| known.as_str()));
                bail!(
                    codes::PROJECT_FILE, "there is no variable '{name}'";
                    at: word.place_of(word.text.len() - after.len() - 2, name.len() + 3);
                    notes: hint;
                    note: "declare it under `variables` or `matrix` of the target"
                );
            };
            if text.len() + value.len() > VARIABLE_BYTES {
                bail!(
                    codes::PROJECT_FILE, "a text with its variables exceeds {VARIABLE_BYTES} bytes";
                    at: word.span
                );
            }
            text.push_str(value);
            rest = &after[end + 1..];
        }
        text.push_str(rest);
        Ok(Word { text, span: word.span })
    }
}

/// Replaces the hints of a syntax error that the braces of Helm cause: advice about templates does not help in a
/// project file.
pub(crate) fn explain(mut error: Box<Diagnostic>, sources: &Sources) -> Box<Diagnostic> {
    let has_braces = error.span().is_some_and(|span| {
        let file = sources.get(span.file);
        file.line_text(file.line(span.start)).contains("{{")
    });
    if has_braces {
        error.notes = vec!["a variable is written ${name}".to_owned()];
    }
    error
}
