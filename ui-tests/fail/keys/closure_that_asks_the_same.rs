use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete(files: Vec<String>) -> Result<usize, Refused> {
    let asks: Vec<_> = files.iter().map(|_| ask_confirm!("Delete it?")).collect(); // mistake
    for ask in asks {
        ask.await?;
    }
    let again = async |_times: u8| ask_confirm!("Again?").await; // mistake
    again(2).await?;
    Ok(files.len())
}

fn main() {}
