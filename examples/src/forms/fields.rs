//! Forms whose fields are known when the program is built.

use mrtr_runtime::prelude::*;
use rmcp::{ErrorData, tool, tool_router};

use crate::server::Forms;

#[derive(Elicit)]
struct Texts {
    /// What shall it be called?
    ///
    /// Letters and digits, as it will stand on the badge.
    #[elicit(min_length = 2, max_length = 40)]
    name: String,
    /// Email
    #[elicit(format = "email")]
    email: String,
    /// Homepage
    #[elicit(format = "uri")]
    homepage: Option<String>,
    /// Day of arrival
    #[elicit(format = "date")]
    arrival: String,
    /// Call me at
    #[elicit(format = "date-time")]
    call: Option<String>,
}

#[derive(Elicit)]
struct Numbers {
    /// Nights
    #[elicit(min = 1, max = 30, default = 3)]
    nights: u8,
    /// Budget per night
    #[elicit(min = 0.5, max = 999.5)]
    budget: Option<f64>,
    /// Breakfast?
    #[elicit(default = true)]
    breakfast: bool,
}

#[derive(Elicit)]
struct Choices {
    /// Size
    size: Size,
    /// Language
    #[elicit(default = Language::French)]
    language: Language,
    /// Extras
    #[elicit(min_items = 1, max_items = 2, default = [Extra::Wifi])]
    extras: Vec<Extra>,
}

#[derive(Choice)]
#[serde(rename_all = "lowercase")]
enum Size {
    Small,
    Large,
}

#[derive(Choice)]
enum Language {
    English,
    French,
    #[choice(title = "日本語")]
    Japanese,
}

#[derive(Choice)]
#[serde(rename_all = "kebab-case")]
enum Extra {
    Wifi,
    /// Late checkout
    LateCheckout,
    Parking,
}

#[derive(Elicit)]
#[serde(rename_all = "camelCase")]
struct Badge {
    /// What the organisers print. (Nobody is shown this: there is a title.)
    #[elicit(title = "Name on the badge", description = "As you want to be called.")]
    shown_name: String,
    /// Where do you work?
    #[serde(rename = "company")]
    employer: Option<String>,
    /// Drinks token
    ///
    /// The number on the piece of plastic from the entrance.
    #[elicit(not_secret)]
    drinks_token: String,
    /// Colour of the badge
    colour: Colour,
}

#[derive(Choice)]
#[choice(display = off)]
enum Colour {
    #[serde(rename = "s")]
    #[choice(title = "Sand")]
    Sand,
    #[serde(rename = "b")]
    #[choice(title = "Sea")]
    Blue,
}

impl std::fmt::Display for Colour {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Sand => "#f4e4c1",
            Self::Blue => "#1f6f8b",
        })
    }
}

#[tool_router(router = field_tools, vis = "pub(crate)")]
impl Forms {
    /// Asks for texts of each format.
    #[mrtr_tool]
    #[tool]
    async fn texts(&self) -> Result<String, ErrorData> {
        let texts = ask_elicit!(Texts, "Who is coming?").await?;
        let Texts {
            name,
            email,
            homepage,
            arrival,
            call,
        } = texts;
        let homepage = homepage.unwrap_or_else(|| "none".to_owned());
        let call = call.unwrap_or_else(|| "never".to_owned());
        Ok(format!(
            "{name} <{email}>, homepage {homepage}, arrives {arrival}, call {call}."
        ))
    }

    /// Asks for numbers and a yes or no.
    #[mrtr_tool]
    #[tool]
    async fn numbers(&self) -> Result<String, ErrorData> {
        let numbers = ask_elicit!(Numbers, "How long, and for how much?").await?;
        let Numbers {
            nights,
            budget,
            breakfast,
        } = numbers;
        let budget = budget.map_or_else(|| "any price".to_owned(), |budget| budget.to_string());
        let breakfast = if breakfast { "with" } else { "without" };
        Ok(format!(
            "{nights} nights at {budget} {breakfast} breakfast."
        ))
    }

    /// Asks for one and for several of fixed choices.
    #[mrtr_tool]
    #[tool]
    async fn choices(&self) -> Result<String, ErrorData> {
        let choices = ask_elicit!(Choices, "What shall it be?").await?;
        let extras: Vec<String> = choices.extras.iter().map(Extra::to_string).collect();
        let (size, language) = (choices.size, choices.language);
        Ok(format!(
            "{size}, in {language}, with {}.",
            extras.join(", ")
        ))
    }

    /// Asks with names, titles and descriptions of every origin.
    #[mrtr_tool]
    #[tool]
    async fn badge(&self) -> Result<String, ErrorData> {
        let badge = ask_elicit!(Badge, "What shall stand on the badge?").await?;
        let company = badge.employer.unwrap_or_else(|| "nobody".to_owned());
        Ok(format!(
            "{} of {company}, token {}, on {}.",
            badge.shown_name, badge.drinks_token, badge.colour
        ))
    }

    /// Asks for one value.
    #[mrtr_tool]
    #[tool]
    async fn one_value(&self) -> Result<String, ErrorData> {
        let city = ask_elicit!(String, title = "City", "Where to?").await?;
        Ok(format!("To {city}."))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    const PAGE: &str = include_str!("../../../docs/forms.md");

    fn is_in_the_page<T: Elicit>() {
        for field in T::form().fields() {
            let schema = serde_json::to_string(field).unwrap();
            let line = format!("\"{}\": {schema}\n", field.name());
            assert!(PAGE.contains(&line), "docs/forms.md lacks {line}");
        }
    }

    #[test]
    fn the_page_about_forms_shows_what_is_sent() {
        is_in_the_page::<Texts>();
        is_in_the_page::<Numbers>();
        is_in_the_page::<Choices>();
        is_in_the_page::<Badge>();
    }
}
