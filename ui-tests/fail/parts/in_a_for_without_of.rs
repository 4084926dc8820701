use mrtr_runtime::prelude::*;

#[mrtr_part]
async fn review(_row: u32) -> Result<(), Refused> {
    ask_confirm!("Is that right?").await
}

#[mrtr_tool]
async fn review_all(rows: Vec<u32>) -> Result<(), Refused> {
    for row in rows {
        part!(review(row)).await?;
    }
    Ok(())
}

fn main() {}
