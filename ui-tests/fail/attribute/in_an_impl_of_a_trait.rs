use mrtr_runtime::prelude::*;

trait Payments {
    async fn pay(&self) -> Result<String, Refused>;
}

struct Server;

impl Payments for Server {
    #[mrtr_tool]
    async fn pay(&self) -> Result<String, Refused> {
        ask_confirm!("Pay?").await?;
        Ok(String::new())
    }
}

fn main() {}
