//! What the spelling of a field's type tells. What it does not tell (an alias, an enum) is left to traits.

use quote::ToTokens;
use syn::{GenericArgument, PathArguments, PathSegment, Type};

/// What a type looks like, behind `Option`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Text,
    Boolean,
    Integer {
        name: &'static str,
        min: i128,
        max: i128,
    },
    Number,
    List,
    /// A choice, an alias, or a type of the user's own.
    Other,
}

const INTEGERS: [(&str, i128, i128); 8] = [
    ("i8", i8::MIN as i128, i8::MAX as i128),
    ("i16", i16::MIN as i128, i16::MAX as i128),
    ("i32", i32::MIN as i128, i32::MAX as i128),
    ("i64", i64::MIN as i128, i64::MAX as i128),
    ("u8", 0, u8::MAX as i128),
    ("u16", 0, u16::MAX as i128),
    ("u32", 0, u32::MAX as i128),
    ("u64", 0, u64::MAX as i128),
];

/// The shape of a type, or the part of it that no form can hold and why.
pub(super) fn shape(ty: &Type) -> Result<Shape, syn::Error> {
    let inner = option(ty).unwrap_or(ty);
    if let (Some(_), Some(_)) = (option(ty), option(inner)) {
        return refuse(
            inner,
            "a form knows \"given\" and \"not given\"; there is no third state. Use one `Option`.",
        );
    }
    match inner {
        Type::Group(group) => shape(&group.elem),
        Type::Paren(paren) => shape(&paren.elem),
        Type::Path(path) => path
            .path
            .segments
            .last()
            .map_or(Ok(Shape::Other), |last| named(inner, last)),
        Type::Reference(reference) => refuse_reference(inner, &reference.elem),
        Type::Tuple(tuple) if tuple.elems.is_empty() => refuse(
            inner,
            "a form field holds a value, and `()` is none; for a yes or no use `bool`.",
        ),
        Type::Tuple(_) => refuse(
            inner,
            "a form field cannot be a tuple; write one field for each part (`from`, `to`).",
        ),
        Type::Array(_) | Type::Slice(_) => refuse(
            inner,
            "a form field cannot be an array; write one field for each part, or use a `Vec` of a choice.",
        ),
        Type::Macro(_) => Ok(Shape::Other),
        _ => refuse(
            inner,
            "a form field holds text, a number, yes or no, or choices; this type is none of them.",
        ),
    }
}

/// What stands in `Option<..>`.
pub(super) fn option(ty: &Type) -> Option<&Type> {
    argument_of(ty, "Option")
}

/// What stands in `Vec<..>`.
pub(super) fn list(ty: &Type) -> Option<&Type> {
    argument_of(ty, "Vec")
}

fn argument_of<'a>(ty: &'a Type, name: &str) -> Option<&'a Type> {
    match ty {
        Type::Path(path) if path.qself.is_none() => path
            .path
            .segments
            .last()
            .filter(|last| last.ident == name)
            .and_then(argument),
        Type::Group(group) => argument_of(&group.elem, name),
        Type::Paren(paren) => argument_of(&paren.elem, name),
        _ => None,
    }
}

fn argument(segment: &PathSegment) -> Option<&Type> {
    match &segment.arguments {
        PathArguments::AngleBracketed(arguments) => {
            arguments.args.iter().find_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            })
        }
        _ => None,
    }
}

fn named(ty: &Type, last: &PathSegment) -> Result<Shape, syn::Error> {
    let name = last.ident.to_string();
    if let Some((name, min, max)) = INTEGERS.iter().find(|(integer, ..)| *integer == name) {
        return Ok(Shape::Integer {
            name,
            min: *min,
            max: *max,
        });
    }
    match (name.as_str(), argument(last)) {
        ("String", None) => Ok(Shape::Text),
        ("bool", None) => Ok(Shape::Boolean),
        ("f32" | "f64", None) => Ok(Shape::Number),
        ("Vec", Some(item)) => list_of(ty, item),
        _ => {
            refused(ty, &name, argument(last)).map_or(Ok(Shape::Other), |reason| refuse(ty, reason))
        }
    }
}

fn list_of(ty: &Type, item: &Type) -> Result<Shape, syn::Error> {
    match shape(item) {
        Ok(Shape::Other) if option(item).is_none() => Ok(Shape::List),
        _ => refuse(
            ty,
            "MCP forms have no free lists. Use `Vec<Tag>` with `#[derive(Choice)] enum Tag`, or one `String` and split it.",
        ),
    }
}

fn refused(ty: &Type, name: &str, argument: Option<&Type>) -> Option<&'static str> {
    let is_primitive = matches!(ty, Type::Path(path) if path.path.get_ident().is_some());
    match (name, argument) {
        ("u128" | "i128", None) if is_primitive => Some(
            "JSON clients keep integers only up to 2^53. Use `u64` for counts, or `String` and parse.",
        ),
        ("usize" | "isize", None) if is_primitive => Some(
            "the range of this type depends on the machine, and a form's must not. Use `u32` or `u64` (`i32`, `i64`).",
        ),
        ("char", None) if is_primitive => Some(
            "a form has no single characters. Use `String` with `#[elicit(min_length = 1, max_length = 1)]`.",
        ),
        ("str", None) if is_primitive => Some("a form must own its fields: use `String`."),
        ("HashMap" | "BTreeMap" | "IndexMap", Some(_)) => {
            Some("a form has fixed fields; a map has none to show. Write the fields out.")
        }
        ("HashSet" | "BTreeSet", Some(_)) => Some(
            "a form has no sets. Use `Vec<Tag>` with `#[derive(Choice)] enum Tag`, whose items are checked to differ.",
        ),
        ("Box" | "Rc" | "Arc" | "Cow", Some(_)) => {
            Some("a form owns its fields: write the type itself, without a pointer around it.")
        }
        _ => None,
    }
}

fn refuse_reference(ty: &Type, to: &Type) -> Result<Shape, syn::Error> {
    let instead = match to {
        Type::Path(path) if !path.path.is_ident("str") => path.to_token_stream().to_string(),
        _ => "String".to_owned(),
    };
    refuse(
        ty,
        &format!("a form is decoded anew in each round and must own its fields: use `{instead}`."),
    )
}

fn refuse(ty: &Type, reason: &str) -> Result<Shape, syn::Error> {
    Err(syn::Error::new_spanned(ty, reason))
}

/// A type as a person writes it.
pub(super) fn spelled(ty: &Type) -> String {
    ty.to_token_stream()
        .to_string()
        .replace(" :: ", "::")
        .replace(" < ", "<")
        .replace(" >", ">")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn of(ty: &str) -> Result<Shape, String> {
        shape(&syn::parse_str(ty).unwrap()).map_err(|error| error.to_string())
    }

    #[test]
    fn known_types_are_seen_through_paths_and_option() {
        assert_eq!(of("std::string::String"), Ok(Shape::Text));
        assert_eq!(of("Option<bool>"), Ok(Shape::Boolean));
        assert_eq!(
            of("core::option::Option<u8>"),
            Ok(Shape::Integer {
                name: "u8",
                min: 0,
                max: 255
            })
        );
        assert_eq!(of("f32"), Ok(Shape::Number));
        assert_eq!(of("Vec<Scope>"), Ok(Shape::List));
        assert_eq!(of("my::Language"), Ok(Shape::Other));
    }

    #[test]
    fn types_that_no_form_holds_are_refused() {
        for ty in [
            "Vec<String>",
            "Vec<u8>",
            "Vec<Option<Tag>>",
            "Vec<Vec<Tag>>",
            "HashMap<String, String>",
            "Option<Option<String>>",
            "u128",
            "char",
            "&'a str",
            "(u8, u8)",
            "[u8; 2]",
            "usize",
            "Box<str>",
            "fn()",
            "Option<char>",
            "Option<Vec<String>>",
        ] {
            assert!(of(ty).is_err(), "{ty}");
        }
    }

    #[test]
    fn a_type_is_spelled_as_in_the_source() {
        assert_eq!(
            spelled(&syn::parse_str("std::option::Option<Vec<my::T>>").unwrap()),
            "std::option::Option<Vec<my::T>>"
        );
    }
}
