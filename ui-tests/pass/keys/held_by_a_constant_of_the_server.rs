use mrtr_runtime::prelude::*;

struct Server;

impl Server {
    const NAME: &str = "user_name";

    #[mrtr_tool]
    async fn greet(&self) -> Result<String, Refused> {
        let name = ask_elicit!(String, key = Self::NAME, "Who?").await?;
        Ok(name)
    }
}
