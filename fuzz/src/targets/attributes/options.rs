//! Whether options are right, read token by token.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::tool::Attribute;

const LINTS: [&str; 13] = [
    "clock",
    "random",
    "env",
    "map_order",
    "timeout",
    "guard",
    "unused_answer",
    "ignored_refusal",
    "default_answer",
    "secret",
    "local_page",
    "many_asks",
    "unlisted",
];

pub(super) fn are_right(attribute: Attribute, given: TokenStream) -> bool {
    let Some(options) = split(given) else {
        return false;
    };
    let names: Vec<_> = options.iter().map(|option| option[0].to_string()).collect();
    let distinct = (1..names.len()).all(|at| !names[..at].contains(&names[at]));
    let has = |name: &str| names.iter().any(|given| given == name);
    let accepts = options.iter().any(|option| {
        option[0].to_string() == "accept"
            && option.get(2).is_some_and(|list| list.to_string() != "[]")
    });
    let is_contrary = has("single_use") && has("unsolicited") || accepts && !has("version");
    distinct && !is_contrary && options.iter().all(|option| is_right(attribute, option))
}

/// At the commas, of which the last may be left out.
pub(super) fn split(tokens: TokenStream) -> Option<Vec<Vec<TokenTree>>> {
    let tokens: Vec<_> = tokens.into_iter().collect();
    if tokens.is_empty() {
        return Some(Vec::new());
    }
    let mut parts: Vec<Vec<TokenTree>> = tokens.split(is_comma).map(<[_]>::to_vec).collect();
    if parts.last().is_some_and(Vec::is_empty) {
        parts.pop();
    }
    parts.iter().all(|part| !part.is_empty()).then_some(parts)
}

fn is_comma(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',')
}

fn is_right(attribute: Attribute, option: &[TokenTree]) -> bool {
    let [TokenTree::Ident(name), rest @ ..] = option else {
        return false;
    };
    let name = name.to_string();
    let of_handlers = attribute != Attribute::Part;
    match (name.as_str(), rest) {
        ("single_use" | "unsolicited", []) => of_handlers,
        ("strict", []) => true,
        ("allow", [TokenTree::Group(names)]) => {
            names.delimiter() == Delimiter::Parenthesis && lints(names.stream())
        }
        (_, [TokenTree::Punct(is), value @ ..]) if is.as_char() == '=' => match name.as_str() {
            "preflight" => of_handlers && value_is(value, |text| text == "off"),
            "ttl" => of_handlers && value_is(value, is_time),
            "max_requests" => of_handlers && number(value).is_some_and(|n| (1..=32).contains(&n)),
            "version" => number(value).is_some(),
            "accept" => numbers(value),
            "crate" => is_path(value),
            _ => false,
        },
        _ => false,
    }
}

fn lints(names: TokenStream) -> bool {
    !names.is_empty()
        && split(names).is_some_and(|names| {
            let is_lint = |text: &str| LINTS.contains(&text);
            names.iter().all(|name| value_is(name, is_lint))
        })
}

fn value_is(value: &[TokenTree], is: impl Fn(&str) -> bool) -> bool {
    matches!(value, [token] if is(&token.to_string()))
}

/// `"10m"`.
fn is_time(text: &str) -> bool {
    let Ok(text) = syn::parse_str::<syn::LitStr>(text) else {
        return false;
    };
    let text = text.value();
    let units = [("s", 1), ("m", 60), ("h", 3600)];
    units.iter().any(|(unit, seconds)| {
        let digits = text.strip_suffix(unit).unwrap_or("x");
        let number: Option<u64> = digits.parse().ok();
        digits.chars().all(|c| c.is_ascii_digit())
            && number.is_some_and(|n| n > 0 && n.checked_mul(*seconds).is_some())
    })
}

fn number(value: &[TokenTree]) -> Option<u32> {
    let [TokenTree::Literal(literal)] = value else {
        return None;
    };
    syn::parse_str::<syn::LitInt>(&literal.to_string())
        .ok()?
        .base10_parse()
        .ok()
}

fn numbers(value: &[TokenTree]) -> bool {
    let [TokenTree::Group(group)] = value else {
        return false;
    };
    group.delimiter() == Delimiter::Bracket
        && split(group.stream())
            .is_some_and(|numbers| numbers.iter().all(|value| number(value).is_some()))
}

fn is_path(value: &[TokenTree]) -> bool {
    syn::parse2::<syn::Path>(value.iter().cloned().collect()).is_ok()
}
