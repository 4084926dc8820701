//! What an option's value is, where it is written literally. Constants and calls are left to the compiler.

use syn::{Expr, ExprLit, Lit};

/// A number that an option gives literally.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Number {
    Whole(i128),
    Fraction(f64),
}

impl Number {
    #[allow(
        clippy::cast_precision_loss,
        reason = "a whole number meets a fraction only where the field is a double"
    )]
    pub(super) fn as_f64(self) -> f64 {
        match self {
            Self::Whole(number) => number as f64,
            Self::Fraction(number) => number,
        }
    }

    pub(super) fn less_than(self, other: Self) -> bool {
        match (self, other) {
            (Self::Whole(number), Self::Whole(other)) => number < other,
            _ => self.as_f64() < other.as_f64(),
        }
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Whole(number) => number.fmt(f),
            Self::Fraction(number) => number.fmt(f),
        }
    }
}

/// The number that an expression is, if it is one literally.
pub(super) fn number(value: &Expr) -> Option<Number> {
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Int(int), ..
        }) => int.base10_parse().ok().map(Number::Whole),
        Expr::Lit(ExprLit {
            lit: Lit::Float(float),
            ..
        }) => float.base10_parse().ok().map(Number::Fraction),
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => {
            number(&unary.expr).map(|number| match number {
                Number::Whole(number) => Number::Whole(-number),
                Number::Fraction(number) => Number::Fraction(-number),
            })
        }
        Expr::Group(group) => number(&group.expr),
        Expr::Paren(paren) => number(&paren.expr),
        _ => None,
    }
}

pub(super) fn is_literal(value: &Expr) -> bool {
    literal_kind(value).is_some()
}

/// What a literal is, in a person's words.
pub(super) fn literal_kind(value: &Expr) -> Option<&'static str> {
    if number(value).is_some() {
        return Some("a number");
    }
    match value {
        Expr::Lit(literal) => Some(match literal.lit {
            Lit::Str(_) => "text",
            Lit::Bool(_) => "yes or no",
            Lit::Char(_) => "a single character",
            Lit::Int(_) | Lit::Float(_) => "a number",
            _ => "bytes",
        }),
        Expr::Array(_) => Some("a list"),
        _ => None,
    }
}

pub(super) fn is_named(value: &Expr, name: &str) -> bool {
    matches!(value, Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == name))
}

/// The items of `[..]` or `&[..]`.
pub(super) fn list(value: &Expr) -> Option<Vec<&Expr>> {
    match value {
        Expr::Array(array) => Some(array.elems.iter().collect()),
        Expr::Reference(reference) => list(&reference.expr),
        Expr::Group(group) => list(&group.expr),
        _ => None,
    }
}
