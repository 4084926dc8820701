use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn query() -> Result<u32, Refused> {
    let mut sum = 0;
    sum += 1;
    let total = capture!({
        let mut sum = 0;
        for n in 0..4 {
            sum += n;
        }
        sum
    });
    ask_confirm!("Take {total} and {sum}?").await?;
    Ok(total)
}
