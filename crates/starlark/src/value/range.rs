//! The result of `range(...)`, which computes its numbers on demand.

use crate::error::{Error, Result};

/// An arithmetic progression.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// The first number.
    pub start: i64,
    /// The exclusive end.
    pub stop: i64,
    /// The difference; never zero.
    pub step: i64,
    len: usize,
}

impl Range {
    /// Creates the range from `start` to `stop` (exclusive) by `step`.
    pub fn new(start: i64, stop: i64, step: i64) -> Result<Self> {
        if step == 0 {
            return Err(Error::new("step argument must not be zero"));
        }
        let distance = if step > 0 {
            i128::from(stop) - i128::from(start)
        } else {
            i128::from(start) - i128::from(stop)
        };
        let step_size = i128::from(step).abs();
        let len = if distance <= 0 { 0 } else { (distance + step_size - 1) / step_size };
        let len = usize::try_from(len).map_err(|_| Error::new("range is too long"))?;
        Ok(Self { start, stop, step, len })
    }

    /// Creates the range from zero to `stop` (exclusive).
    pub(crate) fn up_to(stop: i32) -> Self {
        Self { start: 0, stop: i64::from(stop), step: 1, len: stop.max(0) as usize }
    }

    /// Returns how many numbers there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the number at `index`, which must be less than the length.
    pub fn get(&self, index: usize) -> i64 {
        (i128::from(self.start) + index as i128 * i128::from(self.step)) as i64
    }

    /// Whether `number` is one of them.
    pub fn contains(&self, number: i64) -> bool {
        let offset = i128::from(number) - i128::from(self.start);
        let step = i128::from(self.step);
        offset % step == 0 && offset / step >= 0 && offset / step < self.len as i128
    }

    /// Whether both contain the same numbers.
    pub(crate) fn same_numbers(&self, other: &Range) -> bool {
        self.len == other.len
            && (self.len == 0
                || self.start == other.start && (self.len == 1 || self.step == other.step))
    }
}
