//! The tools: each is called once per round, and goes on where its state says.

use std::sync::LazyLock;

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::tool::{InputResponses, RequestState};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    BooleanSchema, CallToolResponse, ElicitRequestParams, ElicitationSchema,
    PrimitiveSchemaDefinition, StringSchema,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, tool, tool_handler, tool_router};
use serde::{Deserialize, Serialize};

use super::round::{Answer, Signing, answer, bound_to, check_forms, question, refused, text};
use crate::booking::questions::{City, Confirm, Date, NOT_CONFIRMED, Value};
use crate::booking::{MOST, Many, Trip};

type Context = RequestContext<RoleServer>;
type Reply = Result<CallToolResponse, ErrorData>;

/// Holds nothing but the key.
#[derive(Debug, Clone)]
pub struct ByHand {
    signing: Signing,
}

/// What is known of a trip so far; what is not is asked next.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Progress {
    city: Option<String>,
    date: Option<String>,
}

impl ByHand {
    /// A server that signs its states with this key.
    #[must_use]
    pub fn new(signing: Signing) -> Self {
        Self { signing }
    }

    /// Its tools.
    #[must_use]
    pub fn tools() -> ToolRouter<Self> {
        Self::tool_router()
    }
}

#[tool_router]
impl ByHand {
    /// Book a trip: three questions.
    #[tool]
    async fn book(
        &self,
        context: Context,
        RequestState(state): RequestState,
        InputResponses(responses): InputResponses,
        Parameters(Trip { trip }): Parameters<Trip>,
    ) -> Reply {
        let bound = bound_to(&context, "book", &[&trip])?;
        check_forms(&context)?;
        let Some(state) = state else {
            return self
                .signing
                .ask(&bound, &Progress::default(), ask_city(&trip));
        };
        let mut progress: Progress = self.signing.open(&state, &bound)?;
        let mut responses = responses.unwrap_or_default();
        let Some(city) = progress.city.clone() else {
            return match answer(&mut responses, "city")? {
                Answer::Given(City { city }) => {
                    progress.city = Some(city);
                    self.signing.ask(&bound, &progress, ask_date(&trip))
                }
                Answer::Unfit => self.signing.ask(&bound, &progress, ask_city(&trip)),
                Answer::Refused => Ok(refused("city")),
            };
        };
        let Some(date) = progress.date.clone() else {
            return match answer(&mut responses, "date")? {
                Answer::Given(Date { date }) => {
                    let confirm = ask_confirm(&trip, &city, &date);
                    progress.date = Some(date);
                    self.signing.ask(&bound, &progress, confirm)
                }
                Answer::Unfit => self.signing.ask(&bound, &progress, ask_date(&trip)),
                Answer::Refused => Ok(refused("date")),
            };
        };
        match answer(&mut responses, "confirm")? {
            Answer::Given(Confirm { ok: true }) => Ok(text(format!("booked {trip} {city} {date}"))),
            Answer::Given(Confirm { ok: false }) => Ok(text(NOT_CONFIRMED.to_owned())),
            Answer::Unfit => self
                .signing
                .ask(&bound, &progress, ask_confirm(&trip, &city, &date)),
            Answer::Refused => Ok(refused("confirm")),
        }
    }

    /// Book a trip: one question.
    #[tool]
    async fn one(
        &self,
        context: Context,
        RequestState(state): RequestState,
        InputResponses(responses): InputResponses,
        Parameters(Trip { trip }): Parameters<Trip>,
    ) -> Reply {
        let bound = bound_to(&context, "one", &[&trip])?;
        check_forms(&context)?;
        let Some(state) = state else {
            return self
                .signing
                .ask(&bound, &Progress::default(), ask_city(&trip));
        };
        let progress: Progress = self.signing.open(&state, &bound)?;
        match answer(&mut responses.unwrap_or_default(), "city")? {
            Answer::Given(City { city }) => Ok(text(format!("booked {trip} {city}"))),
            Answer::Unfit => self.signing.ask(&bound, &progress, ask_city(&trip)),
            Answer::Refused => Ok(refused("city")),
        }
    }

    /// Book a trip: as many questions as are asked for.
    #[tool]
    async fn many(
        &self,
        context: Context,
        RequestState(state): RequestState,
        InputResponses(responses): InputResponses,
        Parameters(Many { trip, n }): Parameters<Many>,
    ) -> Reply {
        if n > MOST {
            return Err(ErrorData::invalid_params(
                format!("n is at most {MOST}"),
                None,
            ));
        }
        let bound = bound_to(&context, "many", &[&trip, &n.to_string()])?;
        check_forms(&context)?;
        let mut values: Vec<String> = Vec::new();
        if let Some(state) = state {
            values = self.signing.open(&state, &bound)?;
            let key = format!("q{}", values.len() + 1);
            match answer(&mut responses.unwrap_or_default(), &key)? {
                Answer::Given(Value { v }) => values.push(v),
                Answer::Unfit => {}
                Answer::Refused => return Ok(refused(&key)),
            }
        }
        if values.len() < n {
            let number = values.len() + 1;
            let (key, question) = (format!("q{number}"), ask_value(&trip, number));
            return self.signing.ask(&bound, &values, (&key, question));
        }
        let mut booked = format!("booked {trip}");
        for value in values {
            booked.push(' ');
            booked.push_str(&value);
        }
        Ok(text(booked))
    }

    /// Book a trip: no question.
    #[tool]
    async fn plain(&self, Parameters(Trip { trip }): Parameters<Trip>) -> String {
        format!("booked {trip}")
    }
}

#[tool_handler(name = "booking")]
impl ServerHandler for ByHand {}

type Question = (&'static str, ElicitRequestParams);

fn ask_city(trip: &str) -> Question {
    (
        "city",
        question(format!("Which city does {trip} go to?"), CITY.clone()),
    )
}

fn ask_date(trip: &str) -> Question {
    (
        "date",
        question(format!("When does {trip} begin?"), DATE.clone()),
    )
}

fn ask_confirm(trip: &str, city: &str, date: &str) -> Question {
    (
        "confirm",
        question(format!("Book {trip} to {city} on {date}?"), OK.clone()),
    )
}

fn ask_value(trip: &str, number: usize) -> ElicitRequestParams {
    question(format!("Value {number} of {trip}?"), VALUE.clone())
}

static CITY: LazyLock<ElicitationSchema> = LazyLock::new(|| text_form("city"));
static DATE: LazyLock<ElicitationSchema> = LazyLock::new(|| text_form("date"));
static VALUE: LazyLock<ElicitationSchema> = LazyLock::new(|| text_form("v"));
static OK: LazyLock<ElicitationSchema> = LazyLock::new(|| {
    form(
        "ok",
        PrimitiveSchemaDefinition::Boolean(BooleanSchema::new()),
    )
});

fn text_form(name: &str) -> ElicitationSchema {
    form(name, PrimitiveSchemaDefinition::String(StringSchema::new()))
}

fn form(name: &str, field: PrimitiveSchemaDefinition) -> ElicitationSchema {
    let mut form = ElicitationSchema::new([(name.to_owned(), field)].into());
    form.required = Some(vec![name.to_owned()]);
    form
}
