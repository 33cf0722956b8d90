//! Many plain layers as one: thousands of flags would otherwise go through all values thousands of times.

use std::collections::HashSet;

use yardstick_template::tree::{Document, Map, MapItem};

use super::{Layer, Merge};

/// Fewer layers than this are merged one by one.
const MANY: usize = 32;

/// The layers at the start of `layers` in one document, and how many they are, if they are plain, many, and each is
/// about other keys at the top than the rest. Merging them one by one comes to the same then.
pub(super) fn joined<'l>(layers: impl Iterator<Item = &'l Layer>) -> Option<(Document, usize)> {
    let mut items: Vec<MapItem> = Vec::new();
    let mut names = HashSet::new();
    let mut count = 0;
    let mut position = None;
    for layer in layers.take_while(|layer| layer.merge == Merge::Plain) {
        let Some(map) = layer.document.value.as_map() else { break };
        let keys = map.items().iter().map(|item| item.key.as_text().map(|key| key.to_lossy()));
        let Some(keys) = keys.collect::<Option<Vec<_>>>() else { break };
        if keys.iter().any(|key| names.contains(&**key)) {
            break;
        }
        names.extend(keys.into_iter().map(std::borrow::Cow::into_owned));
        items.extend(map.items().iter().cloned());
        position.get_or_insert(layer.document.position);
        count += 1;
    }
    let position = position.filter(|_| count >= MANY)?;
    Some((Document::new(Map::new(items), position), count))
}
