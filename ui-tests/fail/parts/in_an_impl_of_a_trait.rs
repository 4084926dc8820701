use mrtr_runtime::prelude::*;

trait Asks {
    async fn sure(&self) -> Result<(), Refused>;
}

struct Files;

impl Asks for Files {
    #[mrtr_part]
    async fn sure(&self) -> Result<(), Refused> {
        ask_confirm!("Sure?").await
    }
}

fn main() {}
