use mrtr_runtime::prelude::*;

async fn mail(_: &str) -> bool {
    true
}

#[mrtr_tool]
async fn notify(people: Vec<String>) -> usize {
    let mut sent = 0;
    for person in &people {
        let is_sent = capture!(mail(person).await);
        sent += usize::from(is_sent);
    }
    sent
}

fn main() {}
