//! Hashes and equality of values as keys of dicts and sets.

use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::OnceLock;

use num_bigint::BigInt;
use num_traits::{FromPrimitive, ToPrimitive};
use rustc_hash::FxSeededState;

use super::{Text, Value};
use crate::error::{Error, Result};
use crate::meter;

/// Tuples nested deeper than this are not hashed.
const MAX_DEPTH: usize = 200;
/// The maximum number of items to hash for one key. Tuples that share parts can be exponentially larger than they
/// look.
const MAX_WORK: usize = 10_000_000;

/// Bits without a pattern: the fraction of pi.
const ODD_BITS: u64 = 0x243f_6a88_85a3_08d3;

/// Returns a seed that is random for each process. Hashes never show in results, and malicious input cannot predict
/// them.
fn seed() -> u64 {
    static SEED: OnceLock<u64> = OnceLock::new();
    *SEED.get_or_init(|| std::hash::RandomState::new().hash_one(0_u8))
}

fn hasher() -> impl Hasher {
    FxSeededState::with_seed(seed() as usize).build_hasher()
}

impl Value {
    /// Returns the hash for use as a key; collections cannot be keys.
    pub(crate) fn hash_key(&self) -> Result<u64> {
        let mut state = hasher();
        match self {
            // Frequent types first; see `feed`.
            Value::Str(text) => feed_text(text, &mut state)?,
            Value::Int(int) => int.hash(&mut state),
            other => feed(other, &mut state, 0, &mut 0)?,
        }
        Ok(spread(state.finish()))
    }
}

/// Mixes the hash, because the table uses the low bits, which a multiplicative hash mixes least.
fn spread(hash: u64) -> u64 {
    hash ^ (hash >> 32)
}

fn feed(value: &Value, state: &mut impl Hasher, depth: usize, work: &mut usize) -> Result<()> {
    match value {
        Value::None => 1u8.hash(state),
        Value::Bool(b) => (2u8, *b).hash(state),
        Value::Int(i) => i.hash(state),
        Value::BigInt(i) => {
            meter::digits(i)?;
            i.hash(state);
        }
        Value::Float(f) => feed_float(*f, state),
        Value::Str(text) => feed_text(text, state)?,
        Value::Tuple(items) => {
            if depth > MAX_DEPTH {
                return Err(Error::new("unhashable: tuple nested too deeply"));
            }
            *work += items.len();
            if *work > MAX_WORK {
                return Err(Error::limit("tuple is too large to be hashed"));
            }
            meter::work(items.len())?;
            items.len().hash(state);
            for item in items.iter() {
                feed(item, state, depth + 1, work)?;
            }
        }
        Value::Function(f) => std::rc::Rc::as_ptr(f).addr().hash(state),
        Value::Builtin(f) => f.name().hash(state),
        Value::Host(host) => host.hash_key()?.hash(state),
        Value::Range(_) => return Err(Error::new("unhashable: range")),
        Value::List(_) | Value::Dict(_) | Value::Set(_) => {
            return Err(Error::new(format!("unhashable type: {}", value.type_name())));
        }
    }
    Ok(())
}

#[inline]
fn feed_text(text: &Text, state: &mut impl Hasher) -> Result<()> {
    // A short text is two numbers. The two halves of their product combined depend on all their bits.
    if let Some((low, high)) = text.as_words() {
        let product = u128::from(low ^ seed()) * u128::from(high ^ ODD_BITS);
        state.write_u64(product as u64 ^ (product >> 64) as u64);
        return Ok(());
    }
    meter::scan(text.len())?;
    state.write(text.as_bytes());
    Ok(())
}

/// Hashes a float. A float that equals an integer has the hash of that integer.
fn feed_float(float: f64, state: &mut impl Hasher) {
    if float.fract() == 0.0 && float.is_finite() {
        match float.to_i64() {
            Some(int) => int.hash(state),
            None => BigInt::from_f64(float).unwrap_or_default().hash(state),
        }
    } else if float.is_nan() {
        7u8.hash(state);
    } else {
        float.to_bits().hash(state);
    }
}

/// Compares two values that both have a hash; this cannot fail.
#[cfg_attr(not(debug_assertions), inline(always))]
#[allow(clippy::inline_always, reason = "the two frequent kinds are a comparison of numbers")]
pub(crate) fn key_equals(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Str(a), Value::Str(b)) => a == b,
        (Value::Int(a), Value::Int(b)) => a == b,
        // NaN does not even equal itself here, unlike in comparisons: every NaN is a separate key.
        (Value::Float(a), Value::Float(b)) if a.is_nan() && b.is_nan() => false,
        _ => a.equals(b).unwrap_or(false),
    }
}
