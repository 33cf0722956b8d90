//! What may help with a text that is not JSON: habits from other languages, and marks that do not belong there.

use yardstick_diagnostics::conflict;

use super::{
    Format,
    fault::{Fault, Problem},
};

/// Help for `problem`, which was found in `text`, read as `format`.
pub(super) fn of(text: &str, problem: &Problem, format: Format) -> Option<String> {
    let (before, rest) = text.split_at_checked(problem.at)?;
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    if conflict::is_mark(&text[line..]) || text[line..].starts_with("=======\n") {
        return Some(conflict::HELP.to_owned());
    }
    if problem.help.is_some() || format == Format::Toml {
        return problem.help.clone();
    }
    if before.trim().is_empty() && is_yaml(rest) {
        return Some("the file is YAML: call it .yml, or use --input yaml".to_owned());
    }
    match (rest.chars().next(), &problem.fault) {
        (_, Fault::TrailingComma) => {
            Some(format!("remove the comma{}", or_jsonc(format, "trailing commas")))
        }
        (_, Fault::Comment) => Some(format!("remove the comment{}", or_jsonc(format, "comments"))),
        (Some('#'), _) => Some("JSON has no comments: remove it".to_owned()),
        (Some('“' | '”' | '‘' | '’'), _) => {
            Some("this is a typographic quote: write a straight one, \"".to_owned())
        }
        (Some('\''), _) => Some(format!("write {}", in_double_quotes(rest))),
        (Some(_), Fault::Escape(_)) => Some("write \\\\ for a backslash".to_owned()),
        (Some(_), Fault::LineBreak) => {
            Some("write \\n for a line break, or end the text with \" on this line".to_owned())
        }
        (Some('{' | '['), Fault::AfterEnd) => {
            let what = "a file of several documents, one on each line, is JSON Lines";
            Some(format!("{what}: call it .jsonl, or use --input jsonl"))
        }
        (Some(','), Fault::AfterEnd) if format == Format::JsonLines => {
            Some("remove the comma: each line is a document".to_owned())
        }
        (Some(':'), Fault::Comma(']')) => {
            Some("the list before this key is not closed: add ']'".to_owned())
        }
        (Some('='), Fault::Colon) => Some("write ':' between key and value".to_owned()),
        (Some(';'), Fault::Comma(_)) => {
            Some("write ',' after each value except the last".to_owned())
        }
        (Some(c), Fault::Comma(_)) => {
            let starts_value = c == '"' || c == '{' || c == '[' || c.is_alphanumeric();
            starts_value.then(|| "a comma is missing before this".to_owned())
        }
        (None, _) => unclosed(text),
        (Some(_), Fault::UnquotedKey) => {
            let name = word(rest);
            (!name.is_empty()).then(|| format!("write \"{name}\""))
        }
        (Some(_), Fault::Number(_)) => Some(number(rest)),
        (Some(_), Fault::Value | Fault::Word(_) | Fault::ForeignWord(_)) => value(word(rest)),
        _ => None,
    }
}

/// Whether `text` starts like YAML: with a key, an item or the start of a document.
fn is_yaml(text: &str) -> bool {
    let key = word(text);
    let is_key = !key.is_empty() && text[key.len()..].starts_with(':');
    is_key || text.starts_with("- ") || text.starts_with("---")
}

/// Another format that has what JSON has not, if `format` is JSON: JSON Lines have no such relative.
fn or_jsonc(format: Format, what: &str) -> String {
    match format {
        Format::Json => format!(", or read the file as JSONC, which has {what}: --input jsonc"),
        _ => String::new(),
    }
}

/// The text in single quotes at the start of `rest`, in double ones.
fn in_double_quotes(rest: &str) -> String {
    let inside = rest[1..].split(['\'', '\n']).next().unwrap_or_default();
    let is_simple = !inside.is_empty() && inside.len() < 40 && !inside.contains(['"', '\\']);
    if is_simple { format!("\"{inside}\"") } else { "text in double quotes".to_owned() }
}

fn word(rest: &str) -> &str {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '-');
    &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())]
}

/// What JSON has instead of a word of another language.
pub(super) fn foreign(word: &str) -> Option<&'static str> {
    Some(match word {
        "True" | "TRUE" | "yes" | "Yes" | "on" => "write true",
        "False" | "FALSE" | "no" | "No" | "off" => "write false",
        "None" | "nil" | "NULL" | "Null" | "undefined" => "write null",
        "NaN" | "Infinity" => "write null, or leave the key out",
        _ => return None,
    })
}

fn value(word: &str) -> Option<String> {
    let quoted = || (!word.is_empty()).then(|| format!("write \"{word}\""));
    foreign(word).map(str::to_owned).or_else(quoted)
}

/// The number that other languages write as it is at the start of `rest`.
fn number(rest: &str) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.' | '_');
    let text = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let digits = digits.replace('_', "");
    let lower = digits.to_ascii_lowercase();
    let by_base = [("0x", 16), ("0o", 8), ("0b", 2)].into_iter().find_map(|(prefix, base)| {
        u64::from_str_radix(lower.strip_prefix(prefix)?, base).ok().map(|number| number.to_string())
    });
    let plain = by_base.or_else(|| {
        let is_decimal = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
            && digits.bytes().filter(|byte| *byte == b'.').count() <= 1
            && digits.bytes().any(|byte| byte.is_ascii_digit());
        let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
        let whole = match whole.trim_start_matches('0') {
            "" => "0",
            whole => whole,
        };
        is_decimal.then(|| match fraction {
            "" => whole.to_owned(),
            fraction => format!("{whole}.{fraction}"),
        })
    });
    match plain {
        Some(plain) => format!("write {sign}{plain}, or \"{text}\" if it is text"),
        None => format!("write \"{text}\" if it is text"),
    }
}

/// Which bracket of `text` is still open at its end.
fn unclosed(text: &str) -> Option<String> {
    let (mut open, mut is_text, mut is_escaped) = (Vec::new(), false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_text => is_escaped = true,
            b'"' => is_text = !is_text,
            b'{' | b'[' if !is_text => open.push(at),
            b'}' | b']' if !is_text => {
                open.pop();
            }
            _ => {}
        }
    }
    let at = *open.last().filter(|_| !is_text)?;
    let number = text[..at].matches('\n').count() + 1;
    let (bracket, end) = if text[at..].starts_with('{') { ('{', '}') } else { ('[', ']') };
    Some(format!("the file ends before '{bracket}' on line {number} is closed: add '{end}'"))
}
