//! Values of options that are written out, and that nothing can be done with.

use proc_macro2::{Ident, TokenStream};
use syn::{Expr, ExprRange, Lit, LitStr, RangeLimits};

use crate::errors::Errors;
use crate::tool::args::Named;
use crate::tool::kind::Kind;
use crate::tool::scan::Found;
use crate::tool::tokens::spelled;

pub(super) fn check(found: &Found, errors: &Errors) {
    for option in &found.args.options {
        if let Some(text) = no_number(found.kind, option) {
            errors.on(&option.value, text);
        }
    }
    if let Some(show) = found.args.option("show") {
        check_shown(&show.value, errors);
    }
    if let Some(text) = found.args.option("type_in") {
        check_typed(&text.value, errors);
    }
    if let Some(several) = found.args.option("several") {
        check_several(&several.value, errors);
    }
}

/// `max_tokens = "200"`; the option is left out then.
pub(crate) fn no_number(kind: Kind, option: &Named) -> Option<String> {
    let name = &option.name;
    let is_number = name == "max_tokens" || name == "temperature";
    if kind != Kind::Sample || !is_number {
        return None;
    }
    match syn::parse2(option.value.clone()).ok()? {
        Lit::Str(text) => Some(match number_in(name, &text.value()) {
            Some(number) => {
                format!("`{name}` is a number, without quotes: `{name} = {number}`")
            }
            None => format!("`{name}` is a number: `{name} = {}`", example(name)),
        }),
        Lit::Float(number) if name == "max_tokens" => {
            let whole = whole(number.base10_parse().ok()?);
            Some(format!(
                "`max_tokens` is a whole number: `max_tokens = {whole}`"
            ))
        }
        Lit::Int(number) if name == "max_tokens" && number.base10_digits() == "0" => Some(
            "with `max_tokens = 0` the model may write nothing: say how many tokens it may write"
                .to_owned(),
        ),
        _ => None,
    }
}

/// The number that the text holds, as this option takes it.
fn number_in(name: &Ident, text: &str) -> Option<String> {
    let number = text
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())?;
    Some(if name == "max_tokens" {
        whole(number).to_string()
    } else {
        text.to_owned()
    })
}

/// A count of tokens is whole, and there is at least one.
fn whole(number: f64) -> f64 {
    number.ceil().max(1.0)
}

fn example(name: &Ident) -> &'static str {
    if name == "temperature" { "0.5" } else { "400" }
}

/// `show = "name"`
fn check_shown(show: &TokenStream, errors: &Errors) {
    if let Ok(name) = syn::parse2::<LitStr>(show.clone()) {
        let name = name.value();
        let field = if syn::parse_str::<Ident>(&name).is_ok() {
            &name
        } else {
            "name"
        };
        errors.on(show, format!("`show` is a closure, from an item to what is shown of it: `show = |item| &item.{field}`"));
    }
}

fn check_typed(text: &TokenStream, errors: &Errors) {
    let is_empty = |text: LitStr| text.value().trim().is_empty();
    if syn::parse2(text.clone()).is_ok_and(is_empty) {
        errors.on(text, "`type_in` is the text to type, and an empty one asks for nothing: name the thing, as in `type_in = project.name`");
    } else if let Ok(Lit::Bool(_) | Lit::Int(_) | Lit::Float(_)) = syn::parse2(text.clone()) {
        errors.on(text, "`type_in` is the text that the user must type: name the thing, as in `type_in = project.name`");
    }
}

/// Bounds that no number of items can keep.
fn check_several(bounds: &TokenStream, errors: &Errors) {
    let Ok(Expr::Range(range)) = syn::parse2(bounds.clone()) else {
        return;
    };
    let least = range.start.as_deref().map_or(Some(0), number);
    let (Some(least), Some(most)) = (least, most(&range)) else {
        return;
    };
    let written = spelled(bounds).replace(".. ", "..");
    if most == 0 {
        errors.on(bounds, format!("`several = {written}` lets nothing be picked: it is how many the user may pick, as in `1..=3`"));
    } else if least > most {
        errors.on(
            bounds,
            format!("`several = {written}` holds no number: the least comes first, as in `1..=3`"),
        );
    }
}

/// The most items; none where that is no literal, or there is no bound.
fn most(range: &ExprRange) -> Option<u64> {
    let end = number(range.end.as_deref()?)?;
    match range.limits {
        RangeLimits::Closed(_) => Some(end),
        RangeLimits::HalfOpen(_) => Some(end.saturating_sub(1)),
    }
}

fn number(bound: &Expr) -> Option<u64> {
    match bound {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.base10_parse().ok(),
            _ => None,
        },
        _ => None,
    }
}
