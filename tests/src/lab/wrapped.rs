//! Asks inside what would swallow a sentinel error, or wait for one.

use std::time::Duration;

use mrtr_runtime::prelude::*;
use rmcp::{ErrorData, tool, tool_router};

use super::{Answer, Lab, Manners, text};

/// Tries again after an error, as helpers do around flaky calls.
async fn retry<T, E, F: Future<Output = Result<T, E>>>(
    times: usize,
    mut attempt: impl FnMut() -> F,
) -> Result<T, E> {
    let mut result = attempt().await;
    for _ in 1..times {
        if result.is_ok() {
            break;
        }
        result = attempt().await;
    }
    result
}

#[tool_router(router = wrapped_tools, vis = "pub(super)")]
impl<M: Manners> Lab<M> {
    #[mrtr_tool(allow(timeout))]
    #[tool]
    async fn with_timeout(&self) -> Answer {
        let minute = Duration::from_secs(60);
        let name = tokio::time::timeout(minute, ask_elicit!(String, key = "name", "Name?")).await;
        let name = name.map_err(|_| ErrorData::internal_error("too late", None))??;
        Ok(text(name))
    }

    #[mrtr_tool]
    #[tool]
    async fn with_unwrap_or(&self) -> Answer {
        let name = ask_elicit!(String, "Name?")
            .await
            .unwrap_or("nobody".to_owned());
        Ok(text(name))
    }

    #[mrtr_tool]
    #[tool]
    async fn with_retry(&self) -> Answer {
        let name = retry(3, || async {
            self.effects.add("attempts");
            ask_elicit!(String, key = "name", "Name?").await
        });
        Ok(text(name.await?))
    }

    #[mrtr_tool]
    #[tool]
    async fn with_try_join(&self) -> Answer {
        let (name, town) =
            tokio::try_join!(ask_elicit!(String, "Name?"), ask_elicit!(String, "Town?"),)?;
        Ok(text(format!("{name} of {town}")))
    }

    #[mrtr_tool]
    #[tool]
    async fn with_format(&self) -> Answer {
        Ok(text(format!(
            "{} and {}",
            ask_elicit!(String, key = "one", "One?").await?,
            ask_elicit!(String, key = "two", "Two?").await?,
        )))
    }

    #[mrtr_tool]
    #[tool]
    async fn with_vec(&self) -> Answer {
        let names: Vec<String> = vec![
            ask_elicit!(String, key = "one", "One?").await?,
            async { ask_elicit!(String, key = "two", "Two?").await }.await?,
        ];
        Ok(text(names.join(" and ")))
    }
}
