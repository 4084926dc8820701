//! A borrowed value that is captured: it belongs to this round, which is gone when it is read back.
//!
//! Its type would tell, but rustc's words about that (`Deserialize` is not general enough) say nothing to an author.

use proc_macro2::Ident;
use syn::{Expr, ExprLit, ExprMethodCall, Lit};

use super::collection::{is_collection, is_in_a_collection};
use super::lent::is_lent;
use crate::errors::Errors;
use crate::tool::item::FnItem;
use crate::tool::kind::Kind;
use crate::tool::scan::{Found, Scan};

/// Methods without an argument that give a borrowed value, or an `Option` of one.
const BORROWING: [&str; 12] = [
    "as_str",
    "as_bytes",
    "as_slice",
    "as_path",
    "as_ref",
    "as_mut",
    "as_deref",
    "borrow",
    "to_str",
    "trim",
    "trim_start",
    "trim_end",
];

/// Those with one. Another method of such a name and with an argument is somebody else's.
const BORROWING_BY_PATTERN: [&str; 5] = [
    "trim_matches",
    "trim_start_matches",
    "trim_end_matches",
    "strip_prefix",
    "strip_suffix",
];

/// Methods of an `Option` that give what is in it as it is.
const HANDING_ON: [&str; 4] = ["unwrap_or", "unwrap_or_default", "filter", "or"];

/// Notes what each capture borrows, as far as it shows.
pub(crate) fn note(item: &FnItem, scan: &mut Scan) {
    let is_lent = |name: &str| is_lent(item, name);
    let is_collection = |name: &Ident| is_collection(item, name);
    for found in &mut scan.found {
        found.borrowed = borrowed(found, &is_lent, &is_collection);
    }
}

pub(super) fn check(found: &Found, errors: &Errors) {
    if let Some(value) = &found.borrowed {
        errors.on(value, "a borrowed value cannot be captured: it belongs to this round, which is gone when the value is read back. Capture one that owns what it holds: `.to_owned()`; of an `Option` `.cloned()`, or `.map(str::to_owned)`");
    }
}

/// The captured expression, if it shows that it borrows.
fn borrowed(
    found: &Found,
    is_lent: &dyn Fn(&str) -> bool,
    is_collection: &dyn Fn(&Ident) -> bool,
) -> Option<Expr> {
    let subject = found
        .args
        .subject
        .as_ref()
        .filter(|_| found.kind == Kind::Capture)?;
    let value: Expr = syn::parse2(subject.clone()).ok()?;
    let is_lent = matches!(&value, Expr::Path(_)) && is_lent(&subject.to_string());
    let is_item = is_in_a_collection(&value, is_collection);
    (is_lent || is_item || is_borrowed(&value)).then_some(value)
}

pub(super) fn is_borrowed(value: &Expr) -> bool {
    match value {
        Expr::Reference(_)
        | Expr::Lit(ExprLit {
            lit: Lit::Str(_) | Lit::ByteStr(_),
            ..
        }) => true,
        Expr::Paren(paren) => is_borrowed(&paren.expr),
        Expr::Try(tried) => is_borrowed(&tried.expr),
        Expr::MethodCall(call) => is_borrowing(call),
        _ => false,
    }
}

fn is_borrowing(call: &ExprMethodCall) -> bool {
    let is = |names: &[&str]| names.iter().any(|name| call.method == name);
    let is_mapped = is(&["map", "and_then"]) && call.args.first().is_some_and(gives_borrowed);
    let is_borrowing = match call.args.len() {
        0 => is(&BORROWING),
        1 => is(&BORROWING_BY_PATTERN),
        _ => false,
    };
    is_borrowing || is_mapped || (is(&HANDING_ON) && is_borrowed(&call.receiver))
}

/// `|name| name.trim()`, `String::as_str`
fn gives_borrowed(function: &Expr) -> bool {
    match function {
        Expr::Closure(closure) => is_borrowed(&closure.body),
        Expr::Path(path) => {
            let last = path.path.segments.last();
            last.is_some_and(|last| BORROWING.iter().any(|name| last.ident == name))
        }
        _ => false,
    }
}
