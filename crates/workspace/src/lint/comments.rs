//! Warns about comments that look like annotations but are code, or the reverse: a missing or additional space after
//! `#@`, a name without its namespace.

use yardstick_diagnostics::{Diagnostic, Fix, codes, spelling};
use yardstick_overlay::names as overlay;
use yardstick_yaml::{Comment, Tree};

use super::names::{NAMESPACES, SCHEMA_NAMESPACE, look_up};
use crate::annotations::SCHEMA;

/// The first words of statements.
const STATEMENTS: [&str; 9] =
    ["if", "for", "def", "elif", "else", "end", "load", "while", "return"];

/// Warnings about comments that only look like annotations, and annotations that look like code.
pub(super) fn warnings(tree: &Tree, is_open: bool) -> Vec<Diagnostic> {
    let mut doubts = Vec::new();
    let mut loaded: Option<LoadedOverlay<'_>> = None;
    let mut uses_overlay = false;
    // Few files load the module, so that one search of the file replaces one of each comment.
    let may_load = memchr::memmem::find(tree.source().bytes(), b"\"@ytt:overlay\"").is_some();
    for comment in tree.comments() {
        let text = tree.comment_text(comment);
        let Some(text) = text.strip_prefix('@') else { continue };
        let doubt = if let Some(code) = text.strip_prefix(' ') {
            if may_load && code.contains("\"@ytt:overlay\"") {
                let name = loaded_name(code, "overlay");
                loaded = Some(LoadedOverlay { name, start: comment.start, end: comment.end });
            } else {
                uses_overlay |= loaded.as_ref().is_some_and(|one| has_name(code, one.name));
            }
            annotation_as_code(code)
        } else {
            uses_overlay |= text.starts_with(overlay::NAMESPACE)
                || loaded.as_ref().is_some_and(|one| has_name(text, one.name));
            if NAMESPACES.iter().any(|(prefix, _)| text.starts_with(prefix)) {
                // Its name is looked up elsewhere.
                doubts
                    .extend(joined_matchers(text).map(|doubt| warning(tree, comment, text, doubt)));
                continue;
            }
            let is_value = !is_alone(tree, comment.start);
            no_code(text, is_value)
                .or_else(|| code_without_space(text, is_value))
                .or_else(|| without_namespace(tree, text))
                .or_else(|| code_as_annotation(text))
        };
        doubts.extend(doubt.map(|doubt| warning(tree, comment, text, doubt)));
    }
    let has_text_code = memchr::memmem::find(tree.source().bytes(), b"(@").is_some();
    if let (Some(LoadedOverlay { start, end, .. }), false) =
        (loaded, uses_overlay || is_open || has_text_code)
    {
        let message = "@ytt:overlay is loaded but not used";
        doubts.push(
            Diagnostic::warning(codes::NO_EFFECT, message)
                .at(tree.span(start - 1, end))
                .note("a document is merged into others only with `#@overlay/match by=...` above its `---`; without it, it is printed"),
        );
    }
    doubts
}

/// The warning about a comment whose text after `#@` is `text`.
fn warning(
    tree: &Tree,
    comment: &Comment,
    text: &str,
    (message, note, change): Doubt,
) -> Diagnostic {
    let start = comment.start + 1;
    let blanks = text.len() - text.trim_start().len();
    let name = text.trim_start().split(' ').next().map_or(0, str::len);
    let name_end = start + (blanks + name) as u32;
    // With the `#` in front.
    let warning = Diagnostic::warning(codes::UNKNOWN_ANNOTATION, message)
        .at(tree.span(comment.start - 1, name_end.max(comment.start + 1)))
        .note(note);
    match change {
        Some(Change { length, replacement, description }) => warning.fix(Fix {
            span: tree.span(start, start + length),
            replacement,
            description: description.to_owned(),
        }),
        None => warning,
    }
}

/// `#@nullable`, `#@schema-nullable`: the name of an annotation that lacks its namespace. A name alone may be
/// anybody's, so that it must make sense in the file.
fn without_namespace(tree: &Tree, text: &str) -> Option<Doubt> {
    let name = text.split(' ').next().unwrap_or_default();
    if name.contains(['/', '.', ':', '(']) {
        return None;
    }
    let (space, short) = NAMESPACES
        .iter()
        .find_map(|(prefix, _)| {
            let space = prefix.trim_end_matches('/');
            let rest = name.strip_prefix(space)?;
            Some((Some(space), rest.strip_prefix(['-', '_'])?))
        })
        .unwrap_or((None, name));
    if short.is_empty() {
        return None;
    }
    let bytes = tree.source().bytes();
    let mentions = |text: &[u8]| memchr::memmem::find(bytes, text).is_some();
    let meant = match space {
        Some(space) => format!("{space}/{short}"),
        None if short == "values-schema" => SCHEMA.to_owned(),
        None if mentions(b"values-schema") => format!("{SCHEMA_NAMESPACE}{short}"),
        None if mentions(b"@ytt:overlay") => format!("{}{short}", overlay::NAMESPACE),
        None => return None,
    };
    let is_known = matches!(look_up(&meant), Ok(())) && !meant.ends_with(char::is_numeric);
    is_known.then(|| {
        (
            format!("Unknown annotation @{name}"),
            spelling::did_you_mean(format_args!("@{meant}")),
            Some(Change {
                length: name.len() as u32,
                replacement: meant,
                description: "correct the name",
            }),
        )
    })
}

/// True if a comment that starts at `start` is alone on its line.
fn is_alone(tree: &Tree, start: u32) -> bool {
    let before = tree.source().slice(0, start.saturating_sub(1));
    let line = before.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    line.iter().all(u8::is_ascii_whitespace)
}

/// Where the overlay module is loaded, and under what name.
struct LoadedOverlay<'t> {
    name: &'t str,
    start: u32,
    end: u32,
}

/// The name under which code such as `load("@ytt:overlay", ov="overlay")` loads `symbol`.
fn loaded_name<'t>(code: &'t str, symbol: &'t str) -> &'t str {
    let aliased = code.split([',', '(', ')']).find_map(|argument| {
        let (name, loaded) = argument.split_once('=')?;
        (loaded.trim().trim_matches(['"', '\'']) == symbol).then_some(name.trim())
    });
    aliased.unwrap_or(symbol)
}

/// True if `code` contains `name` as a whole word.
fn has_name(code: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(name).any(|(at, _)| {
        !code[..at].ends_with(is_part) && !code[at + name.len()..].starts_with(is_part)
    })
}

/// The message about a comment, the hint, and the change.
type Doubt = (String, String, Option<Change>);

/// The change after `#@`.
struct Change {
    /// The number of bytes to replace.
    length: u32,
    replacement: String,
    description: &'static str,
}

impl Change {
    /// Inserts a space after `#@`.
    fn to_code() -> Self {
        Self { length: 0, replacement: " ".to_owned(), description: "make it code" }
    }
}

/// `#@ data/values-schema`: a space turned an annotation into code.
fn annotation_as_code(code: &str) -> Option<Doubt> {
    let trimmed = code.trim_start();
    // Prefixes have no spaces, so that the end of the name does not matter yet.
    if !NAMESPACES.iter().any(|(prefix, _)| trimmed.starts_with(prefix)) {
        return None;
    }
    let name = trimmed.split(' ').next().unwrap_or_default();
    if !matches!(look_up(name), Ok(()) | Err(Some(_))) {
        return None;
    }
    let blanks = (1 + code.len() - trimmed.len()) as u32;
    Some((
        format!("'#@ {name}' is code, not an annotation"),
        format!("an annotation has no space after '#@': write `#@{name}`"),
        Some(Change {
            length: blanks,
            replacement: String::new(),
            description: "remove the space after '#@'",
        }),
    ))
}

/// `key: #@`: the code of a value is missing.
fn no_code(text: &str, is_value: bool) -> Option<Doubt> {
    (text.trim().is_empty() && is_value).then(|| {
        (
            "There is no code after '#@'".to_owned(),
            "write the value: `key: #@ value`, or remove '#@'".to_owned(),
            None,
        )
    })
}

/// `key: #@name`, `#@labels()`: code without its space, which became an annotation without effect.
fn code_without_space(text: &str, is_value: bool) -> Option<Doubt> {
    let name = text.split(' ').next().unwrap_or_default();
    let is_path = name.starts_with("data.values");
    let is_call = name.contains('(') && !name.contains('/');
    let starts_name = text.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let is_word = starts_name && !name.contains('/');
    // The reference's own annotation for comments.
    if name == "comment" || !(is_path || is_call || is_value && is_word) {
        return None;
    }
    let code = text.trim();
    let whole = if is_value { format!("`key: #@ {code}`") } else { format!("`#@ {code}`") };
    Some((
        format!("'#@{name}' is an annotation, not code"),
        format!("code has a space after '#@': write {whole}"),
        Some(Change::to_code()),
    ))
}

/// `by=overlay.subset(a) and overlay.subset(b)`: of two matchers, `and` returns the last and `or` the first.
fn joined_matchers(text: &str) -> Option<Doubt> {
    if !text.starts_with(overlay::MATCH) {
        return None;
    }
    let (word, function) = [(" and ", "and_op"), (" or ", "or_op")]
        .into_iter()
        .find(|(word, _)| text.contains(&format!("){word}overlay.")))?;
    Some((
        format!("Matchers are not joined by '{}': only one of them is asked", word.trim()),
        format!("write by=overlay.{function}(a, b)"),
        None,
    ))
}

/// `#@end`, `#@schema.desc`, `#@schmea/desc`: unknown annotation names.
fn code_as_annotation(text: &str) -> Option<Doubt> {
    let name = text.split(' ').next().unwrap_or_default();
    let word = name.split(['(', ':']).next().unwrap_or_default();
    if STATEMENTS.contains(&word) {
        return Some((
            format!("'#@{name}' is an annotation, not code"),
            "write a space after '#@' for code".to_owned(),
            Some(Change::to_code()),
        ));
    }
    let first = name.split(['/', '.', ':']).next().unwrap_or_default();
    let spaces = NAMESPACES.map(|(prefix, _)| prefix.trim_end_matches('/'));
    let rest = name.get(first.len() + 1..).unwrap_or_default();
    let space = if spaces.contains(&first) && !name.contains('/') {
        first
    } else if !spaces.contains(&first) && !rest.is_empty() {
        spelling::nearest(first, spaces).filter(|near| near.len().abs_diff(first.len()) <= 2)?
    } else {
        return None;
    };
    if rest.is_empty() {
        let note = match space {
            "schema" | "data" => spelling::did_you_mean(format_args!("@{SCHEMA}")),
            _ => format!("annotations of {space} have a name after a slash: @{space}/..."),
        };
        return Some((format!("Unknown annotation @{name}"), note, None));
    }
    let meant = format!("{space}/{rest}");
    let meant = match look_up(&meant) {
        Ok(()) => meant,
        Err(Some(near)) => near.to_owned(),
        Err(None) => return None,
    };
    Some((
        format!("Unknown annotation @{name}"),
        spelling::did_you_mean(format_args!("@{meant}")),
        Some(Change {
            length: name.len() as u32,
            replacement: meant,
            description: "correct the name",
        }),
    ))
}
