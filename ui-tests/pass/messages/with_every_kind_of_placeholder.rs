use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn pick(name: &str, width: usize) -> Result<String, Refused> {
    let amount = 4.5;
    ask_confirm!(
        "{name} {name:?} {0} {0:>1$} {amount:.2} {{}} {x:#x}",
        name,
        width,
        x = 255
    )
    .await?;
    ask_confirm!("{name:>width$} {:.*}", 2, amount).await?;
    Ok(String::new())
}
