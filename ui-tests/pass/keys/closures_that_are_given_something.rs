//! A closure that is called for each says what each is about.
use mrtr_runtime::prelude::*;

async fn retry<T, E, F: Future<Output = Result<T, E>>>(
    mut attempt: impl FnMut() -> F,
) -> Result<T, E> {
    match attempt().await {
        Ok(value) => Ok(value),
        Err(_) => attempt().await,
    }
}

#[mrtr_tool]
async fn delete(files: Vec<String>) -> Result<String, Refused> {
    let shown: Vec<_> = files
        .iter()
        .map(|file| ask_confirm!("Delete {file}?"))
        .collect();
    let told: Vec<_> = files
        .iter()
        .map(|file| ask_confirm!(of = file, "Really?"))
        .collect();
    for ask in shown.into_iter().chain(told) {
        ask.await?;
    }
    let name = retry(|| async { ask_elicit!(String, key = "name", "Name?").await });
    name.await
}
