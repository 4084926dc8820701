use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn greet() -> Result<String, Refused> {
    let mut asked = ask_elicit!(String, "Which one?").await;
    while asked.is_err() {
        asked = Ok(String::new());
    }
    let sure = ask_confirm!("Sure?").await;
    if sure.is_err() {
        return Ok("Nothing done".to_owned());
    }
    sure.unwrap();
    Ok(asked.unwrap())
}

#[mrtr_tool(allow(ignored_refusal))]
async fn meet() -> Result<String, Refused> {
    let (seen, read) = tokio::join!(ask_confirm!("Seen?"), ask_confirm!("Read?"));
    if seen.is_err() || read.is_err() {
        return Ok("Not read".to_owned());
    }
    read.unwrap();
    let (.., fetched) = tokio::join!(ask_confirm!("One?"), ask_confirm!("Two?"), async {
        Some(5)
    });
    Ok(fetched.unwrap().to_string())
}

#[mrtr_tool]
async fn part() -> Result<String, Refused> {
    let maybe = ask_confirm!("Maybe?").await;
    let Err(refused) = maybe else {
        unreachable!("nobody says yes here")
    };
    Ok(refused.to_string())
}
