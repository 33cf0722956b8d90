//! The gamma function, which the standard library does not have yet.
//!
//! The method and the coefficients are those of the Cephes library (S. L. Moshier): small arguments are moved into
//! the interval from 2 to 3, where a quotient of polynomials approximates the function. Stirling's formula is used
//! for large arguments, and reflection for negative ones.

use std::f64::consts::PI;

/// From here on, the recurrence takes too long, and Stirling's formula is accurate enough.
const LARGE: f64 = 33.0;
/// Below this, the first terms of the series around zero are exact.
const TINY: f64 = 1e-9;
const EULER: f64 = 0.577_215_664_901_532_9;

const NUMERATOR: [f64; 7] = [
    1.601_195_224_767_518_6e-4,
    1.191_351_470_065_863_8e-3,
    1.042_137_975_617_615_7e-2,
    4.763_678_004_571_372e-2,
    2.074_482_276_484_359_8e-1,
    4.942_148_268_014_971e-1,
    1.0,
];
const DENOMINATOR: [f64; 8] = [
    -2.315_818_733_241_201_4e-5,
    5.396_055_804_933_034e-4,
    -4.456_419_138_517_973e-3,
    1.181_397_852_220_604_3e-2,
    3.582_363_986_054_986_5e-2,
    -2.345_917_957_182_433_5e-1,
    7.143_049_170_302_73e-2,
    1.0,
];
const STIRLING: [f64; 6] = [
    7.873_113_957_930_937e-4,
    -2.295_499_616_133_781_3e-4,
    -2.681_326_178_057_812_4e-3,
    3.472_222_216_054_586_6e-3,
    8.333_333_333_334_822e-2,
    1.0,
];

fn polynomial(coefficients: &[f64], x: f64) -> f64 {
    coefficients.iter().fold(0.0, |sum, coefficient| sum * x + coefficient)
}

/// Γ(x).
pub(super) fn gamma(x: f64) -> f64 {
    if x.is_nan() || x == f64::NEG_INFINITY || (x < 0.0 && x.fract() == 0.0) {
        return f64::NAN;
    }
    if x == 0.0 {
        return f64::INFINITY.copysign(x);
    }
    if x > LARGE {
        let (a, b) = stirling(x);
        a * b
    } else if x < -LARGE {
        reflected(-x)
    } else {
        reduced(x)
    }
}

/// Computes Γ(x) by Γ(x + 1) = x·Γ(x).
fn reduced(mut x: f64) -> f64 {
    let mut factor = 1.0;
    while x >= 3.0 {
        x -= 1.0;
        factor *= x;
    }
    while x < 2.0 {
        if x.abs() < TINY {
            return factor / ((1.0 + EULER * x) * x);
        }
        factor /= x;
        x += 1.0;
    }
    let above = x - 2.0;
    if above == 0.0 {
        return factor;
    }
    factor * polynomial(&NUMERATOR, above) / polynomial(&DENOMINATOR, above)
}

/// Returns two factors of Γ(x); separately, they stay finite longer than their product.
fn stirling(x: f64) -> (f64, f64) {
    const POWER_OVERFLOWS: f64 = 143.016_08;
    if x > 200.0 {
        return (f64::INFINITY, 1.0);
    }
    let series = (2.0 * PI).sqrt() * polynomial(&STIRLING, 1.0 / x);
    if x > POWER_OVERFLOWS {
        let half = x.powf(0.5 * x - 0.25);
        (half, series * (half / x.exp()))
    } else {
        (x.powf(x - 0.5) / x.exp(), series)
    }
}

/// Computes Γ(-x) for a large x that is not an integer, by Γ(-x)·Γ(x) = -π / (x·sin πx).
fn reflected(x: f64) -> f64 {
    let even = x.floor() % 2.0 == 0.0;
    let distance = x - x.round();
    let sine = (x * (PI * distance).sin()).abs();
    let (a, b) = stirling(x);
    let product = sine * a * b;
    let size = if product.is_infinite() { PI / sine / a / b } else { PI / product };
    if even { -size } else { size }
}

#[cfg(test)]
mod tests {
    use super::gamma;

    #[test]
    fn known_values() {
        let cases = [
            (5.0, 24.0),
            (1.0, 1.0),
            (0.5, 1.772_453_850_905_516),
            (-0.5, -3.544_907_701_811_032),
            (34.0, 8.683_317_618_811_886e36),
            (171.0, 7.257_415_615_307_994e306),
            (-34.5, -1.805_104_070_300_236e-39),
            (1e-10, 9_999_999_999.422_784),
        ];
        for (x, expected) in cases {
            let result = gamma(x);
            assert!(((result - expected) / expected).abs() < 1e-14, "{x}: {result:e}");
        }
        let special = [0.0, -0.0, 500.0, -3.0, f64::NAN].map(|x| gamma(x).to_string());
        assert_eq!(special, ["inf", "-inf", "inf", "NaN", "NaN"]);
    }
}
