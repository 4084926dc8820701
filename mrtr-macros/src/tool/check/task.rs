//! `become_task!` where no call can become one.

use syn::Lit;

use crate::errors::Errors;
use crate::tool::args::Named;
use crate::tool::attributes::Sorted;
use crate::tool::item::FnItem;
use crate::tool::kind::Kind;
use crate::tool::options::{Attribute, Options};
use crate::tool::scan::{Found, Scan};

pub(crate) fn check(item: &FnItem, scan: &Scan, options: &Options, errors: &Errors) {
    let sorted = Sorted::of(&item.attributes);
    let Some(why) = why_not(options.attribute.served_by(&sorted), &sorted) else {
        return;
    };
    for found in scan.found.iter().filter(|found| found.kind == Kind::Task) {
        errors.on(&found.name, why);
    }
}

/// The `ttl` of a task that is written as a number or a text.
pub(super) fn ttl(found: &Found, errors: &Errors) {
    if let Some(option) = found.args.option("ttl")
        && let Some(text) = no_duration(found.kind, option)
    {
        errors.on(&option.value, text);
    }
}

/// What to write in place of a number, which is reported.
pub(crate) fn no_duration(kind: Kind, option: &Named) -> Option<String> {
    let value = syn::parse2::<Lit>(option.value.clone());
    let value = value.ok().filter(|_| kind == Kind::Task)?;
    let seconds = match value {
        Lit::Int(number) => number.base10_digits().to_owned(),
        Lit::Float(_) | Lit::Str(_) => "..".to_owned(),
        _ => return None,
    };
    (option.name == "ttl").then(|| {
        format!("`ttl` takes a `std::time::Duration`: `ttl = Duration::from_secs({seconds})`")
    })
}

fn why_not(attribute: Attribute, sorted: &Sorted) -> Option<&'static str> {
    match attribute {
        Attribute::Tool if sorted.sdk.is_some() => None,
        Attribute::Tool => Some(
            "`become_task!` needs an SDK that knows tasks: a method with rmcp's `#[tool]` below `#[mrtr_tool]`",
        ),
        Attribute::Part => Some(
            "a part cannot become a task: it does not know whose call it is in. Write `become_task!` into the tool, ahead of \
             the call of the part",
        ),
        Attribute::Prompt | Attribute::Resource | Attribute::Handler => {
            Some("only the call of a tool can become a task: prompts and resources are waited for")
        }
    }
}
