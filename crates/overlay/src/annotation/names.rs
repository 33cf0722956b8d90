//! The names of annotations that overlays know.

/// What all of them start with.
pub(crate) const NAMESPACE: &str = "overlay/";

pub(crate) const MATCH: &str = "overlay/match";
pub(crate) const CHILD_DEFAULTS: &str = "overlay/match-child-defaults";
pub(crate) const MERGE: &str = "overlay/merge";
pub(crate) const REMOVE: &str = "overlay/remove";
pub(crate) const REPLACE: &str = "overlay/replace";
pub(crate) const INSERT: &str = "overlay/insert";
pub(crate) const APPEND: &str = "overlay/append";
pub(crate) const ASSERT: &str = "overlay/assert";
pub(crate) const NOOP: &str = "overlay/noop";
pub(crate) const REPLACE_ANN: &str = "overlay/replace-ann";
pub(crate) const MERGE_ANNS: &str = "overlay/merge-anns";
pub(crate) const REMOVE_ANNS: &str = "overlay/remove-anns";

/// All of them.
pub(crate) const ALL: [&str; 12] = [
    MATCH,
    CHILD_DEFAULTS,
    MERGE,
    REMOVE,
    REPLACE,
    INSERT,
    APPEND,
    ASSERT,
    NOOP,
    REPLACE_ANN,
    MERGE_ANNS,
    REMOVE_ANNS,
];
