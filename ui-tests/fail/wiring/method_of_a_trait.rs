use mrtr_runtime::prelude::*;

struct Server;

trait Tools {
    async fn delete(&self) -> Result<String, Refused>;
}

impl Tools for Server {
    #[mrtr_tool]
    async fn delete(&self) -> Result<String, Refused> {
        ask_confirm!("Sure?").await?;
        Ok(String::new())
    }
}

fn main() {}
