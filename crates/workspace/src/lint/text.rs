//! Warns about text that is probably not printed as its author wanted: code inside a value, the syntax of other tools.
//!
//! It first searches a file for a few rare byte sequences, and examines nodes only where it finds one.

use std::{iter, sync::LazyLock};

use memchr::{
    memchr, memchr_iter,
    memmem::{self, Finder},
    memrchr,
};
use rayon::prelude::*;
use yardstick_diagnostics::{Diagnostic, Fix, codes};
use yardstick_yaml::{Kind, LARGE_TEXT, NodeRef, Style, Tree};

use super::{booleans::boolean_keys, lost::lost_text, names::is_annotation};

/// The maximum number of warnings of one kind per file.
const MOST: usize = 3;

/// The purpose of a file.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Use {
    /// A template.
    Template,
    /// A document that is printed unchanged.
    Document,
    /// Data values.
    Values,
}

/// The byte sequences that every file is searched for.
struct Sought {
    braces: Finder<'static>,
    piece: Finder<'static>,
    schema: Finder<'static>,
    spaced_annotation: Finder<'static>,
    data_module: Finder<'static>,
    data_values: Finder<'static>,
    definition: Finder<'static>,
    item: Finder<'static>,
}

/// Prepared once, because preparing a search takes longer than searching a small file.
static SOUGHT: LazyLock<Sought> = LazyLock::new(|| Sought {
    braces: Finder::new("{{"),
    piece: Finder::new("(@"),
    schema: Finder::new("#@data/values-schema"),
    spaced_annotation: Finder::new("# @"),
    data_module: Finder::new("\"@ytt:data\""),
    data_values: Finder::new("data.values."),
    definition: Finder::new("def "),
    item: Finder::new(" - "),
});

/// Warnings about probable mistakes in `tree`.
pub(crate) fn suspicious_text(tree: &Tree, use_: Use) -> Vec<Diagnostic> {
    let bytes = tree.source().bytes();
    let sought = &*SOUGHT;
    let has = |finder: &Finder<'_>| finder.find(bytes).is_some();
    // In the order of their warnings.
    let searches: [&(dyn Fn() -> Vec<Diagnostic> + Sync); 10] = [
        &|| most_if(has(&sought.braces), || braces(tree, use_)),
        &|| {
            let has_mark = bytes.starts_with(BYTE_ORDER_MARK.as_bytes());
            most_if(has_mark, || iter::once(byte_order_mark(tree)))
        },
        &|| most_if(true, || code_after_text(tree, bytes)),
        &|| most_if(has(&sought.piece), || code_pieces(tree, templates_text(tree))),
        &|| most_if(memchr(b'!', bytes).is_some(), || dropped_tags(tree, use_)),
        // The names in schemas are checked when the schema is read.
        &|| most_if(!has(&sought.schema), || boolean_keys(tree, bytes)),
        &|| {
            let may_be = use_ == Use::Document && has(&sought.spaced_annotation);
            most_if(may_be, || plain_annotations(tree))
        },
        &|| most_if(use_ == Use::Template, || code_without_sign(tree, bytes)),
        &|| most_if(true, || items_in_text(tree, bytes)),
        &|| lost_text(tree),
    ];
    if bytes.len() < LARGE_TEXT {
        return searches.iter().flat_map(|search| search()).collect();
    }
    searches.par_iter().with_max_len(1).flat_map_iter(|search| search()).collect()
}

/// The first warnings of one kind, if there may be any.
fn most_if<I: Iterator<Item = Diagnostic>>(
    may_be: bool,
    found: impl FnOnce() -> I,
) -> Vec<Diagnostic> {
    if may_be { found().take(MOST).collect() } else { Vec::new() }
}

/// The bytes that editors on Windows write at the start of a file.
pub(crate) const BYTE_ORDER_MARK: &str = "\u{feff}";

/// A mark at the start of the file, which editors do not show.
fn byte_order_mark(tree: &Tree) -> Diagnostic {
    let span = tree.span(0, BYTE_ORDER_MARK.len() as u32);
    let message = "The file starts with a byte order mark, which becomes part of its first word";
    let fix = Fix { span, replacement: String::new(), description: "remove the mark".to_owned() };
    Diagnostic::warning(codes::BYTE_ORDER_MARK, message)
        .at(span)
        .note("save the file as UTF-8 without a byte order mark (BOM)")
        .fix(fix)
}

/// `{{ x }}` without quotes: YAML reads a map whose key is a map.
fn braces(tree: &Tree, use_: Use) -> impl Iterator<Item = Diagnostic> {
    let is_flow_map = |node: NodeRef<'_>| node.is_map() && node.style() == Style::Flow;
    let is_braces = move |node: &NodeRef<'_>| {
        is_flow_map(*node) && node.entries().next().is_some_and(|entry| is_flow_map(entry.key))
    };
    let note = match use_ {
        Use::Values => {
            "it belongs to Helm or Jinja: values are plain, so write the text itself; what depends on other values is computed in a template"
        }
        Use::Template | Use::Document => {
            "it belongs to Helm or Jinja: write `key: #@ data.values.name`, after `#@ load(\"@ytt:data\", \"data\")`"
        }
    };
    tree.nodes().filter(is_braces).map(move |node| {
        let message = "'{{ }}' is not replaced by a value: YAML reads it as a map";
        Diagnostic::warning(codes::OTHER_TEMPLATES, message).at(node.content_span()).note(note)
    })
}

/// `foo-#@ x` and `"#@ x"`: code must follow a space, outside of quotes.
fn code_after_text<'t>(tree: &'t Tree, bytes: &'t [u8]) -> impl Iterator<Item = Diagnostic> + 't {
    let is_glued = move |&at: &usize| {
        let before = at.checked_sub(1).map(|at| bytes[at]);
        let after = &bytes[at + 2..];
        let starts_code = after.first() == Some(&b' ')
            && after.get(1).is_some_and(|c| c.is_ascii_alphabetic() || b"_(\"'[{".contains(c));
        before.is_some_and(|c| !c.is_ascii_whitespace()) && starts_code
    };
    // Nearly every `@` of a template follows a `#`, and one byte is found faster than two.
    let after_sign = move |at: usize| at.checked_sub(1).filter(|&before| bytes[before] == b'#');
    memchr_iter(b'@', bytes).filter_map(after_sign).filter(is_glued).filter_map(move |at| {
        let node = scalar_at(tree, at as u32)?;
        let text = node.text();
        let (before, code) = text.split_once("#@")?;
        // A template inside a text is fine. A byte order mark is reported elsewhere.
        if text.contains('\n') || text.starts_with(BYTE_ORDER_MARK) {
            return None;
        }
        let code = code.trim();
        let instead = if before.is_empty() {
            format!("#@ {code}")
        } else {
            format!("#@ \"{before}\" + {code}")
        };
        let fix = Fix {
            span: node.content_span(),
            replacement: instead.clone(),
            description: "make it code".to_owned(),
        };
        let message = format!("'#@ {code}' is printed as text, not run");
        Some(
            Diagnostic::warning(codes::CODE_AS_TEXT, message)
                .at(node.content_span())
                .note(format!("code is the whole value: write `{instead}`"))
                .fix(fix),
        )
    })
}

/// Below longer lines, a dash more likely belongs to the text.
const LONGEST_ITEM: usize = 50;

/// An item that is indented deeper than the text above it, and so continues that text: ` - a` and `  - b` below it.
fn items_in_text<'t>(tree: &'t Tree, bytes: &'t [u8]) -> impl Iterator<Item = Diagnostic> + 't {
    let indent = |line: &[u8]| line.iter().take_while(|c| **c == b' ').count();
    SOUGHT.item.find_iter(bytes).filter_map(move |at| {
        let start = at - bytes[..at].iter().rev().take_while(|c| **c == b' ').count();
        // Most lists follow their key.
        let before = bytes[..start].strip_suffix(b"\n").filter(|before| !before.ends_with(b":"))?;
        let above = before[memrchr(b'\n', before).map_or(0, |end| end + 1)..].trim_ascii_end();
        // Programs that wrap long text may put a dash at the start of a line.
        let is_wrapped = above.len() > LONGEST_ITEM;
        if is_wrapped || above.ends_with(b":") || indent(above) > at - start {
            return None;
        }
        let dash = at as u32 + 1;
        let node = scalar_at(tree, dash).filter(|node| node.style() == Style::Plain)?;
        if node.content_span().start >= dash {
            return None;
        }
        let line = memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |length| at + length);
        let message = "The line goes on with the text above it: it is no item of a list";
        Some(
            Diagnostic::warning(codes::ITEM_IN_TEXT, message)
                .at(tree.span(dash, line as u32))
                .note("items of a list have the same indentation: indent it like the item above, or quote the text"),
        )
    })
}

/// `name: data.values.name`, `labels: labels()`: code without its `#@`.
fn code_without_sign<'t>(tree: &'t Tree, bytes: &'t [u8]) -> impl Iterator<Item = Diagnostic> + 't {
    let has_definitions = SOUGHT.definition.find(bytes).is_some();
    let comments = if has_definitions { tree.comments() } else { &[] };
    let defined: Vec<&str> = comments
        .iter()
        .map(|comment| tree.comment_text(comment))
        .filter_map(|text| {
            text.strip_prefix('@')?.trim_start().strip_prefix("def ")?.split('(').next()
        })
        .collect();
    // Other tools have similar paths.
    let loads = SOUGHT.data_module.find(bytes).is_some();
    let starts = SOUGHT.data_values.find_iter(if loads { bytes } else { &[] }).chain(
        // Few files define functions. Only those are searched for calls.
        memchr_iter(b'(', if defined.is_empty() { &[] } else { bytes }),
    );
    starts.filter_map(move |at| {
        let node = scalar_at(tree, at as u32)?;
        let text = node.text();
        let is_path = |c: char| c.is_alphanumeric() || "._[]\"-".contains(c);
        let is_value = text.starts_with("data.values.") && text.chars().all(is_path);
        let is_call = text.ends_with(')')
            && text.split_once('(').is_some_and(|(name, _)| defined.contains(&name));
        if node.style() != Style::Plain || !(is_value || is_call) {
            return None;
        }
        let fix = Fix {
            span: node.content_span(),
            replacement: format!("#@ {text}"),
            description: "make it code".to_owned(),
        };
        let message = format!("'{text}' is printed as text, not run");
        Some(
            Diagnostic::warning(codes::CODE_AS_TEXT, message)
                .at(node.content_span())
                .note(format!("code follows '#@': write `#@ {text}`"))
                .fix(fix),
        )
    })
}

/// `(@= x @)` in a YAML file whose strings are not templates, and code lines in text with such pieces.
fn code_pieces(tree: &Tree, are_templates: bool) -> impl Iterator<Item = Diagnostic> {
    let scalars = tree.nodes().filter(|node| node.kind() == Kind::Scalar);
    scalars.filter_map(move |node| {
        let span = node.content_span();
        let bytes = tree.source().slice(span.start, span.end);
        let (start, end) = piece(bytes)?;
        let line = code_line(bytes);
        let blocks = "in text, blocks are written as `(@ if x: -@)` and `(@ end -@)`";
        let (message, at, notes) = match (are_templates, line) {
            (false, line) => {
                let note = "write `#@yaml/text-templated-strings` above the key, or `key: #@ \"text\" + x`";
                let notes = [Some(note), line.map(|_| blocks)];
                ("'(@ @)' is printed as text, not run".to_owned(), (start, end), notes)
            }
            (true, Some((start, end))) => {
                let code = String::from_utf8_lossy(&bytes[start..end]);
                (format!("'{code}' is printed as text, not run"), (start, end), [Some(blocks), None])
            }
            (true, None) => return None,
        };
        let at = tree.span(span.start + at.0 as u32, span.start + at.1 as u32);
        let notes = notes.into_iter().flatten().map(str::to_owned);
        Some(Diagnostic::warning(codes::CODE_AS_TEXT, message).at(at).notes(notes))
    })
}

/// The place of the first piece of code in a text: `(@`, a mark or a space, and `@)` after it. An address such as
/// `you(@)host` is not code.
fn piece(text: &[u8]) -> Option<(usize, usize)> {
    memmem::find_iter(text, b"(@").find_map(|start| {
        let inside = &text[start + 2..];
        let opens = inside.first().is_some_and(|c| b" =-".contains(c));
        let length = memmem::find(inside, b"@)").filter(|length| *length > 1 && opens)?;
        let closes = inside[length - 1] == b' ' || inside[length - 1] == b'-' || inside[0] == b'=';
        closes.then_some((start, start + 2 + length + 2))
    })
}

/// The place of the first line that would start or end a block outside of a text.
fn code_line(text: &[u8]) -> Option<(usize, usize)> {
    memmem::find_iter(text, b"#@ ").find_map(|start| {
        let line = text[..start].iter().rev().take_while(|c| **c != b'\n');
        let is_first = line.into_iter().all(u8::is_ascii_whitespace);
        let end = memchr(b'\n', &text[start..]).map_or(text.len(), |length| start + length);
        let code = String::from_utf8_lossy(&text[start + 3..end]);
        let word = code.trim_start().split([' ', ':', '(']).next().unwrap_or_default();
        let is_block = ["if", "for", "def", "elif", "else", "end"].contains(&word);
        (is_first && is_block).then_some((start, end))
    })
}

/// `!Ref name`: tags that have a meaning for other tools, but are not printed.
fn dropped_tags(tree: &Tree, use_: Use) -> impl Iterator<Item = Diagnostic> {
    let is_own = |tag: &str| tag.len() > 1 && !tag.starts_with(STANDARD_TAGS);
    tree.nodes().filter_map(move |node| {
        node.tag().filter(|tag| is_own(tag))?;
        let (start, end) = (node.span().start, node.content_span().start);
        // An anchor may precede it.
        let properties = tree.source().slice(start, end);
        let from = memchr(b'!', properties)?;
        let length = properties[from..].iter().take_while(|c| !c.is_ascii_whitespace()).count();
        let written = String::from_utf8_lossy(&properties[from..from + length]).into_owned();
        let start = start + from as u32;
        let path = tree.source().name();
        let (message, note) = match use_ {
            Use::Values => (
                format!("The tag {written} has no meaning here: only the value after it is taken"),
                "write the value itself".to_owned(),
            ),
            Use::Template | Use::Document => (
                format!("The tag {written} is dropped: only its value is printed"),
                format!(
                    "to copy the file as it is, add --file-mark '{path}:type=text-plain' and --output-files DIRECTORY"
                ),
            ),
        };
        let at = tree.span(start, start + length as u32);
        Some(Diagnostic::warning(codes::DROPPED_TAG, message).at(at).note(note))
    })
}

/// The prefix of YAML's own tags, in full.
const STANDARD_TAGS: &str = "tag:yaml.org,2002:";

/// `# @data/values-schema`: a space turned an annotation into an ordinary comment.
fn plain_annotations(tree: &Tree) -> impl Iterator<Item = Diagnostic> {
    tree.comments().iter().filter_map(|comment| {
        let text = tree.comment_text(comment).strip_prefix(' ')?.strip_prefix('@')?;
        let name = text.split(' ').next().unwrap_or_default();
        if !is_annotation(name) {
            return None;
        }
        let fix = Fix {
            span: tree.span(comment.start, comment.start + 1),
            replacement: String::new(),
            description: "remove the space after '#'".to_owned(),
        };
        let end = comment.start + 2 + name.len() as u32;
        let message = format!("'# @{name}' is a comment, not an annotation");
        Some(
            Diagnostic::warning(codes::UNKNOWN_ANNOTATION, message)
                .at(tree.span(comment.start - 1, end))
                .note(format!("write no space after '#': `#@{name}`"))
                .fix(fix),
        )
    })
}

/// True if strings of the file may be templates.
fn templates_text(tree: &Tree) -> bool {
    let is_annotation = |text: &str| text.starts_with("@yaml/text-templated-strings");
    tree.comments().iter().any(|comment| is_annotation(tree.comment_text(comment)))
}

/// The scalar that contains the byte at `offset`.
fn scalar_at(tree: &Tree, offset: u32) -> Option<NodeRef<'_>> {
    let node = tree.last_scalar_from(offset)?;
    (offset < node.span().end).then_some(node)
}
