use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn summarize(text: &str) -> Result<String, ToolError> {
    let sample = ask_sample!("Shorten {text}"); // mistake
    let short = ask_sample!("Summarize {text}").text()?; // mistake
    for root in ask_roots!().iter() { // mistake
        println!("{}", root.path());
    }
    if ask_confirm!("Take it?").is_ok() { // mistake
        return Ok(short);
    }
    Ok(sample.text()?)
}

fn main() {}

#[mrtr_tool]
async fn greet() -> Result<String, Refused> {
    let name = ask_elicit!(String, "Name?"); // mistake
    Ok(name.trim().to_owned() + name.as_str())
}
