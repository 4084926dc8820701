use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete(name: String) -> Result<String, Refused> {
    ask_confirm!("Delete ".to_owned() + &name + "?").await?; // mistake
    ask_confirm!("Really {" + name.as_str() + "}?").await?; // mistake
    Ok(name)
}

fn main() {}
