use mrtr_runtime::prelude::*;

mod own {
    pub(crate) use mrtr_runtime as renamed;
}

/// Names that an expansion could take for its own.
#[derive(Elicit, Clone)]
#[elicit(fill, crate = self::own::renamed)]
struct Edit {
    value: String,
    r#type: Option<u8>,
    entries: Kind,
    form: Option<Vec<Kind>>,
}

#[derive(Choice, Clone, Copy)]
enum Kind {
    Plain,
}

#[mrtr_tool]
async fn edit(now: Edit) -> Result<String, Refused> {
    let lent = ask_elicit!(Edit, key = "lent", fill = &now, "What shall change?").await?;
    let moved = ask_elicit!(
        Edit,
        key = "moved",
        fill = now.clone(),
        or = now.clone(),
        "And now?"
    )
    .await?;
    let name = ask_elicit!(String, title = "Name", fill = &*moved.value, "Which name?").await?;
    Ok(name + &lent.value)
}
