//! Amounts of money, as people read them.

use std::fmt;

/// So many cents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cents(pub(crate) u64);

impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02} EUR", self.0 / 100, self.0 % 100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cents_have_two_digits() {
        assert_eq!(Cents(4_205).to_string(), "42.05 EUR");
        assert_eq!(Cents(7).to_string(), "0.07 EUR");
    }
}
