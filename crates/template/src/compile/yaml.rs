//! Compiles a YAML tree, whose comments are code, to a program.
//!
//! The tree is walked in document order. For each node, the program contains its code, the evaluation of its
//! annotations, its start, and then its computed value or its children. Subtrees without any code are converted here,
//! once, and added to the result by reference.

use std::{cell::Cell, ops::Range, rc::Rc};

use yardstick_diagnostics::{Diagnostic, Fix, Result, Sources, Span, bail, codes};
use yardstick_starlark::{Operand, Segment, Text};
use yardstick_yaml::{Kind, NodeId, NodeRef, Resolver, Scalar, Style, Tree};

use super::{
    CompileOptions,
    instantiate::{Instantiate, subtree},
    metas::{Comments, Metas},
    unit::{AnnotationName, Holds, SourceNode, Statement, Unit},
};
use crate::{
    text::{Piece, scan},
    tree::{ArrayItem, MapItem, NodeKind, Position, Yaml},
};

/// The annotation that makes the strings of a subtree templates.
const TEXT_STRINGS: &str = "yaml/text-templated-strings";

/// Block openers that close automatically after the node below them.
const SELF_ENDING: [&str; 5] = ["if/end", "elif/end", "else/end", "for/end", "def/end"];

/// The parts of a compiled file: the program's segments and the host's part.
pub(super) struct Parts {
    pub(super) segments: Vec<Segment>,
    pub(super) unit: Unit,
    /// Texts to read after the file's own, each with its original line.
    pub(super) appended: Vec<(u32, Vec<u8>)>,
}

struct YamlCompiler<'a> {
    tree: &'a Tree,
    sources: &'a Sources,
    values: Instantiate<'a>,
    segments: Vec<Segment>,
    unit: Unit,
    /// Templated strings, each with its line. Their code is read after the file's own text.
    appended: Vec<(u32, Vec<u8>)>,
    appended_end: u32,
    /// Inside the target of an alias: the number of blocks that its code has opened so far.
    open_blocks: Option<u32>,
}

/// The parts of a map item or array item.
#[derive(Clone, Copy)]
struct Item<'t> {
    kind: NodeKind,
    /// The node that owns the item's comments.
    owner: NodeRef<'t>,
    key: Option<NodeRef<'t>>,
    value: NodeRef<'t>,
    offset: u32,
}

/// Compiles `tree`. Ignores or rejects comments of unknown form, depending on `options`.
pub(super) fn compile(tree: &Tree, sources: &Sources, options: CompileOptions) -> Result<Parts> {
    let comments = Comments::collect(tree, options.ignore_unknown_comments)?;
    // About as many as there will be: large vectors that grow need twice their memory for a moment.
    let nodes = tree.node_count() / 2 + tree.documents().len() + 1;
    let nodes = nodes.min(comments.count() * 8);
    let statements = nodes * 2;
    let compiler = YamlCompiler {
        tree,
        sources,
        values: Instantiate::new(tree),
        segments: Vec::with_capacity(statements + comments.count()),
        unit: Unit {
            nodes: Vec::with_capacity(nodes),
            statements: Vec::with_capacity(statements),
            implicit_overrides: options.implicit_map_key_overrides,
            ..Unit::default()
        },
        appended: Vec::new(),
        appended_end: tree.source().bytes().len() as u32,
        open_blocks: None,
    };
    compiler.file(&comments)
}

impl YamlCompiler<'_> {
    fn file(mut self, comments: &Comments) -> Result<Parts> {
        let count = self.tree.documents().len();
        for document in self.tree.documents() {
            let metas = comments.of_document(document.index()).unwrap_or_default();
            self.document(document, &metas, comments)?;
        }
        if let Some(metas) = comments.of_document(count) {
            self.implied_document(&metas)?;
        }
        Ok(Parts { segments: self.segments, unit: self.unit, appended: self.appended })
    }

    fn document(
        &mut self,
        document: yardstick_yaml::Document<'_>,
        metas: &Metas,
        comments: &Comments,
    ) -> Result<()> {
        let self_ending = self.code(metas)?;
        let position = Position::at(self.tree.file(), document.position());
        let text_strings = has_text_strings(metas);
        let root = document.root();
        let node = self.begin_node(NodeKind::Document, position, Yaml::Null, metas);
        self.start(node, metas);
        self.content(node, root, metas, text_strings, comments)?;
        self.end_node(node, self_ending);
        Ok(())
    }

    /// Compiles the document that comments at the end of the file imply. It is empty and is not printed, but its code
    /// runs, and its annotations can make it an overlay.
    fn implied_document(&mut self, metas: &Metas) -> Result<()> {
        let self_ending = self.code(metas)?;
        if metas.annotations.is_empty() {
            self.segments.extend(metas.values.iter().map(|&value| Segment::Code(range(value))));
            if self_ending {
                self.segments.push(Segment::End);
            }
            return Ok(());
        }
        // It is on no line, so messages show its first annotation.
        let position = Position::at(self.tree.file(), metas.annotations[0].comment).computed();
        let node = self.begin_node(NodeKind::Document, position, Yaml::Null, metas);
        self.start(node, metas);
        for &value in &metas.values {
            self.host(Statement::Set, value, vec![Operand::Value(range(value))]);
        }
        self.end_node(node, self_ending);
        Ok(())
    }

    /// Compiles the value of a started node: computed, given, or built from its children.
    fn content(
        &mut self,
        node: u32,
        value: NodeRef<'_>,
        metas: &Metas,
        text_strings: bool,
        comments: &Comments,
    ) -> Result<()> {
        if value.kind() == Kind::Alias {
            return self.copied(|this| {
                this.content(node, value.dereferenced(), metas, text_strings, comments)
            });
        }
        if !metas.values.is_empty() {
            let position = self.unit.nodes[node as usize].position;
            if value.kind() != Kind::Scalar || value.scalar(Resolver::Yaml11) != Scalar::Null {
                return Err(found_both(position, value, &metas.values, self.sources));
            }
            for &expression in &metas.values {
                self.host(Statement::Set, expression, vec![Operand::Value(range(expression))]);
            }
            return Ok(());
        }
        if !is_dynamic(value, text_strings, comments)
            && let Some(whole) = self.values.value_without_duplicates(value)
        {
            self.unit.nodes[node as usize].holds = Holds::Value(whole);
            return Ok(());
        }
        match value.kind() {
            Kind::Map => {
                self.unit.nodes[node as usize].holds = Holds::Map(value.len() as u32);
                self.map_items(value, text_strings, comments)
            }
            Kind::Sequence => {
                self.unit.nodes[node as usize].holds = Holds::Array(Cell::new(value.len() as u32));
                self.array_items(value, text_strings, comments)
            }
            Kind::Scalar | Kind::Alias => {
                self.templated_string(value)?;
                let span = self.node_span(node);
                self.host(Statement::EndTextAsValue, span, Vec::new());
                Ok(())
            }
        }
    }

    fn map_items(
        &mut self,
        map: NodeRef<'_>,
        text_strings: bool,
        comments: &Comments,
    ) -> Result<()> {
        let mut run: Vec<MapItem> = Vec::new();
        for entry in map.entries() {
            if entry.key.is_merge_key() {
                self.end_map_run(&mut run);
                // The reader has checked that it is a map or an empty list. If it is written here, it is not a copy,
                // and comments above the merge key belong to its first item.
                let merged = entry.value.dereferenced();
                if entry.value.kind() == Kind::Alias {
                    self.copied(|this| this.map_items(merged, text_strings, comments))?;
                } else {
                    self.map_items(merged, text_strings, comments)?;
                }
                continue;
            }
            let item = Item {
                kind: NodeKind::MapItem,
                owner: entry.key,
                key: Some(entry.key),
                value: entry.value,
                offset: entry.key.start(),
            };
            let own = comments.of_node(entry.key.id());
            let plain_key = !text_strings || !is_template(entry.key);
            if own.is_none()
                && plain_key
                && !is_dynamic(entry.value, text_strings, comments)
                && let Some(value) = self.values.value_without_duplicates(entry.value)
            {
                run.push(MapItem {
                    key: self.values.value(entry.key),
                    value,
                    position: Position::at(self.tree.file(), item.offset),
                    annotations: crate::tree::Annotations::NONE,
                });
                continue;
            }
            self.end_map_run(&mut run);
            self.item(item, own.as_ref(), text_strings, comments)?;
        }
        self.end_map_run(&mut run);
        Ok(())
    }

    fn end_map_run(&mut self, run: &mut Vec<MapItem>) {
        if run.is_empty() {
            return;
        }
        let items: Box<[MapItem]> = std::mem::take(run).into();
        let node = self.static_node(NodeKind::MapItem, items[0].position);
        let span = self.node_span(node);
        self.host(Statement::MapItems { node, items }, span, Vec::new());
    }

    fn array_items(
        &mut self,
        array: NodeRef<'_>,
        text_strings: bool,
        comments: &Comments,
    ) -> Result<()> {
        let mut run: Vec<ArrayItem> = Vec::new();
        for value in array.items() {
            let offset = value.indicator();
            let own = comments.of_node(value.id());
            if own.is_none()
                && !is_dynamic(value, text_strings, comments)
                && let Some(whole) = self.values.value_without_duplicates(value)
            {
                run.push(ArrayItem {
                    value: whole,
                    position: Position::at(self.tree.file(), offset),
                    annotations: crate::tree::Annotations::NONE,
                });
                continue;
            }
            self.end_array_run(&mut run);
            let item = Item { kind: NodeKind::ArrayItem, owner: value, key: None, value, offset };
            self.item(item, own.as_ref(), text_strings, comments)?;
        }
        self.end_array_run(&mut run);
        Ok(())
    }

    fn end_array_run(&mut self, run: &mut Vec<ArrayItem>) {
        if run.is_empty() {
            return;
        }
        let items: Box<[ArrayItem]> = std::mem::take(run).into();
        let node = self.static_node(NodeKind::ArrayItem, items[0].position);
        let span = self.node_span(node);
        self.host(Statement::ArrayItems { node, items }, span, Vec::new());
    }

    fn item(
        &mut self,
        item: Item<'_>,
        own: Option<&Metas>,
        text_strings: bool,
        comments: &Comments,
    ) -> Result<()> {
        let none = Metas::default();
        let metas = own.unwrap_or(&none);
        let self_ending = self.code(metas)?;
        let text_strings = text_strings || has_text_strings(metas);
        let position = Position::at(self.tree.file(), item.offset);
        let templated_key = item.key.filter(|&key| text_strings && is_template(key));
        let key = match (item.key, templated_key) {
            (Some(key), None) => self.values.value(key),
            _ => Yaml::Null,
        };
        let node = self.begin_node(item.kind, position, key, metas);
        if let Some(key) = templated_key {
            let operands = annotation_operands(metas);
            let span = self.node_span(node);
            self.host(Statement::Annotate(node), span, operands);
            self.templated_string(key)?;
            self.host(Statement::EndTextAsKey, span, Vec::new());
            self.host(Statement::Start(node), span, Vec::new());
        } else {
            self.start(node, metas);
        }
        debug_assert_eq!(item.owner.id(), item.key.unwrap_or(item.value).id());
        self.content(node, item.value, metas, text_strings, comments)?;
        self.end_node(node, self_ending);
        Ok(())
    }

    /// Compiles the target of an alias. The code in it runs again, but only the code that is inside it: the last
    /// `end` usually belongs to the next node.
    fn copied(&mut self, build: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let outer = self.open_blocks.replace(0);
        build(self)?;
        let open = std::mem::replace(&mut self.open_blocks, outer).unwrap_or(0);
        self.segments.extend((0..open).map(|_| Segment::End));
        Ok(())
    }

    /// Whether a line of code only affects blocks that the current copy has opened itself, or no blocks at all.
    fn belongs_to_copy(&mut self, line: &[u8]) -> bool {
        let Some(open) = &mut self.open_blocks else { return true };
        let line = line.trim_ascii();
        let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let word = &line[..line.iter().position(|byte| !is_letter(byte)).unwrap_or(line.len())];
        match word {
            b"if" | b"for" | b"while" | b"def" => {
                let is_self_ending = line[word.len()..].starts_with(b"/end");
                *open += u32::from(!is_self_ending);
                true
            }
            b"end" if *open > 0 => {
                *open -= 1;
                true
            }
            b"end" | b"elif" | b"else" => *open > 0,
            _ => true,
        }
    }

    /// Compiles the code lines of a node. Returns whether a block closes automatically after the node.
    fn code(&mut self, metas: &Metas) -> Result<bool> {
        let mut self_ending = false;
        for &line in &metas.code {
            if self_ending {
                let at = Position::at(line.file, line.start);
                bail!(
                    codes::CODE_AFTER_END, "Unexpected code at line {} after use of '*/end', expected YAML node", at.compact(self.sources);
                    at: line
                );
            }
            let text = self.tree.source().slice(line.start, line.end);
            if !self.belongs_to_copy(text) {
                continue;
            }
            let blanks = (text.len() - text.trim_ascii_start().len()) as u32;
            let opener = SELF_ENDING
                .iter()
                .find(|opener| text[blanks as usize..].starts_with(opener.as_bytes()));
            match opener {
                Some(opener) => {
                    self_ending = true;
                    let start = line.start + blanks;
                    let slash = start + opener.len() as u32 - 4;
                    self.segments.push(Segment::Code(start..slash));
                    self.segments.push(Segment::Continued(slash + 4..line.end));
                }
                None => self.segments.push(Segment::Code(range(line))),
            }
        }
        Ok(self_ending)
    }

    fn begin_node(&mut self, kind: NodeKind, position: Position, key: Yaml, metas: &Metas) -> u32 {
        let node = self.static_node(kind, position);
        let file = self.tree.file();
        let source = &mut self.unit.nodes[node as usize];
        source.key = key;
        source.annotations = metas
            .annotations
            .iter()
            .map(|raw| AnnotationName {
                name: Rc::clone(&raw.name),
                position: Position::at(file, raw.comment),
            })
            .collect();
        node
    }

    fn static_node(&mut self, kind: NodeKind, position: Position) -> u32 {
        let node = self.unit.nodes.len() as u32;
        self.unit.nodes.push(SourceNode {
            kind,
            end: node + 1,
            position,
            key: Yaml::Null,
            holds: Holds::Value(Yaml::Null),
            annotations: Box::default(),
        });
        node
    }

    fn start(&mut self, node: u32, metas: &Metas) {
        let span = self.node_span(node);
        self.host(Statement::Start(node), span, annotation_operands(metas));
    }

    fn end_node(&mut self, node: u32, self_ending: bool) {
        self.unit.nodes[node as usize].end = self.unit.nodes.len() as u32;
        if self_ending {
            self.segments.push(Segment::End);
        }
    }

    /// Compiles the text, code and prints of a templated string, between the statements that begin and end it.
    fn templated_string(&mut self, node: NodeRef<'_>) -> Result<()> {
        let text = node.text_bytes();
        let pieces = scan(text).map_err(|misplaced| {
            Box::new(
                Diagnostic::error(codes::TEXT_TEMPLATE_SYNTAX, misplaced.message(text))
                    .at(node.span())
                    .notes(misplaced.hint(text).map(|(_, note)| note.to_owned())),
            )
        })?;
        // The text may differ from the source (escapes, folding), so it is read after the file's own text.
        let start = self.appended_end + 1;
        self.appended_end = start + text.len() as u32;
        self.appended.push((node.line(), text.to_vec()));
        let place = |range: &Range<usize>| start + range.start as u32..start + range.end as u32;
        self.host(Statement::BeginText, node.span(), Vec::new());
        for piece in &pieces {
            match piece {
                Piece::Text(range) => {
                    let literal = Text::from(&text[range.clone()]);
                    self.host(Statement::Text(literal), node.span(), Vec::new());
                }
                Piece::Code(range) => self.segments.push(Segment::Code(place(range))),
                Piece::Print(range) => {
                    let place = place(range);
                    let span = Span::new(self.tree.file(), place.start, place.end);
                    self.host(Statement::Print, span, vec![Operand::Value(place)]);
                }
            }
        }
        Ok(())
    }

    fn node_span(&self, node: u32) -> Span {
        self.unit.nodes[node as usize]
            .position
            .origin()
            .unwrap_or_else(|| Span::at(self.tree.file(), 0))
    }

    fn host(&mut self, statement: Statement, span: Span, operands: Vec<Operand>) {
        let id = self.unit.statements.len() as u32;
        self.unit.statements.push(statement);
        self.segments.push(Segment::Host { id, span, operands });
    }
}

/// Whether code affects anything in `node`.
fn is_dynamic(node: NodeRef<'_>, text_strings: bool, comments: &Comments) -> bool {
    // Comments of the node itself belong to the item that contains it.
    if comments.any_in(NodeId(node.id().0 + 1), node.subtree_end()) {
        return true;
    }
    let text = |node: NodeRef<'_>| text_strings && is_template(node);
    match node.kind() {
        Kind::Scalar => text(node),
        _ => subtree(node).any(|inner| match inner.alias_target() {
            Some(target) => is_dynamic(target, text_strings, comments),
            None => inner.kind() == Kind::Scalar && text(inner),
        }),
    }
}

fn range(span: Span) -> Range<u32> {
    span.start..span.end
}

fn annotation_operands(metas: &Metas) -> Vec<Operand> {
    metas.annotations.iter().map(|raw| Operand::Arguments(range(raw.arguments))).collect()
}

fn has_text_strings(metas: &Metas) -> bool {
    metas.annotations.iter().any(|raw| &*raw.name == TEXT_STRINGS)
}

/// Whether a string contains code delimiters.
fn is_template(node: NodeRef<'_>) -> bool {
    let text = node.text_bytes();
    node.kind() == Kind::Scalar
        && (memchr::memmem::find(text, b"(@").is_some()
            || memchr::memmem::find(text, b"@)").is_some())
        && (node.style() != Style::Plain || !text.is_empty())
}

fn found_both(
    position: Position,
    value: NodeRef<'_>,
    code: &[Span],
    sources: &Sources,
) -> Box<Diagnostic> {
    let message = format!(
        "Expected YAML node at line {} to have either computed or YAML value, but found both",
        position.compact(sources)
    );
    let diagnostic = Diagnostic::error(codes::TWO_VALUES, message);
    let span = value.content_span();
    let text_of = |code: &Span| {
        let file = sources.get(code.file);
        String::from_utf8_lossy(file.slice(code.start, code.end)).trim().to_owned()
    };
    let is_text = value.kind() == Kind::Scalar
        && !value.text().starts_with("---")
        && matches!(value.scalar(Resolver::Yaml11), Scalar::Str(_));
    let is_statement =
        |code: &&Span| ["if ", "for ", "def "].iter().any(|word| text_of(code).starts_with(word));
    if let Some(note) = misplaced_value(position, span, code, sources) {
        return Box::new(diagnostic.at(span).note(note));
    }
    let after = code.last().filter(|code| is_text && code.start >= span.end);
    let Some(code) = after.filter(|code| !is_statement(code)) else {
        let note = "keep one of them: the value of the node, or the code after '#@'";
        return Box::new(diagnostic.note(note).at(position.span()));
    };
    // `prefix #@ name`: the text before the code was meant as a part of the value.
    let both = Span::new(span.file, span.start, code.end);
    let text = text_of(code);
    let instead = format!("#@ {} + {text}", quoted(&format!("{} ", value.text())));
    let fix = Fix {
        span: both,
        replacement: instead.clone(),
        description: "make all of it code".to_owned(),
    };
    let note = format!("code is the whole value: write `{instead}`");
    Box::new(diagnostic.at(both).note(note).fix(fix))
}

/// Explains why a node whose value is code also has a YAML value: the line below is indented too far, or both are
/// inside brackets.
fn misplaced_value(
    position: Position,
    value: Span,
    code: &[Span],
    sources: &Sources,
) -> Option<String> {
    let code = code.last()?;
    let file = sources.get(value.file);
    if value.end <= code.start
        && file.slice(value.end, code.start).trim_ascii_start().starts_with(b",")
    {
        return Some(
            "code goes on to the end of its line and cannot be one of several values in brackets: write each on a line of its own, or the whole value as code, as in `key: #@ [1, x]`"
                .to_owned(),
        );
    }
    let key = position.span()?;
    let ((line, column), (below, deeper)) =
        (file.line_column(key.start), file.line_column(value.start));
    if below <= line || deeper <= column || value.start < code.end {
        return None;
    }
    let start = file.slice(key.start, code.start);
    let name = start.split(|byte| *byte == b':').next().unwrap_or_default();
    let name = String::from_utf8_lossy(name).trim_end_matches(['#', '@', ' ']).to_owned();
    // An array item may have its keys below it.
    if name == "-" {
        return None;
    }
    let indent = column - 1;
    Some(format!(
        "line {below} is indented deeper than `{name}` on line {line}, which makes it the value of `{name}`: indent it by {indent}, or remove the code"
    ))
}

/// Writes text as a code literal.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
