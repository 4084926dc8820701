//! Asks and captures where they cannot work (R3, R11).

use proc_macro2::TokenStream;

use crate::errors::Errors;
use crate::tool::args::Call;
use crate::tool::kind::Kind;
use crate::tool::message::Format;
use crate::tool::scan::{Condition, Forbidden, Found, Next, Repeat};
use crate::tool::tokens::spelled;

/// Whether the call may stand where it does.
pub(super) fn check(found: &Found, errors: &Errors) -> bool {
    let Some(forbidden) = &found.place.forbidden else {
        return check_next(found, errors);
    };
    let name = &found.name;
    if found.kind == Kind::Task {
        errors.on(name, format!("`{name}!` stands where the handler's own run does not come by. Write it into the body of the handler, ahead of what takes long"));
        return false;
    }
    // A capture asks nobody: it may be raced and waited for.
    let is_capture = found.kind == Kind::Capture;
    let stands = if found.place.is_handed_on {
        "is handed to"
    } else {
        "stands in"
    };
    let why = match forbidden {
        Forbidden::NestedFn if is_capture => NESTED_FN_CAPTURE,
        Forbidden::NestedFn => NESTED_FN,
        Forbidden::Spawn if is_capture => SPAWN_CAPTURE,
        Forbidden::Spawn => SPAWN,
        Forbidden::Capture if is_capture => NESTED_CAPTURE,
        Forbidden::Capture => CAPTURE,
        Forbidden::Run if is_capture => CAPTURE_IN_RUN,
        Forbidden::Run => RUN,
        Forbidden::Select if !is_capture => SELECT,
        Forbidden::Race(race) if !is_capture && !found.is_awaited => {
            errors.on(name, format!("`{name}!` {stands} `{race}`, where what it races with would win in every round until it is answered. Ask first, and race only the rest"));
            return false;
        }
        Forbidden::BlockOn(block_on) if !is_capture => {
            errors.on(block_on, "`block_on` waits on this thread for an ask that never resolves within a round: the server would hang. Use `.await`");
            return false;
        }
        Forbidden::Select | Forbidden::Race(_) | Forbidden::BlockOn(_) => {
            return check_next(found, errors);
        }
    };
    errors.on(name, format!("`{name}!` {stands} {why}"));
    false
}

fn condition_text(condition: Condition) -> &'static str {
    match condition {
        Condition::Call => {
            "`ask_confirm!` must be awaited, and only \"yes\" goes on: `ask_confirm!(..).await?;` and then what was confirmed"
        }
        Condition::Awaited | Condition::Among => {
            "`ask_confirm!` gives no `bool`: \"yes\" is `Ok`, \"no\" is `Refused`. Write `ask_confirm!(..).await?;` and then \
             what was confirmed, or `.await.is_ok()` to go on either way"
        }
        Condition::Asked => {
            "`ask_confirm!` gives no `bool`: behind `?` the answer was \"yes\". Write `ask_confirm!(..).await?;` and then what \
             was confirmed, or `.await.is_ok()` to go on either way"
        }
    }
}

const NESTED_FN: &str = "a nested `fn`, which has no flow of its own. Ask in the handler and pass the answer in, or move the \
                         helper out and mark it `#[mrtr_part]`";
const NESTED_FN_CAPTURE: &str = "a nested `fn`, which has no flow of its own. Capture in the handler and pass the value in, or \
                                 move the helper out and mark it `#[mrtr_part]`";
const SPAWN: &str = "a spawned task, which outlives the round and would be lost when the round ends. Ask first and move the \
                     answer into the task";
const SPAWN_CAPTURE: &str = "a spawned task, which outlives the round and would be lost when the round ends. Capture first and \
                             move the value into the task";
const CAPTURE: &str = "a `capture!`, which is skipped once its value is recorded, so the answer would turn into an unreached \
                       leftover. Ask first and use the answer inside";
const NESTED_CAPTURE: &str = "another `capture!`, which is skipped once its value is recorded. Capture the outer value alone, \
                              or one after the other";
const RUN: &str = "`run`, which runs once for each call of the model, like a `capture!`: nobody can be asked in it. Ask ahead of \
                   the sample or behind it";
const CAPTURE_IN_RUN: &str = "`run`, which is a capture as a whole: it runs once for each call of the model. Take `capture!` away";
const SELECT: &str = "`select!`. An unanswered ask never resolves within a round, so the other branch would win every time and \
                      the question would be pointless. Ask before the `select!` and race only the rest";

/// Whether something is done with the answer.
fn check_next(found: &Found, errors: &Errors) -> bool {
    let name = &found.name;
    let waits = found.kind != Kind::Capture;
    if found.awaits_in_a_closure() {
        errors.on(name, format!("a closure that is not async cannot wait, and this `{name}!` is awaited in one. Ask in a `for` loop; or leave `.await` out, and await what the closure makes all together: `join_all(..).await`"));
        return false;
    }
    if let Some(missing) = found.missing() {
        let what = if found.kind == Kind::Part {
            "a call and not yet its result"
        } else {
            "a question and not yet its answer"
        };
        let text = if let Next::Read(_, Some(variable)) = &found.next {
            format!("`{variable}` is {what}; write `{missing}` behind this `{name}!`")
        } else {
            format!("this `{name}!` is {what}; write `{missing}` behind it")
        };
        errors.on(name, text);
        return false;
    }
    match &found.next {
        Next::Untried(variable) => {
            errors.on(name, format!("`{variable}` is a `Result`, since the user may say no, and its fields are read: write `?` behind `.await` of this `{name}!`"));
        }
        Next::Dropped if waits && !is_awaited_inside(found) => {
            let what = match found.kind {
                Kind::Part => "nothing in it runs. Write `.await?` and use the answer",
                Kind::Task => "the call becomes no task. Write `.await`",
                Kind::Confirm | Kind::Url => {
                    "nothing is asked. Write `.await?`: only a yes goes on"
                }
                _ => "nothing is asked. Write `.await?` and use the answer",
            };
            errors.on(name, format!("`{name}!` is never awaited, so {what}"));
        }
        Next::Condition(_) if found.kind == Kind::Task => {
            errors.on(name, "`become_task!` tells whether the call goes on as a task, once it is awaited: `become_task!(..).await`");
        }
        Next::Condition(condition) if found.kind == Kind::Confirm => {
            errors.on(name, condition_text(*condition));
        }
        Next::Ignored if found.kind.can_be_refused() && found.kind != Kind::Part => {
            errors.on(name, format!("the refusal of this `{name}!` is ignored, so a no would count as a yes. Write `.await?`, or match on `Refused`"));
        }
        Next::Unwrapped(method) if found.kind.can_be_refused() => {
            errors.on(method, panic_text(&format!(".{method}()"), found.kind));
        }
        Next::Tried(sign, ty) if found.is_plain() => {
            errors.on(sign, plain_text(found, ty.as_ref()));
            return true;
        }
        _ if found.is_sample_for_text() => {
            errors.on(name, "a sample holds more than its text, and its text may be missing: `ask_sample!(..).await.text()?`");
        }
        _ => return true,
    }
    false
}

/// A refusal that becomes a panic by this.
pub(crate) fn panic_text(what: &str, kind: Kind) -> String {
    let asked = if kind == Kind::Url {
        "page"
    } else {
        "question"
    };
    format!("`{what}` turns a declined {asked} into a panic. Use `?`, or match on `Refused`")
}

/// What awaits to a value that may have failed within.
fn plain_text(found: &Found, ty: Option<&TokenStream>) -> String {
    let ty = ty
        .map(spelled)
        .filter(|ty| !NO_FORMS.contains(&ty.as_str()));
    let text = match (found.kind, ty) {
        (Kind::Sample, Some(ty)) => {
            return format!(
                "what a sample is read as stands ahead of its message: `ask_sample!({ty}, \"..\").await?`"
            );
        }
        (Kind::Sample, None) => {
            "a sample is no `Result`: it is read first, and that may fail. Write `ask_sample!(..).await.text()?`"
        }
        (Kind::Task, _) => {
            "`become_task!` tells whether this runs as a task, and cannot fail: take the `?` away"
        }
        _ => "`ask_roots!` gives `Roots` and no `Result`: take the `?` away",
    };
    text.to_owned()
}

/// As which nothing needs to be read.
const NO_FORMS: [&str; 5] = ["String", "&str", "Sample", "_", "Value"];

/// `part!(self.pick(x).await?)` has a mistake of its own.
fn is_awaited_inside(found: &Found) -> bool {
    let call = found
        .args
        .subject
        .as_ref()
        .filter(|_| found.kind == Kind::Part);
    call.and_then(Call::read)
        .is_some_and(|call| !call.tail.is_empty())
}

/// What can run more than once must say which run a value or an answer belongs to.
pub(super) fn check_repeats(found: &Found, errors: &Errors) {
    let place = &found.place;
    let name = &found.name;
    if place.in_macro_rules || found.args.option("of").is_some() {
        return;
    }
    if let (Kind::Capture, Some(repeat)) = (found.kind, place.repeats) {
        let (what, each) = match repeat {
            Repeat::Loop => ("loop", "turn"),
            Repeat::Closure => ("closure", "call"),
        };
        errors.on(name, format!("this capture runs once for each {each} of the {what}; say which {each} a value belongs to: `{name}!(of = .., ..)`"));
    }
    // Also where asks are counted: a part may capture.
    if found.kind == Kind::Part && place.repeats.is_some() {
        errors.on(name, format!("this `{name}!` runs once for each turn, and what it asks and captures would be told apart by its place in the row. Say what each turn is about: `{name}!(of = .., ..)`"));
    }
    if found.args.option("run").is_some() && place.repeats.is_some() {
        errors.on(name, format!("this `{name}!` runs more than once, and so do its tools. Say what each is about: `{name}!(of = .., ..)`"));
        return;
    }
    let is_constant = found
        .args
        .literal()
        .is_some_and(|literal| Format::read(&literal.value()).is_constant());
    if place.is_for_each && found.kind.has_message() && is_constant {
        let each = match place.repeats {
            Some(Repeat::Closure) => "call of the closure",
            _ => "turn of the loop",
        };
        errors.on(name, format!("this `{name}!` asks the same in each {each}, so one answer could be taken for another. Say what each is about: `of = ..`, or show it in the message"));
    }
}
