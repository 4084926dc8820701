use mrtr_runtime::prelude::*;

type Answer = Result<String, Refused>;

#[mrtr_tool]
async fn first(names: &[String]) -> Option<String> {
    let first = names.first()?;
    ask_confirm!("Greet {first}?").await.ok()?;
    Some(first.clone())
}

#[mrtr_tool]
async fn longest(names: &[&str]) -> String {
    let numbers = || -> Option<usize> { Some(names.first()?.len()) };
    let answer = async { Ok::<_, Refused>(ask_elicit!(String, "Which?").await? + "!") };
    match answer.await {
        Ok(name) => format!("{name} {:?}", numbers()),
        Err(_) => String::new(),
    }
}

#[mrtr_tool]
async fn by_a_name() -> Answer {
    let name = ask_elicit!(String, "Which?").await?;
    Ok(name + "!")
}
