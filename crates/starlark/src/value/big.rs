//! Integers beyond 64 bits. Their memory and the work they take are counted.

use std::fmt;
use std::ops::Deref;

use num_bigint::BigInt;
use yardstick_diagnostics::limits::INTEGER_BITS;

use crate::error::{Error, Result};
use crate::memory::{Charge, OVERHEAD};
use crate::meter;

/// The number of machine-word products that are computed in the time of one step.
const PRODUCTS_PER_STEP: u64 = 16;

/// A shared integer of any size.
#[derive(Debug)]
pub struct Big {
    int: BigInt,
    _charge: Charge,
}

impl Big {
    /// Creates an integer, which counts as live from now on.
    pub fn new(int: BigInt) -> Self {
        let charge = Charge::new(OVERHEAD * 2 + size_of::<Self>() + words(&int) as usize * 8);
        Self { int, _charge: charge }
    }
}

impl Deref for Big {
    type Target = BigInt;

    fn deref(&self) -> &BigInt {
        &self.int
    }
}

impl fmt::Display for Big {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.int.fmt(f)
    }
}

fn words(int: &BigInt) -> u64 {
    int.bits().div_ceil(64)
}

/// Rejects integers with so many bits that they take too long to process. No real program has them.
pub(crate) fn check_bits(bits: u64) -> Result<()> {
    if bits > INTEGER_BITS {
        return Err(Error::limit(format!("an integer of {bits} bits is too large")));
    }
    Ok(())
}

/// Counts an operation that multiplies or divides words of `x` by words of `y`.
pub(crate) fn count_products(x: &BigInt, y: &BigInt) -> Result<()> {
    meter::work((words(x) * words(y) / PRODUCTS_PER_STEP) as usize)
}

/// Counts the conversion from or to this many digits of `radix`, which takes quadratic time.
pub(crate) fn count_digits(digits: usize, radix: u32) -> Result<()> {
    let bits = (digits as u64)
        .saturating_mul(u64::from(radix.ilog2()) + u64::from(!radix.is_power_of_two()));
    check_bits(bits)?;
    let words = bits / 64;
    meter::work((words * words / PRODUCTS_PER_STEP) as usize)
}

/// Returns the decimal digits.
pub(crate) fn digits(int: &BigInt) -> Result<String> {
    count_products(int, int)?;
    Ok(int.to_string())
}
