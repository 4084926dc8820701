//! Plain functions, without an SDK.

use mrtr_runtime::prelude::*;

use super::parts::any;

const NAME: &str = "user_name";

/// Greets.
///
/// # Errors
/// The person declined.
#[mrtr_tool]
pub async fn greet(flow: Flow, greeting: &str) -> Result<String, Refused> {
    let name = ask_elicit!(String, key = NAME, "What is your name?").await?;
    let age = ask_elicit!(Option<u8>, "And how old are you, {name}?").await?;
    let id = flow.id();
    Ok(format!("{greeting} {name} {age:?} {id}"))
}

/// Counts as long as the person likes.
#[mrtr_tool]
pub async fn count() -> u32 {
    let mut n = 0;
    while ask_confirm!("Go on from {n}?").await.is_ok() {
        n += 1;
    }
    n
}

/// Picks in one of two ways.
///
/// # Errors
/// The person declined.
#[mrtr_tool]
pub async fn pick((kind, size): (u8, u8)) -> Result<String, Refused> {
    match kind {
        0 => ask_elicit!(String, key = "which", "Which of {size}?").await,
        _ if size > 4 => part!(any::<String>("of many")).await,
        _ => {
            let which = ask_elicit!(String, "Which?").await?;
            Ok(which)
        }
    }
}

/// Begins with an item of its own.
///
/// # Errors
/// The person declined.
#[mrtr_tool]
pub async fn local() -> Result<u8, Refused> {
    #[derive(Elicit)]
    struct Own {
        size: u8,
    }
    let own = ask_elicit!(Own, "Which size?").await?;
    Ok(own.size)
}
