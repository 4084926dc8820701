//! `ask_sample!(Type, ..)`: a completion that is a value.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::Sample;
use super::found::values;
use super::wrong::{Check, Wrong};
use crate::texts;

/// A type that a completion can be: what the model writes is JSON that fits its schema.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from a completion",
    label = "the model is given the schema of this type, and what it writes is read as one: derive `serde::Deserialize` and `schemars::JsonSchema`"
)]
pub trait SampleType: Sized {
    /// The one place where the type is asked for serde and schemars: one that has neither is one error.
    #[doc(hidden)]
    const TYPED: TypedSample<Self>;
}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema> SampleType for T {
    const TYPED: TypedSample<T> = TypedSample {
        schema: || schemars::schema_for!(T),
        fits: |sample| read::<T>(sample).map(drop),
        read,
        check: None,
    };
}

/// How a type is asked for and read.
#[derive(Debug)]
pub struct TypedSample<T> {
    schema: fn() -> schemars::Schema,
    fits: fn(&Sample) -> Result<(), Wrong>,
    read: fn(&Sample) -> Result<T, Wrong>,
    /// What the author holds a value against that fits.
    check: Option<Check>,
}

impl<T> TypedSample<T> {
    /// Holds each value that is read against this, too.
    pub(super) fn and(&mut self, check: fn(&T) -> Result<(), String>)
    where
        T: 'static,
    {
        let read = self.read;
        self.check = Some(Check::new(move |sample| {
            check(&read(sample)?).map_err(|reason| Wrong::refused(&reason))
        }));
    }

    pub(super) fn check(&self) -> Check {
        let check = self.check.clone();
        check.unwrap_or_else(|| Check::new(self.fits))
    }

    /// A value that was checked when it was taken in.
    pub(super) fn read(&self, sample: &Sample) -> Option<T> {
        (self.read)(sample).ok()
    }

    /// The prompt with what the text has to be. (A client may leave a system prompt out, or change it.)
    pub(super) fn instruct(&self, prompt: &str) -> String {
        let schema = texts::sample_schema(&(self.schema)());
        if prompt.is_empty() {
            return schema;
        }
        format!("{prompt}\n\n{schema}")
    }
}

/// Reads the first JSON that fits; the error says where the first does not, and no value that the model wrote.
fn read<T: DeserializeOwned>(sample: &Sample) -> Result<T, Wrong> {
    let text = sample.text();
    let text = text.map_err(|error| Wrong::new("no_text", error.to_string()))?;
    let mut first = None;
    for value in values(&text) {
        match serde_path_to_error::deserialize(value) {
            Ok(value) => return Ok(value),
            Err(error) => first = first.or_else(|| Some(misfit(&error))),
        }
    }
    Err(first.unwrap_or_else(|| Wrong::new("not_json", texts::NOT_JSON)))
}

/// serde's own words may show a value, except where a field is missing.
fn misfit(error: &serde_path_to_error::Error<serde_json::Error>) -> Wrong {
    let words = error.inner().to_string();
    let missing = words
        .strip_prefix("missing field `")
        .and_then(|rest| rest.split('`').next());
    Wrong::new("misfit", texts::misfit(&error.path().to_string(), missing))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use serde_json::json;

    use super::*;

    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Plan {
        steps: Vec<Step>,
    }

    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Step {
        title: String,
    }

    fn written(text: &str) -> Sample {
        let message = json!({"content": {"type": "text", "text": text}});
        Sample {
            message: message.as_object().cloned().unwrap(),
        }
    }

    #[test]
    fn a_value_is_found_bare_fenced_or_among_words() {
        let plan = r#"{"steps": [{"title": "a"}]}"#;
        for text in [
            plan.to_owned(),
            format!("\n {plan}\n"),
            format!("```json\n{plan}\n```"),
            format!("Here it is:\n```\n{plan}\n```\nGood luck!"),
            format!("Sure! {plan} That is all."),
        ] {
            let title = "a".to_owned();
            let steps = vec![Step { title }];
            assert_eq!(read(&written(&text)), Ok(Plan { steps }), "{text}");
        }
        assert_eq!(read(&written("Sure: [1, 2]")), Ok(vec![1, 2]));
        let title = "a".to_owned();
        let list = written(r#"Sure: [{"title": "a"}]"#);
        assert_eq!(read(&list), Ok(vec![Step { title }]));
        assert_eq!(read(&written(" 7 ")), Ok(7));
    }

    #[test]
    fn words_in_braces_and_other_values_hide_no_value() {
        let plan = r#"{"steps": []}"#;
        for text in [
            format!("I fill in {{steps}} as you said: {plan}"),
            format!("{plan} (a {{title}} comes later)"),
            format!("As in [1] and [2, p. 5]: {plan}"),
            format!("An example is {{\"steps\": 1}}; yours is {plan}."),
            format!("```json\n{{\"steps\": 1}}\n```\nor rather\n```json\n{plan}\n```"),
            format!("As you say, [{{title}}] is one: {plan}"),
        ] {
            let steps = Vec::new();
            assert_eq!(read(&written(&text)), Ok(Plan { steps }), "{text}");
        }
    }

    #[test]
    fn of_several_values_among_words_that_fit_it_is_the_longest() {
        let numbers = |text: &str| read::<Vec<u8>>(&written(text));
        assert_eq!(numbers("As in [1]: [3, 4]"), Ok(vec![3, 4]));
        assert_eq!(numbers("Nothing yet: []. Or [3]?"), Ok(vec![3]));
        assert_eq!(numbers("None: []"), Ok(Vec::new()));
        assert!(numbers("- [ ] buy milk").is_err());
        assert_eq!(numbers("- [ ] buy milk: [3]"), Ok(vec![3]));
    }

    #[test]
    fn a_part_of_a_misfit_is_no_value() {
        for text in [r#"{"title": ["a"]}"#, r#"Sure: {"title": ["a"]}"#] {
            let reason = read::<Step>(&written(text)).unwrap_err().reason;
            assert!(reason.contains("`title`"), "{reason}");
        }
        for text in [
            r#"{"steps": [{"title": "a"}], "more": }"#,
            r#"Sure: [{"title": "a"} {"title": "b"}]"#,
            r#"{ "steps": [{"title": "a"}"#,
        ] {
            let reason = read::<Step>(&written(text)).unwrap_err().reason;
            assert_eq!(reason, texts::NOT_JSON, "{text}");
        }
        assert!(read::<Step>(&written(r#"[{"title": "a"}]"#)).is_err());
    }

    #[test]
    fn the_reason_names_the_place_and_never_what_was_written() {
        let reason = |text: &str| read::<Plan>(&written(text)).unwrap_err().reason;
        assert!(reason(r#"{"steps": [{"title": ["hunter2"]}]}"#).contains("steps[0].title"));
        assert!(reason(r#"{"steps": [{"titel": "hunter2"}]}"#).contains("`title` is missing"));
        for text in [
            "hunter2",
            r#"{"steps": "hunter2"}"#,
            r#"{"steps": [{"titel": "hunter2"}]}"#,
            r#"{"steps": [{"title": ["hunter2"]}]}"#,
            r#"{"steps": [] "hunter2"}"#,
        ] {
            assert!(!reason(text).contains("hunter2"), "{text}");
        }
    }
}
