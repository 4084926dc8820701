//! A function, one that makes a closure, closures with and without a type, an async closure.
use mrtr_runtime::prelude::*;
use mrtr_runtime::{SampleTool, ToolUse};

async fn look(call: ToolUse) -> Result<String, std::io::Error> {
    Ok(call.name)
}

fn looker() -> impl FnMut(ToolUse) -> std::future::Ready<String> {
    |call| std::future::ready(call.name)
}

struct Shop {
    name: String,
}

impl Shop {
    async fn look(&self, call: ToolUse) -> String {
        call.name + &self.name
    }
}

#[mrtr_tool]
async fn search(shop: &Shop, tool: SampleTool) -> Result<String, ToolError> {
    let tools = || [tool.clone()];
    let one = ask_sample!(tools = tools(), run = look, "Where?").await;
    let two = ask_sample!(tools = tools(), run = looker(), "Where?").await;
    let three = ask_sample!(tools = tools(), run = |call| shop.look(call), "Where?").await;
    let four = ask_sample!(
        tools = tools(),
        run = |call: ToolUse| async { call.name },
        "Where?"
    )
    .await;
    let five = ask_sample!(
        tools = tools(),
        run = async |call: ToolUse| call.name,
        "Where?"
    )
    .await;
    let mut runs = 0;
    let six = ask_sample!(
        u32,
        tools = tools(),
        run = move |call| {
            runs += 1;
            std::future::ready(format!("{} {runs}", call.name))
        },
        "How many?"
    );
    let six = six.await?.to_string();
    Ok([
        one.text()?,
        two.text()?,
        three.text()?,
        four.text()?,
        five.text()?,
        six,
    ]
    .concat())
}
