//! What stands in a list, a map or a text is borrowed from it: `names.first()`, `prices.iter().max()`.
//!
//! Other types have methods of these names that give owned values, so only parameters count whose type is written.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Expr, ExprMethodCall, Type};

use crate::tool::item::{FnItem, last_segment};
use crate::tool::scan::may_bind;

/// Methods that give an item.
const ITEM: [&str; 7] = [
    "first",
    "last",
    "get",
    "split_first",
    "split_last",
    "split_once",
    "rsplit_once",
];

/// Methods that go through the items.
const ITEMS: [&str; 6] = [
    "iter",
    "keys",
    "values",
    "lines",
    "split",
    "split_whitespace",
];

/// Methods behind which they still are what is gone through.
const SOME: [&str; 7] = [
    "rev",
    "skip",
    "take",
    "filter",
    "skip_while",
    "take_while",
    "step_by",
];

/// Methods that give one of them.
const ONE: [&str; 9] = [
    "next",
    "last",
    "nth",
    "find",
    "min",
    "max",
    "min_by_key",
    "max_by_key",
    "max_by",
];

/// Methods of an `Option` that give what is in it as it is.
const SAME: [&str; 4] = ["unwrap", "expect", "filter", "ok_or"];

pub(super) fn is_in_a_collection(value: &Expr, is_collection: &dyn Fn(&Ident) -> bool) -> bool {
    match value {
        Expr::Paren(inner) => is_in_a_collection(&inner.expr, is_collection),
        Expr::Try(tried) => is_in_a_collection(&tried.expr, is_collection),
        Expr::MethodCall(call) => {
            let is_item = is(call, &ITEM) && is_held_by(&call.receiver, is_collection);
            let is_one = is(call, &ONE) && are_items(&call.receiver, is_collection);
            let is_same = is(call, &SAME) && is_in_a_collection(&call.receiver, is_collection);
            is_item || is_one || is_same
        }
        _ => false,
    }
}

fn are_items(value: &Expr, is_collection: &dyn Fn(&Ident) -> bool) -> bool {
    match value {
        Expr::MethodCall(call) if is(call, &ITEMS) => is_held_by(&call.receiver, is_collection),
        Expr::MethodCall(call) if is(call, &SOME) => are_items(&call.receiver, is_collection),
        _ => false,
    }
}

fn is(call: &ExprMethodCall, names: &[&str]) -> bool {
    names.iter().any(|name| call.method == name)
}

fn is_held_by(value: &Expr, is_collection: &dyn Fn(&Ident) -> bool) -> bool {
    match value {
        Expr::Path(path) => path.path.get_ident().is_some_and(is_collection),
        _ => false,
    }
}

/// Whether this is a parameter of such a type, and nothing in the body takes its name.
pub(super) fn is_collection(item: &FnItem, name: &Ident) -> bool {
    let parameters = item.parameters();
    let mut written = parameters.iter().map(|parameter| &parameter.written);
    let is_it = written.any(|written| {
        let pattern = written.pat.to_token_stream().to_string();
        let pattern = pattern.strip_prefix("mut ").unwrap_or(&pattern);
        *name == pattern && is_of_items(&written.ty)
    });
    is_it && !may_bind(&item.body.stream(), name)
}

fn is_of_items(ty: &Type) -> bool {
    const OF_ITEMS: [&str; 8] = [
        "Vec", "VecDeque", "String", "str", "HashMap", "BTreeMap", "HashSet", "BTreeSet",
    ];
    match ty {
        Type::Reference(lent) => is_of_items(&lent.elem),
        Type::Slice(_) | Type::Array(_) => true,
        ty => last_segment(ty).is_some_and(|name| OF_ITEMS.iter().any(|known| name == known)),
    }
}
