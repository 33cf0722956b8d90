//! Equality and order of values, with limits on depth and work.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::{FromPrimitive, ToPrimitive};

use super::{Text, Value};
use crate::error::{About, Error, Result};
use crate::meter;

/// Collections nested deeper than this are not compared. This also stops the comparison of cyclic values.
const MAX_DEPTH: usize = 1000;
/// The maximum number of items in one comparison.
const MAX_WORK: usize = 100_000_000;

/// `<`, `<=`, `>` or `>=`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
}

impl Comparison {
    fn holds(self, ordering: Ordering) -> bool {
        match self {
            Comparison::Less => ordering.is_lt(),
            Comparison::LessEqual => ordering.is_le(),
            Comparison::Greater => ordering.is_gt(),
            Comparison::GreaterEqual => ordering.is_ge(),
        }
    }

    fn sign(self) -> &'static str {
        match self {
            Comparison::Less => "<",
            Comparison::LessEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterEqual => ">=",
        }
    }
}

impl Value {
    /// `self == other`. Fails for values that are too deep, and if a host type refuses.
    pub fn equals(&self, other: &Value) -> Result<bool> {
        let mut walk = Walk::default();
        walk.equals(self, other)
    }

    /// `self < other` and so on.
    pub fn compare(&self, comparison: Comparison, other: &Value) -> Result<bool> {
        if let (Value::Set(a), Value::Set(b)) = (self, other) {
            return compare_sets(comparison, &a.items(), b).and_then(|subset| match comparison {
                Comparison::Less => Ok(subset && a.len() < b.len()),
                Comparison::LessEqual => Ok(subset),
                _ => {
                    let superset = compare_sets(comparison, &b.items(), a)?;
                    let proper = comparison == Comparison::Greater;
                    Ok(superset && (!proper || a.len() > b.len()))
                }
            });
        }
        let mut walk = Walk::default();
        walk.order(self, other, comparison)
    }
}

pub(crate) fn equal_texts(a: &Text, b: &Text) -> Result<bool> {
    if a.len() != b.len() {
        return Ok(false);
    }
    meter::scan(a.len())?;
    Ok(a == b)
}

fn compare_sets(_: Comparison, items: &[Value], other: &super::Set) -> Result<bool> {
    for item in items {
        if !other.contains(item)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A comparison in progress. Values that share parts can be exponentially larger than they look, so both work and
/// depth are limited.
#[derive(Default)]
struct Walk {
    depth: usize,
    work: usize,
}

impl Walk {
    /// Enters a collection of `len` items. Leaving it decrements `depth` again.
    fn enter(&mut self, len: usize) -> Result<()> {
        self.depth += 1;
        self.work = self.work.saturating_add(len);
        if self.depth > MAX_DEPTH {
            return Err(Error::new("comparison exceeded maximum recursion depth"));
        }
        if self.work > MAX_WORK {
            return Err(Error::limit("comparison takes too many steps"));
        }
        meter::work(len)
    }

    fn equals(&mut self, a: &Value, b: &Value) -> Result<bool> {
        Ok(match (a, b) {
            (Value::None, Value::None) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::BigInt(a), Value::BigInt(b)) => {
                meter::digits(a)?;
                ***a == ***b
            }
            (Value::Str(a), Value::Str(b)) => equal_texts(a, b)?,
            (Value::Int(_) | Value::BigInt(_) | Value::Float(_), Value::Float(_))
            | (Value::Float(_), Value::Int(_) | Value::BigInt(_)) => {
                numbers(a, b) == Some(Ordering::Equal)
            }
            (Value::List(a), Value::List(b)) => {
                if a.len() != b.len() {
                    return Ok(false);
                }
                return self.equal_items(&a.borrow(), &b.borrow());
            }
            (Value::Tuple(a), Value::Tuple(b)) => {
                return if a.is(b) { Ok(true) } else { self.equal_items(a, b) };
            }
            (Value::Dict(a), Value::Dict(b)) => {
                if a.len() != b.len() {
                    return Ok(false);
                }
                // Each key is looked up in the other dict.
                meter::work(a.len())?;
                self.enter(a.len())?;
                let differs = a.try_each(|key, value| match b.get(key) {
                    Ok(Some(other)) => match self.equals(value, &other) {
                        Ok(true) => Ok(()),
                        Ok(false) => Err(Ok(false)),
                        Err(error) => Err(Err(error)),
                    },
                    Ok(None) => Err(Ok(false)),
                    Err(error) => Err(Err(error)),
                });
                if let Err(differs) = differs {
                    return differs;
                }
                self.depth -= 1;
                true
            }
            (Value::Set(a), Value::Set(b)) => {
                a.len() == b.len() && compare_sets(Comparison::LessEqual, &a.items(), b)?
            }
            (Value::Range(a), Value::Range(b)) => a.same_numbers(b),
            (Value::Host(x), Value::Host(y)) => match x.equals(y)? {
                Some(equal) => equal,
                None => x.is(y),
            },
            _ => a.is_identical(b),
        })
    }

    fn equal_items(&mut self, a: &[Value], b: &[Value]) -> Result<bool> {
        if a.len() != b.len() {
            return Ok(false);
        }
        self.enter(a.len())?;
        for (a, b) in a.iter().zip(b) {
            if !self.equals(a, b)? {
                return Ok(false);
            }
        }
        self.depth -= 1;
        Ok(true)
    }

    fn order(&mut self, a: &Value, b: &Value, comparison: Comparison) -> Result<bool> {
        match (a, b) {
            (Value::None, Value::None) => return Ok(comparison.holds(Ordering::Equal)),
            (Value::Bool(a), Value::Bool(b)) => return Ok(comparison.holds(a.cmp(b))),
            (Value::Str(a), Value::Str(b)) => {
                meter::scan(a.len().min(b.len()))?;
                return Ok(comparison.holds(a.cmp(b)));
            }
            (Value::List(a), Value::List(b)) => {
                return self.order_items(&a.borrow(), &b.borrow(), comparison);
            }
            (Value::Tuple(a), Value::Tuple(b)) => return self.order_items(a, b, comparison),
            (Value::Host(x), Value::Host(y)) => {
                if let Some(ordering) = x.compare(y)? {
                    return Ok(comparison.holds(ordering));
                }
            }
            _ => {
                if let Some(ordering) = numbers(a, b) {
                    return Ok(comparison.holds(ordering));
                }
            }
        }
        let (left, right) = (a.type_name(), b.type_name());
        let error = Error::new(format!("{left} {} {right} not implemented", comparison.sign()));
        Err(error.note(crate::hints::not_comparable(a, b)).about(About::Unsupported))
    }

    fn order_items(&mut self, a: &[Value], b: &[Value], comparison: Comparison) -> Result<bool> {
        self.enter(a.len())?;
        for (a, b) in a.iter().zip(b) {
            // Unequal items end the comparison, so their depth need not be reset.
            let depth = self.depth;
            if !self.equals(a, b)? {
                self.depth = depth;
                return self.order(a, b, comparison);
            }
        }
        self.depth -= 1;
        Ok(comparison.holds(a.len().cmp(&b.len())))
    }
}

/// Compares two numbers. NaN is greater than all other numbers and equal to itself, so that sorting has a total
/// order.
fn numbers(a: &Value, b: &Value) -> Option<Ordering> {
    Some(match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.cmp(b),
        (Value::Float(a), Value::Float(b)) => {
            a.partial_cmp(b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
        }
        (Value::Float(float), other) => int_float(other, *float)?.reverse(),
        (other, Value::Float(float)) => int_float(other, *float)?,
        (Value::BigInt(a), Value::BigInt(b)) => (***a).cmp(b),
        (Value::BigInt(a), Value::Int(b)) => (***a).cmp(&BigInt::from(*b)),
        (Value::Int(a), Value::BigInt(b)) => BigInt::from(*a).cmp(b),
        _ => return None,
    })
}

/// Compares an integer and a float exactly.
fn int_float(int: &Value, float: f64) -> Option<Ordering> {
    if !matches!(int, Value::Int(_) | Value::BigInt(_)) {
        return None;
    }
    if float.is_nan() || float == f64::INFINITY {
        return Some(Ordering::Less);
    }
    if float == f64::NEG_INFINITY {
        return Some(Ordering::Greater);
    }
    let floor = float.floor();
    let whole = match (int, floor.to_i64()) {
        (Value::Int(int), Some(floor)) => int.cmp(&floor),
        (Value::Int(int), None) => BigInt::from(*int).cmp(&BigInt::from_f64(floor)?),
        (Value::BigInt(int), _) => (***int).cmp(&BigInt::from_f64(floor)?),
        _ => return None,
    };
    let fraction = if float.fract() == 0.0 { Ordering::Equal } else { Ordering::Less };
    Some(whole.then(fraction))
}
