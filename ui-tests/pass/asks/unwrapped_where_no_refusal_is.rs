use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn greet(text: String) -> Result<String, Refused> {
    let number: Result<u32, _> = text.parse();
    let number = number.unwrap();
    {
        let text = ask_elicit!(String, "Who?").await;
        println!("{text:?}");
    }
    let first = text.chars().next().unwrap();
    let name = ask_elicit!(String, "Who?").await;
    let name = match name {
        Ok(name) => Some(name),
        Err(refused) => return Err(refused),
    };
    let name = name.unwrap();
    let age = match ask_elicit!(u8, "How old?").await {
        Ok(age @ 0..=150) => age,
        Err(refused) => return Err(refused),
        _ => unreachable!("nobody is that old"),
    };
    let size: u32 = ask_elicit!(String, "What size?").await?.parse().unwrap();
    let (town, street) = tokio::join!(ask_elicit!(Option<String>, "Where?"), async { Some(4) });
    let town = town?.unwrap();
    let street = street.unwrap();
    let Some(other) = ask_elicit!(Option<String>, "Who else?").await? else {
        unreachable!("alone")
    };
    Ok(format!(
        "{number}{first}{name}{age}{size}{town}{street}{other}"
    ))
}
