//! The server with mrtr's macros.

use mrtr_runtime::prelude::*;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};

use super::questions::{City, Confirm, Date, NOT_CONFIRMED, Value};
use super::{MOST, Many, Trip};

/// Holds nothing but the settings.
#[derive(Debug, Clone)]
pub struct Booking {
    mrtr: Mrtr,
}

impl Booking {
    /// A server with these settings.
    #[must_use]
    pub fn new(mrtr: Mrtr) -> Self {
        Self { mrtr }
    }

    /// Its tools.
    #[must_use]
    pub fn tools() -> ToolRouter<Self> {
        Self::tool_router()
    }
}

impl MrtrServer for Booking {
    fn mrtr(&self) -> &Mrtr {
        &self.mrtr
    }
}

#[tool_router]
impl Booking {
    /// Book a trip: three questions.
    #[mrtr_tool]
    #[tool]
    async fn book(&self, Parameters(Trip { trip }): Parameters<Trip>) -> Result<String, ToolError> {
        let City { city } = ask_elicit!(City, "Which city does {trip} go to?").await?;
        let Date { date } = ask_elicit!(Date, "When does {trip} begin?").await?;
        let Confirm { ok } =
            ask_elicit!(Confirm, key = "confirm", "Book {trip} to {city} on {date}?").await?;
        if !ok {
            return Ok(NOT_CONFIRMED.to_owned());
        }
        Ok(format!("booked {trip} {city} {date}"))
    }

    /// Book a trip: one question.
    #[mrtr_tool]
    #[tool]
    async fn one(&self, Parameters(Trip { trip }): Parameters<Trip>) -> Result<String, ToolError> {
        let City { city } = ask_elicit!(City, "Which city does {trip} go to?").await?;
        Ok(format!("booked {trip} {city}"))
    }

    /// Book a trip: as many questions as are asked for.
    #[mrtr_tool]
    #[tool]
    async fn many(
        &self,
        Parameters(Many { trip, n }): Parameters<Many>,
    ) -> Result<String, ToolError> {
        if n > MOST {
            return Err(anyhow::anyhow!("n is at most {MOST}").into());
        }
        let mut booked = format!("booked {trip}");
        let mut number = 0;
        while number < n {
            number += 1;
            let Value { v } = match number {
                1 => ask_elicit!(Value, key = "q1", "Value 1 of {trip}?").await?,
                2 => ask_elicit!(Value, key = "q2", "Value 2 of {trip}?").await?,
                3 => ask_elicit!(Value, key = "q3", "Value 3 of {trip}?").await?,
                4 => ask_elicit!(Value, key = "q4", "Value 4 of {trip}?").await?,
                5 => ask_elicit!(Value, key = "q5", "Value 5 of {trip}?").await?,
                6 => ask_elicit!(Value, key = "q6", "Value 6 of {trip}?").await?,
                7 => ask_elicit!(Value, key = "q7", "Value 7 of {trip}?").await?,
                8 => ask_elicit!(Value, key = "q8", "Value 8 of {trip}?").await?,
                9 => ask_elicit!(Value, key = "q9", "Value 9 of {trip}?").await?,
                10 => ask_elicit!(Value, key = "q10", "Value 10 of {trip}?").await?,
                11 => ask_elicit!(Value, key = "q11", "Value 11 of {trip}?").await?,
                12 => ask_elicit!(Value, key = "q12", "Value 12 of {trip}?").await?,
                13 => ask_elicit!(Value, key = "q13", "Value 13 of {trip}?").await?,
                14 => ask_elicit!(Value, key = "q14", "Value 14 of {trip}?").await?,
                15 => ask_elicit!(Value, key = "q15", "Value 15 of {trip}?").await?,
                16 => ask_elicit!(Value, key = "q16", "Value 16 of {trip}?").await?,
                17 => ask_elicit!(Value, key = "q17", "Value 17 of {trip}?").await?,
                18 => ask_elicit!(Value, key = "q18", "Value 18 of {trip}?").await?,
                19 => ask_elicit!(Value, key = "q19", "Value 19 of {trip}?").await?,
                20 => ask_elicit!(Value, key = "q20", "Value 20 of {trip}?").await?,
                21 => ask_elicit!(Value, key = "q21", "Value 21 of {trip}?").await?,
                22 => ask_elicit!(Value, key = "q22", "Value 22 of {trip}?").await?,
                23 => ask_elicit!(Value, key = "q23", "Value 23 of {trip}?").await?,
                24 => ask_elicit!(Value, key = "q24", "Value 24 of {trip}?").await?,
                25 => ask_elicit!(Value, key = "q25", "Value 25 of {trip}?").await?,
                26 => ask_elicit!(Value, key = "q26", "Value 26 of {trip}?").await?,
                27 => ask_elicit!(Value, key = "q27", "Value 27 of {trip}?").await?,
                28 => ask_elicit!(Value, key = "q28", "Value 28 of {trip}?").await?,
                29 => ask_elicit!(Value, key = "q29", "Value 29 of {trip}?").await?,
                30 => ask_elicit!(Value, key = "q30", "Value 30 of {trip}?").await?,
                31 => ask_elicit!(Value, key = "q31", "Value 31 of {trip}?").await?,
                32 => ask_elicit!(Value, key = "q32", "Value 32 of {trip}?").await?,
                33 => ask_elicit!(Value, key = "q33", "Value 33 of {trip}?").await?,
                34 => ask_elicit!(Value, key = "q34", "Value 34 of {trip}?").await?,
                35 => ask_elicit!(Value, key = "q35", "Value 35 of {trip}?").await?,
                36 => ask_elicit!(Value, key = "q36", "Value 36 of {trip}?").await?,
                37 => ask_elicit!(Value, key = "q37", "Value 37 of {trip}?").await?,
                38 => ask_elicit!(Value, key = "q38", "Value 38 of {trip}?").await?,
                39 => ask_elicit!(Value, key = "q39", "Value 39 of {trip}?").await?,
                40 => ask_elicit!(Value, key = "q40", "Value 40 of {trip}?").await?,
                41 => ask_elicit!(Value, key = "q41", "Value 41 of {trip}?").await?,
                42 => ask_elicit!(Value, key = "q42", "Value 42 of {trip}?").await?,
                43 => ask_elicit!(Value, key = "q43", "Value 43 of {trip}?").await?,
                44 => ask_elicit!(Value, key = "q44", "Value 44 of {trip}?").await?,
                45 => ask_elicit!(Value, key = "q45", "Value 45 of {trip}?").await?,
                46 => ask_elicit!(Value, key = "q46", "Value 46 of {trip}?").await?,
                47 => ask_elicit!(Value, key = "q47", "Value 47 of {trip}?").await?,
                48 => ask_elicit!(Value, key = "q48", "Value 48 of {trip}?").await?,
                49 => ask_elicit!(Value, key = "q49", "Value 49 of {trip}?").await?,
                50 => ask_elicit!(Value, key = "q50", "Value 50 of {trip}?").await?,
                51 => ask_elicit!(Value, key = "q51", "Value 51 of {trip}?").await?,
                52 => ask_elicit!(Value, key = "q52", "Value 52 of {trip}?").await?,
                53 => ask_elicit!(Value, key = "q53", "Value 53 of {trip}?").await?,
                54 => ask_elicit!(Value, key = "q54", "Value 54 of {trip}?").await?,
                55 => ask_elicit!(Value, key = "q55", "Value 55 of {trip}?").await?,
                56 => ask_elicit!(Value, key = "q56", "Value 56 of {trip}?").await?,
                57 => ask_elicit!(Value, key = "q57", "Value 57 of {trip}?").await?,
                58 => ask_elicit!(Value, key = "q58", "Value 58 of {trip}?").await?,
                59 => ask_elicit!(Value, key = "q59", "Value 59 of {trip}?").await?,
                60 => ask_elicit!(Value, key = "q60", "Value 60 of {trip}?").await?,
                61 => ask_elicit!(Value, key = "q61", "Value 61 of {trip}?").await?,
                62 => ask_elicit!(Value, key = "q62", "Value 62 of {trip}?").await?,
                63 => ask_elicit!(Value, key = "q63", "Value 63 of {trip}?").await?,
                64 => ask_elicit!(Value, key = "q64", "Value 64 of {trip}?").await?,
                _ => break,
            };
            booked.push(' ');
            booked.push_str(&v);
        }
        Ok(booked)
    }

    /// Book a trip: no question.
    #[mrtr_tool]
    #[tool]
    async fn plain(
        &self,
        Parameters(Trip { trip }): Parameters<Trip>,
    ) -> Result<String, ToolError> {
        Ok(format!("booked {trip}"))
    }
}

#[mrtr_handler]
#[tool_handler(name = "booking")]
impl ServerHandler for Booking {}
