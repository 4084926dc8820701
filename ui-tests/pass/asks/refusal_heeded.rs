use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn left_where_it_is_one(path: String) -> Result<String, ToolError> {
    let sure = ask_confirm!("Delete {path}?").await;
    if sure.is_err() {
        eprintln!("said no");
        return Ok(String::from("kept"));
    }
    std::fs::remove_file(&path)?;
    Ok(String::from("deleted"))
}

#[mrtr_tool]
async fn matched(path: String) -> Result<String, ToolError> {
    let name = ask_elicit!(String, "New name?").await;
    let name = match name {
        Ok(name) => name,
        Err(refused) => return Err(refused.into()),
    };
    std::fs::rename(&path, name)?;
    Ok(String::from("renamed"))
}

#[mrtr_tool]
async fn let_else(path: String) -> Result<String, ToolError> {
    let sure = ask_confirm!("Delete {path}?").await;
    let Ok(()) = sure else {
        return Ok(String::from("kept"));
    };
    std::fs::remove_file(&path)?;
    Ok(String::from("deleted"))
}

#[mrtr_tool]
async fn sets_a_variable(path: String) -> Result<String, ToolError> {
    let mut keep = false;
    let sure = ask_confirm!("Delete {path}?").await;
    if let Err(refused) = sure {
        eprintln!("{refused}");
        keep = true;
    }
    if !keep {
        std::fs::remove_file(&path)?;
    }
    Ok(String::from("done"))
}

#[mrtr_tool]
async fn branch_of_a_yes(path: String) -> Result<String, ToolError> {
    let agreed = ask_confirm!("Delete {path}?").await.is_ok();
    eprintln!("{agreed}");
    if agreed {
        std::fs::remove_file(&path)?;
    }
    Ok(String::from("done"))
}

#[mrtr_tool]
async fn handed_on(path: String) -> Result<String, ToolError> {
    let sure = ask_confirm!("Delete {path}?").await;
    delete_if(&sure, &path)?;
    Ok(String::from("done"))
}

fn delete_if(sure: &Result<(), Refused>, path: &str) -> Result<(), ToolError> {
    if sure.is_ok() {
        std::fs::remove_file(path)?;
    }
    Ok(())
}

#[mrtr_tool]
async fn mapped(path: String) -> Result<String, ToolError> {
    let sure = ask_confirm!("Delete {path}?").await;
    let deleted = sure.map(|()| std::fs::remove_file(&path));
    Ok(if matches!(deleted, Ok(Ok(()))) {
        "deleted"
    } else {
        "kept"
    }
    .to_owned())
}

#[mrtr_tool]
async fn optional() -> Result<String, ToolError> {
    let nick = ask_elicit!(String, "A nickname?").await.ok();
    let sure = ask_elicit!(bool, "Use it?").await?;
    if !sure {
        return Ok(String::from("friend"));
    }
    Ok(nick.unwrap_or_else(|| "friend".to_owned()))
}

#[mrtr_tool]
async fn joined(path: String) -> Result<String, ToolError> {
    let both = tokio::join!(
        ask_confirm!("Rename {path}?"),
        ask_elicit!(String, "To what?")
    );
    both.0?;
    std::fs::rename(&path, both.1?)?;
    Ok(String::from("renamed"))
}

#[mrtr_tool]
async fn read_from_a_list(paths: Vec<String>) -> Result<String, ToolError> {
    let mut answers = Vec::new();
    for path in &paths {
        answers.push(ask_confirm!(of = path, "Delete {path}?").await);
    }
    for (path, answer) in paths.iter().zip(&answers) {
        if answer.is_ok() {
            std::fs::remove_file(path)?;
        }
    }
    Ok(format!("asked for {}", answers.len()))
}

#[mrtr_tool]
async fn tried_until_yes(path: String) -> Result<String, ToolError> {
    for turn in 0..3 {
        let sure = ask_confirm!(of = turn, "Delete {path}?").await;
        if sure.is_err() {
            eprintln!("not yet");
            continue;
        }
        std::fs::remove_file(&path)?;
        break;
    }
    Ok(String::from("done"))
}

#[mrtr_tool]
async fn survey(path: String) -> Result<String, ToolError> {
    let word = ask_elicit!(String, "How was it?").await;
    match word {
        Ok(word) => eprintln!("{word}"),
        Err(refused) => eprintln!("{refused}"),
    }
    std::fs::remove_file(&path)?;
    Ok(String::from("done"))
}

#[mrtr_tool]
async fn tried_later(path: String) -> Result<String, ToolError> {
    let sure = ask_confirm!("Delete {path}?").await;
    eprintln!("{sure:?}");
    sure?;
    std::fs::remove_file(&path)?;
    Ok(String::from("deleted"))
}
