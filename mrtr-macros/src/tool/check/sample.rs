//! Tools of a sample, and what runs them.

use crate::errors::Errors;
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
    if let (Some(ty), Some(tools), None) = (&args.subject, tools, run) {
        let ty = spelled(ty);
        errors.on(
            &tools.name,
            format!("a model that calls a tool gives no `{ty}` until it has the result. Say what runs the tools: `run = |call| async move {{ .. }}`"),
        );
    }
}
