//! Warns about keywords that check nothing without another one next to them: `then` without `if`, and the like.

use yardstick_diagnostics::{Diagnostic, codes};
use yardstick_yaml::{NodeId, json::View};

/// Keywords, with those of which at least one must be next to them.
const HALVES: &[(&str, &[&str], &str)] = &[
    ("then", &["if"], "write the condition as `if:` next to it"),
    ("else", &["if"], "write the condition as `if:` next to it"),
    ("if", &["then", "else"], "write what follows from the condition as `then:` next to it"),
    ("minContains", &["contains"], "write what the items must be as `contains:` next to it"),
    ("maxContains", &["contains"], "write what the items must be as `contains:` next to it"),
];

/// Warns about the keywords of one schema.
pub(super) fn warn(view: &View, schema: NodeId, warnings: &mut Vec<Diagnostic>) {
    let has = |name: &str| view.get(schema, name).is_some();
    // A condition alone tells these which properties and items are described.
    let is_heard = has("unevaluatedProperties") || has("unevaluatedItems");
    for (name, others, note) in HALVES {
        let Some(member) = view.member(schema, name) else { continue };
        if others.iter().any(|other| has(other)) || (*name == "if" && is_heard) {
            continue;
        }
        let others: Vec<String> = others.iter().map(|other| format!("`{other}`")).collect();
        let message = format!("'{name}' without {} checks nothing", others.join(" or "));
        let warning = Diagnostic::warning(codes::MISPLACED_KEYWORD, message);
        warnings.push(warning.at(view.written(member.key).content_span()).note(*note));
    }
}
