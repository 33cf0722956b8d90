//! Nodes of data values that take the place of what is there, without being asked to by their author.

use yardstick_template::tree::{Annotation, Annotations, Position};

/// Whether the author does not say how the node is laid over others. That it may be missing says nothing
/// about that.
pub(super) fn is_silent(annotations: &Annotations) -> bool {
    annotations.iter().all(|one| !one.name.starts_with("overlay/") || &*one.name == "overlay/match")
}

/// Makes a node take the place of another, unless its author says what is to be done.
pub(super) fn mark(annotations: &mut Annotations) {
    if is_silent(annotations) {
        set(annotations);
    }
}

/// Makes a node take the place of another.
pub(super) fn set(annotations: &mut Annotations) {
    annotations.set(Annotation {
        name: "overlay/replace".into(),
        positional: Vec::new(),
        keywords: Vec::new(),
        position: Position::UNKNOWN,
        earlier: None,
    });
}
