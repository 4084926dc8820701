//! `become_task!` where no call can become one.

use crate::errors::Errors;
use crate::tool::attributes::Sorted;
use crate::tool::item::FnItem;
use crate::tool::kind::Kind;
use crate::tool::options::{Attribute, Options};
use crate::tool::scan::Scan;

pub(crate) fn check(item: &FnItem, scan: &Scan, options: &Options, errors: &Errors) {
    let sorted = Sorted::of(&item.attributes);
    let Some(why) = why_not(options.attribute.served_by(&sorted), &sorted) else {
        return;
    };
    for found in scan.found.iter().filter(|found| found.kind == Kind::Task) {
        errors.on(&found.name, why);
    }
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
