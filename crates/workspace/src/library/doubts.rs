//! Annotations that do nothing, or not what was meant: their name is not known, they belong to another node than it
//! seems, or they are where nobody asks for them.
//!
//! Only comments are looked at; nothing runs. Each is a warning with the remedy, and an error under
//! `--strict-annotations`.

use rustc_hash::{FxHashMap, FxHashSet};
use yardstick_diagnostics::{Diagnostic, Fix, Place, Sources, codes, spelling};
use yardstick_overlay::names as overlay;
use yardstick_schema::{is_schema_annotation, nearest_schema_annotation, rules};
use yardstick_template::{Annotated, AnnotatedNode, Standing, annotations_under};
use yardstick_yaml::Tree;

use super::special::DEFINITION;
use crate::values::{DATA_VALUES, LIBRARY_REF, SCHEMA};

const SCHEMA_NAMESPACE: &str = "schema/";
const RULES: &str = "assert/validate";

/// Namespaces all of whose names are known, with those names; `schema/` is asked for.
const NAMESPACES: [(&str, &[&str]); 6] = [
    (SCHEMA_NAMESPACE, &[]),
    ("data/", &[DATA_VALUES, SCHEMA]),
    ("library/", &[LIBRARY_REF]),
    ("assert/", &[RULES]),
    ("yaml/", &["yaml/map-key-override", "yaml/text-templated-strings"]),
    (overlay::NAMESPACE, &overlay::ALL),
];

/// Names that other tools have for annotations.
const OTHER_NAMES: [(&str, &str); 16] = [
    ("overlay/delete", overlay::REMOVE),
    ("overlay/add", overlay::APPEND),
    ("overlay/patch", overlay::MERGE),
    ("overlay/update", overlay::MERGE),
    ("overlay/set", overlay::REPLACE),
    ("overlay/override", overlay::REPLACE),
    ("schema/description", "schema/desc"),
    ("schema/comment", "schema/desc"),
    ("schema/help", "schema/desc"),
    ("schema/additionalProperties", "schema/any-key"),
    ("schema/additional-properties", "schema/any-key"),
    ("schema/patternProperties", "schema/any-key"),
    ("schema/sensitive", "schema/secret"),
    ("schema/optional", "schema/nullable"),
    ("data/schema", SCHEMA),
    ("data/value", DATA_VALUES),
];

/// First words of statements.
const STATEMENTS: [&str; 9] =
    ["if", "for", "def", "elif", "else", "end", "load", "while", "return"];

/// Whether an annotation has this name; if not, what was probably meant.
fn look_up(name: &str) -> Result<(), Option<&'static str>> {
    // Rules may be numbered.
    let plain = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let other = || OTHER_NAMES.iter().find(|(other, _)| *other == name).map(|(_, known)| *known);
    match NAMESPACES.iter().find(|(prefix, _)| name.starts_with(prefix)) {
        Some((SCHEMA_NAMESPACE, _)) if is_schema_annotation(name) => Ok(()),
        Some((SCHEMA_NAMESPACE, _)) => Err(other().or_else(|| nearest_schema_annotation(name))),
        Some((_, known)) if known.contains(&name) || plain == RULES => Ok(()),
        Some((prefix, known)) => {
            Err(other().or_else(|| spelling::nearest_below(prefix, name, known.iter().copied())))
        }
        None => Ok(()),
    }
}

/// Whether `name` is that of an annotation.
pub(super) fn is_annotation(name: &str) -> bool {
    let is_in = |(prefix, _): &(&str, &[&str])| name.starts_with(prefix);
    NAMESPACES.iter().any(is_in) && look_up(name).is_ok()
}

/// What a document is for.
#[derive(Clone, Copy, PartialEq)]
enum Role {
    Schema,
    Values,
    Overlay,
    Template,
}

impl Role {
    fn name(self) -> &'static str {
        match self {
            Role::Schema => "a schema",
            Role::Values => "data values",
            Role::Overlay => "an overlay",
            Role::Template => "a template",
        }
    }
}

/// What is doubtful about the annotations of `tree`. Of files that are libraries less is known: what they define
/// may be used anywhere.
pub(super) fn doubtful_annotations(
    tree: &Tree,
    is_library: bool,
    sources: &Sources,
) -> Vec<Diagnostic> {
    let prefixes = NAMESPACES.map(|(prefix, _)| prefix);
    let annotations = annotations_under(tree, &prefixes);
    let file = File::new(tree, &annotations, is_library);
    let mut doubts = file.comments();
    // From the end: what was seen before comes later in the file.
    let mut seen = FxHashSet::default();
    let from_the_end = annotations.iter().rev();
    let mut repeated: Vec<bool> = from_the_end
        .map(|one| !seen.insert((one.name.as_str(), one.node.kind(), one.position)))
        .collect();
    repeated.reverse();
    for (annotation, is_repeated) in annotations.iter().zip(repeated) {
        let doubt = file
            .unknown(annotation)
            .or_else(|| is_repeated.then(|| twice(annotation)).flatten())
            .or_else(|| file.misplaced(annotation, sources))
            .or_else(|| file.without_effect(annotation));
        let place = annotation.comment.span().into_iter();
        doubts.extend(doubt.map(|doubt| place.fold(doubt, Diagnostic::at)));
    }
    doubts
}

/// An annotation that a node has twice.
fn twice(annotation: &Annotated) -> Option<Diagnostic> {
    let Annotated { name, node, .. } = annotation;
    let is_told = [SCHEMA_NAMESPACE, overlay::NAMESPACE].iter().any(|one| name.starts_with(one));
    is_told.then(|| {
        let node = node.kind().name();
        let message = format!("Annotation @{name} is on the same {node} twice");
        let note = match name.as_str() {
            "schema/validation" => {
                "only the last one counts: write all rules in one, separated by commas, as in `min=1, max=10`"
            }
            overlay::MATCH => {
                "only the last one counts: for both conditions write by=overlay.and_op(a, b)"
            }
            _ => "only the last one counts",
        };
        Diagnostic::warning(codes::REPEATED_ANNOTATION, message).note(note)
    })
}

/// What is known about a file without running it.
struct File<'t> {
    tree: &'t Tree,
    annotations: &'t [Annotated],
    roles: FxHashMap<u32, Role>,
    /// Whether it defines functions, whose nodes may end up anywhere.
    is_open: bool,
}

impl<'t> File<'t> {
    fn new(tree: &'t Tree, annotations: &'t [Annotated], is_library: bool) -> Self {
        let mut roles = FxHashMap::default();
        for one in annotations.iter().filter(|one| matches!(one.node, AnnotatedNode::Document(_))) {
            let role = match one.name.as_str() {
                SCHEMA | DEFINITION => Role::Schema,
                DATA_VALUES => Role::Values,
                overlay::MATCH => Role::Overlay,
                _ => continue,
            };
            // Data values may have a match too.
            let known = roles.entry(one.document).or_insert(role);
            if *known == Role::Overlay {
                *known = role;
            }
        }
        let defines = |text: &str| {
            text.strip_prefix('@').is_some_and(|code| code.trim_start().starts_with("def"))
        };
        let has_functions =
            tree.comments().iter().any(|comment| defines(tree.comment_text(comment)));
        Self { tree, annotations, roles, is_open: is_library || has_functions }
    }

    fn role(&self, annotation: &Annotated) -> Role {
        self.roles.get(&annotation.document).copied().unwrap_or(Role::Template)
    }

    /// Comments that are no annotations but look like some, and annotations that look like code.
    fn comments(&self) -> Vec<Diagnostic> {
        let mut doubts = Vec::new();
        let mut loaded: Option<LoadedOverlay<'_>> = None;
        let mut uses_overlay = false;
        for comment in self.tree.comments() {
            let text = self.tree.comment_text(comment);
            let Some(text) = text.strip_prefix('@') else { continue };
            let start = comment.start + 1;
            let doubt = if let Some(code) = text.strip_prefix(' ') {
                if code.contains("\"@ytt:overlay\"") {
                    let name = loaded_name(code, "overlay");
                    loaded = Some(LoadedOverlay { name, start: comment.start, end: comment.end });
                } else {
                    uses_overlay |= loaded.as_ref().is_some_and(|one| has_name(code, one.name));
                }
                annotation_as_code(code)
            } else {
                uses_overlay |= text.starts_with(overlay::NAMESPACE)
                    || loaded.as_ref().is_some_and(|one| has_name(text, one.name));
                let is_value = !self.is_alone(comment.start);
                no_code(text, is_value)
                    .or_else(|| code_without_space(text, is_value))
                    .or_else(|| self.without_namespace(text))
                    .or_else(|| code_as_annotation(text))
                    .or_else(|| joined_matchers(text))
            };
            let Some((message, note, fixed)) = doubt else { continue };
            let blanks = text.len() - text.trim_start().len();
            let name = text.trim_start().split(' ').next().map_or(0, str::len);
            let name_end = start + (blanks + name) as u32;
            // With the `#` in front.
            let warning = Diagnostic::warning(codes::UNKNOWN_ANNOTATION, message)
                .at(self.tree.span(comment.start - 1, name_end.max(comment.start + 1)))
                .note(note);
            doubts.push(match fixed {
                Some(Change { length, replacement, description }) => warning.fix(Fix {
                    span: self.tree.span(start, start + length),
                    replacement,
                    description: description.to_owned(),
                }),
                None => warning,
            });
        }
        let has_text_code = memchr::memmem::find(self.tree.source().bytes(), b"(@").is_some();
        if let (Some(LoadedOverlay { start, end, .. }), false) =
            (loaded, uses_overlay || self.is_open || has_text_code)
        {
            let message = "@ytt:overlay is loaded but not used";
            doubts.push(
                Diagnostic::warning(codes::NO_EFFECT, message)
                    .at(self.tree.span(start - 1, end))
                    .note("a document is merged into others only with `#@overlay/match by=...` above its `---`; without it, it is printed"),
            );
        }
        doubts
    }

    /// `#@nullable`, `#@schema-nullable`: the name of an annotation that lacks its namespace. A name alone may be
    /// anybody's, so that it must make sense in the file.
    fn without_namespace(&self, text: &str) -> Option<Doubt> {
        let name = text.split(' ').next().unwrap_or_default();
        let (space, short) = NAMESPACES
            .iter()
            .find_map(|(prefix, _)| {
                let space = prefix.trim_end_matches('/');
                let rest = name.strip_prefix(space)?;
                Some((Some(space), rest.strip_prefix(['-', '_'])?))
            })
            .unwrap_or((None, name));
        if name.contains(['/', '.', ':', '(']) || short.is_empty() {
            return None;
        }
        let bytes = self.tree.source().bytes();
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

    /// Whether a comment that starts at `start` has its line to itself.
    fn is_alone(&self, start: u32) -> bool {
        let before = self.tree.source().slice(0, start.saturating_sub(1));
        let line = before.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        line.iter().all(u8::is_ascii_whitespace)
    }

    fn unknown(&self, annotation: &Annotated) -> Option<Diagnostic> {
        let name = &annotation.name;
        let near = look_up(name).err()?;
        let doubt =
            Diagnostic::warning(codes::UNKNOWN_ANNOTATION, format!("Unknown annotation @{name}"));
        let rule = name.strip_prefix(SCHEMA_NAMESPACE).and_then(rules::foreign::called);
        Some(match (rule, near) {
            (Some(rule), _) => doubt.note(format!(
                "rules are arguments of one annotation: write `#@schema/validation {rule}{}`",
                if rule.ends_with('=') { "..." } else { "" }
            )),
            (None, Some(near)) => {
                let doubt = doubt.note(spelling::did_you_mean(format_args!("@{near}")));
                // The name follows the `@` that the comment starts with.
                let start = annotation.comment.span().map(|span| span.start + 1);
                let end = start.map(|start| start + name.len() as u32);
                match start.zip(end) {
                    Some((start, end))
                        if self.tree.source().slice(start, end) == name.as_bytes() =>
                    {
                        let span = self.tree.span(start, end);
                        let description = "correct the name".to_owned();
                        doubt.fix(Fix { span, replacement: near.to_owned(), description })
                    }
                    _ => doubt,
                }
            }
            (None, None) => {
                let note = "there is no such annotation: `yardstick explain` lists those there are";
                // What follows a name without a blank is reported as an error.
                if name.contains('(') { doubt } else { doubt.note(note) }
            }
        })
    }

    fn misplaced(&self, annotation: &Annotated, sources: &Sources) -> Option<Diagnostic> {
        let Annotated { name, node, standing, .. } = annotation;
        if *standing == Standing::BeforeAnother {
            let message = format!("Annotation @{name} does not belong to the value below it");
            let place = annotation.position.span().map(|span| Place::At(span).compact(sources));
            let owner = match place {
                Some(place) if self.has_owner(*node) => {
                    format!("the {} at {place}", node.kind().name())
                }
                _ => "nothing".to_owned(),
            };
            return Some(Diagnostic::warning(codes::MISPLACED_ANNOTATION, message).note(format!(
                "it belongs to {owner}; write it above the item that holds the value, or on its first line"
            )));
        }
        (*standing == Standing::AtTheEnd && !self.counts_at_the_end(name)).then(|| {
            let message = format!("Annotation @{name} belongs to nothing");
            Diagnostic::warning(codes::MISPLACED_ANNOTATION, message)
                .note("no node follows it in the file: write it above the key it is about")
        })
    }

    /// Annotations in places where nothing reads them.
    fn without_effect(&self, annotation: &Annotated) -> Option<Diagnostic> {
        let (name, role) = (annotation.name.as_str(), self.role(annotation));
        let note = match role {
            _ if name == DEFINITION => return None,
            _ if name == LIBRARY_REF
                && !matches!(annotation.node, AnnotatedNode::Document(_))
                && !self.is_open =>
            {
                "it says for which library a whole document is: write it above the `---`, beside `#@data/values`"
                    .to_owned()
            }
            Role::Schema if name == "schema/nullable" && self.is_refused(annotation) => {
                "its argument is ignored, and null is the default: remove the annotation to refuse null"
                    .to_owned()
            }
            Role::Schema if name.starts_with(RULES) => {
                "rules of a schema are written with @schema/validation".to_owned()
            }
            Role::Values | Role::Overlay | Role::Template
                if name.starts_with(SCHEMA_NAMESPACE) && !self.is_open =>
            {
                "it counts only in a schema: a document with `#@data/values-schema` above its `---`"
                    .to_owned()
            }
            Role::Template
                if name == overlay::APPEND
                    && matches!(annotation.node, AnnotatedNode::Document(_))
                    && !self.is_open =>
            {
                "a document without annotations is added to the output anyway: remove it".to_owned()
            }
            Role::Template if name.starts_with(overlay::NAMESPACE) && !self.is_open => {
                "the document is not an overlay: write `#@overlay/match by=...` above its `---`"
                    .to_owned()
            }
            Role::Overlay
                if name == overlay::INSERT
                    && annotation.node == AnnotatedNode::ArrayItem
                    && !self.has_match(annotation) =>
            {
                "nothing says beside which item: write `#@overlay/match by=overlay.index(0)` above it, or `#@overlay/append` to add the item at the end"
                    .to_owned()
            }
            Role::Overlay if name.starts_with(RULES) && !self.is_kept(annotation) => {
                "annotations of an overlay are not taken over: add `#@overlay/merge-anns`"
                    .to_owned()
            }
            _ => return None,
        };
        let message = format!("Annotation @{name} has no effect in {}", role.name());
        Some(Diagnostic::warning(codes::NO_EFFECT, message).note(note))
    }

    /// Whether the argument of an annotation is `False`.
    fn is_refused(&self, annotation: &Annotated) -> bool {
        annotation.comment.span().is_some_and(|span| {
            let source = self.tree.source();
            source.line_text(source.line(span.start)).trim_end().ends_with(" False")
        })
    }

    /// Whether the node of an annotation says what it matches.
    fn has_match(&self, annotation: &Annotated) -> bool {
        let is_match =
            |one: &&Annotated| one.position == annotation.position && one.name == overlay::MATCH;
        self.annotations.iter().any(|one| is_match(&one))
    }

    /// Whether an overlay brings its annotations along at this node.
    fn is_kept(&self, annotation: &Annotated) -> bool {
        const KEPT: [&str; 6] = [
            overlay::REPLACE,
            overlay::INSERT,
            overlay::APPEND,
            overlay::MERGE_ANNS,
            overlay::REPLACE_ANN,
            overlay::MATCH,
        ];
        let is_same = |one: &&Annotated| one.position == annotation.position;
        // What is added is added with its annotations; what may be missing may be added.
        self.annotations.iter().filter(is_same).any(|one| {
            KEPT.contains(&one.name.as_str()) && !matches!(one.node, AnnotatedNode::Document(_))
        }) || annotation.node == AnnotatedNode::ArrayItem
    }

    /// Whether an annotation at the end of the file does something: the implied document there can be an
    /// overlay, or data values that say nothing.
    fn counts_at_the_end(&self, name: &str) -> bool {
        let is_match =
            |one: &Annotated| one.standing == Standing::AtTheEnd && one.name == overlay::MATCH;
        [DATA_VALUES, SCHEMA, DEFINITION, LIBRARY_REF].contains(&name)
            || name.starts_with(overlay::NAMESPACE) && self.annotations.iter().any(is_match)
    }

    /// Whether a node that carries annotations is really there: after the last document there is none.
    fn has_owner(&self, node: AnnotatedNode) -> bool {
        match node {
            AnnotatedNode::Document(index) => self.tree.document(index as usize).is_some(),
            AnnotatedNode::MapItem | AnnotatedNode::ArrayItem => true,
        }
    }
}

/// Where the module for overlays is loaded, and by what name.
struct LoadedOverlay<'t> {
    name: &'t str,
    start: u32,
    end: u32,
}

/// The name by which code such as `load("@ytt:overlay", ov="overlay")` loads `symbol`.
fn loaded_name<'t>(code: &'t str, symbol: &'t str) -> &'t str {
    let aliased = code.split([',', '(', ')']).find_map(|argument| {
        let (name, loaded) = argument.split_once('=')?;
        (loaded.trim().trim_matches(['"', '\'']) == symbol).then_some(name.trim())
    });
    aliased.unwrap_or(symbol)
}

/// Whether `code` has `name` as a word of its own.
fn has_name(code: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(name).any(|(at, _)| {
        !code[..at].ends_with(is_part) && !code[at + name.len()..].starts_with(is_part)
    })
}

/// The message about a comment, the hint, and what to change.
type Doubt = (String, String, Option<Change>);

/// What to change after `#@`.
struct Change {
    /// How many bytes to replace.
    length: u32,
    replacement: String,
    description: &'static str,
}

impl Change {
    /// A space after `#@`.
    fn to_code() -> Self {
        Self { length: 0, replacement: " ".to_owned(), description: "make it code" }
    }
}

/// `#@ data/values-schema`: an annotation that a space turned into code.
fn annotation_as_code(code: &str) -> Option<Doubt> {
    let trimmed = code.trim_start();
    let name = trimmed.split(' ').next().unwrap_or_default();
    let is_known = NAMESPACES.iter().any(|(prefix, _)| name.starts_with(prefix));
    if !is_known || !matches!(look_up(name), Ok(()) | Err(Some(_))) {
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

/// `key: #@`: a value whose code is missing.
fn no_code(text: &str, is_value: bool) -> Option<Doubt> {
    (text.trim().is_empty() && is_value).then(|| {
        (
            "There is no code after '#@'".to_owned(),
            "write the value: `key: #@ value`, or remove '#@'".to_owned(),
            None,
        )
    })
}

/// `key: #@name`, `#@labels()`: code that lacks the space and so became an annotation, which does nothing.
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

/// `by=overlay.subset(a) and overlay.subset(b)`: of two matchers, `and` takes the last and `or` the first.
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

/// `#@end`, `#@schema.desc`, `#@schmea/desc`: names that no annotation has.
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
