use mrtr_runtime::prelude::*;

#[mrtr_tool]
#[expect(clippy::unused_async)]
async fn greet() -> String {
    String::from("Hello")
}
