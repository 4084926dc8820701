use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn open() -> Result<String, Refused> {
    let file = ask_pick!("Which file?").await?; // mistake
    let others = ask_pick!("Which others?", several = 1..).await?; // mistake
    let last = ask_pick!(show = |file| &file.name, "Which last?").await?; // mistake
    for other in others {
        println!("{}", other.name);
    }
    Ok(format!("{} {}", file.trim(), last.name))
}

fn main() {}
