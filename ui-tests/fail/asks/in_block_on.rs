use mrtr_runtime::prelude::*;

fn block_on<F: Future>(_: F) -> F::Output {
    unreachable!()
}

#[mrtr_tool]
async fn delete() -> Result<String, Refused> {
    block_on(ask_confirm!("Sure?"))?;
    Ok(String::new())
}

fn main() {}
