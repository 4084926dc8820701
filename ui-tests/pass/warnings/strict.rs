use std::time::SystemTime;

use mrtr_runtime::prelude::*;

async fn load(name: &str) -> String {
    name.to_owned()
}

#[mrtr_part(strict)]
async fn pick(name: &str) -> Result<String, Refused> {
    let found = rerun!(load(name).await);
    ask_elicit!(String, "Which of {found}?").await
}

#[mrtr_tool(strict)]
async fn delete(name: String, quick: bool) -> Result<String, Refused> {
    let found = capture!(load(&name).await);
    let at = capture!(SystemTime::now());
    if quick {
        return Ok(load(&name).await);
    }
    let (picked, more) = tokio::join!(part!(pick(&name)), rerun!(load(&name)));
    for letter in ["a", "b"] {
        let part = capture!(of = letter, load(letter).await);
        ask_confirm!("Delete {part}?").await?;
    }
    ask_confirm!("Delete {found} {more} {at:?}?").await?;
    Ok(load(&picked?).await)
}
