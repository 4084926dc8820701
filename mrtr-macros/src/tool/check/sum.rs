//! A message that is put together by `+`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{BinOp, Expr, ExprLit, Lit};

use crate::tool::tokens::spelled;

/// `"Delete " + name + "?"` as a message: `"Delete {}?", name`.
pub(super) fn message(value: &TokenStream) -> Option<String> {
    let (mut text, mut values) = (String::new(), String::new());
    for part in &parts(value)? {
        match literal(part) {
            Some(literal) => text.push_str(&literal.replace('{', "{{").replace('}', "}}")),
            None => {
                text.push_str("{}");
                values.push_str(&format!(", {}", spelled(&part.to_token_stream())));
            }
        }
    }
    Some(format!("{text:?}{values}"))
}

/// A message that shows what is added to texts, which is used then: two `&str` cannot be added.
pub(crate) fn shown(value: &TokenStream) -> Option<TokenStream> {
    let parts = parts(value)?;
    let values: Vec<&Expr> = parts
        .iter()
        .filter(|part| literal(part).is_none())
        .collect();
    let text = "{}".repeat(values.len());
    Some(quote!(#text #(, #values)*))
}

/// What is added, where something is.
fn parts(value: &TokenStream) -> Option<Vec<Expr>> {
    let mut parts = Vec::new();
    operands(syn::parse2(value.clone()).ok()?, &mut parts);
    (parts.len() > 1).then_some(parts)
}

/// The parts of a sum, without the `&` that adding needs.
fn operands(value: Expr, parts: &mut Vec<Expr>) {
    match value {
        Expr::Binary(sum) if matches!(sum.op, BinOp::Add(_)) => {
            operands(*sum.left, parts);
            operands(*sum.right, parts);
        }
        Expr::Reference(lent) => operands(*lent.expr, parts),
        Expr::Paren(inner) => operands(*inner.expr, parts),
        value => parts.push(value),
    }
}

/// The text of `"a"`, `"a".to_owned()`, `String::from("a")`.
fn literal(value: &Expr) -> Option<String> {
    const OWNED: [&str; 3] = ["to_owned", "to_string", "into"];
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text.value()),
        Expr::MethodCall(call) if OWNED.iter().any(|name| call.method == name) => {
            literal(&call.receiver)
        }
        Expr::Call(call) if call.func.to_token_stream().to_string() == "String :: from" => {
            literal(call.args.first()?)
        }
        _ => None,
    }
}
