//! The server: tools, a prompt and a resource that ask the user and the user's model in between.

use mrtr_runtime::prelude::*;
use mrtr_runtime::rmcp::ToolError;
use mrtr_runtime::{SampleTool, ToolUse};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    CallToolResult, ContentBlock, GetPromptResult, Implementation, ListResourceTemplatesResult,
    PaginatedRequestParams, PromptMessage, ReadResourceRequestParams, ReadResourceResult,
    ResourceContents, ResourceTemplate, Role, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{
    ErrorData, RoleServer, ServerHandler, prompt, prompt_handler, prompt_router, schemars, tool,
    tool_handler, tool_router,
};
use serde::Deserialize;

use crate::data::{Incident, Incidents};

/// The server. rmcp clones it; the clones share incidents and settings.
#[derive(Debug, Clone)]
pub(crate) struct IncidentServer {
    incidents: Incidents,
    mrtr: Mrtr,
}

impl IncidentServer {
    pub(crate) fn new(incidents: Incidents, mrtr: Mrtr) -> Self {
        Self { incidents, mrtr }
    }
}

impl IncidentServer {
    async fn read_incident(&self, call: ToolUse) -> Result<String, ToolError> {
        let which: Which = call.input()?;
        Ok(self.incidents.get(&which.incident)?.body())
    }
}

impl MrtrServer for IncidentServer {
    fn mrtr(&self) -> &Mrtr {
        &self.mrtr
    }
}

/// Which incident.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct Which {
    /// The incident's id, such as INC-104
    incident: String,
}

/// A new entry in an incident's log.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct Note {
    /// The incident's id, such as INC-104
    incident: String,
    /// What happened
    entry: String,
}

#[derive(Elicit)]
struct Preference {
    /// Language of the summary
    language: Language,
    /// Anything to leave out?
    #[elicit(max_length = 200)]
    omit: Option<String>,
}

#[derive(Choice)]
enum Language {
    English,
    French,
    #[choice(title = "日本語")]
    Japanese,
}

/// Whom a report is for.
#[derive(Clone, Copy, Choice)]
#[serde(rename_all = "lowercase")]
enum Audience {
    Engineers,
    Executives,
}

#[tool_router]
impl IncidentServer {
    /// Summarize an incident in a language that the user chooses.
    #[mrtr_tool]
    #[tool]
    async fn summarize_incident(
        &self,
        flow: Flow,
        Parameters(which): Parameters<Which>,
    ) -> Result<CallToolResult, ToolError> {
        let incident = self.incidents.get(&which.incident)?;
        let preference = ask_elicit!(
            Preference,
            "Which language should {} be summarized in?",
            incident.id
        )
        .await?;
        if !flow.can(Capability::Sampling) {
            return Ok(text(incident.extract()));
        }
        let leave_out = preference
            .omit
            .map_or_else(String::new, |omit| format!(" Leave out: {omit}."));
        let summary = ask_sample!(
            max_tokens = 400,
            "Summarize this incident in {}.{leave_out}\n\n{}",
            preference.language,
            incident.body()
        )
        .await;
        Ok(text(summary.text()?))
    }

    /// Close an incident after the user has confirmed it.
    #[mrtr_tool]
    #[tool]
    async fn close_incident(
        &self,
        Parameters(which): Parameters<Which>,
    ) -> Result<CallToolResult, ToolError> {
        let incident = self.incidents.get(&which.incident)?;
        if !incident.open {
            return Ok(text(format!("{} is closed already.", incident.id)));
        }
        // The yes is about what the user has seen: a new entry in the log asks again.
        ask_confirm!(
            key = "confirm",
            about = incident.revision,
            "Close {} ({})? Last entry: {}",
            incident.id,
            incident.title,
            incident.log.last().map_or("none", String::as_str)
        )
        .await?;
        let closed = self.incidents.close(&incident.id, incident.revision)?;
        Ok(text(format!("{} is closed.", closed.id)))
    }

    /// Look for an earlier incident with the same cause. The user's model reads what it wants to know.
    #[mrtr_tool(max_requests = 12)]
    #[tool]
    async fn find_similar(
        &self,
        Parameters(which): Parameters<Which>,
    ) -> Result<CallToolResult, ToolError> {
        let incident = self.incidents.get(&which.incident)?;
        let answer = ask_sample!(
            tools = [SampleTool::of::<Which>(
                "read_incident",
                "Reads an incident"
            )],
            run = |call| self.read_incident(call),
            "Which of {} has the same cause as this one?\n\n{}",
            self.incidents.ids().join(", "),
            incident.body()
        )
        .await;
        Ok(text(answer.text()?))
    }

    /// Add an entry to an incident's log.
    #[tool]
    async fn note_incident(
        &self,
        Parameters(note): Parameters<Note>,
    ) -> Result<CallToolResult, ToolError> {
        let noted = self.incidents.note(&note.incident, note.entry)?;
        let revision = noted.revision;
        Ok(text(format!("{} is at revision {revision}.", noted.id)))
    }
}

#[prompt_router]
impl IncidentServer {
    /// A report on an incident, for the readers that the user chooses.
    #[mrtr_prompt]
    #[prompt]
    async fn incident_report(
        &self,
        Parameters(which): Parameters<Which>,
    ) -> Result<GetPromptResult, ErrorData> {
        let incident = self.incidents.get(&which.incident)?;
        let audience = ask_elicit!(
            Audience,
            title = "Readers",
            "Who is the report on {} for?",
            incident.id
        )
        .await?;
        let request = format!(
            "Write a report on this incident for {audience}.\n\n{}",
            report(&incident, audience)
        );
        let messages = vec![PromptMessage::new_text(Role::User, request)];
        Ok(GetPromptResult::new(messages))
    }
}

#[mrtr_handler]
#[tool_handler]
#[prompt_handler]
impl ServerHandler for IncidentServer {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_prompts()
            .enable_resources()
            .build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("incident", env!("CARGO_PKG_VERSION")))
            .with_instructions("Incidents: summarize, close, note. INC-104 is one of them.")
    }

    async fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let template = ResourceTemplate::new("incident://{id}/report", "incident_report")
            .with_description("A report on an incident, for the readers that the user chooses.")
            .with_mime_type("text/plain");
        Ok(ListResourceTemplatesResult::with_all_items(vec![template]))
    }

    #[mrtr_resource]
    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResult, ErrorData> {
        let incident = incident_id(&request.uri)
            .and_then(|id| self.incidents.get(id).ok())
            .ok_or_else(|| no_such_resource(&request.uri))?;
        let audience = ask_elicit!(
            Audience,
            title = "Readers",
            "Who is the report on {} for?",
            incident.id
        )
        .await?;
        let contents = ResourceContents::text(report(&incident, audience), request.uri);
        Ok(ReadResourceResult::new(vec![contents]))
    }
}

/// The id in `incident://{id}/report`.
fn incident_id(uri: &str) -> Option<&str> {
    uri.strip_prefix("incident://")?.strip_suffix("/report")
}

fn no_such_resource(uri: &str) -> ErrorData {
    let data = serde_json::json!({ "uri": uri });
    ErrorData::resource_not_found("There is no such resource", Some(data))
}

fn report(incident: &Incident, audience: Audience) -> String {
    match audience {
        Audience::Engineers => incident.body(),
        Audience::Executives => incident.extract(),
    }
}

fn text(text: impl Into<String>) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(text.into())])
}

#[cfg(test)]
mod tests;
