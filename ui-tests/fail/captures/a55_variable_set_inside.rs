use mrtr_runtime::prelude::*;

async fn mail() {}

#[mrtr_tool]
async fn notify() -> Result<(), Refused> {
    let mut done = false;
    capture!({
        mail().await;
        done = true;
    });
    ask_confirm!("Sure?").await?;
    assert!(done);
    Ok(())
}

fn main() {}
