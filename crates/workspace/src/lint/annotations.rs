//! Warns about annotations that do nothing, or not what was meant: the name is unknown, the annotation belongs to
//! another node than it seems, or nothing reads it in its place.
//!
//! Only comments are examined; nothing runs. Each finding is a warning with a remedy, and an error under
//! `--strict-annotations`.

use rustc_hash::{FxHashMap, FxHashSet};
use yardstick_diagnostics::{Diagnostic, Fix, Place, Sources, codes, spelling};
use yardstick_overlay::names as overlay;
use yardstick_schema::rules;
use yardstick_template::{Annotated, AnnotatedNode, Standing, annotations_under};
use yardstick_yaml::Tree;

use super::{
    comments,
    names::{NAMESPACES, RULES, SCHEMA_NAMESPACE, look_up},
};
use crate::annotations::{DATA_VALUES, DEFINITION, LIBRARY_REF, SCHEMA};

/// The role of a document.
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

/// Warnings about the annotations of `tree`. Less is known about library files, because their functions may be used
/// anywhere.
pub(crate) fn doubtful_annotations(
    tree: &Tree,
    is_library: bool,
    sources: &Sources,
) -> Vec<Diagnostic> {
    let prefixes = NAMESPACES.map(|(prefix, _)| prefix);
    let annotations = annotations_under(tree, &prefixes);
    let file = File::new(tree, &annotations, is_library);
    let mut doubts = comments::warnings(tree, file.is_open);
    for (annotation, is_repeated) in annotations.iter().zip(repeated(&annotations)) {
        if let Some(doubt) = file.doubt(annotation, is_repeated, sources) {
            doubts.push(doubt.at(annotation.comment.span()));
        }
    }
    doubts
}

/// Returns for each annotation whether its node has it again after it.
fn repeated(annotations: &[Annotated<'_>]) -> Vec<bool> {
    let is_same_node = |one: &Annotated<'_>, other: &Annotated<'_>| {
        one.position == other.position && one.node.kind() == other.node.kind()
    };
    let mut repeated = vec![false; annotations.len()];
    let mut seen = FxHashSet::default();
    for (at, one) in annotations.iter().enumerate().rev() {
        // The annotations of a node follow each other.
        if !annotations.get(at + 1).is_some_and(|next| is_same_node(one, next)) {
            seen.clear();
        }
        repeated[at] = !seen.insert(one.name);
    }
    repeated
}

/// The warning for an annotation that a node has twice.
fn twice(annotation: &Annotated<'_>) -> Option<Diagnostic> {
    let Annotated { name, node, .. } = *annotation;
    let is_told = [SCHEMA_NAMESPACE, overlay::NAMESPACE].iter().any(|one| name.starts_with(one));
    is_told.then(|| {
        let node = node.kind().name();
        let message = format!("Annotation @{name} is on the same {node} twice");
        let note = match name {
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

/// True if the argument of an annotation is `False`.
fn is_refused(annotation: &Annotated<'_>) -> bool {
    annotation.text.trim_end().ends_with(" False")
}

/// Facts about a file that are known without running it.
struct File<'t> {
    tree: &'t Tree,
    annotations: &'t [Annotated<'t>],
    roles: FxHashMap<u32, Role>,
    /// Whether it defines functions, whose nodes may end up anywhere.
    is_open: bool,
}

impl<'t> File<'t> {
    fn new(tree: &'t Tree, annotations: &'t [Annotated<'t>], is_library: bool) -> Self {
        let mut roles = FxHashMap::default();
        for one in annotations.iter().filter(|one| matches!(one.node, AnnotatedNode::Document(_))) {
            let role = match one.name {
                SCHEMA | DEFINITION => Role::Schema,
                DATA_VALUES => Role::Values,
                overlay::MATCH => Role::Overlay,
                _ => continue,
            };
            // Data values may have a match annotation too.
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

    fn role(&self, annotation: &Annotated<'_>) -> Role {
        self.roles.get(&annotation.document).copied().unwrap_or(Role::Template)
    }

    /// The first warning about an annotation.
    fn doubt(
        &self,
        annotation: &Annotated<'_>,
        is_repeated: bool,
        sources: &Sources,
    ) -> Option<Diagnostic> {
        if let Some(unknown) = self.unknown(annotation) {
            return Some(unknown);
        }
        if is_repeated && let Some(twice) = twice(annotation) {
            return Some(twice);
        }
        if let Some(misplaced) = self.misplaced(annotation, sources) {
            return Some(misplaced);
        }
        self.without_effect(annotation)
    }

    fn unknown(&self, annotation: &Annotated<'_>) -> Option<Diagnostic> {
        let name = annotation.name;
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
                // The name follows the `@` at the start of the comment.
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
            (None, None) if name == "template/replace" => doubt.note(
                "template.replace is a function: write `_: #@ template.replace(...)`, after load(\"@ytt:template\", \"template\")",
            ),
            (None, None) => {
                let note = "there is no such annotation: `yardstick explain` lists those there are";
                // Text directly after a name is reported as an error elsewhere.
                if name.contains('(') { doubt } else { doubt.note(note) }
            }
        })
    }

    fn misplaced(&self, annotation: &Annotated<'_>, sources: &Sources) -> Option<Diagnostic> {
        let Annotated { name, node, standing, .. } = *annotation;
        if standing == Standing::BeforeAnother {
            let message = format!("Annotation @{name} does not belong to the value below it");
            let place = annotation.position.span().map(|span| Place::At(span).compact(sources));
            let owner = match place {
                Some(place) if self.has_owner(node) => {
                    format!("the {} at {place}", node.kind().name())
                }
                _ => "nothing".to_owned(),
            };
            return Some(Diagnostic::warning(codes::MISPLACED_ANNOTATION, message).note(format!(
                "it belongs to {owner}; write it above the item that holds the value, or on its first line"
            )));
        }
        (standing == Standing::AtTheEnd && !self.counts_at_the_end(name)).then(|| {
            let message = format!("Annotation @{name} belongs to nothing");
            Diagnostic::warning(codes::MISPLACED_ANNOTATION, message)
                .note("no node follows it in the file: write it above the key it is about")
        })
    }

    /// The warning for an annotation in a place where nothing reads it.
    fn without_effect(&self, annotation: &Annotated<'_>) -> Option<Diagnostic> {
        let (name, role) = (annotation.name, self.role(annotation));
        let note = match role {
            _ if name == DEFINITION => return None,
            _ if name == LIBRARY_REF
                && !matches!(annotation.node, AnnotatedNode::Document(_))
                && !self.is_open =>
            {
                "it says for which library a whole document is: write it above the `---`, beside `#@data/values`"
                    .to_owned()
            }
            Role::Schema if name == "schema/nullable" && is_refused(annotation) => {
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

    /// True if the node of an annotation has a match annotation.
    fn has_match(&self, annotation: &Annotated<'_>) -> bool {
        let is_match = |one: &&Annotated<'_>| {
            one.position == annotation.position && one.name == overlay::MATCH
        };
        self.annotations.iter().any(|one| is_match(&one))
    }

    /// True if an overlay copies its annotations to the result at this node.
    fn is_kept(&self, annotation: &Annotated<'_>) -> bool {
        const KEPT: [&str; 6] = [
            overlay::REPLACE,
            overlay::INSERT,
            overlay::APPEND,
            overlay::MERGE_ANNS,
            overlay::REPLACE_ANN,
            overlay::MATCH,
        ];
        let is_same = |one: &&Annotated<'_>| one.position == annotation.position;
        // A node is added with its annotations, and a node that may be missing may be added.
        self.annotations
            .iter()
            .filter(is_same)
            .any(|one| KEPT.contains(&one.name) && !matches!(one.node, AnnotatedNode::Document(_)))
            || annotation.node == AnnotatedNode::ArrayItem
    }

    /// True if an annotation at the end of the file has an effect: the implied document there can be an overlay, or
    /// empty data values.
    fn counts_at_the_end(&self, name: &str) -> bool {
        let is_match =
            |one: &Annotated<'_>| one.standing == Standing::AtTheEnd && one.name == overlay::MATCH;
        [DATA_VALUES, SCHEMA, DEFINITION, LIBRARY_REF].contains(&name)
            || name.starts_with(overlay::NAMESPACE) && self.annotations.iter().any(is_match)
    }

    /// True if the annotated node really exists. After the last document there is none.
    fn has_owner(&self, node: AnnotatedNode) -> bool {
        match node {
            AnnotatedNode::Document(index) => self.tree.document(index as usize).is_some(),
            AnnotatedNode::MapItem | AnnotatedNode::ArrayItem => true,
        }
    }
}
