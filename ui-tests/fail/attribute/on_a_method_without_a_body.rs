use mrtr_runtime::prelude::*;

trait Delete {
    #[mrtr_tool]
    async fn delete(&self) -> Result<String, Refused>;
}

fn main() {}
