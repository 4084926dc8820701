use mrtr_runtime::prelude::*;

struct Server;

impl Server {
    #[mrtr_part]
    async fn pick(&self, what: &str) -> Result<String, Refused> {
        ask_elicit!(String, "Which {what}?").await
    }

    #[mrtr_part]
    async fn sure() -> Result<(), Refused> {
        ask_confirm!("Sure?").await
    }

    #[mrtr_tool]
    async fn open(&self) -> Result<String, Refused> {
        part!(Self::sure()).await?;
        part!(Server::pick(self, "file")).await
    }
}
