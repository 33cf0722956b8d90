//! The names of overlay annotations.

/// The common prefix.
pub const NAMESPACE: &str = "overlay/";

/// Selects nodes, and says how many must match.
pub const MATCH: &str = "overlay/match";
/// Defaults for `@overlay/match` on the items below.
pub const CHILD_DEFAULTS: &str = "overlay/match-child-defaults";
/// Merge (the default).
pub const MERGE: &str = "overlay/merge";
/// Remove the matched nodes.
pub const REMOVE: &str = "overlay/remove";
/// Replace the matched nodes.
pub const REPLACE: &str = "overlay/replace";
/// Insert next to the matched nodes.
pub const INSERT: &str = "overlay/insert";
/// Append after all other nodes.
pub const APPEND: &str = "overlay/append";
/// Check the matched nodes, then merge.
pub const ASSERT: &str = "overlay/assert";
/// Match and count, but change nothing.
pub const NOOP: &str = "overlay/noop";
/// Replace an annotation of the matched nodes.
pub const REPLACE_ANN: &str = "overlay/replace-ann";
/// Add annotations to the matched nodes.
pub const MERGE_ANNS: &str = "overlay/merge-anns";
/// Remove annotations of the matched nodes.
pub const REMOVE_ANNS: &str = "overlay/remove-anns";

/// All names.
pub const ALL: [&str; 12] = [
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
