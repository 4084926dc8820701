//! A whole answer against a whole form.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::{Answer, Field, FieldKind, Form, FormField, Rule, Violation, Violations};

impl Form {
    /// Checks an answer, and gives its values in the order of the fields.
    ///
    /// Null counts as absent, and members that the form does not have are not looked at.
    ///
    /// # Errors
    /// All fields that are missing or whose value breaks a rule, in the order of the fields.
    ///
    /// ```
    /// use mrtr_runtime::form::{FieldKind, Form, FormField};
    /// use serde_json::json;
    ///
    /// let form = Form::new(vec![FormField::new("nights", FieldKind::integer()).titled("How many nights?")]);
    /// let content = json!({ "nights": "three" });
    /// let violations = form.read(content.as_object().unwrap()).unwrap_err();
    /// assert_eq!(violations.to_string(), "`How many nights?` is not a whole number");
    /// ```
    pub fn read<'a>(&'a self, content: &'a Map<String, Value>) -> Result<Answers<'a>, Violations> {
        let mut answers = Vec::with_capacity(self.fields().len());
        let mut violations = Vec::new();
        for field in self.fields() {
            match field.read(content) {
                Ok(answer) => answers.push((field, answer)),
                Err(rule) => violations.push(Violation::new(field.label(), rule)),
            }
        }
        if violations.is_empty() {
            Ok(Answers(answers.into_iter()))
        } else {
            Err(Violations::new(violations))
        }
    }

    /// What of an answer is kept: the members that the form knows and that are not null.
    pub(crate) fn normalize(&self, content: &Map<String, Value>) -> Map<String, Value> {
        self.fields()
            .iter()
            .filter_map(|field| Some((field.name().to_owned(), field.given(content)?.clone())))
            .collect()
    }

    /// Those entries that fit their fields.
    pub(crate) fn fitting(&self, entries: &Map<String, Value>) -> Map<String, Value> {
        let fits = |field: &&FormField| matches!(field.read(entries), Ok(Some(_)));
        let fields = self.fields().iter().filter(fits);
        fields
            .filter_map(|field| Some((field.name().to_owned(), field.given(entries)?.clone())))
            .collect()
    }

    /// The same form, filled in with those values of an answer that fit.
    pub(crate) fn with_defaults(&self, content: &Map<String, Value>) -> Self {
        Self::new(
            self.fields()
                .iter()
                .map(|field| field.filled_in(content))
                .collect(),
        )
    }
}

impl FormField {
    fn given<'a>(&self, content: &'a Map<String, Value>) -> Option<&'a Value> {
        content.get(self.name()).filter(|value| !value.is_null())
    }

    fn read<'a>(&self, content: &'a Map<String, Value>) -> Result<Option<Answer<'a>>, Rule> {
        match self.given(content) {
            Some(value) => self.kind().check(value).map(Some),
            None if self.is_required() => Err(Rule::Missing),
            None => Ok(None),
        }
    }

    /// What was left empty stays empty, unless all was: some clients accept a form that they never showed.
    fn filled_in(&self, content: &Map<String, Value>) -> Self {
        let mut field = self.clone();
        match self.read(content) {
            Ok(Some(answer)) => field.kind.fill_in(answer),
            Ok(None) if !content.is_empty() => field.kind.empty(),
            _ => {}
        }
        field
    }

    /// The same field without a default.
    pub(super) fn emptied(mut self) -> Self {
        self.kind.empty();
        self
    }
}

impl FieldKind {
    fn empty(&mut self) {
        match self {
            Self::Text { default, .. } | Self::Choice { default, .. } => *default = None,
            Self::Integer { default, .. } => *default = None,
            Self::Number { default, .. } => *default = None,
            Self::Boolean { default } => *default = None,
            Self::MultiChoice { default, .. } => *default = None,
        }
    }

    fn fill_in(&mut self, answer: Answer<'_>) {
        match (self, answer) {
            (Self::Text { default, .. }, Answer::Text(text)) => *default = Some(text.to_owned()),
            (Self::Integer { default, .. }, Answer::Integer(number)) => *default = Some(number),
            (Self::Number { default, .. }, Answer::Number(number)) => *default = Some(number),
            (Self::Boolean { default }, Answer::Boolean(yes)) => *default = Some(yes),
            (Self::Choice { default, .. }, Answer::Choice(value)) => {
                *default = Some(value.to_owned())
            }
            (Self::MultiChoice { default, .. }, Answer::Choices(values)) => {
                *default = Some(values.into_iter().map(str::to_owned).collect());
            }
            _ => {}
        }
    }
}

/// The values of an answer that fits its form, taken field by field in the form's order.
///
/// ```
/// use mrtr_runtime::form::{FieldKind, Form, FormField};
/// use serde_json::json;
///
/// let form = Form::new(vec![
///     FormField::new("city", FieldKind::text()),
///     FormField::new("nights", FieldKind::integer()).optional(),
/// ]);
/// let content = json!({ "city": "Lyon" });
/// let mut answers = form.read(content.as_object().unwrap())?;
/// assert_eq!(answers.take::<String>()?, "Lyon");
/// assert_eq!(answers.take::<Option<u8>>()?, None);
/// # Ok::<(), mrtr_runtime::form::Violations>(())
/// ```
#[derive(Debug)]
pub struct Answers<'a>(std::vec::IntoIter<(&'a FormField, Option<Answer<'a>>)>);

impl<'a> Answers<'a> {
    /// The value of the next field.
    ///
    /// # Errors
    /// Where the type cannot hold the value, or there is no field left.
    pub fn take<T: Field>(&mut self) -> Result<T, Violations> {
        self.take_with(T::from_answer)
    }

    /// What `from` makes of the value of the next field.
    ///
    /// # Errors
    /// As [`take`](Self::take).
    #[doc(hidden)]
    pub fn take_with<T>(
        &mut self,
        from: impl FnOnce(Option<Answer<'a>>) -> Result<T, Rule>,
    ) -> Result<T, Violations> {
        let Some((field, answer)) = self.0.next() else {
            return Err(Violation::new(Cow::Borrowed("value"), Rule::Missing).into());
        };
        from(answer).map_err(|rule| Violation::new(field.label(), rule).into())
    }

    /// What `from` makes of the value of the next field, or `default()` where it was left out.
    ///
    /// # Errors
    /// As [`take`](Self::take).
    #[doc(hidden)]
    pub fn take_or<T>(
        &mut self,
        from: impl FnOnce(Option<Answer<'a>>) -> Result<T, Rule>,
        default: impl FnOnce() -> T,
    ) -> Result<T, Violations> {
        self.take_with(|answer| {
            if answer.is_none() {
                Ok(default())
            } else {
                from(answer)
            }
        })
    }
}

#[cfg(test)]
mod tests;
