//! Hints for texts that are not valid YAML. They compare the lines around the problem with common mistakes, and are
//! computed only after a problem was found.

use yardstick_diagnostics::conflict;

use super::{Mode, keyless, problem::Fault, slips};

/// Help for `fault` at byte `at` of `bytes`, which are read by the rules of `mode`.
pub(super) fn hint(bytes: &[u8], fault: &Fault, at: usize, mode: Mode) -> Option<String> {
    match fault {
        Fault::Encoding(_) => return Some(encoding(bytes, at)),
        Fault::Control => return Some(slips::no_text(bytes, at)),
        _ => {}
    }
    if let Some(marker) = conflict::find(bytes) {
        let number = bytes[..marker.start].split(|byte| *byte == b'\n').count();
        return Some(format!("line {number}: {}", conflict::HELP));
    }
    let text = String::from_utf8_lossy(bytes);
    let lines = Lines::around(&text, at);
    // The mark makes text of a comment or of code on the first line.
    if mode == Mode::Reference && text.starts_with("\u{feff}#") && lines.above.len() < 10 {
        return Some(
            "the file starts with a byte order mark, which makes its first line text: save it as UTF-8 without a mark (BOM)"
                .to_owned(),
        );
    }
    if let Some(note) = lines.other_tool() {
        return Some(note);
    }
    if let Some(note) = lines.odd_space() {
        return Some(note);
    }
    if let Some(note) = lines.code_in_flow() {
        return Some(note);
    }
    if let Some(note) = keyless::code_over_lines(&lines) {
        return Some(note);
    }
    match fault {
        Fault::Merge => Some(lines.merge()),
        Fault::AnchorName => lines.alias_as_text(),
        Fault::MappingValue => {
            lines.two_values().or_else(|| lines.no_space()).or_else(|| lines.indentation())
        }
        Fault::Block(wanted) => lines
            .after_function()
            .or_else(|| slips::in_block(&lines, wanted))
            .or_else(|| lines.after_quote())
            .or_else(|| lines.indentation()),
        Fault::Content => slips::no_content(&lines),
        Fault::Colon => lines
            .before()
            .and_then(|(_, line)| slips::marker(line))
            .or_else(|| lines.no_space())
            .or_else(|| Some(keyless::no_key(&lines))),
        Fault::Escape(_) => Some(
            "in double quotes a backslash starts an escape: write \\\\, or use single quotes"
                .to_owned(),
        ),
        Fault::Flow('}') => lines.variable_in_flow().or_else(|| lines.unclosed('{', '}')),
        Fault::Flow(close) => lines.unclosed('[', *close),
        Fault::OpenQuote => lines.open_quote(),
        Fault::Character => lines.annotation_without_hash(),
        Fault::Ambiguous { text, .. } => Some(format!(
            "quote it if it is text, \"{text}\"; otherwise write true, false, null or a plain number"
        )),
        Fault::UnknownAnchor(name) => Some(keyless::unknown_anchor(&text, name)),
        Fault::Encoding(_) | Fault::Control | Fault::Other(_) => None,
    }
}

fn encoding(bytes: &[u8], at: usize) -> String {
    if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        return "the file is UTF-16: save it as UTF-8".to_owned();
    }
    // The reader stops after the first byte of a truncated sequence.
    let start = at.min(bytes.len().saturating_sub(1));
    let bad = (start.saturating_sub(1)..bytes.len()).find(|&at| bytes[at] >= 0x80).unwrap_or(start);
    let byte = bytes.get(bad).copied().unwrap_or_default();
    let latin = char::from(byte);
    if byte >= 0xA0 {
        format!(
            "byte 0x{byte:02X} is not UTF-8; in Latin-1 it is '{latin}': save the file as UTF-8"
        )
    } else {
        format!("byte 0x{byte:02X} is not UTF-8: save the file as UTF-8")
    }
}

/// The line of a problem and the lines above it.
pub(super) struct Lines<'t> {
    pub(super) above: Vec<&'t str>,
    pub(super) line: &'t str,
    pub(super) number: usize,
    /// The column of the problem.
    pub(super) column: usize,
}

impl<'t> Lines<'t> {
    fn around(text: &'t str, at: usize) -> Self {
        let mut above = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            if start + line.len() > at {
                break;
            }
            above.push(line.trim_end());
            start += line.len();
        }
        let line = text[start.min(text.len())..].lines().next().unwrap_or_default().trim_end();
        let number = above.len() + 1;
        Self { above, line, number, column: at.saturating_sub(start) }
    }

    /// Returns the nearest line above that is neither empty nor a comment, with its number.
    pub(super) fn before(&self) -> Option<(usize, &'t str)> {
        let is_text = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        let (at, line) = self.above.iter().enumerate().rev().find(|(_, line)| is_text(line))?;
        Some((at + 1, line))
    }

    fn other_tool(&self) -> Option<String> {
        let here = || self.above.iter().rev().take(2).chain([&self.line]);
        if here().any(|line| line.contains("{%")) {
            return Some(
                "{% %} belongs to Jinja: write `#@ if condition:`, `#@ for x in items:` and `#@ end` on lines of their own"
                    .to_owned(),
            );
        }
        // `${{ }}` is from GitHub workflows, which are plain YAML.
        here().any(|line| line.replace("${{", "").contains("{{")).then(|| {
            "{{ }} belongs to Helm or Jinja: write `key: #@ data.values.name` for a value, `#@ if condition:` and `#@ end` for a block"
                .to_owned()
        })
    }

    /// A no-break space in place of an ordinary one. These are often copied from web pages.
    fn odd_space(&self) -> Option<String> {
        let above = self.before();
        let mut lines = above.into_iter().chain([(self.number, self.line)]);
        let (number, _) =
            lines.find(|(_, line)| line.contains(":\u{a0}") || line.starts_with('\u{a0}'))?;
        Some(format!("line {number} has a no-break space (U+00A0): write an ordinary one"))
    }

    /// `a: {b: #@ x}`: the code includes the closing bracket.
    fn code_in_flow(&self) -> Option<String> {
        let lines = self.above.iter().enumerate().map(|(at, line)| (at + 1, *line));
        let is_open = |line: &str| {
            let (before, code) = line.split_once("#@ ")?;
            let count = |text: &str, signs: [char; 2]| text.matches(signs).count();
            let is_flow = count(before, ['{', '[']) > count(before, ['}', ']']);
            let is_closed = count(code, ['}', ']']) > count(code, ['{', '[']);
            (is_flow && (is_closed || !before.trim_start().starts_with('#'))).then_some(())
        };
        let near = lines.chain([(self.number, self.line)]).rev();
        let (number, _) = near.into_iter().find(|(_, line)| is_open(line).is_some())?;
        Some(format!(
            "line {number}: code goes on to the end of the line, so it cannot be inside of {{ }} or [ ]: write the map or list in lines of its own, or all of it as code, `key: #@ {{\"a\": x}}`"
        ))
    }

    /// `<<: #@ labels()`, `<<: [*a, *b]`.
    fn merge(&self) -> String {
        let value = self.line.split_once("<<:").map_or("", |(_, value)| value).trim();
        if let Some(code) = value.strip_prefix("#@ ") {
            return format!(
                "to add the keys of code write `_: #@ template.replace({code})`, after load(\"@ytt:template\", \"template\")"
            );
        }
        if value.starts_with('[') {
            let each: Vec<String> = value
                .trim_matches(['[', ']', ' '])
                .split(',')
                .map(|alias| format!("`<<: {}`", alias.trim()))
                .collect();
            return format!("write a line for each: {}", each.join(" and "));
        }
        "merge a map: `<<: *anchor`".to_owned()
    }

    /// `host: *.example.com`.
    fn alias_as_text(&self) -> Option<String> {
        let start = self.line.get(..self.column)?.rfind(['*', '&'])?;
        let sign = self.line[start..].chars().next()?;
        let text = self.line[start..].trim();
        let what = if sign == '*' { "an alias" } else { "an anchor" };
        Some(format!("`{sign}` starts {what}: quote the text: \"{text}\""))
    }

    /// `a: b: c`.
    fn two_values(&self) -> Option<String> {
        let before = self.line.get(..self.column)?;
        let (_, value) = before.split_once(": ")?;
        let value = value.trim();
        let whole = self.line.split_once(": ").map_or("", |(_, value)| value.trim());
        (!value.is_empty())
            .then(|| format!("quote text with ': ' in it: \"{}\"", whole.replace('"', "\\\"")))
    }

    /// `{output: out/${env}}`: the brace of a variable without quotes.
    fn variable_in_flow(&self) -> Option<String> {
        let at = self.line.find("${").filter(|at| self.line[..*at].contains(['{', '[']))?;
        let start = self.line[..at].rfind([' ', ',', '{', '[']).map_or(0, |at| at + 1);
        let end = at + self.line[at..].find('}').map_or(self.line.len() - at, |end| end + 1);
        let text = self.line.get(start..end).filter(|text| !text.contains(['"', '\'']))?;
        Some(format!("inside of {{ }} and [ ] quote a text with braces: \"{text}\""))
    }

    /// A bracket that is opened above and not closed.
    pub(super) fn unclosed(&self, open: char, close: char) -> Option<String> {
        let lines = self.above.iter().enumerate().map(|(at, line)| (at + 1, *line));
        let here = self.line.get(..self.column).unwrap_or(self.line);
        let mut opened = Vec::new();
        for (number, line) in lines.chain([(self.number, here)]) {
            for c in line.chars() {
                if c == open {
                    opened.push((number, line));
                } else if c == close {
                    opened.pop();
                }
            }
        }
        let (number, line) = opened.last()?;
        Some(if *number == self.number {
            format!("separate items with ',' and close the '{open}' with '{close}'")
        } else {
            format!("line {number}: close the '{open}' with '{close}' in `{}`", line.trim())
        })
    }

    /// A quote that is never closed.
    fn open_quote(&self) -> Option<String> {
        let lines = self.above.iter().enumerate().map(|(at, line)| (at + 1, *line));
        let (number, line) = lines
            .chain([(self.number, self.line)])
            .find(|(_, line)| slips::opens_quote(line).is_some())?;
        Some(format!("line {number}: close the quote in `{}`", line.trim()))
    }

    /// `a:1` on this line or the one above.
    fn no_space(&self) -> Option<String> {
        let lacks = |line: &str| {
            let line = line.trim_start().trim_start_matches("- ");
            let name = line.find(|c: char| !(c.is_alphanumeric() || "_-.".contains(c)))?;
            let rest = line[name..].strip_prefix(':')?;
            let first = rest.chars().next()?;
            (name > 0 && !first.is_whitespace() && !rest.starts_with("//")).then_some(())
        };
        let (number, line) = self
            .before()
            .filter(|(_, line)| lacks(line).is_some())
            .or_else(|| lacks(self.line).map(|()| (self.number, self.line)))?;
        Some(format!("line {number}: write a space after ':' in `{}`", line.trim()))
    }

    fn indentation(&self) -> Option<String> {
        let indent = |line: &str| line.len() - line.trim_start().len();
        let (number, before) = self.before()?;
        let (here, there) = (indent(self.line), indent(before));
        if here > there && !before.ends_with(':') {
            let key = self.line.trim_start().split(':').next().unwrap_or_default();
            return Some(format!(
                "`{key}` on line {} is indented by {here}, line {number} above it by {there}: lines of one map have the same indentation",
                self.number
            ));
        }
        let above = self.above.iter().rev().filter(|line| !line.trim().is_empty());
        let fits = above.clone().any(|line| indent(line) == here);
        (here != there && !fits).then(|| {
            format!(
                "line {} is indented by {here}, and no line above it is: line {number} is indented by {there}",
                self.number
            )
        })
    }

    /// YAML in a function, followed by something else in the same document.
    fn after_function(&self) -> Option<String> {
        let is_code = |line: &&&str, code: &str| {
            line.trim_start()
                .strip_prefix("#@")
                .is_some_and(|rest| rest.trim_start().starts_with(code))
        };
        let end = self.above.iter().rposition(|line| is_code(&line, "end"))?;
        self.above[..end].iter().rposition(|line| is_code(&line, "def "))?;
        let between = &self.above[end + 1..];
        let is_comment = |line: &&str| line.trim().is_empty() || line.trim_start().starts_with('#');
        between.iter().all(is_comment).then(|| {
            format!(
                "the YAML of the function and what follows it are one document: write `---` after line {}, `{}`",
                end + 1,
                self.above[end].trim()
            )
        })
    }

    /// `a: "x" y`.
    fn after_quote(&self) -> Option<String> {
        let (_, value) = self.line.split_once(": ").or_else(|| self.line.split_once("- "))?;
        let value = value.trim();
        let quote = value.chars().next().filter(|c| ['"', '\''].contains(c))?;
        let rest = &value[1..];
        let end = rest.find(quote)?;
        let after = rest[end + 1..].trim_start();
        (!after.is_empty() && !after.starts_with('#')).then(|| {
            "text follows the closing quote: put the quotes around the whole value".to_owned()
        })
    }

    /// `@schema/desc` without `#`.
    fn annotation_without_hash(&self) -> Option<String> {
        let rest = self.line.get(self.column..)?;
        let name = rest.strip_prefix('@')?.split(' ').next()?;
        name.contains('/').then(|| format!("annotations are comments: write #@{name}"))
    }
}
