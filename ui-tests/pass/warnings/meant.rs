use std::time::SystemTime;

use mrtr_runtime::prelude::*;

#[mrtr_tool(allow(clock, ignored_refusal))]
async fn restart() -> Result<(), Refused> {
    let _ = ask_confirm!("It is {:?}. Restart now?", SystemTime::now()).await;
    Ok(())
}
