//! Numbers of an answer, never rounded behind the person's back.

use serde_json::Number;

use super::Rule;

/// 2^53: from here on a double no longer tells a whole number from its neighbour.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// A bound as it is sent: JSON of 64 bits has no numbers beyond.
pub(super) fn sent(bound: i128) -> i128 {
    bound.clamp(i64::MIN.into(), u64::MAX.into())
}

/// A whole number of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whole {
    Exact(i128),
    /// It came as a double, and so large that it may have been another number before.
    Rounded(i128),
}

impl Whole {
    /// For comparing with a bound.
    pub(super) fn nearest(self) -> i128 {
        match self {
            Self::Exact(integer) | Self::Rounded(integer) => integer,
        }
    }

    /// For use.
    pub(super) fn exact(self) -> Result<i128, Rule> {
        match self {
            Self::Exact(integer) => Ok(integer),
            Self::Rounded(_) => Err(Rule::Inexact),
        }
    }
}

/// The whole number that this is: `5`, `5.0` and `5e0` are 5.
pub(super) fn whole(number: &Number) -> Result<Whole, Rule> {
    match number.as_i128() {
        Some(integer) => Ok(Whole::Exact(integer)),
        None => number
            .as_f64()
            .ok_or(Rule::NotInteger)
            .and_then(whole_double),
    }
}

fn whole_double(double: f64) -> Result<Whole, Rule> {
    if !double.is_finite() || double.fract() != 0.0 {
        return Err(Rule::NotInteger);
    }
    #[allow(
        clippy::cast_possible_truncation,
        reason = "whole; beyond an i128 it only has to be beyond every bound"
    )]
    let integer = double as i128;
    Ok(if double.abs() < EXACT {
        Whole::Exact(integer)
    } else {
        Whole::Rounded(integer)
    })
}

/// The double nearest to this number.
pub(super) fn double(number: &Number) -> Result<f64, Rule> {
    number
        .as_f64()
        .filter(|double| double.is_finite())
        .ok_or(Rule::NotNumber)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn read(json: &str) -> Result<i128, Rule> {
        whole(&serde_json::from_str(json).unwrap()).and_then(Whole::exact)
    }

    #[test]
    fn a_whole_number_may_be_written_with_a_point_or_an_exponent() {
        assert_eq!(read("5"), Ok(5));
        assert_eq!(read("5.0"), Ok(5));
        assert_eq!(read("5e0"), Ok(5));
        assert_eq!(read("-0.0"), Ok(0));
        assert_eq!(read("1e3"), Ok(1000));
    }

    #[test]
    fn integers_beyond_two_to_the_53_stay_exact() {
        assert_eq!(read("9007199254740993"), Ok(9_007_199_254_740_993));
        assert_eq!(read("18446744073709551615"), Ok(i128::from(u64::MAX)));
        assert_eq!(read("-9223372036854775808"), Ok(i128::from(i64::MIN)));
    }

    #[test]
    fn a_large_double_is_refused_since_it_may_have_been_rounded() {
        assert_eq!(read("9007199254740993.0"), Err(Rule::Inexact));
        assert_eq!(read("9007199254740991.0"), Ok(9_007_199_254_740_991));
    }

    #[test]
    fn a_fraction_is_not_whole() {
        assert_eq!(read("5.5"), Err(Rule::NotInteger));
    }
}
