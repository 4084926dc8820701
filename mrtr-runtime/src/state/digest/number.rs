//! One spelling for each number: `1`, `1.0` and `1e0` are equal, and so are `-0` and `0`.
//!
//! Works from a decimal text. Where serde_json keeps numbers as they came (`arbitrary_precision`) that
//! is the number; elsewhere the shortest text of an `f64`, or all its digits where integers are
//! exact beside it.

use std::{fmt::Write as _, sync::LazyLock};

use serde_json::Number;

/// A number as sign, significant digits and power of ten: no zeros at either end of the digits,
/// and none at all for zero.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Decimal<'t> {
    pub(super) negative: bool,
    pub(super) digits: &'t str,
    pub(super) exponent: Exponent<'t>,
}

/// The power of ten of the last digit.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Exponent<'t> {
    Small(i64),
    /// As it was written, too long for an `i64`, and what is to be added to it. No other spelling
    /// of it is taken for equal.
    Huge(&'t str, i64),
}

/// Buffers that are used again from number to number.
#[derive(Default)]
pub(super) struct Scratch {
    mantissa: String,
    exponent: String,
}

impl Scratch {
    pub(super) fn decimal(&mut self, number: &Number) -> Decimal<'_> {
        self.mantissa.clear();
        // Writing to a `String` cannot fail.
        let _ = match whole_double(number) {
            Some(whole) => write!(self.mantissa, "{whole}"),
            None => write!(self.mantissa, "{number}"),
        };
        self.normalize()
    }

    fn normalize(&mut self) -> Decimal<'_> {
        self.split_exponent();
        let fraction = self.drop_point();
        let negative = self.mantissa.starts_with('-');
        let integer = self.mantissa.trim_start_matches(['-', '0']);
        let digits = integer.trim_end_matches('0');
        if digits.is_empty() {
            return Decimal {
                negative: false,
                digits,
                exponent: Exponent::Small(0),
            };
        }
        let zeros = integer.len().saturating_sub(digits.len());
        Decimal {
            negative,
            digits,
            exponent: exponent(&self.exponent, zeros, fraction),
        }
    }

    /// Moves what follows `e` to a buffer of its own.
    fn split_exponent(&mut self) {
        self.exponent.clear();
        if let Some((mantissa, exponent)) = self.mantissa.split_once(['e', 'E']) {
            self.exponent.push_str(exponent);
            let length = mantissa.len();
            self.mantissa.truncate(length);
        }
    }

    /// Removes the decimal point and tells how many digits stood behind it.
    fn drop_point(&mut self) -> usize {
        let Some(point) = self.mantissa.find('.') else {
            return 0;
        };
        self.mantissa.remove(point);
        self.mantissa.len().saturating_sub(point)
    }
}

/// The first integer that serde_json reads as an `f64`.
const TWO_TO_64: f64 = 18_446_744_073_709_551_616.0;

/// Whether serde_json keeps numbers as they came, which any crate of a build can turn on.
static KEEPS_NUMBERS: LazyLock<bool> = LazyLock::new(|| {
    serde_json::from_str::<Number>("1.50").is_ok_and(|number| number.to_string() == "1.50")
});

/// The value of an `f64` that an integer could have too. The shortest text of 9223372036854775808.0
/// has the digits of another integer, 9223372036854776000.
fn whole_double(number: &Number) -> Option<i128> {
    if number.is_i64() || number.is_u64() || *KEEPS_NUMBERS {
        return None;
    }
    let double = number.as_f64()?;
    (double.abs() < TWO_TO_64 && double.fract() == 0.0).then_some(double as i128)
}

fn exponent(text: &str, zeros: usize, fraction: usize) -> Exponent<'_> {
    let written = if text.is_empty() {
        Ok(0)
    } else {
        text.parse::<i64>()
    };
    let shift = (zeros as i64).saturating_sub(fraction as i64);
    match written.ok().and_then(|written| written.checked_add(shift)) {
        Some(exponent) => Exponent::Small(exponent),
        None => Exponent::Huge(text, shift),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::indexing_slicing)]

    use super::*;

    fn of(text: &str) -> (bool, String, Option<i64>) {
        let mut scratch = Scratch {
            mantissa: text.to_owned(),
            exponent: String::new(),
        };
        let decimal = scratch.normalize();
        let exponent = match decimal.exponent {
            Exponent::Small(exponent) => Some(exponent),
            Exponent::Huge(..) => None,
        };
        (decimal.negative, decimal.digits.to_owned(), exponent)
    }

    #[test]
    fn every_spelling_of_a_number_normalizes_alike() {
        for spellings in [
            ["1", "1.0", "1e0", "10e-1", "0.1E+1", "1.000"],
            ["-0", "0", "0.0", "-0.0e5", "0e99999999999999999999", "0e-7"],
            ["1200", "1.2e3", "12e2", "1200.0", "0.12e4", "120000e-2"],
            ["-0.05", "-5e-2", "-0.050", "-50E-3", "-0.5e-1", "-500e-4"],
        ] {
            for spelling in spellings {
                assert_eq!(of(spelling), of(spellings[0]), "{spelling}");
            }
        }
    }

    #[test]
    fn digits_have_no_zeros_at_their_ends() {
        assert_eq!(of("1200"), (false, "12".into(), Some(2)));
        assert_eq!(of("-0.0507"), (true, "507".into(), Some(-4)));
        assert_eq!(of("0"), (false, String::new(), Some(0)));
        assert_eq!(
            of("18446744073709551615"),
            (false, "18446744073709551615".into(), Some(0))
        );
    }

    #[test]
    fn different_numbers_stay_different() {
        let texts = [
            "1",
            "-1",
            "10",
            "0.1",
            "11",
            "9007199254740993",
            "9007199254740992",
            "0",
        ];
        for (at, left) in texts.iter().enumerate() {
            for right in &texts[at + 1..] {
                assert_ne!(of(left), of(right));
            }
        }
    }

    #[test]
    fn an_exponent_that_fits_no_integer_stands_for_itself() {
        assert_eq!(of("1e99999999999999999999"), (false, "1".into(), None));
        assert_eq!(of("10e9223372036854775807"), (false, "1".into(), None));
        let huge = |text: &str| {
            let mut scratch = Scratch {
                mantissa: text.to_owned(),
                exponent: String::new(),
            };
            format!("{:?}", scratch.normalize())
        };
        let all = [
            "1e99999999999999999999",
            "10e99999999999999999999",
            "0.1e99999999999999999999",
        ];
        assert_ne!(huge(all[0]), huge(all[1]));
        assert_ne!(huge(all[0]), huge(all[2]));
        assert_eq!(huge(all[0]), huge("1.0e99999999999999999999"));
    }
}
