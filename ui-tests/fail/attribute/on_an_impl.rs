use mrtr_runtime::prelude::*;

struct Server;

#[mrtr_tool]
impl Server {
    async fn delete(&self) -> Result<String, Refused> {
        ask_confirm!("Sure?").await?;
        Ok(String::new())
    }
}

fn main() {}
