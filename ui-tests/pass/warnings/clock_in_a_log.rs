use std::time::Instant;

use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete(end: Instant) -> Result<String, Refused> {
    let started = Instant::now();
    if Instant::now() > end {
        return Ok("too late".to_owned());
    }
    ask_confirm!("Delete?").await?;
    Ok(format!("took {:?}", started.elapsed()))
}
