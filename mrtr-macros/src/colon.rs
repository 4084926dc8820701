//! An option that is written with a colon: `min: -1` for `min = -1`.

use proc_macro2::{Punct, TokenStream, TokenTree};

/// The colon of the first such option, and what is said of it.
pub(crate) fn find(options: &TokenStream) -> Option<(Punct, String)> {
    let tokens: Vec<_> = options.clone().into_iter().collect();
    let mut options = tokens.split(|token| is_sign(token, ','));
    options.find_map(|option| match option {
        [TokenTree::Ident(name), TokenTree::Punct(colon), value @ ..]
            if colon.as_char() == ':' && is_value(value) =>
        {
            let value = shown(value);
            let text = format!("an option takes its value by `=`: `{name} = {value}`");
            Some((colon.clone(), text))
        }
        _ => None,
    })
}

/// Whether there is one; behind `::` a path goes on.
fn is_value(tokens: &[TokenTree]) -> bool {
    tokens.first().is_some_and(|first| !is_sign(first, ':'))
}

fn shown(value: &[TokenTree]) -> String {
    match value {
        [minus, number] if is_sign(minus, '-') => format!("-{number}"),
        _ => {
            let value: TokenStream = value.iter().cloned().collect();
            value.to_string().replace(" :: ", "::")
        }
    }
}

fn is_sign(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}
