//! An index over a sequence of nodes: built on demand, and updated by edits.

use std::rc::Rc;

use yardstick_template::tree::Yaml;

use super::{
    order::Order,
    path_index::{PathIndex, Step},
};
use crate::node::Node;

/// Shorter sequences are scanned, which is as fast.
const WORTH: usize = 16;

/// The maximum number of indexed paths. If there are more, the oldest is dropped.
const MAX_PATHS: usize = 32;

/// The index of one sequence; empty until it is worthwhile.
#[derive(Debug, Default)]
pub(crate) struct Index {
    built: Option<Box<Built>>,
    /// Whether it was used before: the first lookup scans, the second one builds the index.
    asked: bool,
}

#[derive(Debug)]
struct Built {
    order: Order,
    paths: Vec<PathIndex>,
    /// Numbers of nodes that may have changed since they were indexed.
    edited: Vec<u32>,
}

impl Index {
    /// Whether it was used, so that it is worth keeping.
    pub(crate) fn was_asked(&self) -> bool {
        self.asked
    }

    #[cfg(test)]
    pub(crate) fn asked() -> Self {
        Self { asked: true, ..Self::default() }
    }

    /// Records that the node at `place` may have changed.
    pub(crate) fn edited(&mut self, place: usize) {
        if let Some(built) = &mut self.built {
            let id = built.order.id(place);
            if built.edited.last() != Some(&id) {
                built.edited.push(id);
            }
        }
    }

    /// Records that a node was inserted at `place`.
    pub(crate) fn inserted(&mut self, place: usize) {
        if let Some(built) = &mut self.built {
            let id = built.order.insert(place);
            built.edited.push(id);
        }
    }

    /// Records that the node at `place` was removed.
    pub(crate) fn removed(&mut self, place: usize) {
        if let Some(built) = &mut self.built {
            let id = built.order.remove(place);
            built.paths.iter_mut().for_each(|path| path.unset(id));
        }
    }

    /// Records that the sequence changed as a whole.
    pub(crate) fn forget(&mut self) {
        self.built = None;
    }

    /// Returns the indexes of nodes that have the given scalar at one of `paths`, ascending. Uses the path with the
    /// fewest nodes. Returns `None` if scanning is as good.
    pub(crate) fn with_scalars<N: Node>(
        &mut self,
        nodes: &[N],
        paths: &[(Rc<[Step]>, Yaml)],
    ) -> Option<Vec<usize>> {
        let built = self.up_to_date(nodes)?;
        for (path, _) in paths {
            built.ensure(nodes, path);
        }
        let (at, scalar) = paths
            .iter()
            .filter_map(|(path, scalar)| Some((built.find(path)?, scalar)))
            .min_by_key(|(at, scalar)| built.paths[*at].ids_with(scalar).len())?;
        Some(built.places(at, scalar))
    }

    /// Returns the indexes of nodes that have `scalar` at `path`, if all nodes have something there.
    pub(crate) fn with_scalar_of_all<N: Node>(
        &mut self,
        nodes: &[N],
        path: &Rc<[Step]>,
        scalar: &Yaml,
    ) -> Option<Vec<usize>> {
        let built = self.up_to_date(nodes)?;
        built.ensure(nodes, path);
        let at = built.find(path)?;
        built.paths[at].is_complete().then(|| built.places(at, scalar))
    }

    fn up_to_date<N: Node>(&mut self, nodes: &[N]) -> Option<&mut Built> {
        if nodes.len() < WORTH || !std::mem::replace(&mut self.asked, true) {
            return None;
        }
        let built = self.built.get_or_insert_with(|| {
            let order = Order::new(nodes.len());
            Box::new(Built { order, paths: Vec::new(), edited: Vec::new() })
        });
        for id in std::mem::take(&mut built.edited) {
            if let Some(place) = built.order.place(id) {
                let value = nodes[place].value();
                built.paths.iter_mut().for_each(|path| path.set(id, value));
            }
        }
        Some(built)
    }
}

impl Built {
    fn find(&self, path: &[Step]) -> Option<usize> {
        self.paths.iter().position(|index| index.is_for(path))
    }

    /// Builds the index for `path`, unless it exists.
    fn ensure<N: Node>(&mut self, nodes: &[N], path: &Rc<[Step]>) {
        if self.find(path).is_some() {
            return;
        }
        let mut index = PathIndex::new(Rc::clone(path));
        for (place, node) in nodes.iter().enumerate() {
            index.set(self.order.id(place), node.value());
        }
        if self.paths.len() == MAX_PATHS {
            self.paths.remove(0);
        }
        self.paths.push(index);
    }

    fn places(&mut self, path: usize, scalar: &Yaml) -> Vec<usize> {
        let ids = self.paths[path].ids_with(scalar);
        let mut places: Vec<usize> = ids.iter().filter_map(|&id| self.order.place(id)).collect();
        places.sort_unstable();
        places
    }
}
