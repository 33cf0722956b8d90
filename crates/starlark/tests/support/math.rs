//! The module `math` of the public test files.

use std::f64::consts::{E, PI};

use num_bigint::BigInt;
use num_traits::FromPrimitive;
use yardstick_starlark::{Args, Error, NativeModule, Result, Text, Value};

type Unary = fn(f64) -> f64;
type Binary = fn(f64, f64) -> f64;

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
    ("gamma", gamma),
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

/// Returns the module for `load("math.star", "math")`.
pub(crate) fn module() -> Value {
    let mut members: Vec<(Text, Value)> =
        vec![("e".into(), Value::Float(E)), ("pi".into(), Value::Float(PI))];
    for (name, run) in UNARY {
        let body = move |args: Args<'_>| {
            let [x] = args.exactly()?;
            Ok(Value::Float(run(float(x)?)))
        };
        members.push((name.into(), Value::native(name, move |_, args| body(args))));
    }
    for (name, run) in BINARY {
        let body = move |args: Args<'_>| {
            let [x, y] = args.exactly()?;
            Ok(Value::Float(run(float(x)?, float(y)?)))
        };
        members.push((name.into(), Value::native(name, move |_, args| body(args))));
    }
    members.push(("ceil".into(), Value::native("ceil", |_, args| integer(args, f64::ceil))));
    members.push(("floor".into(), Value::native("floor", |_, args| integer(args, f64::floor))));
    members.push(("log".into(), Value::native("log", |_, args| log(args))));
    Value::host(NativeModule::new("math", members))
}

fn float(value: &Value) -> Result<f64> {
    let wrong = || Error::new(format!("got {}, want float or int", value.type_name()));
    value.as_f64().ok_or_else(wrong)
}

fn integer(args: Args<'_>, round: Unary) -> Result<Value> {
    let [value] = args.exactly()?;
    if let Value::Int(_) | Value::BigInt(_) = value {
        return Ok(value.clone());
    }
    let float = float(value)?;
    BigInt::from_f64(round(float)).map(Value::from).ok_or_else(|| {
        let what = if float.is_nan() { "NaN" } else { "infinity" };
        Error::new(format!("cannot convert float {what} to integer"))
    })
}

fn log(args: Args<'_>) -> Result<Value> {
    let given = args.between(1, 2)?;
    let base = given.get(1).map_or(Ok(E), float)?.ln();
    if base == 0.0 {
        return Err(Error::new("division by zero"));
    }
    Ok(Value::Float(float(&given[0])?.ln() / base))
}

/// Returns the difference to the nearest multiple of `y`; halfway, to the even multiple.
fn remainder(x: f64, y: f64) -> f64 {
    if y.is_infinite() && x.is_finite() { x } else { x - y * (x / y).round_ties_even() }
}

/// Computes the gamma function by Lanczos' approximation; exact for whole numbers.
fn gamma(x: f64) -> f64 {
    const COEFFICIENTS: [f64; 8] = [
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    if x == 0.0 {
        return f64::INFINITY.copysign(x);
    }
    if x < 0.0 && x.fract() == 0.0 || x == f64::NEG_INFINITY {
        return f64::NAN;
    }
    if x > 171.7 {
        return f64::INFINITY;
    }
    if x.fract() == 0.0 {
        return (1..x as u32).map(f64::from).product();
    }
    if x < 0.5 {
        return PI / ((PI * x).sin() * gamma(1.0 - x));
    }
    let x = x - 1.0;
    let mut sum = 0.999_999_999_999_809_9;
    for (at, coefficient) in (1_u32..).zip(COEFFICIENTS) {
        sum += coefficient / (x + f64::from(at));
    }
    let t = x + 7.5;
    (2.0 * PI).sqrt() * t.powf(x + 0.5) * (-t).exp() * sum
}
