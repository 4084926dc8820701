//! What a name is of, as far as its letters tell: a type, a variable, a constant.

use proc_macro2::TokenStream;
use syn::{PathSegment, Type};

/// `Ticket`, `Vec<Ticket>`; `FILES` is a constant, and a variable may be called `str`.
pub(crate) fn is_type(subject: &TokenStream) -> bool {
    last_of(subject).is_some_and(|last| is_capitalized(&last))
}

/// `Ticket`, `usize`: neither a variable nor a constant.
pub(crate) fn is_any_type(subject: &TokenStream) -> bool {
    last_of(subject).is_some_and(|last| is_capitalized(&last) || is_primitive(&last))
}

/// Whether this is the name of a variable or a function, and of no type: `text`, `Form::default`.
pub(crate) fn is_value(subject: &TokenStream) -> bool {
    last_of(subject).is_some_and(|last| {
        let is_small = last.ident.to_string().starts_with(char::is_lowercase);
        last.arguments.is_none() && is_small && !is_primitive(&last)
    })
}

/// Whether this can be no type: the name of a variable or a constant, `text`, `PROMPT`.
pub(crate) fn is_no_type(ty: &Type) -> bool {
    let Type::Path(path) = ty else {
        return false;
    };
    let last = path.path.segments.last();
    last.is_some_and(|last| !is_capitalized(last) && !is_primitive(last))
}

fn last_of(subject: &TokenStream) -> Option<PathSegment> {
    let Ok(Type::Path(path)) = syn::parse2::<Type>(subject.clone()) else {
        return None;
    };
    path.path.segments.last().cloned()
}

fn is_capitalized(last: &PathSegment) -> bool {
    let name = last.ident.to_string();
    name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase)
}

fn is_primitive(last: &PathSegment) -> bool {
    PRIMITIVES.iter().any(|name| last.ident == name)
}

const PRIMITIVES: [&str; 17] = [
    "bool", "char", "str", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64",
    "i128", "isize", "f32", "f64",
];
