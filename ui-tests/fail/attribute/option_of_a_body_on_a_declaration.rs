use mrtr_runtime::prelude::*;

trait Picks {
    #[mrtr_part(version = 2, accept = [1])] // mistake // mistake
    async fn pick(&self) -> Result<String, Refused>;
}

fn main() {}
