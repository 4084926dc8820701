//! A `?` in a function that returns no `Result`, or one whose error is made of no refusal: rustc says so for each, and not
//! what to write.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{
    Expr, ExprAsync, ExprClosure, ExprTry, GenericArgument, Item, Macro, PathArguments, ReturnType,
    Type,
};

use crate::errors::Errors;
use crate::tool::attributes::Sorted;
use crate::tool::item::{FnItem, last_segment};
use crate::tool::lint::{Call, inside, ours, statements};
use crate::tool::options::Attribute;
use crate::tool::tokens::spelled;

/// Whether there is one; then that was reported.
pub(crate) fn check(item: &FnItem, attribute: Attribute, errors: &Errors) -> bool {
    let output = match &item.signature.output {
        ReturnType::Default => None,
        ReturnType::Type(_, ty) => Some(&**ty),
    };
    let Some(tried) = tried(item) else {
        return false;
    };
    let instead = error_of(attribute, item);
    let (at, text) = match output {
        None => (item.name().to_token_stream(), no_result(instead, output)),
        Some(ty) if is_no_result(ty) || (is_named(ty, &["Option"]) && tried.is_ask) => {
            (ty.to_token_stream(), no_result(instead, output))
        }
        Some(ty) => match narrow_error(ty).filter(|_| tried.is_ask) {
            Some(error) => (error.clone(), no_error(instead, ty, &error)),
            None => return false,
        },
    };
    errors.on(at, text);
    true
}

fn no_result(error: &str, output: Option<&Type>) -> String {
    let name = output.map_or_else(|| "()".to_owned(), |ty| spelled(&ty.to_token_stream()));
    format!(
        "`?` leaves this function with an error, as when the user declines, and `{name}` holds none. Write \
         `-> Result<{name}, {error}>`, and `Ok(..)` around what it returns"
    )
}

fn no_error(instead: &str, output: &Type, error: &TokenStream) -> String {
    let value = argument(output, 0);
    let value = value.map_or_else(|| "..".to_owned(), |ty| spelled(&ty.to_token_stream()));
    let error = spelled(error);
    format!(
        "`?` on an ask leaves with a `Refused`, and `{error}` is made of none. Write `-> Result<{value}, {instead}>`"
    )
}

/// A plain function needs no SDK, so the errors of one may not be there.
fn error_of(attribute: Attribute, item: &FnItem) -> &'static str {
    let is_served = Sorted::of(&item.attributes).sdk.is_some();
    match attribute {
        Attribute::Tool if is_served => "ToolError",
        Attribute::Prompt if is_served => "ErrorData",
        Attribute::Resource => "ErrorData",
        _ => "Refused",
    }
}

/// The error of a `Result` that no `Refused` turns into: a text that is lent, nothing, one of the standard library.
fn narrow_error(output: &Type) -> Option<TokenStream> {
    let is_io = |ty: &Type| {
        let path = spelled(&ty.to_token_stream());
        let module = path.rsplit_once("::").map_or("", |(module, _)| module);
        NARROW.contains(&module.trim_start_matches("::"))
    };
    if !is_named(output, &["Result"]) {
        return None;
    }
    if is_io(&without_arguments(output)?) {
        return Some(output.to_token_stream());
    }
    let error = argument(output, 1)?;
    let is_narrow = match &error {
        Type::Reference(_) | Type::Tuple(_) => true,
        error => is_named(error, &["Error"]) && is_io(error),
    };
    is_narrow.then(|| error.to_token_stream())
}

/// The modules whose `Error` is one.
const NARROW: [&str; 5] = ["io", "std::io", "tokio::io", "fmt", "std::fmt"];

/// The path of a type, without what stands in `<..>`.
fn without_arguments(ty: &Type) -> Option<Type> {
    let Type::Path(path) = ty else {
        return None;
    };
    let mut path = path.clone();
    path.path.segments.last_mut()?.arguments = PathArguments::None;
    Some(Type::Path(path))
}

/// One of the types in `<..>`.
fn argument(ty: &Type, at: usize) -> Option<Type> {
    let Type::Path(path) = ty else {
        return None;
    };
    let PathArguments::AngleBracketed(arguments) = &path.path.segments.last()?.arguments else {
        return None;
    };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.into_iter().nth(at).cloned()
}

/// A type that is neither a `Result` nor, perhaps, the name of one.
fn is_no_result(ty: &Type) -> bool {
    match ty {
        Type::Reference(_) | Type::Tuple(_) | Type::Array(_) | Type::Slice(_) | Type::Never(_) => {
            true
        }
        ty => is_named(ty, &NO_RESULTS),
    }
}

fn is_named(ty: &Type, names: &[&str]) -> bool {
    last_segment(ty).is_some_and(|last| names.iter().any(|name| last == name))
}

/// What handlers return that is no `Result`.
const NO_RESULTS: [&str; 29] = [
    "String",
    "Vec",
    "Box",
    "Cow",
    "PathBuf",
    "HashMap",
    "BTreeMap",
    "HashSet",
    "BTreeSet",
    "Value",
    "Json",
    "CallToolResult",
    "Content",
    "ContentBlock",
    "GetPromptResult",
    "PromptMessage",
    "ReadResourceResult",
    "ResourceContents",
    "bool",
    "char",
    "u8",
    "u16",
    "u32",
    "u64",
    "usize",
    "i32",
    "i64",
    "f32",
    "f64",
];

struct Tried {
    /// Whether one stands behind an ask that may be refused.
    is_ask: bool,
}

/// Whether there is a `?` that leaves the function.
fn tried(item: &FnItem) -> Option<Tried> {
    let body = statements(item).ok()?;
    let mut found = Found(None);
    found.visit_block(&body);
    found.0
}

struct Found(Option<Tried>);

impl<'ast> Visit<'ast> for Found {
    fn visit_expr_try(&mut self, tried: &'ast ExprTry) {
        let is_ask = is_refusable(&tried.expr);
        self.0.get_or_insert(Tried { is_ask }).is_ask |= is_ask;
        visit::visit_expr_try(self, tried);
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        match Call::read(mac) {
            Call::Ours(kind, args) => {
                let inside = inside(kind, &args);
                inside.iter().for_each(|expr| self.visit_expr(expr));
            }
            Call::Rerun(exprs) => exprs.iter().for_each(|expr| self.visit_expr(expr)),
            // Another macro may put what it is given into a closure.
            Call::Other(values) if is_in_place(mac) => {
                values.iter().for_each(|value| self.visit_expr(&value.expr));
            }
            Call::Other(_) => {}
        }
    }

    // What these hold leaves them, and not the function.
    fn visit_expr_closure(&mut self, _: &'ast ExprClosure) {}

    fn visit_expr_async(&mut self, _: &'ast ExprAsync) {}

    fn visit_item(&mut self, _: &'ast Item) {}
}

fn is_refusable(expr: &Expr) -> bool {
    let Expr::Await(awaited) = expr else {
        return false;
    };
    ours(&awaited.base).is_some_and(|(kind, ..)| kind.can_be_refused())
}

/// Whether this macro evaluates its arguments where it stands.
fn is_in_place(mac: &Macro) -> bool {
    const MACROS: [&str; 14] = [
        "format",
        "format_args",
        "print",
        "println",
        "eprint",
        "eprintln",
        "vec",
        "dbg",
        "matches",
        "assert",
        "assert_eq",
        "assert_ne",
        "write",
        "writeln",
    ];
    let last = mac.path.segments.last();
    last.is_some_and(|last| MACROS.iter().any(|name| last.ident == name))
}
