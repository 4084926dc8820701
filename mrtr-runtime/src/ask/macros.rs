//! The asks as an author writes them.
//!
//! `#[mrtr_tool]` puts `@mrtr(flow, site, "key")` in front of the arguments of each; without it they
//! do not expand. They stay declarative macros, so that an editor can follow them.

/// Asks the person to fill in a form: awaits to `Result<Form, Refused>`.
///
/// `ask_elicit!(Form, "message {x}", args..)`, with options between form and message:
/// `key = "wire_key"`, `of = expr`, `about = expr`. The form is a type with `#[derive(Elicit)]`, or
/// one value: `bool`, `String`, a number, a `#[derive(Choice)]`; these take `title = ".."` and
/// `description = ".."` too, which are shown at their field.
///
/// With `fill = &value` the form comes filled in with a value of its type, to be corrected:
/// [`form::Fillable`](crate::form::Fillable).
///
/// With `or = value` the question may go unasked: where the client cannot be asked (no `elicitation` capability in
/// form mode), the ask gives this value. It is evaluated only then, in place, so it may `.await`, use `?` and
/// `return`; as code around an ask it is evaluated in each round. A flow keeps the way that it took first. A
/// refusal is [`Refused`](crate::Refused) all the same.
///
/// ```
/// use mrtr_runtime::prelude::*;
///
/// #[mrtr_tool]
/// async fn summarize(text: &str) -> Result<String, Refused> {
///     let words = ask_elicit!(u32, or = 100, "How many words at the most?").await?;
///     Ok(text.split_whitespace().take(words as usize).collect::<Vec<_>>().join(" "))
/// }
/// # let _ = summarize;
/// ```
///
/// It works in the body of a function marked `#[mrtr_tool]`, `#[mrtr_prompt]`, `#[mrtr_resource]` or
/// `#[mrtr_part]`.
#[macro_export]
macro_rules! ask_elicit {
    (@mrtr($flow:expr, $site:literal, $key:literal) $message:literal $($rest:tt)*) => {
        ::core::compile_error!(
            "the type of the answer comes first: `ask_elicit!(Form, \"Which one?\")`"
        )
    };
    (@mrtr($flow:expr, $site:literal, $key:literal) $form:ty, $($rest:tt)+) => {
        $crate::__elicit!(
            [$form]
            [$crate::__private::elicit(
                $crate::__at!($flow, $key),
                <$form as $crate::Elicit>::TYPED,
            )] $($rest)+
        )
    };
    (@mrtr($($at:tt)*) $($other:tt)*) => {
        ::core::compile_error!(
            "the arguments do not read as those of `ask_elicit!(Form, key = \"..\", \"Which one?\")`"
        )
    };
    ($($other:tt)*) => {
        ::core::compile_error!($crate::__outside!("ask_elicit"))
    };
}

/// Asks the person to pick from a list that is made at run time: awaits to `Result<Item, Refused>`.
///
/// `ask_pick!(&files, "Which file?")`. The items are anything to iterate over, and the answer is the
/// item that was picked. What displays is sent as it is shown; a pair is value and title. Options
/// stand between items and message: `key`, `of` and `about` as everywhere, and
///
/// * `show = |ticket| (ticket.id, &ticket.subject)`: value and title of an item (or one that is both);
/// * `several = 1..=3`: how many are picked; the answer is then a `Vec` of items, in the client's order;
/// * `title = ".."`, `description = ".."`: what the field is shown under;
/// * `or = &files[0]`: the answer where the client cannot be asked, as in [`ask_elicit!`](crate::ask_elicit).
///
/// ```
/// use mrtr_runtime::prelude::*;
///
/// struct Ticket {
///     id: u32,
///     subject: String,
/// }
///
/// #[mrtr_tool]
/// async fn close(tickets: &[Ticket]) -> Result<String, Refused> {
///     let ticket = ask_pick!(tickets, show = |t| (t.id, &t.subject), "Which ticket?").await?;
///     let reasons = ask_pick!(["done", "moot", "duplicate"], several = 1.., "Why?").await?;
///     Ok(format!("closed {}: {}", ticket.id, reasons.join(", ")))
/// }
/// # let _ = close;
/// ```
///
/// The list belongs to the question: if it is another one in a later round, the question is asked
/// again. Values must differ, since they tell the items apart; titles that do not are shown with their
/// value behind them. A list that is empty, too long ([`Limits::pick_options`](crate::Limits)) or has
/// one value twice ends the call with an error that names the key.
#[macro_export]
macro_rules! ask_pick {
    (@mrtr($flow:expr, $site:literal, $key:literal) $message:literal $(, $($rest:tt)*)?) => {
        ::core::compile_error!(
            "what to pick from comes first: `ask_pick!(&files, \"Which file?\")`"
        )
    };
    (@mrtr($flow:expr, $site:literal, $key:literal) $option:ident = $($rest:tt)*) => {
        ::core::compile_error!(
            "what to pick from comes first, then the options: `ask_pick!(&files, key = \"file\", \"Which file?\")`"
        )
    };
    (@mrtr($flow:expr, $site:literal, $key:literal) $items:expr, $($rest:tt)+) => {
        $crate::__pick!(
            [$crate::__private::Items::pick($items, $crate::__at!($flow, $key))]
            [|item| $crate::__private::PickItem::option(item)]
            $($rest)+
        )
    };
    (@mrtr($($at:tt)*) $($other:tt)*) => {
        ::core::compile_error!(
            "the arguments do not read as those of `ask_pick!(&files, key = \"..\", \"Which file?\")`"
        )
    };
    ($($other:tt)*) => {
        ::core::compile_error!($crate::__outside!("ask_pick"))
    };
}

/// Asks the person for a yes: awaits to `Result<(), Refused>`, and only "yes" is `Ok`.
///
/// `ask_confirm!("Delete {name}?")`, with options before the message: `key = "wire_key"`,
/// `of = expr`, `about = expr`.
///
/// Some clients tick boxes unseen. `ask_confirm!(type_in = project.name, "Delete {}?", project.name)`
/// asks to type that text instead, whatever displays: only the exact text goes on, space around it
/// aside.
///
/// ```
/// use mrtr_runtime::prelude::*;
///
/// #[mrtr_tool]
/// async fn delete_project(project: String) -> Result<String, Refused> {
///     ask_confirm!(type_in = project, "Delete {project} and all that is in it?").await?;
///     Ok(format!("{project} is gone"))
/// }
/// # let _ = delete_project;
/// ```
#[macro_export]
macro_rules! ask_confirm {
    (@mrtr($flow:expr, $site:literal, $key:literal) $($rest:tt)+) => {
        $crate::__ask!([$crate::__private::confirm($crate::__at!($flow, $key))] $($rest)+)
    };
    ($($other:tt)*) => {
        ::core::compile_error!($crate::__outside!("ask_confirm"))
    };
}

/// Asks the client's model: awaits to [`Sample`](crate::Sample), or with a type to
/// `Result<Type, SampleError>`.
///
/// `ask_sample!("Summarize:\n{text}")`, with options before the prompt: `system = ".."`,
/// `max_tokens = 400`, `temperature = 0.2`, `stop = ["\n"]`, `model = "claude"` (or
/// [`ModelPreferences`](crate::ModelPreferences)), `messages = [..]` (the
/// [conversation](crate::SampleMessage) so far), `content` (a list of content blocks as JSON, such as a picture, ahead of the prompt in
/// its message), `keep` (what of the [`Sample`](crate::Sample) is recorded), `context` ([`IncludeContext`](crate::IncludeContext)),
/// `metadata` (a JSON object), `key`, `of`, `about`.
///
/// With a type the model is given its JSON Schema, behind the prompt. Text that does not fit is written again, with the reason,
/// [`Limits::retries_per_question`](crate::Limits) times at most:
///
/// ```
/// use mrtr_runtime::prelude::*;
///
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct Plan {
///     steps: Vec<String>,
/// }
///
/// #[mrtr_tool]
/// async fn plan(goal: &str) -> Result<String, mrtr_runtime::SampleError> {
///     let plan = ask_sample!(Plan, max_tokens = 800, "Plan how to {goal}").await?;
///     Ok(plan.steps.join("\n"))
/// }
/// # let _ = plan;
/// ```
///
/// With `tools = [..]` (each a [`SampleTool`](crate::SampleTool)) the model may call tools, and
/// `run = |call| async move { .. }` runs what it calls: each [call](crate::ToolUse) once per flow, as in a
/// [`capture!`](crate::capture), until the model calls no more. `tool_choice`
/// ([`ToolChoice`](crate::ToolChoice)) says whether it must. Each turn of the model is a round of the
/// flow.
///
/// ```
/// use mrtr_runtime::SampleTool;
/// use mrtr_runtime::prelude::*;
/// use serde_json::json;
///
/// # async fn search(_: &str) -> Result<String, std::io::Error> { Ok(String::new()) }
/// #[mrtr_tool]
/// async fn triage(issue: &str) -> Result<String, mrtr_runtime::SampleError> {
///     let schema = json!({"type": "object", "properties": {"text": {"type": "string"}}});
///     let tools = [SampleTool::new("search", "Searches old issues", schema)];
///     let found = ask_sample!(
///         tools = tools,
///         run = |call| async move { search(call.input["text"].as_str().unwrap_or_default()).await },
///         "Is this a duplicate? {issue}"
///     );
///     Ok(found.await.text()?)
/// }
/// # let _ = triage;
/// ```
#[macro_export]
macro_rules! ask_sample {
    (@mrtr($flow:expr, $site:literal, $key:literal) $message:literal $($rest:tt)*) => {
        $crate::__ask!([$crate::__private::sample($crate::__at!($flow, $key))] $message $($rest)*)
    };
    (@mrtr($flow:expr, $site:literal, $key:literal) $option:ident = $($rest:tt)+) => {
        $crate::__ask!([$crate::__private::sample($crate::__at!($flow, $key))] $option = $($rest)+)
    };
    (@mrtr($flow:expr, $site:literal, $key:literal) $type:ty, $($rest:tt)+) => {
        $crate::__ask!(
            [$crate::__private::typed(
                $crate::__at!($flow, $key),
                <$type as $crate::SampleType>::TYPED,
            )] $($rest)+
        )
    };
    (@mrtr($($at:tt)*) $($other:tt)*) => {
        ::core::compile_error!(
            "the arguments do not read as those of `ask_sample!(max_tokens = 400, \"Summarize: {text}\")`"
        )
    };
    ($($other:tt)*) => {
        ::core::compile_error!($crate::__outside!("ask_sample"))
    };
}

/// Asks the client for its roots: awaits to [`Roots`](crate::Roots).
///
/// `ask_roots!()`, or with options: `ask_roots!(key = "roots")`.
#[macro_export]
macro_rules! ask_roots {
    (@mrtr($flow:expr, $site:literal, $key:literal) $($option:ident = $value:expr),* $(,)?) => {
        $crate::__private::roots($crate::__at!($flow, $key)) $(.$option($value))* .ask()
    };
    (@mrtr($($at:tt)*) $($other:tt)*) => {
        ::core::compile_error!(
            "the arguments do not read as those of `ask_roots!(key = \"..\")`"
        )
    };
    ($($other:tt)*) => {
        ::core::compile_error!($crate::__outside!("ask_roots"))
    };
}

/// Evaluates an expression once per flow: the value itself, not awaited.
///
/// `capture!(expr)`, with options before the expression: `key = "name"`, `of = expr`. The expression
/// stands in place, so it may borrow, `.await`, `?` and `return`. Its value is sealed into
/// `requestState` and read back in every later round, in the first one too. Left by `?`, it records
/// nothing; capture the `Result` itself to record an error.
///
/// It is not evaluated where it is known to be in vain: where what was recorded before it does not fit into a state, or a
/// question could not be sent (the last request of the flow, a client that cannot answer it) that is open, or sure to follow in
/// the same function, the call ends ahead of it. Pages are not looked at ahead, nor is anything in a handler with `preflight = off`,
/// nor what the client lacks where rounds count once (`single_use`): their questions are kept for a client that can answer them.
#[macro_export]
macro_rules! capture {
    (@mrtr($flow:expr, $site:literal, $key:literal, sync, $codec:expr) $($rest:tt)+) => {
        $crate::__capture_sync!(
            [$codec] [$crate::__private::Begin::new($crate::__at!($flow, $key))] $($rest)+
        )
    };
    (@mrtr($flow:expr, $site:literal, $key:literal, $codec:expr) $($rest:tt)+) => {
        $crate::__capture!(
            [$codec] [$crate::__private::Begin::new($crate::__at!($flow, $key))] $($rest)+
        )
    };
    ($($other:tt)*) => {
        ::core::compile_error!($crate::__outside!("capture"))
    };
}

/// Calls a `#[mrtr_part]` function, or the part of a handler: a future like any other call.
///
/// `part!(self.pick(x)).await?`; the function's name prefixes its keys, or `part!(key = "billing", ..)`.
/// Where it is called for each of several, say which: `part!(of = row.id, self.review(row))`; what it
/// asks and captures is then of that one.
#[macro_export]
macro_rules! part {
    (@mrtr($flow:expr, $site:literal, $key:literal) $($call:tt)+) => {
        $($call)+
    };
    ($($other:tt)*) => {
        ::core::compile_error!($crate::__outside!("part"))
    };
}

/// Marks what may run again in every round: the expression itself.
///
/// In a handler marked `#[mrtr_tool(strict)]` each `.await` ahead of an ask is an ask, a [`capture!`](crate::capture), or
/// stands in `rerun!(..)`, which says that another result in a later round is fine. Elsewhere it does nothing.
///
/// ```
/// use mrtr_runtime::prelude::*;
///
/// # async fn load(_: &str) -> Option<String> { None }
/// #[mrtr_tool(strict)]
/// async fn close(id: &str) -> Result<Option<String>, Refused> {
///     let title = rerun!(load(id).await); // the question shows the title of the day
///     ask_confirm!("Close {title:?}?").await?;
///     Ok(load(id).await) // nothing is asked behind this: it runs once
/// }
/// # let _ = close;
/// ```
#[macro_export]
macro_rules! rerun {
    ($value:expr $(,)?) => {
        $value
    };
}

/// Options, then the message as `format!` has it.
#[doc(hidden)]
#[macro_export]
macro_rules! __ask {
    ([$($ask:tt)*] $message:literal $($args:tt)*) => {
        $($ask)*.message(::std::format!($message $($args)*))
    };
    ([$($ask:tt)*] of = $value:expr, $($rest:tt)+) => {
        $crate::__ask!([$($ask)*.of($crate::__private::Digested::digested(&$value, "of"))] $($rest)+)
    };
    ([$($ask:tt)*] about = $value:expr, $($rest:tt)+) => {
        $crate::__ask!([$($ask)*.about($crate::__private::Digested::digested(&$value, "about"))] $($rest)+)
    };
    ([$($ask:tt)*] type_in = $value:expr, $($rest:tt)+) => {
        $crate::__ask!([$($ask)*.type_in($crate::__private::ToType::text(&$value))] $($rest)+)
    };
    ([$($ask:tt)*] $option:ident = $value:expr, $($rest:tt)+) => {
        $crate::__ask!([$($ask)*.$option($value)] $($rest)+)
    };
}

/// As `__ask`, with the type of the answer: only a form of one field takes a title.
#[doc(hidden)]
#[macro_export]
macro_rules! __elicit {
    ([$form:ty] [$($ask:tt)*] title = $value:expr, $($rest:tt)+) => {
        $crate::__elicit!(
            [$form] [$($ask)*.title($value, <$form as $crate::__private::OneField>::IS)] $($rest)+
        )
    };
    ([$form:ty] [$($ask:tt)*] description = $value:expr, $($rest:tt)+) => {
        $crate::__elicit!(
            [$form]
            [$($ask)*.description($value, <$form as $crate::__private::OneField>::IS)]
            $($rest)+
        )
    };
    ([$form:ty] [$($ask:tt)*] fill = $value:expr, $($rest:tt)+) => {
        $crate::__elicit!(
            [$form] [$($ask)*.fill(&(<$form as $crate::__private::Fillable>::ENTRIES)($value))] $($rest)+
        )
    };
    ([$form:ty] [$($ask:tt)*] or = $value:expr, $($rest:tt)+) => {
        $crate::__or!([$crate::__elicit!([$form] [$($ask)*] $($rest)+)] {
            #[allow(clippy::diverging_sub_expression)]
            let value: $form = $value;
            value
        })
    };
    ([$form:ty] [$($ask:tt)*] $message:literal $($args:tt)*) => {
        $crate::__ask!([$($ask)*] $message $($args)*)
    };
    ([$form:ty] [$($ask:tt)*] of = $value:expr, $($rest:tt)+) => {
        $crate::__elicit!(
            [$form] [$($ask)*.of($crate::__private::Digested::digested(&$value, "of"))] $($rest)+
        )
    };
    ([$form:ty] [$($ask:tt)*] about = $value:expr, $($rest:tt)+) => {
        $crate::__elicit!(
            [$form] [$($ask)*.about($crate::__private::Digested::digested(&$value, "about"))] $($rest)+
        )
    };
    ([$form:ty] [$($ask:tt)*] $option:ident = $value:expr, $($rest:tt)+) => {
        $crate::__elicit!([$form] [$($ask)*.$option($value)] $($rest)+)
    };
}

/// As `__ask`, with what makes an option of an item.
#[doc(hidden)]
#[macro_export]
macro_rules! __pick {
    ([$($ask:tt)*] [$($option:tt)*] $message:literal $($args:tt)*) => {
        $($ask)*.message(::std::format!($message $($args)*), $($option)*)
    };
    ([$($ask:tt)*] [$($option:tt)*] of = $value:expr, $($rest:tt)+) => {
        $crate::__pick!(
            [$($ask)*.of($crate::__private::Digested::digested(&$value, "of"))] [$($option)*] $($rest)+
        )
    };
    ([$($ask:tt)*] [$($option:tt)*] about = $value:expr, $($rest:tt)+) => {
        $crate::__pick!(
            [$($ask)*.about($crate::__private::Digested::digested(&$value, "about"))] [$($option)*] $($rest)+
        )
    };
    ([$($ask:tt)*] [$($option:tt)*] or = $value:expr, $($rest:tt)+) => {
        $crate::__or!([$crate::__pick!([$($ask)*] [$($option)*] $($rest)+)] $value)
    };
    ([$($ask:tt)*] [$($option:tt)*] show = $show:expr, $($rest:tt)+) => {
        $crate::__pick!(
            [$($ask)*]
            [|item| $crate::__private::PickItem::option(&$crate::__private::shown(item, $show))]
            $($rest)+
        )
    };
    ([$($ask:tt)*] [$($option:tt)*] several = $value:expr, $($rest:tt)+) => {
        $crate::__pick!(
            [$($ask)*.several($crate::__private::HowMany::several($value))] [$($option)*] $($rest)+
        )
    };
    ([$($ask:tt)*] [$($option:tt)*] $name:ident = $value:expr, $($rest:tt)+) => {
        $crate::__pick!([$($ask)*.$name($value)] [$($option)*] $($rest)+)
    };
}

/// An ask, or a value that is evaluated in place where the client cannot be asked.
///
/// It is a `match`, whose temporaries live as long as those of the ask alone would.
#[doc(hidden)]
#[macro_export]
macro_rules! __or {
    ([$ask:expr] $value:expr) => {
        match $ask {
            ask if ask.can() => ask.asked(),
            // The value may be a `return`; in a block of its own, clippy takes none of it for the author's.
            #[allow(unreachable_code)]
            ask => {
                ask.or($value)
            }
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __capture {
    ([$codec:expr] [$($begin:tt)*] of = $value:expr, $($rest:tt)+) => {
        $crate::__capture!([$codec] [$($begin)*.of($crate::__private::Digested::digested(&$value, "of"))] $($rest)+)
    };
    ([$codec:expr] [$($begin:tt)*] key = $value:expr, $($rest:tt)+) => {
        $crate::__capture!([$codec] [$($begin)*.key($value)] $($rest)+)
    };
    ([$codec:expr] [$($begin:tt)*] $value:expr $(,)?) => {
        match $($begin)*.begin($codec).await {
            $crate::__private::Begun::Recorded(value) => value,
            $crate::__private::Begun::Evaluate(slot) => {
                let value = $value;
                slot.keep(value).await
            }
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __capture_sync {
    ([$codec:expr] [$($begin:tt)*] of = $value:expr, $($rest:tt)+) => {
        $crate::__capture_sync!([$codec] [$($begin)*.of($crate::__private::Digested::digested(&$value, "of"))] $($rest)+)
    };
    ([$codec:expr] [$($begin:tt)*] key = $value:expr, $($rest:tt)+) => {
        $crate::__capture_sync!([$codec] [$($begin)*.key($value)] $($rest)+)
    };
    ([$codec:expr] [$($begin:tt)*] $value:expr $(,)?) => {
        match $($begin)*.begin_sync($codec) {
            $crate::__private::Begun::Recorded(value) => value,
            $crate::__private::Begun::Evaluate(slot) => {
                let value = $value;
                slot.keep_sync(value)
            }
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __at {
    ($flow:expr, $key:literal) => {
        $crate::__private::At {
            flow: $flow,
            key: $key,
            file: ::core::file!(),
            line: ::core::line!(),
        }
    };
}

/// What an ask outside a handler is told.
#[doc(hidden)]
#[macro_export]
macro_rules! __outside {
    ($name:literal) => {
        ::core::concat!(
            "`", $name, "!` works only in the body of a function marked `#[mrtr_tool]`, `#[mrtr_prompt]`, \
             `#[mrtr_resource]` or `#[mrtr_part]`. Mark this function, or, if a handler calls it, \
             mark it `#[mrtr_part]` so that it shares the caller's flow. If it is in one: asks are found by name, where they are written, so \
             import it as `", $name, "`, and hand it to a macro of yours as an argument: \
             `mine!(", $name, "!(..))`"
        )
    };
}
