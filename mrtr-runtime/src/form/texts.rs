//! Every sentence about an answer that a person can see.

use std::fmt::{Display, Formatter, Result};

use super::{Bound, Format, Rule, Violation, Violations};

impl Display for Violations {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for (place, violation) in self.iter().enumerate() {
            if place > 0 {
                f.write_str("; ")?;
            }
            Display::fmt(violation, f)?;
        }
        Ok(())
    }
}

impl Display for Violation {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "`{}` {}", self.field(), self.rule())
    }
}

impl Display for Rule {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Missing => f.write_str("is missing"),
            Self::NotText => f.write_str("is not text"),
            Self::NotInteger => f.write_str("is not a whole number"),
            Self::Inexact => f.write_str(
                "is too large for a number with a fraction or an exponent; write its digits",
            ),
            Self::NotNumber => f.write_str("is not a number"),
            Self::NotBoolean => f.write_str("is neither true nor false"),
            Self::NotChoice => f.write_str("is none of the choices"),
            Self::NotChoices => f.write_str("is not a list of the choices"),
            Self::TooShort(least) => write!(f, "is shorter than {}", counted(*least, "character")),
            Self::TooLong(most) => write!(f, "is longer than {}", counted(*most, "character")),
            Self::NotFormat(format) => write!(f, "is not {}", described(*format)),
            Self::TooSmall(minimum) => write!(f, "is less than {minimum}"),
            Self::TooLarge(maximum) => write!(f, "is more than {maximum}"),
            Self::TooFew(least) => write!(f, "has fewer than {}", counted(*least, "choice")),
            Self::TooMany(most) => write!(f, "has more than {}", counted(*most, "choice")),
            Self::Repeated => f.write_str("has one choice twice"),
            Self::NotThatText => f.write_str("holds another text"),
        }
    }
}

impl Display for Bound {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Integer(number) => Display::fmt(number, f),
            Self::Number(number) => Display::fmt(number, f),
        }
    }
}

fn described(format: Format) -> &'static str {
    match format {
        Format::Email => "an email address",
        Format::Uri => "an absolute address such as https://example.com/page",
        Format::Date => "a date of the calendar such as 2026-02-28",
        Format::DateTime => "a date and time with its zone such as 2026-02-28T09:30:00Z",
    }
}

fn counted(count: u32, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
