//! Expansions in full, against the files beside this one. `MRTR_BLESS=1` writes them anew.

use std::path::Path;

use quote::quote;

use super::{expanded, reported, tokens};
use crate::tool::{Attribute, expand};

fn pretty(attribute: Attribute, options: &str, item: &str, in_impl: bool) -> String {
    let expanded = expand(attribute, tokens(options), tokens(item));
    let expanded = if in_impl {
        quote!(impl Srv { #expanded })
    } else {
        expanded
    };
    prettyplease::unparse(&syn::parse2(expanded).unwrap())
}

#[track_caller]
fn is_as_in(name: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src/tool/tests/expansions")
        .join(name);
    if std::env::var_os("MRTR_BLESS").is_some() {
        std::fs::write(&path, found).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == expected,
        "{} differs; found:\n{found}",
        path.display()
    );
}

const PAY: &str = r#"
    /// Pay an invoice.
    ///
    /// After a confirmation.
    #[cfg(feature = "pay")]
    #[tracing::instrument(skip_all)]
    #[tool(title = "Pay")]
    #[expect(clippy::unused_async)]
    pub async fn pay(&self, flow: &Flow, Parameters(Pay { invoice }): Parameters<Pay>) -> Result<Json<Receipt>, ErrorData> {
        let hold = capture!(self.bank.reserve(invoice).await?);
        ask_confirm!(about = hold, "Pay {invoice} ({})?", flow.id()).await?;
        part!(self.send(&hold)).await
    }
"#;

#[test]
fn a_tool_is_a_part_a_function_and_a_shell() {
    let options = r#"single_use, version = 2, accept = [1], ttl = "10m", max_requests = 4"#;
    is_as_in("tool.rs.txt", &pretty(Attribute::Tool, options, PAY, true));
}

#[test]
fn a_prompt_is_a_part_a_function_and_a_shell() {
    let item = r#"
        /// A report.
        #[prompt]
        async fn report(&self, Parameters(args): Parameters<Args>) -> Vec<PromptMessage> {
            let audience = ask_elicit!(Audience, "For whom?").await;
            render(args, audience)
        }
    "#;
    is_as_in("prompt.rs.txt", &pretty(Attribute::Prompt, "", item, true));
}

#[test]
fn a_plain_function_answers_with_a_reply() {
    let item = r#"
        /// Greets.
        pub async fn greet(name: &str, (a, b): (u8, u8)) -> Result<String, Refused> {
            let greeting = ask_sample!(max_tokens = 9, "Greet {name}").await;
            Ok(greeting.text()?)
        }
    "#;
    is_as_in(
        "plain.rs.txt",
        &pretty(Attribute::Tool, "crate = mrtr", item, false),
    );
}

#[test]
fn a_part_has_its_function_inside() {
    let item = r#"
        async fn pick<T: Store>(&self, store: T) -> Result<Language, Refused> {
            for word in ["a", "b"] {
                ask_confirm!("Take {word}?").await?;
            }
            ask_elicit!(Language, "Which?").await
        }
    "#;
    is_as_in(
        "part.rs.txt",
        &pretty(Attribute::Part, "version = 3", item, true),
    );
}

#[test]
fn loops_joins_and_captures_keep_their_places() {
    let item = r#"
        async fn tidy(names: Vec<String>) -> Result<usize, Refused> {
            let (all, why) = tokio::join!(ask_confirm!("All?"), ask_elicit!(String, "Why?"));
            for name in &names {
                ask_confirm!(of = name, about = why, "Delete {name}?").await?;
                capture!(of = name, delete(name).await);
            }
            let sizes: Vec<_> = names.iter().map(|name| capture!(of = name, size(name))).collect();
            Ok(sizes.len())
        }
    "#;
    is_as_in("loop.rs.txt", &pretty(Attribute::Tool, "", item, false));
}

#[test]
fn keys_that_constants_hold_are_checked_in_the_body() {
    let item = r#"
        async fn greet(&self) -> Result<String, Refused> {
            #[cfg(unix)]
            let file = ask_pick!(&self.files, key = FILE, several = 1..=3, "Which of {0:>1$}?", self.name, 9).await?;
            let roots = ask_roots!(key = Self::ROOTS).await;
            ask_confirm!(key = keys::SURE, type_in = self.name, "Sure about {}?", raw(file)).await?;
            Ok(format!("{}", ask_sample!("Greet {roots}").await.text()?))
        }
    "#;
    is_as_in("keys.rs.txt", &pretty(Attribute::Part, "", item, true));
}

#[test]
fn a_page_keeps_its_until_and_gets_the_error_of_its_function() {
    let item = r#"
        async fn connect(&self, flow: Flow) -> Result<String, ToolError> {
            let token = ask_url!(self.page(&flow), about = self.scopes, until = self.token(flow.principal()).await?, "Connect {}", self.name).await?;
            ask_url!("https://pay.example.com/1", key = "pay", until = self.paid(), "Pay").await?;
            Ok(token)
        }
    "#;
    is_as_in("url.rs.txt", &pretty(Attribute::Part, "strict", item, true));
}

#[test]
fn a_handler_with_mistakes_is_whole_but_for_them() {
    let item = r#"
        #[tool]
        async fn delete<T>(&mut self, n: u128) -> Result<T, Refused> {
            tokio::spawn(async move { ask_confirm!("Sure?").await });
            let a = ask_elicit!("Which?", String).await?;
            let b = ask_elicit!(&str, key = format!("{n}"), "Which?").await?;
            if !ask_confirm!("Sure?", n).await? { capture!(a.as_str()); }
            self.delete(n).await
        }
    "#;
    is_as_in("wrong.rs.txt", &pretty(Attribute::Tool, "", item, true));
}

#[test]
fn a_server_handler_is_completed() {
    let item = r#"
        impl<T: Store> ServerHandler for Srv<T> where T: Clone {
            fn get_info(&self) -> ServerConfig { own() }
            async fn get_prompt(&self, request: GetPromptRequestParams, mut context: Context) -> R { route(request, context).await }
            /// Reads.
            #[mrtr_resource(version = 2)]
            async fn read_resource(&self, request: ReadResourceRequestParams, flow: Flow) -> Result<ReadResourceResult, ErrorData> {
                let audience = ask_elicit!(Audience, "For whom is {}?", request.uri).await?;
                render(audience, flow)
            }
        }
    "#;
    is_as_in(
        "handler.rs.txt",
        &pretty(Attribute::Handler, "", item, false),
    );
}

#[test]
fn an_authors_own_on_custom_request_stays() {
    let of = |signature: &str, body: &str| {
        let item = format!("impl ServerHandler for Srv {{ {signature} {{ {body} }} }}");
        expanded(Attribute::Handler, "", &item)
    };
    let is_async = of(
        "async fn on_custom_request(&self, _: CustomRequest, c: C) -> R",
        "own(c)",
    );
    assert!(is_async.contains("return::core::result::Result::Err(error);}letc=__mrtr_context;let_=__mrtr_request;own(c)"), "{is_async}");
    let is_future = of(
        "fn on_custom_request(&self, r: CustomRequest, c: C) -> impl Future",
        "own(r, c)",
    );
    assert!(is_future.contains("own(r,c)};asyncmove{if"), "{is_future}");
    for text in [is_async, is_future] {
        assert_eq!(text.matches("fnon_custom_request").count(), 1);
        assert!(text.contains("HandlesRetriesforSrv"));
    }
}

#[test]
fn the_handler_waits_for_rmcps_attributes_once() {
    let item = "#[mrtr_handler] #[tool_handler] impl ServerHandler for Srv {}";
    let waiting = expanded(
        Attribute::Handler,
        "crate = a",
        "#[tool_handler] impl ServerHandler for Srv {}",
    );
    assert_eq!(
        waiting,
        "#[tool_handler]#[a::mrtr_handler(@lastcrate=a)]implServerHandlerforSrv{}"
    );
    let done = expanded(Attribute::Handler, "@last crate = a", item);
    assert!(done.contains("impla::rmcp::HandlesRetriesforSrv"), "{done}");
}

const WITH_INFO: &str = "fn get_info(&self) -> ServerConfig { own() }";
const WITH_TOOLS: &str = "async fn call_tool(&self, r: R, c: C) -> R { own(r, c) }";

fn mistakes_of_tasks(options: &str, attributes: &str, methods: &str) -> usize {
    let item = format!("{attributes} impl ServerHandler for Srv {{ {methods} }}");
    let found = reported(Attribute::Handler, options, &item);
    let named = found.iter().filter(|text| text.contains(".enable_tasks()"));
    assert_eq!(named.count(), found.len(), "{found:?}");
    found.len()
}

#[test]
fn tasks_of_a_block_without_get_info_are_one_mistake() {
    assert_eq!(mistakes_of_tasks("tasks", "#[tool_handler]", ""), 1);
    assert_eq!(mistakes_of_tasks("tasks", "", WITH_TOOLS), 1);
    assert_eq!(mistakes_of_tasks("tasks", "#[tool_handler]", WITH_INFO), 0);
    assert_eq!(mistakes_of_tasks("", "#[tool_handler]", ""), 0);
    // rmcp has written one by then, and it was said.
    assert_eq!(mistakes_of_tasks("@last tasks", "", ""), 0);
}

#[test]
fn tasks_of_a_block_without_tools_are_a_warning() {
    let warns = |options, attributes: &str, methods: &str| {
        let item = format!("{attributes} impl ServerHandler for Srv {{ {methods} {WITH_INFO} }}");
        expanded(Attribute::Handler, options, &item).contains("tasks_without_tools_in_Srv")
    };
    assert!(warns("tasks", "", ""));
    assert!(warns("@last tasks", "", ""));
    assert!(!warns("@last tasks", "", WITH_TOOLS));
    assert!(!warns("tasks", "#[tool_handler]", ""), "it waits");
    assert!(
        !warns("@last tasks", "#[tool_handler]", ""),
        "rustc says what is wrong"
    );
    assert!(!warns("", "", ""), "without tasks");
}

#[test]
fn the_docs_of_a_tool_come_last() {
    let text = expanded(
        Attribute::Tool,
        "",
        "/// Adds.\n#[allow(unused)] #[tool] #[cfg_attr(a, doc = \"more\", inline)] async fn f(&self) -> R { ok() }",
    );
    assert!(
        text.contains(
            "#[allow(unused)]#[tool]#[doc=\"Adds.\"]#[cfg_attr(a,doc=\"more\")]asyncfnf("
        ),
        "{text}"
    );
    assert!(
        text.contains("#[cfg_attr(a,inline)]#[doc=\"Thebodyof`f`"),
        "{text}"
    );
}

#[test]
fn schemas_that_the_author_gives_stay() {
    let text = expanded(
        Attribute::Tool,
        "",
        "#[tool(input_schema = mine(), output_schema = other())] async fn f(&self, Parameters(a): Parameters<A>) -> Json<B> { x }",
    );
    assert!(
        text.contains("#[tool(input_schema=mine(),output_schema=other())]"),
        "{text}"
    );
    let text = expanded(
        Attribute::Prompt,
        "",
        "#[rmcp::prompt(arguments = mine(),)] async fn f(&self, Parameters(a): Parameters<A>) -> R { x }",
    );
    assert!(
        text.contains("#[rmcp::prompt(arguments=mine(),)]"),
        "{text}"
    );
}

#[test]
fn a_tail_expression_keeps_its_place() {
    let text = expanded(Attribute::Part, "", "async fn f() -> u8 { 7 }");
    assert!(text.ends_with("7}"), "{text}");
}

#[test]
fn inner_attributes_stay_first() {
    let text = expanded(
        Attribute::Part,
        "",
        "async fn f() { #![allow(unused)] #![deny(x)] g() }",
    );
    assert!(
        text.contains("{#![allow(unused)]#![deny(x)]let__mrtr_flow="),
        "{text}"
    );
    assert!(text.ends_with("g()}"), "{text}");
}
