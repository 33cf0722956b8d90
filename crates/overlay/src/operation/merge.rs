//! `@overlay/merge`, the default operation: edits the matched nodes and adds what is missing.

use yardstick_diagnostics::{Diagnostic, Sources, codes};
use yardstick_template::tree::{NodeKind, Yaml};

use super::Task;
use crate::{
    annotation::names,
    engine::{Engine, Outcome},
    failure::Result,
    matching::Counts,
    node::Node,
    siblings::Siblings,
};

impl<S: Siblings> Task<'_, '_, '_, S> {
    pub(super) fn merge(&mut self) -> Result<()> {
        let below = self.below()?;
        let (matching, edits) = (self.matching()?, self.edits()?);
        let Some(found) = self.find(&matching)? else { return Ok(()) };
        let right = self.right;
        if found.is_empty() && S::Node::KIND != NodeKind::Document {
            if S::Node::KIND == NodeKind::ArrayItem && !right.annotations().has(names::MATCH) {
                self.engine.warnings.extend(twin(self.left.nodes(), right, self.engine.sources));
            }
            return self.left.add(self.engine.copy(right));
        }
        self.edit_each(found, &edits, |engine, node| merge_value(engine, node, right, &below))
    }
}

/// The maximum number of items to search for a duplicate.
const MAX_ITEMS: usize = 200;

/// Keys that identify the items of an array. (`key` does not: there may be two tolerations with the same key.)
const NAMES: [&str; 2] = ["name", "id"];

/// Returns a warning if an item that will be appended has the same name as an existing one.
fn twin<N: Node>(left: &[N], right: &N, sources: &Sources) -> Option<Diagnostic> {
    let map = right.value().as_map()?;
    let (key, name) = NAMES.iter().find_map(|key| {
        let item = map.get(&Yaml::text(key))?;
        item.value.as_text().map(|name| (*key, name))
    })?;
    let is_twin = |node: &&N| {
        let item = node.value().as_map().and_then(|map| map.get(&Yaml::text(key)));
        item.and_then(|item| item.value.as_text()) == Some(name)
    };
    let other = left.iter().take(MAX_ITEMS).find(is_twin)?;
    let place = other.position().compact(sources);
    let message =
        format!("Array item with {key} '{name}' is appended, although there is one already");
    let warning = Diagnostic::warning(codes::APPENDED_TWIN, message);
    let warning = warning.at(right.position().span());
    Some(warning.note(format!(
        "the other one is at {place}: to change it, write `#@overlay/match by=\"{key}\"` above this item; to add one all the same, `#@overlay/append`"
    )))
}

/// Edits the value of `node`. A null counts as a missing value.
fn merge_value<N: Node>(
    engine: &mut Engine<'_>,
    node: &mut N,
    right: &N,
    below: &Counts,
) -> Result<()> {
    let position = node.position();
    let outcome = match node.value() {
        Yaml::Null => Outcome::Replace,
        _ => engine.apply(node.value_mut(), right.value(), below, position)?,
    };
    if outcome == Outcome::Replace {
        node.take(engine.stripped.of(right.value()), right.position());
    }
    Ok(())
}
