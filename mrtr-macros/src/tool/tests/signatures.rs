//! What the attributes stand on, and their own options.

use super::reported;
use crate::tool::Attribute;

#[track_caller]
fn says(attribute: Attribute, options: &str, item: &str, text: &str) {
    let found = reported(attribute, options, item);
    assert!(
        found.len() == 1 && found[0].contains(text),
        "{item}: {found:#?}"
    );
}

#[track_caller]
fn tool_says(signature: &str, text: &str) {
    says(
        Attribute::Tool,
        "",
        &format!("#[tool] {signature} {{ ask_confirm!(\"?\").await }}"),
        text,
    );
}

#[test]
fn a_handler_is_async_and_takes_a_shared_server() {
    tool_says("fn f(&self) -> R", "must be `async fn`");
    tool_says(
        "async fn f(&mut self) -> R",
        "rounds of many flows run at the same time",
    );
    tool_says("async fn f(self) -> R", "takes `&self`");
    tool_says("async fn f(self: Arc<Self>) -> R", "takes `&self`");
    tool_says("async fn f() -> R", "takes `&self`");
}

#[test]
fn a_handler_is_concrete() {
    tool_says("async fn f<T: Store>(&self) -> R", "cannot be generic");
    tool_says(
        "async fn f<const N: usize>(&self) -> R",
        "cannot be generic",
    );
    tool_says("async fn f(&self, x: impl Store) -> R", "cannot be generic");
    tool_says(
        "async fn f(&self) -> Result<impl Into, E>",
        "must name what it returns",
    );
}

#[test]
fn what_works_is_not_refused() {
    for signature in [
        "async fn f(&self) -> R",
        "async fn f<'a>(&'a self, Parameters(a): Parameters<A>) -> R",
        "async fn f(self: &Self, flow: Flow) -> R",
        "pub(crate) async fn r#match(&self)",
    ] {
        let item = format!("#[tool] {signature} {{ ask_confirm!(\"?\").await }}");
        assert_eq!(reported(Attribute::Tool, "", &item), [""; 0], "{signature}");
    }
    let part = "async fn f<T: Store>(&mut self, x: impl Into<T>) -> impl Display { ask_confirm!(\"?\").await }";
    assert_eq!(reported(Attribute::Part, "", part), [""; 0]);
}

#[test]
fn rmcps_attribute_goes_below() {
    let rewritten = "fn f(&self) -> ::std::pin::Pin<Box<dyn ::std::future::Future<Output = R> + Send + '_>> { Box::pin(async move { ask_confirm!(\"?\").await }) }";
    says(
        Attribute::Tool,
        "",
        rewritten,
        "Write `#[mrtr_tool]` above `#[tool]`",
    );
    says(
        Attribute::Prompt,
        "",
        rewritten,
        "Write `#[mrtr_prompt]` above `#[prompt]`",
    );
    says(
        Attribute::Tool,
        "",
        "#[prompt] async fn f(&self) -> R { ok() }",
        "above `#[prompt]` write `#[mrtr_prompt]`",
    );
}

#[test]
fn an_attribute_goes_on_a_function() {
    let text = "`#[mrtr_tool]` goes on one `async fn`; write it on each method";
    says(
        Attribute::Tool,
        "",
        "impl Srv { async fn f(&self) -> R { ask_confirm!(\"?\").await } }",
        text,
    );
    says(
        Attribute::Part,
        "",
        "pub struct Srv;",
        "`#[mrtr_part]` goes on one `async fn`",
    );
    says(
        Attribute::Prompt,
        "",
        "async fn f(&self) -> R;",
        "has no body",
    );
    says(
        Attribute::Handler,
        "",
        "impl Srv {}",
        "goes on the `impl ServerHandler for ..`",
    );
    says(
        Attribute::Resource,
        "",
        "async fn f(&self) -> R { ask_confirm!(\"?\").await }",
        "belongs on `read_resource`",
    );
    let wrong = "impl ServerHandler for Srv { #[mrtr_resource] async fn read_resource(&self, uri: String) -> R { ok() } }";
    says(
        Attribute::Handler,
        "",
        wrong,
        "`read_resource` takes `ReadResourceRequestParams`",
    );
}

#[test]
fn a_handler_does_not_call_itself() {
    let text = "a handler cannot call itself";
    says(
        Attribute::Tool,
        "",
        "#[tool] async fn f(&self) -> R { self.f().await }",
        text,
    );
    says(
        Attribute::Tool,
        "",
        "#[tool] async fn f(&self) -> R { if x { Self::f(self).await } }",
        text,
    );
    let other = "#[tool] async fn f(&self) -> R { self.inner.f().await; self.g().await }";
    assert_eq!(reported(Attribute::Tool, "", other), [""; 0]);
}

#[test]
fn the_methods_of_rmcps_trait_are_no_handlers() {
    let context = "request: Request, context: RequestContext<RoleServer>";
    let method =
        |name| format!("async fn {name}(&self, {context}) -> R {{ ask_confirm!(\"Go?\").await }}");
    let tool = method("call_tool");
    says(
        Attribute::Tool,
        "",
        &tool,
        "`#[mrtr_tool]` above each `#[tool]`",
    );
    says(
        Attribute::Part,
        "",
        &tool,
        "`#[mrtr_part]` on a method of an inherent `impl`",
    );
    let prompt = method("get_prompt");
    says(
        Attribute::Prompt,
        "",
        &prompt,
        "`#[mrtr_prompt]` above each `#[prompt]`",
    );
    let resource = method("read_resource");
    says(
        Attribute::Tool,
        "",
        &resource,
        "Its attribute is `#[mrtr_resource]`",
    );
    // A tool may be called so, and may take the context.
    let own = format!("#[tool] {tool}");
    assert_eq!(reported(Attribute::Tool, "", &own), [""; 0]);
    assert_eq!(reported(Attribute::Tool, "", &method("restart")), [""; 0]);
    let plain = "async fn complete(&self) -> R { ok() }";
    assert_eq!(reported(Attribute::Tool, "", plain), [""; 0]);
}

#[track_caller]
fn option_says(option: &str, text: &str) {
    says(
        Attribute::Tool,
        option,
        "#[tool] async fn f(&self) -> R { ok() }",
        text,
    );
}

#[test]
fn options_are_checked() {
    option_says(
        "max_request = 4",
        "unknown option `max_request`; did you mean `max_requests`?",
    );
    option_says("max_round = 4", "did you mean `max_requests`?");
    option_says("sinlge_use", "did you mean `single_use`?");
    option_says(
        "name = \"add\"",
        "`name` belongs to rmcp: write `#[tool(name = ..)]` below",
    );
    option_says("tasks", "write `#[mrtr_handler(tasks)]` above its");
    option_says("tasks = true", "`become_task!().await` into the tool");
    option_says("max_requests = 0", "a flow needs at least one round");
    option_says("max_requests = 33", "out of range 1..=32");
    option_says("max_requests", "write a number from 1 to 32");
    option_says("crate = \"mrtr\"", "write the path itself: `crate = mrtr`");
    option_says("ttl = 10", "`ttl = \"10m\"`");
    option_says("ttl = \"10\"", "`ttl = \"10m\"`");
    option_says("ttl = \"0s\"", "`ttl = \"10m\"`");
    for text in [
        "",
        "m",
        "+5m",
        "-5m",
        "5.5m",
        " 5m",
        "5 m",
        "5M",
        "5min",
        "٥m",
        "18446744073709551615h",
    ] {
        option_says(&format!("ttl = \"{text}\""), "`ttl = \"10m\"`");
    }
    option_says("preflight = on", "the only value is `preflight = off`");
    option_says("version = \"2\"", "write a whole number");
    option_says("accept = 1", "`accept = [1]`");
    option_says("single_use = true", "a word alone");
    option_says("single_use, single_use", "`single_use` is given twice");
    option_says("allow", "`allow(clock, random)`");
    option_says("version: -2", "by `=`: `version = -2`");
    option_says("strict, ttl: \"5m\", version = 2", "by `=`: `ttl = \"5m\"`");
    option_says("crate: my::mrtr", "by `=`: `crate = my::mrtr`");
    option_says("widget", "it has `single_use`");
}

#[test]
fn options_belong_to_their_attribute() {
    let part = "async fn f() -> R { ok() }";
    says(
        Attribute::Part,
        "single_use",
        part,
        "`#[mrtr_part]` has no option `single_use`",
    );
    let fine = "version = 2, accept = [1, 0], strict, allow(clock), crate = a::b";
    assert_eq!(reported(Attribute::Part, fine, part), [""; 0]);
    let all = "single_use, strict, preflight = off, version = 2, accept = [1], ttl = \"10m\", max_requests = 32, allow(clock), crate = ::a,";
    assert_eq!(reported(Attribute::Tool, all, part), [""; 0]);
}

#[test]
fn the_mistakes_of_one_item_are_reported_together() {
    let item =
        "#[tool] fn f(&mut self) -> R { ask_confirm!(\"\").await?; ask_confirm!(\"?\"); ok() }";
    assert_eq!(reported(Attribute::Tool, "ttl = 10, foo", item).len(), 6);
}
