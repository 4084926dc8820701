//! `HashMap` and `HashSet`, where the type is written, and what is made of their order.

use syn::visit::{self, Visit};
use syn::{Expr, ExprMethodCall, GenericArgument, Pat, Path, PathArguments, Type};

use super::super::scopes::Map;
use super::pattern;

/// Methods that go through a map in its own order.
const IN_ORDER: [&str; 12] = [
    "iter",
    "iter_mut",
    "keys",
    "values",
    "values_mut",
    "into_iter",
    "into_keys",
    "into_values",
    "drain",
    "union",
    "intersection",
    "difference",
];

/// Methods whose result is the same in any order.
const ANY_ORDER: [&str; 15] = [
    "count",
    "len",
    "is_empty",
    "sum",
    "product",
    "min",
    "max",
    "min_by_key",
    "max_by_key",
    "all",
    "any",
    "contains",
    "fold",
    "sorted",
    "unzip",
];

/// Collections that have an order of their own, or are maps again.
const COLLECTIONS: [&str; 5] = ["BTreeMap", "BTreeSet", "BinaryHeap", "HashMap", "HashSet"];

pub(super) fn goes_in_order(method: &syn::Ident) -> bool {
    IN_ORDER.iter().any(|known| method == known)
}

pub(super) fn is_any_order(call: &ExprMethodCall) -> bool {
    let name = call.method.to_string();
    let is_collected = call
        .turbofish
        .as_ref()
        .is_some_and(|generics| generics.args.iter().any(is_collection));
    ANY_ORDER.contains(&name.as_str()) || name.starts_with("sorted") || is_collected
}

fn is_collection(argument: &GenericArgument) -> bool {
    matches!(argument, GenericArgument::Type(ty) if names_collection(ty))
}

fn names_collection(ty: &Type) -> bool {
    let mut found = Collections(false);
    found.visit_type(ty);
    found.0
}

struct Collections(bool);

impl<'ast> Visit<'ast> for Collections {
    fn visit_path(&mut self, path: &'ast Path) {
        let last = path.segments.last();
        self.0 |= last.is_some_and(|last| COLLECTIONS.iter().any(|known| last.ident == known));
        visit::visit_path(self, path);
    }
}

/// Whether a `let` collects into something whose order is not the map's.
pub(super) fn is_sorted(pattern: &Pat, value: &Expr) -> bool {
    let is_typed = matches!(pattern, Pat::Type(typed) if names_collection(&typed.ty));
    is_typed || of_value(value).is_some()
}

/// The map that a type is. One with a hasher of its own may have a fixed order.
pub(super) fn of_type(ty: &Type) -> Option<Map> {
    match ty {
        Type::Reference(reference) => of_type(&reference.elem),
        Type::Path(path) => {
            let last = path.path.segments.last()?;
            let map = Map::named(&last.ident)?;
            let PathArguments::AngleBracketed(generics) = &last.arguments else {
                return Some(map);
            };
            let own = if map == Map::HashMap { 2 } else { 1 };
            (generics.args.len() <= own).then_some(map)
        }
        _ => None,
    }
}

pub(super) fn of_pattern(pattern: &Pat) -> Option<Map> {
    match pattern {
        Pat::Type(typed) if pattern::name(pattern).is_some() => of_type(&typed.ty),
        _ => None,
    }
}

/// `HashMap::new()`, `x.collect::<HashMap<_, _>>()`.
pub(super) fn of_value(value: &Expr) -> Option<Map> {
    match value {
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) => {
                let mut segments = path.path.segments.iter().rev();
                let (name, owner) = (segments.next()?, segments.next()?);
                // `with_hasher` brings an order of its own.
                let is_plain = !name.ident.to_string().contains("hasher");
                Map::named(&owner.ident).filter(|_| is_plain)
            }
            _ => None,
        },
        Expr::MethodCall(call) if call.method == "collect" => {
            let generics = call.turbofish.as_ref()?;
            match generics.args.first()? {
                GenericArgument::Type(ty) => of_type(ty),
                _ => None,
            }
        }
        Expr::Try(inner) => of_value(&inner.expr),
        _ => None,
    }
}
