use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn query() -> Result<u32, Refused> {
    let n = tokio::select! {
        n = async { capture!(4_u32) } => n,
        () = std::future::pending() => 0,
    };
    ask_confirm!("Take {n}?").await?;
    Ok(n)
}
