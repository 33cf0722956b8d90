//! Parses descriptions: paragraphs, lists, code, and a little inline markup.
//!
//! Everything that is not markup is text, so that a page can escape all of it.

/// A part of a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Block {
    Paragraph(Vec<Inline>),
    List {
        is_numbered: bool,
        items: Vec<Vec<Inline>>,
    },
    /// Preformatted lines.
    Code(String),
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Inline {
    Text(String),
    Code(String),
    Strong(String),
    Emphasis(String),
    Link { text: String, url: String },
}

/// The block being collected.
enum Open {
    Nothing,
    Paragraph(String),
    List { is_numbered: bool, items: Vec<String> },
}

impl Open {
    fn close(&mut self, blocks: &mut Vec<Block>) {
        match std::mem::replace(self, Open::Nothing) {
            Open::Nothing => {}
            Open::Paragraph(text) => blocks.push(Block::Paragraph(inlines(&text))),
            Open::List { is_numbered, items } => {
                let items = items.iter().map(|item| inlines(item)).collect();
                blocks.push(Block::List { is_numbered, items });
            }
        }
    }
}

/// Splits a description into blocks.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open = Open::Nothing;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let content = line.trim();
        if content.is_empty() {
            open.close(&mut blocks);
        } else if let Some(fence) = fence(content) {
            open.close(&mut blocks);
            let code: Vec<&str> = lines.by_ref().take_while(|line| line.trim() != fence).collect();
            blocks.push(Block::Code(code.join("\n")));
        } else if let Some((numbered, item)) = list_item(content) {
            match &mut open {
                Open::List { is_numbered, items } if *is_numbered == numbered => {
                    items.push(item.to_owned());
                }
                other => {
                    other.close(&mut blocks);
                    *other = Open::List { is_numbered: numbered, items: vec![item.to_owned()] };
                }
            }
        } else if let Some(heading) = heading(content) {
            open.close(&mut blocks);
            blocks.push(Block::Paragraph(vec![Inline::Strong(heading.to_owned())]));
        } else {
            match &mut open {
                Open::Nothing => open = Open::Paragraph(content.to_owned()),
                Open::Paragraph(text) => {
                    text.push(' ');
                    text.push_str(content);
                }
                Open::List { items, .. } => {
                    if let Some(item) = items.last_mut() {
                        item.push(' ');
                        item.push_str(content);
                    }
                }
            }
        }
    }
    open.close(&mut blocks);
    blocks
}

/// Parses the inline markup of a text on one line.
pub(super) fn line(text: &str) -> Vec<Inline> {
    inlines(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// If `line` starts a code block, returns the line that ends it.
fn fence(line: &str) -> Option<&'static str> {
    ["```", "~~~"].into_iter().find(|mark| line.starts_with(mark) && !line[3..].contains(*mark))
}

fn heading(line: &str) -> Option<&str> {
    let text = line.trim_start_matches('#');
    (text.len() < line.len()).then(|| text.strip_prefix(' ')).flatten().map(str::trim)
}

/// Returns the content of a list item, and whether the list is numbered.
fn list_item(line: &str) -> Option<(bool, &str)> {
    if let Some(item) = ["- ", "* ", "+ "].iter().find_map(|mark| line.strip_prefix(mark)) {
        return Some((false, item.trim_start()));
    }
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_number = (1..=3).contains(&(line.len() - rest.len()));
    let item = rest.strip_prefix(". ").or_else(|| rest.strip_prefix(") "))?;
    is_number.then(|| (true, item.trim_start()))
}

/// Parses the inline markup of a line. An unclosed mark is text.
fn inlines(text: &str) -> Vec<Inline> {
    let mut parts = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_inside_word = plain.chars().next_back().is_some_and(char::is_alphanumeric);
        if let Some((inline, length)) = mark(rest, is_inside_word) {
            if !plain.is_empty() {
                parts.push(Inline::Text(std::mem::take(&mut plain)));
            }
            parts.push(inline);
            rest = &rest[length..];
        } else {
            plain.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    if !plain.is_empty() {
        parts.push(Inline::Text(plain));
    }
    parts
}

/// Parses the markup at the start of `text`. Returns it with its length.
fn mark(text: &str, is_inside_word: bool) -> Option<(Inline, usize)> {
    if let Some((inside, length)) = between(text, "``").or_else(|| between(text, "`")) {
        return Some((Inline::Code(inside.trim().to_owned()), length));
    }
    if let Some(link) = named_link(text) {
        return Some(link);
    }
    if is_inside_word {
        return None;
    }
    let is_phrase = |(inside, _): &(&str, usize)| {
        !inside.starts_with(char::is_whitespace) && !inside.ends_with(char::is_whitespace)
    };
    if let Some((inside, length)) = between(text, "**").filter(is_phrase) {
        return Some((Inline::Strong(inside.to_owned()), length));
    }
    if let Some((inside, length)) = between(text, "*").filter(is_phrase) {
        return Some((Inline::Emphasis(inside.to_owned()), length));
    }
    let is_address = is_web_address(text);
    is_address.then(|| {
        let end = text.find(|c: char| c.is_whitespace() || "<>\"'`".contains(c));
        let address = text[..end.unwrap_or(text.len())].trim_end_matches(['.', ',', ';', ':', ')']);
        let (text, url) = (address.to_owned(), address.to_owned());
        (Inline::Link { text, url }, address.len())
    })
}

/// Returns the text between `mark` at the start of `text` and the next `mark`, with the total length.
fn between<'a>(text: &'a str, mark: &str) -> Option<(&'a str, usize)> {
    let rest = text.strip_prefix(mark)?;
    let end = rest.find(mark).filter(|end| *end > 0)?;
    Some((&rest[..end], end + 2 * mark.len()))
}

/// Parses `[text](address)`. Links only to web addresses, because other addresses may be code.
fn named_link(text: &str) -> Option<(Inline, usize)> {
    let rest = text.strip_prefix('[')?;
    let (label, after) = rest.split_once("](")?;
    let (url, _) = after.split_once(')')?;
    let is_link = is_web_address(url) && !url.contains(char::is_whitespace) && !label.contains('[');
    let length = label.len() + url.len() + 4;
    is_link.then(|| (Inline::Link { text: label.to_owned(), url: url.to_owned() }, length))
}

fn is_web_address(text: &str) -> bool {
    ["http://", "https://"]
        .iter()
        .any(|scheme| text.len() > scheme.len() && text.starts_with(scheme))
}

#[cfg(test)]
mod tests {
    use super::{Block, Inline, blocks};

    fn text(text: &str) -> Inline {
        Inline::Text(text.to_owned())
    }

    #[test]
    fn paragraphs_and_lists_are_kept_apart() {
        let parts = blocks("One\ntwo.\n\n- a\n  b\n- c\n\n1. d\n```\n  x: 1\n```\nend");
        let list = |is_numbered, items: &[&str]| {
            let items = items.iter().map(|item| vec![text(item)]).collect();
            Block::List { is_numbered, items }
        };
        assert_eq!(
            parts,
            [
                Block::Paragraph(vec![text("One two.")]),
                list(false, &["a b", "c"]),
                list(true, &["d"]),
                Block::Code("  x: 1".to_owned()),
                Block::Paragraph(vec![text("end")]),
            ]
        );
    }

    #[test]
    fn marks_that_are_not_closed_are_text() {
        assert_eq!(blocks("2 * 3 * 4 `x"), [Block::Paragraph(vec![text("2 * 3 * 4 `x")])]);
        assert_eq!(blocks("a*b*c"), [Block::Paragraph(vec![text("a*b*c")])]);
    }

    #[test]
    fn only_the_web_is_linked_to() {
        let of = |line: &str| match blocks(line).remove(0) {
            Block::Paragraph(parts) => parts,
            other => panic!("{other:?}"),
        };
        assert_eq!(of("[x](javascript:alert(1))"), [text("[x](javascript:alert(1))")]);
        let url = "https://example.com/a?b=1".to_owned();
        let link = Inline::Link { text: "x".to_owned(), url: url.clone() };
        assert_eq!(of("[x](https://example.com/a?b=1)"), [link]);
        let bare = Inline::Link { text: url.clone(), url };
        assert_eq!(of("See https://example.com/a?b=1."), [text("See "), bare, text(".")]);
    }
}
