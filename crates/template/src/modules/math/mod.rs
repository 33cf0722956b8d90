//! `@ytt:math`: functions on floats.
//!
//! Results may differ between machines in the last digit. The first use in a run prints a warning about that.

mod gamma;

use std::{
    cell::Cell,
    f64::consts::{E, PI},
    rc::Rc,
};

use num_bigint::BigInt;
use num_traits::FromPrimitive;
use yardstick_starlark::{Args, Error, NativeModule, Result, Text, Thread, Value};

use super::args;

const WARNING: &str = "\nWarning: a function from the @ytt:math module is used in this invocation; \
    this module does not guarantee bit-identical results across CPU architectures.";

type Unary = fn(f64) -> f64;
type Binary = fn(f64, f64) -> f64;
type Body = Box<dyn Fn(&Args<'_>) -> Result<Value>>;

const UNARY: [(&str, Unary); 19] = [
    ("acos", f64::acos),
    ("acosh", f64::acosh),
    ("asin", f64::asin),
    ("asinh", f64::asinh),
    ("atan", f64::atan),
    ("atanh", f64::atanh),
    ("cos", f64::cos),
    ("cosh", f64::cosh),
    ("degrees", |x| 360.0 * x / (2.0 * PI)),
    ("exp", f64::exp),
    ("fabs", f64::abs),
    ("gamma", gamma::gamma),
    ("radians", |x| 2.0 * PI * x / 360.0),
    ("round", f64::round),
    ("sin", f64::sin),
    ("sinh", f64::sinh),
    ("sqrt", f64::sqrt),
    ("tan", f64::tan),
    ("tanh", f64::tanh),
];

const BINARY: [(&str, Binary); 6] = [
    ("atan2", f64::atan2),
    ("copysign", f64::copysign),
    ("hypot", f64::hypot),
    ("mod", |x, y| x % y),
    ("pow", f64::powf),
    ("remainder", remainder),
];

/// Builds the module `math`. `warned` says whether the warning has been printed in this run.
pub fn module(warned: &Rc<Cell<bool>>) -> Value {
    let mut members: Vec<(Text, Value)> =
        vec![("e".into(), Value::Float(E)), ("pi".into(), Value::Float(PI))];
    let mut define = |name: &'static str, run: Body| {
        let warned = Rc::clone(warned);
        // Unlike in other modules, the prefix of errors is the bare name.
        let native = Value::native(name, move |thread: &mut Thread, args| {
            if !warned.replace(true) {
                thread.host().print(&WARNING.into());
            }
            run(&args)
        });
        members.push((name.into(), native));
    };
    for (name, run) in UNARY {
        define(
            name,
            Box::new(move |args| args::float(args::one(args)?).map(run).map(Value::Float)),
        );
    }
    for (name, run) in BINARY {
        define(
            name,
            Box::new(move |args| {
                let (x, y) = args::two(args)?;
                Ok(Value::Float(run(args::float(x)?, args::float(y)?)))
            }),
        );
    }
    define("ceil", Box::new(|args| to_integer("ceil", args, f64::ceil)));
    define("floor", Box::new(|args| to_integer("floor", args, f64::floor)));
    define("log", Box::new(log));
    Value::host(NativeModule::new("math", members))
}

/// The logarithm of a number; natural unless a base is given.
fn log(args: &Args<'_>) -> Result<Value> {
    args.no_keywords()?;
    let given = args.positional;
    if given.is_empty() || given.len() > 2 {
        let bound = if given.is_empty() { "at least 1" } else { "at most 2" };
        return Err(Error::argument_count(given.len(), bound));
    }
    let x = args::float(&given[0])?;
    let base = given.get(1).map_or(Ok(E), args::float)?;
    Ok(Value::Float(x.ln() / base.ln()))
}

/// Rounds floats to integers. Integers stay unchanged.
fn to_integer(name: &str, args: &Args<'_>, round: Unary) -> Result<Value> {
    args.no_keywords()?;
    let value = &args::between(name, args, 1, 1)?[0];
    if let Value::Int(_) | Value::BigInt(_) = value {
        return Ok(value.clone());
    }
    let float = args::float(value)?;
    BigInt::from_f64(round(float)).map(Value::from).ok_or_else(|| {
        let what = if float.is_nan() { "NaN" } else { "infinity" };
        Error::new(format!("cannot convert float {what} to integer"))
    })
}

/// Returns the difference to the nearest multiple of `y`; halfway, to the even multiple.
fn remainder(x: f64, y: f64) -> f64 {
    if x.is_nan() || y.is_nan() || x.is_infinite() || y == 0.0 {
        return f64::NAN;
    }
    if y.is_infinite() {
        return x;
    }
    let y = y.abs();
    let mut rest = x.abs();
    if y <= f64::MAX / 2.0 {
        rest %= y + y;
    }
    // Halving the smallest numbers would round, and doubling large ones would overflow.
    let over_half =
        |rest: f64| if y < 2.0 * f64::MIN_POSITIVE { rest + rest - y } else { rest - y * 0.5 };
    if over_half(rest) > 0.0 {
        rest -= y;
        if over_half(rest) >= 0.0 {
            rest -= y;
        }
    }
    if x.is_sign_negative() { -rest } else { rest }
}

#[cfg(test)]
mod tests {
    use super::remainder;

    #[test]
    fn remainders() {
        let cases = [
            (7.0, 4.0, -1.0),
            (6.0, 4.0, -2.0),
            (2.0, 4.0, 2.0),
            (-7.0, 4.0, 1.0),
            (5.5, 2.0, -0.5),
            (1.0, f64::INFINITY, 1.0),
            (f64::MAX, f64::MAX, 0.0),
        ];
        for (x, y, expected) in cases {
            assert_eq!(remainder(x, y).to_string(), expected.to_string(), "{x} {y}");
        }
        let none =
            [(1.0, 0.0), (f64::INFINITY, 1.0), (f64::INFINITY, f64::INFINITY), (5.0, f64::NAN)];
        for (x, y) in none {
            assert!(remainder(x, y).is_nan() && remainder(-x, -y).is_nan(), "{x} {y}");
        }
    }
}
