//! Writes floats, in C's form and in the shortest form.

use std::fmt::Write;

use crate::dialect::FloatText;

/// Writes `str(float)`.
pub(crate) fn write_float(float: f64, style: FloatText, out: &mut String) {
    if !float.is_finite() {
        out.push_str(match (style, float.is_nan(), float > 0.0) {
            (FloatText::SixDigits, true, _) => "NaN",
            (FloatText::SixDigits, _, true) => "+Inf",
            (FloatText::SixDigits, _, false) => "-Inf",
            (FloatText::Shortest, true, _) => "nan",
            (FloatText::Shortest, _, true) => "+inf",
            (FloatText::Shortest, _, false) => "-inf",
        });
        return;
    }
    let start = out.len();
    match style {
        FloatText::SixDigits => general(float, Some(6), out),
        FloatText::Shortest => {
            general(float, None, out);
            if !out[start..].contains(['.', 'e']) {
                out.push_str(".0");
            }
        }
    }
}

/// Writes C's `%g`: with `digits` significant digits, or with as many as are needed to read the number back.
pub(crate) fn general(float: f64, digits: Option<usize>, out: &mut String) {
    if !float.is_finite() {
        write_float(float, FloatText::SixDigits, out);
        return;
    }
    let scientific = match digits {
        Some(digits) => format!("{float:.*e}", digits - 1),
        None => shortest(float),
    };
    let Some((mantissa, exponent)) = scientific.split_once('e') else {
        return;
    };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let mantissa = match mantissa.split_once('.') {
        Some((whole, fraction)) => {
            let fraction = fraction.trim_end_matches('0');
            if fraction.is_empty() { whole.to_owned() } else { format!("{whole}.{fraction}") }
        }
        None => mantissa.to_owned(),
    };
    let significant = mantissa.bytes().filter(u8::is_ascii_digit).count() as i32;
    let limit = digits.map_or(6, |digits| digits as i32);
    if exponent < -4 || exponent >= limit {
        let sign = if exponent < 0 { '-' } else { '+' };
        let _ = write!(out, "{mantissa}e{sign}{:02}", exponent.abs());
        return;
    }
    let decimals = (significant - 1 - exponent).max(0) as usize;
    let _ = write!(out, "{float:.decimals$}");
}

/// Returns the fewest digits that read back as `float`, with an exponent. If two candidates are equally near, takes
/// the even one. The standard library takes the upper one, unless it is given a number of digits.
fn shortest(float: f64) -> String {
    let text = format!("{float:e}");
    let (mantissa, _) = text.split_once('e').unwrap_or((&text, ""));
    let digits = mantissa.bytes().filter(u8::is_ascii_digit).count();
    // With fewer digits, there are no ties.
    if digits < 16 { text } else { format!("{float:.*e}", digits - 1) }
}

/// Writes C's `%e` with six decimals.
pub(crate) fn scientific(float: f64, out: &mut String) {
    let text = format!("{float:.6e}");
    let Some((mantissa, exponent)) = text.split_once('e') else {
        return;
    };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if exponent < 0 { '-' } else { '+' };
    let _ = write!(out, "{mantissa}e{sign}{:02}", exponent.abs());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(float: f64, style: FloatText) -> String {
        let mut out = String::new();
        write_float(float, style, &mut out);
        out
    }

    #[test]
    fn six_digits() {
        let cases = [
            (1.0, "1"),
            (1_234_567.0, "1.23457e+06"),
            (0.1 + 0.2, "0.3"),
            (1e-5, "1e-05"),
            (100_000.0, "100000"),
            (999_999.5, "1e+06"),
            (-0.0, "-0"),
            (123_456.7, "123457"),
            (f64::INFINITY, "+Inf"),
        ];
        for (float, expected) in cases {
            assert_eq!(text(float, FloatText::SixDigits), expected);
        }
    }

    #[test]
    fn shortest() {
        let cases = [
            (1.0, "1.0"),
            (1e10, "1e+10"),
            (0.1 + 0.2, "0.30000000000000004"),
            (123_456.0, "123456.0"),
            (1_234_567.5, "1.2345675e+06"),
            (0.00012, "0.00012"),
            (155_032_113_850_418.12, "1.5503211385041812e+14"),
        ];
        for (float, expected) in cases {
            assert_eq!(text(float, FloatText::Shortest), expected);
        }
    }
}
