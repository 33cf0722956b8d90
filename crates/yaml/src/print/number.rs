//! Writes numbers.
//!
//! Both forms of a float use the fewest digits that read back as the same number. They differ in when they switch to
//! an exponent and how they write it.

/// Appends an integer.
pub(super) fn write_int(out: &mut Vec<u8>, value: i64) {
    if value < 0 {
        out.push(b'-');
    }
    write_uint(out, value.unsigned_abs());
}

/// Appends an unsigned integer.
pub(super) fn write_uint(out: &mut Vec<u8>, mut value: u64) {
    let mut digits = [0u8; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (value % 10) as u8;
        value /= 10;
        if value == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}

/// Appends a float for YAML: with an exponent (sign, two digits) below 1e-4 and from 1e6 on, `.inf`, `-.inf` and
/// `.nan`, and without `.0` after whole numbers.
pub(crate) fn format_float_yaml(out: &mut Vec<u8>, value: f64) {
    if value.is_nan() {
        out.extend_from_slice(b".nan");
    } else if value.is_infinite() {
        out.extend_from_slice(if value > 0.0 { b".inf" } else { b"-.inf" });
    } else {
        let shortest = Shortest::of(value);
        if (-4..6).contains(&shortest.exponent) {
            shortest.write_plain(out);
        } else {
            shortest.write_exponent(out, 2);
        }
    }
}

/// Appends a finite float for JSON: with an exponent below 1e-6 and from 1e21 on. JSON cannot represent infinity and
/// NaN, so they must not be passed.
pub(crate) fn format_float_json(out: &mut Vec<u8>, value: f64) {
    debug_assert!(value.is_finite());
    let shortest = Shortest::of(value);
    if (-6..21).contains(&shortest.exponent) {
        shortest.write_plain(out);
    } else {
        shortest.write_exponent(out, 1);
    }
}

/// With fewer digits, two candidates are never equally near to the float.
const TIED_DIGITS: usize = 16;

/// The fewest decimal digits that identify a float, and the decimal exponent of the first digit. If two candidates
/// are equally near, the even one.
struct Shortest {
    negative: bool,
    digits: [u8; 24],
    count: usize,
    exponent: i32,
}

impl Shortest {
    fn of(value: f64) -> Self {
        // The standard library computes the digits: `d.ddde-x`.
        let shortest = Self::read(value, format_args!("{:e}", value.abs()));
        if shortest.count < TIED_DIGITS {
            return shortest;
        }
        // If two candidates are equally near, it takes the upper one. Rounding to the same number of digits gives the
        // even one.
        Self::read(value, format_args!("{:.*e}", shortest.count - 1, value.abs()))
    }

    /// Parses the digits of `value` from `scientific` notation.
    fn read(value: f64, scientific: std::fmt::Arguments<'_>) -> Self {
        let mut text = [0u8; 40];
        let length = {
            use std::io::Write;
            let mut rest = &mut text[..];
            let fits = rest.write_fmt(scientific);
            debug_assert!(fits.is_ok());
            40 - rest.len()
        };
        let mut shortest =
            Self { negative: value.is_sign_negative(), digits: [0; 24], count: 0, exponent: 0 };
        let mut bytes = text[..length].iter();
        for &byte in bytes.by_ref() {
            match byte {
                b'e' => break,
                b'.' => {}
                digit => {
                    shortest.digits[shortest.count] = digit;
                    shortest.count += 1;
                }
            }
        }
        let mut below_one = false;
        for &byte in bytes {
            match byte {
                b'-' => below_one = true,
                digit => shortest.exponent = shortest.exponent * 10 + i32::from(digit - b'0'),
            }
        }
        if below_one {
            shortest.exponent = -shortest.exponent;
        }
        shortest
    }

    fn digits(&self) -> &[u8] {
        &self.digits[..self.count]
    }

    fn write_sign(&self, out: &mut Vec<u8>) {
        if self.negative {
            out.push(b'-');
        }
    }

    fn write_plain(&self, out: &mut Vec<u8>) {
        self.write_sign(out);
        let digits = self.digits();
        if self.exponent < 0 {
            out.extend_from_slice(b"0.");
            out.extend(std::iter::repeat_n(b'0', (-self.exponent) as usize - 1));
            out.extend_from_slice(digits);
            return;
        }
        let whole = self.exponent as usize + 1;
        if digits.len() <= whole {
            out.extend_from_slice(digits);
            out.extend(std::iter::repeat_n(b'0', whole - digits.len()));
        } else {
            out.extend_from_slice(&digits[..whole]);
            out.push(b'.');
            out.extend_from_slice(&digits[whole..]);
        }
    }

    fn write_exponent(&self, out: &mut Vec<u8>, least_digits: usize) {
        self.write_sign(out);
        let (first, rest) = self.digits().split_at(1);
        out.extend_from_slice(first);
        if !rest.is_empty() {
            out.push(b'.');
            out.extend_from_slice(rest);
        }
        out.extend_from_slice(if self.exponent < 0 { b"e-" } else { b"e+" });
        let exponent = u64::from(self.exponent.unsigned_abs());
        if least_digits == 2 && exponent < 10 {
            out.push(b'0');
        }
        write_uint(out, exponent);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn yaml(value: f64) -> String {
        let mut out = Vec::new();
        format_float_yaml(&mut out, value);
        String::from_utf8(out).unwrap()
    }

    fn json(value: f64) -> String {
        let mut out = Vec::new();
        format_float_json(&mut out, value);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn yaml_floats() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (1.5, "1.5"),
            (100_000.0, "100000"),
            (999_999.5, "999999.5"),
            (1e6, "1e+06"),
            (1_234_567.5, "1.2345675e+06"),
            (0.0001, "0.0001"),
            (0.000_01, "1e-05"),
            (-2.5e-7, "-2.5e-07"),
            (1e100, "1e+100"),
            (5e-324, "5e-324"),
            (155_032_113_850_418.12, "1.5503211385041812e+14"),
            (1_844_674_407_370_955.2, "1.8446744073709552e+15"),
            (1_844_674_407_370_955.8, "1.8446744073709558e+15"),
            (f64::MAX, "1.7976931348623157e+308"),
            (f64::INFINITY, ".inf"),
            (f64::NEG_INFINITY, "-.inf"),
            (f64::NAN, ".nan"),
        ] {
            assert_eq!(yaml(value), text);
        }
    }

    #[test]
    fn json_floats() {
        for (value, text) in [
            (-0.0, "-0"),
            (1e20, "100000000000000000000"),
            (1e21, "1e+21"),
            (0.000_001, "0.000001"),
            (1e-7, "1e-7"),
            (123_456_789.5, "123456789.5"),
            (5e-324, "5e-324"),
        ] {
            assert_eq!(json(value), text);
        }
    }

    #[test]
    fn ints_at_their_limits() {
        let mut out = Vec::new();
        write_int(&mut out, i64::MIN);
        out.push(b' ');
        write_uint(&mut out, u64::MAX);
        assert_eq!(out, b"-9223372036854775808 18446744073709551615");
    }
}
