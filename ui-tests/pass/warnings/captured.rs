use std::time::SystemTime;

use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn restart() -> Result<(), Refused> {
    let now = capture!(SystemTime::now());
    if capture!(std::env::var("ASK").is_ok()) {
        ask_confirm!("It is {now:?}. Restart now?").await?;
    }
    Ok(())
}
