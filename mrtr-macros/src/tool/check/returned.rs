//! A `?` in a function that returns no `Result`: rustc says so for each, and not which one to write.

use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Expr, ExprAsync, ExprClosure, ExprTry, Item, Macro, ReturnType, Type};

use crate::errors::Errors;
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
    let is_wrong = match output {
        None => true,
        // `?` on an `Option` is right there.
        Some(ty) if is_named(ty, &["Option"]) => tried.is_ask,
        Some(ty) => is_no_result(ty),
    };
    if is_wrong {
        let at = output.map_or_else(|| item.name().to_token_stream(), ToTokens::to_token_stream);
        errors.on(at, text(attribute, output));
    }
    is_wrong
}

fn text(attribute: Attribute, output: Option<&Type>) -> String {
    let name = output.map_or_else(|| "()".to_owned(), |ty| spelled(&ty.to_token_stream()));
    let error = match attribute {
        Attribute::Tool => "ToolError",
        Attribute::Prompt | Attribute::Resource => "ErrorData",
        Attribute::Part | Attribute::Handler => "Refused",
    };
    format!(
        "`?` leaves this function with an error, as when the user declines, and `{name}` holds none. Write \
         `-> Result<{name}, {error}>`, and `Ok(..)` around what it returns"
    )
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
            Call::Other(values) => values.iter().for_each(|value| self.visit_expr(&value.expr)),
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
