use super::support::{check, run};

#[test]
fn functions() {
    check(&[
        ("[math.ceil(1.2), math.ceil(-1.2), math.floor(-1.2), math.ceil(5)]", "[2, -1, -2, 5]"),
        ("math.floor(1e30)", "1000000000000000019884624838656"),
        ("[math.round(2.5), math.round(-1.5), math.round(3)]", "[3, -2, 3]"),
        ("[math.mod(7, 3), math.mod(-7, 3), math.remainder(7, 4)]", "[1, -1, -1]"),
        ("[math.pow(2, 10), math.sqrt(16), math.fabs(-3), math.hypot(3, 4)]", "[1024, 4, 3, 5]"),
        ("[math.copysign(3, -1), math.gamma(5), math.exp(0)]", "[-3, 24, 1]"),
        ("[math.log(8, 2), math.log(100, 10), math.log(math.e)]", "[3, 2, 1]"),
        ("[math.sqrt(-1), math.log(0), math.pow(0, -1)]", "[NaN, -Inf, +Inf]"),
        ("[math.degrees(math.pi), math.radians(180)]", "[180, 3.14159]"),
        ("[math.sin(0), math.atan2(0, 1), math.acosh(1), math.tanh(0)]", "[0, 0, 0, 0]"),
    ]);
}

#[test]
fn errors_name_the_bare_function() {
    check(&[
        ("math.sqrt(1, 2)", "error: sqrt: expected exactly one argument"),
        ("math.pow(1)", "error: pow: expected exactly two arguments"),
        ("math.mod(1)", "error: mod: expected exactly two arguments"),
        (r#"math.sqrt("x")"#, "error: sqrt: expected float value, but was starlark.String"),
        (r#"math.ceil("x")"#, "error: ceil: expected float value, but was starlark.String"),
        ("math.ceil()", "error: ceil: ceil: got 0 arguments, want 1"),
        ("math.floor(1e308 * 10)", "error: floor: cannot convert float infinity to integer"),
        ("math.log()", "error: log: got 0 arguments, want at least 1"),
        ("math.log(1, 2, 3)", "error: log: got 3 arguments, want at most 2"),
    ]);
}

#[test]
fn the_first_call_warns() {
    let warning = "\nWarning: a function from the @ytt:math module is used in this invocation; this module \
        does not guarantee bit-identical results across CPU architectures.";
    assert_eq!(run("result = [math.floor(1.5), math.sqrt(4)]\n").printed, [warning]);
    assert_eq!(run("result = math.sqrt()\n").printed, [warning]);
    assert!(run("result = math.pi\n").printed.is_empty());
}
