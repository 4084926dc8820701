use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete(names: Vec<String>) -> Result<usize, Refused> {
    let answers: Vec<_> = names
        .iter()
        .map(|name| ask_confirm!("Delete {name}?").await)
        .collect();
    Ok(answers.len())
}

fn main() {}
