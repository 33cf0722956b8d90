//! What is being built counts as live memory: a loop without end must not fill the machine.

use yardstick_starlark::{
    Error,
    memory::{self, Charge},
};

/// Bytes that may be added before they are counted: counting each node would cost more than building it.
const STEP: usize = 1 << 16;

/// The memory of what one file or function has built so far.
#[derive(Debug)]
pub(crate) struct Weight {
    bytes: usize,
    counted: usize,
    charge: Charge,
}

impl Default for Weight {
    fn default() -> Self {
        Self { bytes: 0, counted: 0, charge: Charge::new(0) }
    }
}

impl Weight {
    /// Adds so many items of `T`; fails where all that is alive exceeds the limit.
    #[inline]
    pub(crate) fn add<T>(&mut self, items: usize) -> Result<(), Error> {
        self.bytes += items * size_of::<T>();
        if self.bytes - self.counted < STEP { Ok(()) } else { self.count() }
    }

    /// Takes back what was added.
    #[inline]
    pub(crate) fn remove<T>(&mut self, items: usize) {
        self.bytes -= items * size_of::<T>();
        self.counted = self.counted.min(self.bytes);
    }

    #[cold]
    fn count(&mut self) -> Result<(), Error> {
        self.counted = self.bytes;
        self.charge.set(self.bytes);
        memory::reserve(0)
    }

    /// All of it, for what keeps it alive from now on.
    pub(crate) fn into_charge(self) -> Charge {
        self.charge.set(self.bytes);
        self.charge
    }
}
