//! An index for members of wide maps.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::{Member, Repeated, View};

/// The members of a wide map, ordered by the hash of their names.
#[derive(Debug)]
pub(super) struct Index {
    entries: Vec<(u32, Member)>,
}

/// Maps with more members than this get an index.
pub(super) const WIDE: usize = 16;

impl Index {
    /// Creates the index of `members`, and returns the keys that have the same name as an earlier one.
    pub(super) fn new(view: &View, members: impl Iterator<Item = Member>) -> (Self, Vec<Repeated>) {
        let mut entries: Vec<_> =
            members.map(|member| (hash(view.name_bytes(member.key)), member)).collect();
        // Sort by hash, then by name, so that neither collisions nor many equal keys take longer.
        entries.sort_unstable_by(|(left_hash, left), (right_hash, right)| {
            let names = || view.name_bytes(left.key).cmp(view.name_bytes(right.key));
            left_hash.cmp(right_hash).then_with(names).then_with(|| left.key.cmp(&right.key))
        });
        let mut repeated = Vec::new();
        let same_name = |(_, left): &(u32, Member), (_, right): &(u32, Member)| {
            view.name_bytes(left.key) == view.name_bytes(right.key)
        };
        for group in entries.chunk_by(same_name) {
            let earlier = group[0].1.key;
            repeated
                .extend(group[1..].iter().map(|(_, later)| Repeated { later: later.key, earlier }));
        }
        (Self { entries }, repeated)
    }

    pub(super) fn get(&self, view: &View, name: &str) -> Option<Member> {
        let name = name.as_bytes();
        let hash = hash(name);
        let at = self.entries.partition_point(|&(known, member)| {
            known < hash || (known == hash && view.name_bytes(member.key) < name)
        });
        let &(_, member) = self.entries.get(at)?;
        (view.name_bytes(member.key) == name).then_some(member)
    }
}

fn hash(name: &[u8]) -> u32 {
    let mut hasher = FxHasher::default();
    name.hash(&mut hasher);
    let hash = hasher.finish();
    (hash ^ (hash >> 32)) as u32
}
