//! Nodes as the engine carries them into errors.
//!
//! The engine copies the value it complains about into the error, as JSON. It never looks at the copy
//! (comparisons are ours), so what it gets is not the value but the number of its node: nothing is
//! copied, and the number leads straight to the place in the file.

use jsonschema::ValidationError;
use serde_json::Value;
use yardstick_yaml::NodeId;

/// The handle on the node `id`.
pub(crate) fn to_json(id: NodeId) -> Value {
    Value::from(id.0)
}

/// The node that `error` is about. A property name is text, not a node; it sorts before all nodes.
pub(crate) fn of(error: &ValidationError<'_>) -> NodeId {
    from_json(error.instance()).unwrap_or(NodeId(0))
}

/// The node behind a handle.
fn from_json(handle: &Value) -> Option<NodeId> {
    handle.as_u64().and_then(|id| u32::try_from(id).ok()).map(NodeId)
}

/// The node behind a handle that the engine has printed into a message.
pub(crate) fn from_text(handle: &str) -> Option<NodeId> {
    handle.parse().ok().map(NodeId)
}
