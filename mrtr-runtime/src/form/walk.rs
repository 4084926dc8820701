//! The parts of a form in a fixed order, for the digest of a question.

use super::{ChoiceOption, FieldKind, Form, FormField};

type Sink<'a> = &'a mut dyn FnMut(&[u8]);

impl Form {
    /// Feeds every part of the form, in order. Parts may hold any bytes: the receiver must keep them apart, as by a
    /// length before each. The same form gives the same parts in every build.
    pub(crate) fn walk(&self, sink: Sink<'_>) {
        count(sink, self.fields().len());
        for field in self.fields() {
            field.walk(sink);
        }
    }
}

impl FormField {
    fn walk(&self, sink: Sink<'_>) {
        sink(self.name().as_bytes());
        text(sink, self.title());
        text(sink, self.description());
        sink(&[u8::from(self.is_required())]);
        self.kind().walk(sink);
    }
}

impl FieldKind {
    fn walk(&self, sink: Sink<'_>) {
        match self {
            Self::Text {
                min_length,
                max_length,
                format,
                default,
            } => {
                sink(b"text");
                number(sink, min_length.map(i128::from));
                number(sink, max_length.map(i128::from));
                text(sink, format.map(|format| format.as_str()));
                text(sink, default.as_deref());
            }
            Self::Integer {
                minimum,
                maximum,
                default,
            } => {
                sink(b"integer");
                [minimum, maximum, default]
                    .into_iter()
                    .for_each(|bound| number(sink, *bound));
            }
            Self::Number {
                minimum,
                maximum,
                default,
            } => {
                sink(b"number");
                [minimum, maximum, default]
                    .into_iter()
                    .for_each(|bound| double(sink, *bound));
            }
            Self::Boolean { default } => {
                sink(b"boolean");
                number(sink, default.map(i128::from));
            }
            Self::Choice { options, default } => {
                sink(b"choice");
                walk_options(sink, options);
                text(sink, default.as_deref());
            }
            Self::MultiChoice {
                options,
                min_items,
                max_items,
                default,
            } => {
                sink(b"multi-choice");
                walk_options(sink, options);
                number(sink, min_items.map(i128::from));
                number(sink, max_items.map(i128::from));
                list(sink, default.as_deref());
            }
        }
    }
}

fn walk_options(sink: Sink<'_>, options: &[ChoiceOption]) {
    count(sink, options.len());
    for option in options {
        sink(option.value().as_bytes());
        sink(option.title().as_bytes());
    }
}

fn list(sink: Sink<'_>, items: Option<&[String]>) {
    present(sink, items.is_some());
    if let Some(items) = items {
        count(sink, items.len());
        items.iter().for_each(|item| sink(item.as_bytes()));
    }
}

fn text(sink: Sink<'_>, text: Option<&str>) {
    present(sink, text.is_some());
    text.into_iter().for_each(|text| sink(text.as_bytes()));
}

fn number(sink: Sink<'_>, number: Option<i128>) {
    present(sink, number.is_some());
    number
        .into_iter()
        .for_each(|number| sink(&number.to_be_bytes()));
}

fn double(sink: Sink<'_>, number: Option<f64>) {
    present(sink, number.is_some());
    number
        .into_iter()
        .for_each(|number| sink(&number.to_bits().to_be_bytes()));
}

fn present(sink: Sink<'_>, present: bool) {
    sink(&[u8::from(present)]);
}

fn count(sink: Sink<'_>, count: usize) {
    sink(&(count as u64).to_be_bytes());
}

#[cfg(test)]
mod tests;
