//! The names of annotations that overlays know.

/// What all of them start with.
pub const NAMESPACE: &str = "overlay/";

/// Which nodes are meant, and how many there should be.
pub const MATCH: &str = "overlay/match";
/// Defaults for `@overlay/match` on the items below.
pub const CHILD_DEFAULTS: &str = "overlay/match-child-defaults";
/// Merge, which is the default.
pub const MERGE: &str = "overlay/merge";
/// Remove what matches.
pub const REMOVE: &str = "overlay/remove";
/// Replace what matches.
pub const REPLACE: &str = "overlay/replace";
/// Insert beside what matches.
pub const INSERT: &str = "overlay/insert";
/// Append after all others.
pub const APPEND: &str = "overlay/append";
/// Check what matches, then merge.
pub const ASSERT: &str = "overlay/assert";
/// Match and count, change nothing.
pub const NOOP: &str = "overlay/noop";
/// Replace an annotation of what matches.
pub const REPLACE_ANN: &str = "overlay/replace-ann";
/// Add annotations to what matches.
pub const MERGE_ANNS: &str = "overlay/merge-anns";
/// Remove annotations of what matches.
pub const REMOVE_ANNS: &str = "overlay/remove-anns";

/// All of them.
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
