use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete() -> Result<String, Refused> {
    match ask_confirm!("Delete?").await? { // mistake
        true => {}
        false => return Ok(String::new()),
    }
    match ask_confirm!("Really?").await { // mistake
        Ok(true) => {}
        _ => return Ok(String::new()),
    }
    let all = ask_confirm!("All?").await.unwrap_or(false); // mistake
    Ok(all.to_string())
}

fn main() {}
