use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete(shop: u32, files: Vec<String>) -> Result<usize, Refused> {
    let asks = files.iter().map(|file| (file, ask_confirm!(of = shop, "Delete it?")));
    let mut size = 0;
    for (file, ask) in asks.collect::<Vec<_>>() {
        ask.await?;
        size += file.len();
    }
    Ok(size)
}

fn main() {}
