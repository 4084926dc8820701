//! Who answers in the demo: the person at the terminal, or a script.

use std::io::{IsTerminal as _, Write as _};

use rmcp::model::{ElicitRequestParams, InputRequest, InputRequests, InputResponses};
use serde_json::{Map, Value, json};

use super::show;

/// Somebody who answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Person {
    /// The one at this terminal, who stands in for the client's model too.
    Terminal,
    /// Says yes, wants French, and has a model at hand.
    Script,
    /// Says no to everything.
    Declines,
}

impl Person {
    /// The person at the terminal, if there is one on both ends.
    pub(super) fn here() -> Self {
        if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
            Self::Terminal
        } else {
            Self::Script
        }
    }

    /// Answers every question of a round.
    pub(super) async fn answer(self, requests: &InputRequests) -> anyhow::Result<InputResponses> {
        let mut answers = InputResponses::new();
        for (key, request) in requests {
            let answer = match self {
                Self::Terminal => at_terminal(key, request).await?,
                Self::Script => scripted(key),
                Self::Declines => json!({"action": "decline"}),
            };
            answers.insert(key.clone(), answer);
        }
        Ok(answers)
    }
}

fn scripted(key: &str) -> Value {
    match key {
        "preference" => accept(json!({"language": "French"})),
        "summary" => sample(
            "Un paiement sur neuf échouait : une réplique de la base, redémarrée avec un cache \
             vide, répondait trop lentement. Elle a été retirée, et tout est rentré dans l'ordre.",
        ),
        _ => accept(json!({"confirm": true})),
    }
}

fn accept(content: Value) -> Value {
    json!({"action": "accept", "content": content})
}

fn sample(text: &str) -> Value {
    json!({
        "role": "assistant",
        "content": {"type": "text", "text": text},
        "model": "demo",
        "stopReason": "endTurn",
    })
}

async fn at_terminal(key: &str, request: &InputRequest) -> anyhow::Result<Value> {
    let InputRequest::Elicitation(request) = request else {
        let line = read_line("   You are the model. Your answer (Enter for a ready one): ").await?;
        let ready = line.is_empty().then(|| scripted("summary"));
        return Ok(ready.unwrap_or_else(|| sample(&line)));
    };
    let ElicitRequestParams::FormElicitationParams {
        requested_schema, ..
    } = &request.params
    else {
        return Ok(json!({"action": "cancel"}));
    };
    let prompt = format!("   {key}: Enter to answer, d to decline, c to cancel: ");
    match read_line(&prompt).await?.as_str() {
        "d" => Ok(json!({"action": "decline"})),
        "c" => Ok(json!({"action": "cancel"})),
        _ => {
            let schema = serde_json::to_value(requested_schema)?;
            let names = requested_schema.property_order.as_deref();
            fill_in(names.unwrap_or_default(), &schema)
                .await
                .map(accept)
        }
    }
}

/// Fills in the form. What does not fit is sent all the same: the server asks again.
async fn fill_in(names: &[String], schema: &Value) -> anyhow::Result<Value> {
    let mut content = Map::new();
    for name in names {
        let field = show::member(show::member(schema, "properties"), name);
        let title = show::member(field, "title").as_str().unwrap_or(name);
        let line = read_line(&format!("   {title}{}: ", hint(field))).await?;
        if !line.is_empty() || show::required(name, schema) {
            content.insert(name.clone(), value(field, &line));
        }
    }
    Ok(Value::Object(content))
}

fn hint(field: &Value) -> String {
    let options = show::options(field);
    let numbered = options.iter().enumerate();
    let numbered: Vec<String> = numbered
        .map(|(index, (_, title))| format!("{} {title}", index.saturating_add(1)))
        .collect();
    match show::member(field, "type").as_str() {
        _ if !numbered.is_empty() => format!(" ({})", numbered.join(", ")),
        Some("boolean") => " (y/n)".to_owned(),
        _ => String::new(),
    }
}

fn value(field: &Value, line: &str) -> Value {
    let options = show::options(field);
    let chosen = line
        .parse::<usize>()
        .ok()
        .and_then(|number| options.get(number.checked_sub(1)?));
    match show::member(field, "type").as_str() {
        _ if chosen.is_some() => chosen.map_or(Value::Null, |(value, _)| json!(value)),
        Some("boolean") => json!(matches!(line, "y" | "Y" | "yes")),
        Some("integer" | "number") => serde_json::from_str(line).unwrap_or_else(|_| json!(line)),
        _ => json!(line),
    }
}

async fn read_line(prompt: &str) -> anyhow::Result<String> {
    print!("{prompt}");
    std::io::stdout().flush()?;
    let read = || {
        let mut line = String::new();
        std::io::stdin().read_line(&mut line).map(|_| line)
    };
    let line = tokio::task::spawn_blocking(read).await??;
    Ok(line.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_made_by_its_number_or_its_value() {
        let field = json!({"type": "string", "enum": ["English", "French"]});
        assert_eq!(value(&field, "2"), json!("French"));
        assert_eq!(value(&field, "English"), json!("English"));
        assert_eq!(value(&field, "0"), json!("0"));
        assert_eq!(hint(&field), " (1 English, 2 French)");
    }

    #[test]
    fn yes_and_numbers_have_their_own_types() {
        assert_eq!(value(&json!({"type": "boolean"}), "y"), json!(true));
        assert_eq!(value(&json!({"type": "boolean"}), "n"), json!(false));
        assert_eq!(value(&json!({"type": "integer"}), "5"), json!(5));
        assert_eq!(value(&json!({"type": "integer"}), "five"), json!("five"));
    }
}
