use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete() -> Result<String, Refused> {
    match ask_confirm!("Delete it?") { // mistake
        Ok(()) => {}
        Err(_) => return Ok("kept".to_owned()),
    }
    let Ok(name) = ask_elicit!(String, "Which?") else { // mistake
        return Ok("kept".to_owned());
    };
    Ok(name)
}

fn main() {}
