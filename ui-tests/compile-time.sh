#!/usr/bin/env bash
# What `#[mrtr_tool]` costs: 50 rmcp tools that ask twice, with it and written by hand as state machines on plain rmcp.
#
#   ui-tests/compile-time.sh [number of tools]
#
# Prints the processor time of checking and of building each crate alone (its dependencies are built before; the best of
# three, not incremental) and the size of what it expands to. Fails above 1.15 times the time or 1.3 times the size.
set -euo pipefail

tools=${1:-50}
root=$(cd "$(dirname "$0")/.." && pwd)
work=${CARGO_TARGET_DIR:-$root/target}/compile-time
export CARGO_INCREMENTAL=0

manifest() { # name
    mkdir -p "$work/$1/src"
    cp "$root/Cargo.lock" "$work/$1/Cargo.lock"
    cat > "$work/$1/Cargo.toml" <<END
[workspace]

[package]
name = "$1"
version = "0.0.0"
edition = "2024"

[dependencies]
mrtr-runtime = { path = "$root/mrtr-runtime" }
rmcp = { version = "3.11", default-features = false, features = ["macros", "request-state", "server"] }
schemars = "1"
serde = { version = "1", features = ["derive"] }
serde_json = "1"
END
}

with_mrtr() {
    cat <<END
use mrtr_runtime::prelude::*;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, ContentBlock};
use rmcp::{ErrorData, ServerHandler, schemars, tool, tool_handler, tool_router};

#[derive(Clone)]
pub struct Server {
    mrtr: Mrtr,
}

impl MrtrServer for Server {
    fn mrtr(&self) -> &Mrtr {
        &self.mrtr
    }
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
pub struct Args {
    pub file: String,
}

#[mrtr_handler]
#[tool_handler]
impl ServerHandler for Server {}

#[tool_router]
impl Server {
    pub fn new(mrtr: Mrtr) -> Self {
        Self { mrtr }
    }
END
    for ((n = 1; n <= tools; n++)); do cat <<END

    /// Renames a file in folder $n.
    #[mrtr_tool]
    #[tool]
    async fn rename_$n(&self, Parameters(args): Parameters<Args>) -> Result<CallToolResult, ErrorData> {
        let name = ask_elicit!(String, "What shall {} of folder $n be called?", args.file).await?;
        ask_confirm!("Rename {} to {name}?", args.file).await?;
        let text = format!("{} of folder $n is now {name}", args.file);
        Ok(CallToolResult::success(vec![ContentBlock::text(text)]))
    }
END
    done
    echo "}"
}

by_hand() {
    cat <<END
use rmcp::handler::server::tool::{InputResponses, RequestState};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    CallToolResponse, CallToolResult, ContentBlock, ElicitRequest, ElicitRequestParams,
    ElicitationSchema, InputRequest, InputRequests, InputRequiredResult, RequestStateCodec,
    SealOptions,
};
use rmcp::{ErrorData, ServerHandler, schemars, tool, tool_handler, tool_router};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone)]
pub struct Server {
    codec: RequestStateCodec,
}

#[derive(Deserialize, schemars::JsonSchema)]
pub struct Args {
    pub file: String,
}

#[tool_handler]
impl ServerHandler for Server {}

type Responses = Option<std::collections::BTreeMap<String, Value>>;

/// What the person did with a question; none if there is no answer.
enum Answer<'a> {
    Accepted(&'a Value),
    Refused(&'static str),
    Missing,
}

fn answer<'a>(responses: &'a Responses, key: &str) -> Answer<'a> {
    let Some(response) = responses.as_ref().and_then(|responses| responses.get(key)) else {
        return Answer::Missing;
    };
    match response["action"].as_str() {
        Some("accept") => Answer::Accepted(&response["content"]),
        Some("decline") => Answer::Refused("declined"),
        _ => Answer::Refused("cancelled"),
    }
}

fn refused(what: &str) -> Result<CallToolResponse, ErrorData> {
    let text = format!("The user {what} the question.");
    Ok(CallToolResult::error(vec![ContentBlock::text(text)]).into())
}

fn invalid_state<E>(_: E) -> ErrorData {
    ErrorData::invalid_params("invalid or expired requestState", None)
}

fn internal<E: std::fmt::Display>(error: E) -> ErrorData {
    ErrorData::internal_error(error.to_string(), None)
}

impl Server {
    pub fn new(codec: RequestStateCodec) -> Self {
        Self { codec }
    }

    fn ask<S: Serialize>(
        &self,
        key: &str,
        message: String,
        requested_schema: ElicitationSchema,
        state: &S,
        bound_to: &str,
    ) -> Result<CallToolResponse, ErrorData> {
        let params = ElicitRequestParams::FormElicitationParams {
            meta: None,
            message,
            requested_schema,
        };
        let mut requests = InputRequests::new();
        requests.insert(key.to_owned(), InputRequest::Elicitation(ElicitRequest::new(params)));
        let options = SealOptions::new()
            .associated_data(bound_to.as_bytes())
            .ttl(std::time::Duration::from_secs(600));
        let state = self.codec.seal_json_with(state, &options).map_err(internal)?;
        Ok(InputRequiredResult::new(Some(requests), Some(state)).into())
    }
}

#[tool_router]
impl Server {
END
    for ((n = 1; n <= tools; n++)); do cat <<END

    /// Renames a file in folder $n.
    #[tool]
    async fn rename_$n(
        &self,
        Parameters(args): Parameters<Args>,
        RequestState(state): RequestState,
        InputResponses(responses): InputResponses,
    ) -> Result<CallToolResponse, ErrorData> {
        let bound_to = format!("tools/call rename_$n {}", args.file);
        let step = match state {
            None => Rename$n::Start,
            Some(state) => self
                .codec
                .open_json_with(&state, bound_to.as_bytes())
                .map_err(invalid_state)?,
        };
        match step {
            Rename$n::Start => self.ask_name_$n(&args, &bound_to),
            Rename$n::Name => {
                let content = match answer(&responses, "name") {
                    Answer::Accepted(content) => content,
                    Answer::Refused(what) => return refused(what),
                    Answer::Missing => return self.ask_name_$n(&args, &bound_to),
                };
                let Some(name) = content["value"].as_str() else {
                    return self.ask_name_$n(&args, &bound_to);
                };
                self.ask_sure_$n(&args, name, &bound_to)
            }
            Rename$n::Confirm { name } => {
                let content = match answer(&responses, "confirm") {
                    Answer::Accepted(content) => content,
                    Answer::Refused(what) => return refused(what),
                    Answer::Missing => return self.ask_sure_$n(&args, &name, &bound_to),
                };
                match content["confirm"].as_bool() {
                    Some(true) => {}
                    Some(false) => return refused("declined"),
                    None => return self.ask_sure_$n(&args, &name, &bound_to),
                }
                let text = format!("{} of folder $n is now {name}", args.file);
                Ok(CallToolResult::success(vec![ContentBlock::text(text)]).into())
            }
        }
    }

    fn ask_name_$n(&self, args: &Args, bound_to: &str) -> Result<CallToolResponse, ErrorData> {
        let schema = ElicitationSchema::builder().required_string("value").build().map_err(internal)?;
        let message = format!("What shall {} of folder $n be called?", args.file);
        self.ask("name", message, schema, &Rename$n::Name, bound_to)
    }

    fn ask_sure_$n(&self, args: &Args, name: &str, bound_to: &str) -> Result<CallToolResponse, ErrorData> {
        let schema = ElicitationSchema::builder().required_bool("confirm").build().map_err(internal)?;
        let message = format!("Rename {} to {name}?", args.file);
        let step = Rename$n::Confirm { name: name.to_owned() };
        self.ask("confirm", message, schema, &step, bound_to)
    }
END
    done
    echo "}"
    for ((n = 1; n <= tools; n++)); do cat <<END

#[derive(Serialize, Deserialize)]
enum Rename$n {
    Start,
    Name,
    Confirm { name: String },
}
END
    done
}

best() { # command, the crate's name: processor seconds
    local best=
    for _ in 1 2 3; do
        touch "$work/$2/src/lib.rs"
        local seconds
        seconds=$( { TIMEFORMAT='%U'; time cargo "$1" -q --manifest-path "$work/$2/Cargo.toml" 1>&2; } 2>&1 | tail -1)
        best=$(printf '%s\n' $best "$seconds" | sort -n | head -1)
    done
    echo "$best"
}

expanded() { # the crate's name: bytes
    touch "$work/$1/src/lib.rs"
    RUSTC_BOOTSTRAP=1 cargo rustc -q --manifest-path "$work/$1/Cargo.toml" -- -Zunpretty=expanded | wc -c
}

export CARGO_TARGET_DIR=$work/target
for crate in by_hand with_mrtr; do
    manifest $crate
    $crate > "$work/$crate/src/lib.rs"
    cargo check -q --manifest-path "$work/$crate/Cargo.toml"
    cargo build -q --manifest-path "$work/$crate/Cargo.toml"
done

failed=0
row() { # what, by hand, with mrtr, the most
    awk -v what="$1" -v a="$2" -v b="$3" -v most="$4" 'BEGIN {
        printf "%-14s %10s %10s   %.2f times (at most %s)\n", what, a, b, b / a, most
        exit b / a > most
    }' || failed=1
}
printf '%-14s %10s %10s\n' "$tools tools" 'by hand' 'with mrtr'
row 'check (s)' "$(best check by_hand)" "$(best check with_mrtr)" 1.15
row 'build (s)' "$(best build by_hand)" "$(best build with_mrtr)" 1.15
row 'size (bytes)' "$(expanded by_hand)" "$(expanded with_mrtr)" 1.3
exit $failed
