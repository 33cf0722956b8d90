//! Handles: how the engine carries nodes into its errors.
//!
//! The engine copies the value it complains about into the error, as JSON. It never reads the copy (our types do the
//! comparisons), so it gets the number of the node instead of the value. This avoids the copy, and the number leads
//! straight to the position in the file.

use jsonschema::ValidationError;
use serde_json::Value;
use yardstick_yaml::NodeId;

/// Returns the handle for node `id`.
pub(crate) fn to_json(id: NodeId) -> Value {
    Value::from(id.0)
}

/// Returns the node that `error` is about. A property name is text without a node; it sorts before all nodes.
pub(crate) fn of(error: &ValidationError<'_>) -> NodeId {
    from_json(error.instance()).unwrap_or(NodeId(0))
}

/// Returns the node of a handle.
fn from_json(handle: &Value) -> Option<NodeId> {
    handle.as_u64().and_then(|id| u32::try_from(id).ok()).map(NodeId)
}

/// Returns the node of a handle that the engine has printed into a message.
pub(crate) fn from_text(handle: &str) -> Option<NodeId> {
    handle.parse().ok().map(NodeId)
}
