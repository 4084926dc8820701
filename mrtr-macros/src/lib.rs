//! The macros of `mrtr-runtime`, which re-exports and documents them.
#![forbid(unsafe_code)]

mod colon;
mod errors;
mod form;
mod similar;
mod tool;
mod warning;

use proc_macro::TokenStream;

use tool::Attribute;

/// Makes an `async fn` a handler of `tools/call` whose asks may take several rounds.
///
/// It stands above rmcp's own `#[tool]`, or on a plain function that needs no SDK. The body is there as a part, too:
/// `part!(self.NAME_part(..))`. A parameter `flow: Flow` gets the flow and is no argument of the tool.
///
/// A method of a trait has no room for the flow: write the handler into an `impl` without a trait. Where the source cannot be
/// looked at, rustc says it: `__mrtr_function_add_of_an_impl_without_a_trait` is not a member of the trait (E0407), and more.
///
/// # Options
///
/// | option | what it does |
/// | --- | --- |
/// | `single_use` | each `requestState` counts once; needs a store |
/// | `unsolicited` | takes an answer to a question that was not asked yet |
/// | `strict` | see below |
/// | `preflight = off` | asks that the client cannot show are found when they are reached, not ahead of the first line of a handler that captures. A page always is found when it is reached, since one that is done is not asked for |
/// | `version = 2`, `accept = [1]` | the version of the handler, and those whose captures still fit |
/// | `ttl = "10m"` | how long a round may take: `s`, `m` or `h` |
/// | `max_requests = 8` | how many requests a flow may take, 1 to 32 |
/// | `allow(..)` | warnings that are meant, by their names in the table below |
/// | `crate = path` | where `mrtr_runtime` is, if it was renamed |
///
/// # Warnings
///
/// A handler runs again in every round, so what it asks must come out the same each time. These are found where they
/// show, as warnings of rustc's `unused_must_use`; `#[mrtr_tool(allow(clock, env))]` silences those that are meant.
/// `#![allow(unused)]` holds that lint too and silences them all: leave it out of a crate with handlers.
///
/// | name | warns of |
/// | --- | --- |
/// | `clock` | a clock outside `capture!` (`Utc::now()`, `Instant::now()`, `elapsed()`, ...) that ends up in a question, in `of`, `about` or `flow.key(..)`, or decides whether something is asked |
/// | `random` | the same of randomness: `rand::random()`, `rng()`, `Uuid::new_v4()`, `fastrand`, `getrandom` |
/// | `env` | the same of `std::env::var(..)` |
/// | `map_order` | the same of the order of a `HashMap` or `HashSet` whose type is written in the handler, and a loop over one that asks |
/// | `timeout` | a timeout around an ask, which never fires |
/// | `guard` | an ask in the guard of a `match` arm, which may be put more than once |
/// | `unused_answer` | a form, a pick, a sample or roots whose answer is not used, and a no to `ask_elicit!(bool, ..)` on which nothing depends |
/// | `ignored_refusal` | `let _ = ask.await`, `let (_, b) = join!(ask, ..)`, `drop(ask.await)`, `ask.await.ok();`, `join_all(asks).await;`, a `match` with the one arm `_`, a confirm whose `Err` is only logged before the handler goes on, the same bound as `_name` and not used, or as a name, a part of a `join!` or a list that is only looked at, logged or shown by `{:?}`; an ask in a variable that nothing awaits, or in an `async` block that nothing awaits; also where `.is_ok()` or `.is_err()` of it goes that way. Of a `part!`, in which something may be refused, where it stands alone |
/// | `default_answer` | `.unwrap_or_default()` on a form or a pick, also written as `.unwrap_or(F::default())`, or on a confirm, where it makes a refusal a yes, as `.unwrap_or(())`, `.or(Ok(()))` and `.unwrap_or_else(\|no\| warn!("{no}"))` do |
/// | `secret` | a message, or the name of the variable for the answer, that seems to ask for a password or another secret, over a text field; over a whole number, for one that is a number, such as a PIN |
/// | `local_page` | a page of `http://localhost` or another loopback address that is written out: only a user at this machine can open it, and only `.dev_urls()` lets it be sent |
/// | `unlisted` | a method without `#[tool]` below this attribute, on a server that has a `tool_router` of rmcp: no client can call it. Without `#[prompt]` below `#[mrtr_prompt]`, where there is a `prompt_router`, the same. A router of another name is not seen |
/// | `many_asks` | more questions one after another than `max_requests` has room for |
///
/// What makes a panic of a refusal is no warning: `.await.unwrap()`, `.expect(..)`, `.ok().unwrap()`, `else { panic!() }` and
/// `Err(_) => unreachable!()` do not compile, since anybody may say no.
///
/// A value is followed through variables, operators, methods and `format!`, not through functions, awaits and fields: what
/// differs there is found when it runs, by the log. A clock that only goes into a log is no warning.
/// Where that is not enough, `docs/clippy.toml` of the repository forbids these functions in `strict` handlers altogether.
///
/// # `strict`
///
/// With `#[mrtr_tool(strict)]` each `.await` ahead of an ask must be an ask, a `capture!`, or marked `rerun!(..)`: what a
/// database answers may change between two rounds, and someone has to have thought of it. `until` of a page and `run` of a
/// sample await as they like. In a strict part this is each
/// `.await`, since its caller may ask later. Clippy's `disallowed_methods` and `disallowed_types` warn in a strict
/// handler, but for what stands in a `capture!`.
#[proc_macro_attribute]
pub fn mrtr_tool(options: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(Attribute::Tool, options.into(), item.into()).into()
}

/// Makes an `async fn` a handler of `prompts/get` whose asks may take several rounds.
///
/// It stands above rmcp's own `#[prompt]`.
#[proc_macro_attribute]
pub fn mrtr_prompt(options: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(Attribute::Prompt, options.into(), item.into()).into()
}

/// Makes an `async fn` that asks callable from handlers, as `part!(self.name(..)).await`.
///
/// A method of a trait may be one: the attribute stands where the trait declares it, and on each implementation. Options other than
/// `crate` are those of a body, so they stand on the implementation.
///
/// Its name goes before its keys: `name.confirm_1`. A second call in one handler needs another, `part!(key = "..", ..)`, a
/// call in a loop `part!(of = .., ..)`. A part may call itself, as `Box::pin(part!(name(..))).await`.
#[proc_macro_attribute]
pub fn mrtr_part(options: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(Attribute::Part, options.into(), item.into()).into()
}

/// A struct with named fields as a form. See the trait `Elicit` of `mrtr-runtime`.
#[proc_macro_derive(Elicit, attributes(elicit, serde, choice))]
pub fn derive_elicit(input: TokenStream) -> TokenStream {
    form::derive_elicit(input.into()).into()
}

/// An enum without fields as the options of a form's field. See the trait `Choice` of `mrtr-runtime`.
#[proc_macro_derive(Choice, attributes(choice, serde, elicit))]
pub fn derive_choice(input: TokenStream) -> TokenStream {
    form::derive_choice(input.into()).into()
}

/// Makes `read_resource`, in an `impl ServerHandler` marked `#[mrtr_handler]`, a handler of
/// `resources/read` whose asks may take several rounds.
///
/// Declare resources in `get_info`, `ServerCapabilities::builder().enable_resources()`: rmcp's macros do not.
#[proc_macro_attribute]
pub fn mrtr_resource(options: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(Attribute::Resource, options.into(), item.into()).into()
}

/// Completes an `impl ServerHandler`: prompts get the answers of a retry, malformed retries are
/// refused, and `#[mrtr_resource]` is served.
///
/// It may stand above or below rmcp's `#[tool_handler]` and `#[prompt_handler]`.
///
/// It warns of what no client would see: a `tool_router` or `prompt_router` of the server that the block does not serve, and tools, prompts
/// or resources that it serves and its `get_info` does not declare. Routers of other names and capabilities that are made out of sight are
/// not seen. `#[allow(unused_must_use)]` on the block silences this, as where rmcp's `Router` serves the tools.
///
/// With `#[mrtr_handler(tasks)]` it also answers `tasks/get`, `tasks/update` and `tasks/cancel` for calls that have become
/// tasks (`become_task!`), to whom the call was from and to nobody else. Declare them in `get_info`, by
/// `ServerCapabilities::builder().enable_tasks()`: a block without `get_info` does not compile then, and where a `get_info`
/// does not declare them no call becomes a task, which the log says.
#[proc_macro_attribute]
pub fn mrtr_handler(options: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(Attribute::Handler, options.into(), item.into()).into()
}
