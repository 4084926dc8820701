//! The JSON in what a model wrote: all of the text, what stands in a fence, or what is among words.

use serde_json::{Deserializer, Value};

/// The values of a text, the most likely one first. A part of a value is none.
pub(super) fn values(text: &str) -> impl Iterator<Item = Value> {
    let blocks = text.split("```").skip(1).step_by(2);
    let fenced = blocks.filter_map(|block| block.split_once('\n').map(|(_, body)| body));
    std::iter::once(text)
        .chain(fenced)
        .filter_map(|json| serde_json::from_str(json.trim()).ok())
        .chain(std::iter::once_with(|| among(text)).flatten())
}

/// The objects and lists among words, the longest first: `[1]` may be a note, and `{}` a word.
fn among(text: &str) -> impl Iterator<Item = Value> + use<> {
    let mut found: Vec<_> = Among { rest: text }.collect();
    found.sort_by_key(|(length, _)| std::cmp::Reverse(*length));
    found.into_iter().map(|(_, value)| value)
}

/// The values among words, one behind the other, each with its length.
struct Among<'t> {
    rest: &'t str,
}

impl Iterator for Among<'_> {
    type Item = (usize, Value);

    fn next(&mut self) -> Option<(usize, Value)> {
        loop {
            let (_, found) = self.rest.split_at_checked(self.rest.find(['{', '['])?)?;
            let mut values = Deserializer::from_str(found).into_iter();
            if let Some(Ok(value)) = values.next() {
                let length = values.byte_offset();
                self.rest = found.get(length..)?;
                if !is_a_box(found.get(..length)?) {
                    return Some((length, value));
                }
                continue;
            }
            // What stands in a broken value is a part of it.
            self.rest = if is_begun(found) { "" } else { found.get(1..)? };
        }
    }
}

/// `[ ]`, ahead of something to do.
fn is_a_box(found: &str) -> bool {
    let inner = found
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    inner.is_some_and(|inner| !inner.is_empty() && inner.trim().is_empty())
}

/// Whether a brace or a bracket begins a value, and not a word: `{"`, `[{"` or `["`, and neither `{name}` nor `[1, p. 5]`.
fn is_begun(found: &str) -> bool {
    let mut marks = found
        .chars()
        .filter(|c| !c.is_whitespace())
        .skip_while(|c| *c == '[');
    match marks.next() {
        Some('{') => marks.next() == Some('"'),
        mark => mark == Some('"'),
    }
}
