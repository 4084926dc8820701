use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn count() -> Result<u32, Refused> {
    loop {
        let n = ask_elicit!(u32, key = "n", "An even number, please").await?;
        if n % 2 == 0 {
            return Ok(n);
        }
    }
}
