use mrtr_runtime::prelude::*;

async fn mail(_: &str) -> bool {
    true
}

#[mrtr_tool]
async fn notify(people: Vec<String>) -> Result<usize, Refused> {
    let mut sent = 0;
    for person in &people {
        let is_sent = capture!(of = person, mail(person).await);
        sent += usize::from(is_sent);
    }
    ask_confirm!("{sent} sent; go on?").await?;
    Ok(sent)
}
