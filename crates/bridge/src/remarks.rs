//! What the reader of an imported schema should know, although nothing is lost: each kind of remark is made once, with the
//! number of places and the first of them.

use std::collections::BTreeSet;

use yardstick_yaml::NodeId;

/// Places that are worth a remark.
#[derive(Default)]
pub(crate) struct Remarks {
    /// Formats, which other programs may not check.
    pub(crate) formats: BTreeSet<NodeId>,
    /// Values that are required there, and filled in here.
    pub(crate) supplied: BTreeSet<NodeId>,
    /// Keywords beside a reference, which the draft of the schema passes over.
    pub(crate) beside_references: BTreeSet<NodeId>,
}

impl Remarks {
    /// The remarks, each with the first place.
    pub(crate) fn messages(&self) -> Vec<(String, NodeId)> {
        let of = |places: &BTreeSet<NodeId>, one: &str, several: &str| {
            let message = match places.len() {
                1 => one.to_owned(),
                count => format!("{count} {several}"),
            };
            Some((message, *places.first()?))
        };
        let all = [
            of(
                &self.supplied,
                "required, but it has a default: after import the key may be omitted",
                "keys are required, but have a default: after import they may be omitted",
            ),
            of(
                &self.formats,
                "the format is a rule after import: many programs do not check formats",
                "formats are rules after import: many programs do not check formats",
            ),
            of(
                &self.beside_references,
                "keywords beside a `$ref` are ignored, as in all drafts up to draft 7",
                "schemas have keywords beside a `$ref`: they are ignored, as in all drafts up to draft 7",
            ),
        ];
        all.into_iter().flatten().collect()
    }
}
