//! `@overlay/merge`, and what nodes without an operation do: edit matched nodes, add what is missing.

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

/// Items that are looked at in search of a twin.
const MAX_ITEMS: usize = 200;

/// Keys that tell the items of an array apart. (`key` does not: there may be two tolerations for one.)
const NAMES: [&str; 2] = ["name", "id"];

/// A warning if an item that is about to be appended has the name of one that is there.
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

/// Edits the value of `node`. A null is a value that is still missing.
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
