//! Tools of a sample, and what runs them.

use crate::errors::Errors;
use crate::tool::args::Named;
use crate::tool::kind::Kind;
use crate::tool::scan::Found;
use crate::tool::tokens::spelled;

pub(super) fn check(found: &Found, errors: &Errors) {
    if found.kind != Kind::Sample {
        return;
    }
    let args = &found.args;
    let (tools, run) = (args.option("tools"), args.option("run"));
    for name in ["run", "tool_choice"] {
        if let (Some(option), None) = (args.option(name), tools) {
            errors.on(
                &option.name,
                format!("`{name}` is about tools that the model may call, and this `ask_sample!` gives it none: `ask_sample!(tools = [..], {name} = .., \"..\")`"),
            );
        }
    }
    if let Some(keep) = args.option("keep").filter(|keep| is_in_vain(found, keep)) {
        errors.on(
            &keep.name,
            "`keep` is about a completion that is given as it is. One with a type gives its value alone, and one with `run` goes on with what the model wrote",
        );
    }
    if let Some(check) = args
        .option("check")
        .filter(|check| is_in_vain(found, check))
    {
        errors.on(
            &check.name,
            "`check` is about the value that a completion is read as, and this `ask_sample!` has no type: `ask_sample!(Plan, check = |plan| .., \"..\")`. A text is checked by what uses it",
        );
    }
    if let (Some(ty), Some(tools), None) = (&args.subject, tools, run) {
        let ty = spelled(ty);
        errors.on(
            &tools.name,
            format!("a model that calls a tool gives no `{ty}` until it has the result. Say what runs the tools: `run = |call| async move {{ .. }}`"),
        );
    }
}

/// Whether this is the `keep` of a sample that is not given as it is, or the `check` of one that is; that is reported.
pub(crate) fn is_in_vain(found: &Found, option: &Named) -> bool {
    let args = &found.args;
    let has_type = args.subject.is_some();
    let is_whole = !has_type && args.option("run").is_none();
    let is_vain = (option.name == "keep" && !is_whole) || (option.name == "check" && !has_type);
    found.kind == Kind::Sample && is_vain
}
