use mrtr_runtime::prelude::*;

struct Connection;

impl Connection {
    async fn insert(&mut self, _: u32) -> u32 {
        4
    }
}

async fn run(_: &mut Connection) -> u32 {
    4
}

#[mrtr_tool]
async fn query() -> Result<u32, Refused> {
    let mut connection = Connection;
    let row = capture!(connection.insert(4).await);
    let count = capture!(run(&mut connection).await);
    ask_confirm!("Take {row} of {count}?").await?;
    Ok(row)
}
