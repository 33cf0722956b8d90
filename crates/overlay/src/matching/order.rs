//! Stable numbers for the nodes of a sequence that is being edited.

/// Maps places to nodes. A node keeps its number when others are added or removed.
#[derive(Debug, Default)]
pub(crate) struct Order {
    /// The number of the node at each place.
    ids: Vec<u32>,
    /// The place of each number; out of date unless `settled`.
    places: Vec<u32>,
    settled: bool,
}

/// The place of a removed node.
const NOWHERE: u32 = u32::MAX;

impl Order {
    /// Numbers `len` nodes by their places.
    pub(crate) fn new(len: usize) -> Self {
        let ids: Vec<u32> = (0..len as u32).collect();
        Self { places: ids.clone(), ids, settled: true }
    }

    /// Returns the number of the node at `place`.
    pub(crate) fn id(&self, place: usize) -> u32 {
        self.ids[place]
    }

    /// Returns a number for a new node at `place`.
    pub(crate) fn insert(&mut self, place: usize) -> u32 {
        let id = self.places.len() as u32;
        self.places.push(place as u32);
        if place == self.ids.len() {
            self.ids.push(id);
        } else {
            self.ids.insert(place, id);
            self.settled = false;
        }
        id
    }

    /// Removes the node at `place`. Returns its number.
    pub(crate) fn remove(&mut self, place: usize) -> u32 {
        let id = self.ids.remove(place);
        self.places[id as usize] = NOWHERE;
        self.settled &= place == self.ids.len();
        id
    }

    /// Returns the place of the node with number `id`, unless it was removed.
    pub(crate) fn place(&mut self, id: u32) -> Option<usize> {
        if !self.settled {
            for (place, &id) in self.ids.iter().enumerate() {
                self.places[id as usize] = place as u32;
            }
            self.settled = true;
        }
        let place = self.places[id as usize];
        (place != NOWHERE).then_some(place as usize)
    }
}
