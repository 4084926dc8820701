//! A server for what the examples have no tool for, written as a user of the crates would.

mod attributes;
mod effects;
mod failures;
mod older;
mod pages;
mod progress;
mod prompts;
mod rounds;
mod samples;
mod task_ends;
mod task_places;
mod tasks;
mod wrapped;

use std::time::Duration;

use mrtr_runtime::Limits;
use mrtr_runtime::prelude::*;
use rmcp::handler::server::router::Router;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::model::{
    CacheScope, CallToolResult, ContentBlock, ReadResourceRequestParams, ReadResourceResult,
    ResourceContents, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, prompt_handler, tool_handler};

pub use effects::Effects;

type Answer = Result<CallToolResult, ErrorData>;

/// How the server greets: its type parameter, as a database would be.
pub trait Manners: Clone + Send + Sync + 'static {
    fn greeting(&self) -> &str;
}

/// The usual manners.
#[derive(Debug, Clone, Copy, Default)]
pub struct Polite;

impl Manners for Polite {
    fn greeting(&self) -> &'static str {
        "Hello"
    }
}

/// The server. Clones share its effects and settings.
#[derive(Debug, Clone)]
pub struct Lab<M = Polite> {
    mrtr: Mrtr,
    manners: M,
    pub effects: Effects,
}

impl Lab {
    pub fn new(mrtr: Mrtr) -> Self {
        Self {
            mrtr,
            manners: Polite,
            effects: Effects::default(),
        }
    }
}

impl Lab {
    /// The lab behind rmcp's own router, which serves its tools and prompts.
    pub fn routed(self) -> Router<Self> {
        Router::new(self)
            .with_tools(Self::tools())
            .with_prompts(Self::prompts())
    }
}

impl Default for Lab {
    fn default() -> Self {
        Self::new(lab_mrtr(&[1]))
    }
}

impl<M: Manners> Lab<M> {
    fn tools() -> ToolRouter<Self> {
        Self::round_tools()
            + Self::effect_tools()
            + Self::failure_tools()
            + Self::wrapped_tools()
            + Self::attribute_tools()
            + Self::page_tools()
            + Self::sample_tools()
            + Self::task_tools()
            + Self::task_end_tools()
            + Self::task_place_tools()
            + Self::older_tools()
            + Self::progress_tools()
    }
}

/// The settings of a lab with a key ring, each key named by a number. Its clients stand for people, however fast
/// they answer.
pub fn lab_mrtr(ring: &[u8]) -> Mrtr {
    lab_mrtr_of(ring, Duration::ZERO)
}

/// The settings of a lab whose people take so long to read a question.
pub fn slow_lab_mrtr(reading_time: Duration) -> Mrtr {
    lab_mrtr_of(&[1], reading_time)
}

/// The settings of a lab that asks no person.
pub fn unattended_lab_mrtr() -> Mrtr {
    let builder = Mrtr::builder().keys(Keys::new([[1; 32]]).unwrap());
    let builder = builder.audience("lab").single_user();
    builder.unattended(true).build().unwrap()
}

fn lab_mrtr_of(ring: &[u8], reading_time: Duration) -> Mrtr {
    let limits = Limits {
        reading_time,
        ..Limits::default()
    };
    Mrtr::builder()
        .keys(Keys::new(ring.iter().map(|key| [*key; 32])).unwrap())
        .audience("lab")
        .single_user()
        .url_hosts(["pages.example"])
        .limits(limits)
        .build()
        .unwrap()
}

impl<M> MrtrServer for Lab<M> {
    fn mrtr(&self) -> &Mrtr {
        &self.mrtr
    }
}

#[mrtr_handler(tasks)]
#[tool_handler(router = Self::tools())]
#[prompt_handler(router = Self::prompts())]
impl<M: Manners> ServerHandler for Lab<M> {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_prompts()
            .enable_resources()
            .enable_tasks()
            .build();
        ServerConfig::new(capabilities)
    }

    /// `lab://plain` asks nothing; every other uri asks once.
    #[mrtr_resource]
    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResult, ErrorData> {
        let text = match request.uri.as_str() {
            "lab://plain" => "plain".to_owned(),
            uri => ask_elicit!(String, key = "note", "A note on {uri}?").await?,
        };
        let contents = ResourceContents::text(text, request.uri);
        Ok(ReadResourceResult::new(vec![contents])
            .with_ttl_ms(60_000)
            .with_cache_scope(CacheScope::Public))
    }
}

fn text(text: impl Into<String>) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(text.into())])
}
