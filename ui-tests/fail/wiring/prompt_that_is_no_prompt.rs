use mrtr_runtime::prelude::*;
use rmcp::{ServerHandler, prompt, prompt_handler, prompt_router};

struct Server {
    mrtr: Mrtr,
}

impl MrtrServer for Server {
    fn mrtr(&self) -> &Mrtr {
        &self.mrtr
    }
}

struct Review;

#[prompt_router]
impl Server {
    #[mrtr_prompt]
    #[prompt]
    async fn review(&self) -> Result<Review, Refused> {
        ask_confirm!("Sure?").await?;
        Ok(Review)
    }
}

#[mrtr_handler]
#[prompt_handler]
impl ServerHandler for Server {}

fn main() {}
