use mrtr_runtime::prelude::*;

async fn race<A, B>(_: A, _: B) {}

#[mrtr_tool]
async fn wait() -> Result<(), Refused> {
    let late = async {};
    race(Box::pin(ask_confirm!("Sure?")), Box::pin(late)).await;
    Ok(())
}

fn main() {}
