//! The JSON in what a model wrote: all of the text, what stands in a fence, or what is among words.

use serde_json::{Deserializer, Value};

/// The values of a text, the most likely one first. A part of a value is none.
pub(super) fn values(text: &str) -> impl Iterator<Item = Value> {
    let blocks = text.split("```").skip(1).step_by(2);
    let fenced = blocks.filter_map(|block| block.split_once('\n').map(|(_, body)| body));
    std::iter::once(text)
        .chain(fenced)
        .filter_map(|json| serde_json::from_str(json.trim()).ok())
        .chain(Among { rest: text })
}

/// The objects and lists among words, one behind the other.
struct Among<'t> {
    rest: &'t str,
}

impl Iterator for Among<'_> {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        loop {
            let (_, found) = self.rest.split_at_checked(self.rest.find(['{', '['])?)?;
            let mut values = Deserializer::from_str(found).into_iter();
            if let Some(Ok(value)) = values.next() {
                self.rest = found.get(values.byte_offset()..)?;
                return Some(value);
            }
            // What stands in a broken value is a part of it.
            self.rest = if is_begun(found) { "" } else { found.get(1..)? };
        }
    }
}

/// Whether a brace or a bracket begins a value, and not a word: `{"` or `[{`, and neither `{name}` nor `[1, p. 5]`.
fn is_begun(found: &str) -> bool {
    let mut marks = found.chars().filter(|c| !c.is_whitespace());
    match marks.next() {
        Some('{') => marks.next() == Some('"'),
        _ => matches!(marks.next(), Some('{' | '[' | '"')),
    }
}
