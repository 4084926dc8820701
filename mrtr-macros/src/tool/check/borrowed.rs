//! A borrowed value that is captured: it belongs to this round, which is gone when it is read back.
//!
//! Its type would tell, but rustc's words about that (`Deserialize` is not general enough) say nothing to an author.

use syn::Expr;

use crate::errors::Errors;
use crate::tool::kind::Kind;
use crate::tool::scan::Found;

/// Methods that give a borrowed value.
const BORROWING: [&str; 11] = [
    "as_str",
    "as_bytes",
    "as_slice",
    "as_path",
    "as_ref",
    "as_mut",
    "as_deref",
    "borrow",
    "trim",
    "trim_start",
    "trim_end",
];

pub(super) fn check(found: &Found, errors: &Errors) {
    if let Some(value) = borrowed(found) {
        errors.on(value, "a borrowed value cannot be captured: it belongs to this round, which is gone when the value is read back. Use `.to_owned()`");
    }
}

/// The captured expression, if it shows that it borrows.
pub(crate) fn borrowed(found: &Found) -> Option<Expr> {
    let subject = found
        .args
        .subject
        .as_ref()
        .filter(|_| found.kind == Kind::Capture)?;
    let value: Expr = syn::parse2(subject.clone()).ok()?;
    is_borrowed(&value).then_some(value)
}

fn is_borrowed(value: &Expr) -> bool {
    match value {
        Expr::Reference(_) => true,
        Expr::Paren(paren) => is_borrowed(&paren.expr),
        Expr::MethodCall(call) => BORROWING.iter().any(|name| call.method == name),
        _ => false,
    }
}
