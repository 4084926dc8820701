//! Words that ask for a secret, which no form may do.
//!
//! Text is split into words at `_`, `-`, spaces and changes of case, and a secret's words must stand there whole:
//! `passenger` holds no `pass`, `pinned` no `pin`. What follows decides too: `api_key_name` names a key and asks for none.

mod words;

use super::types::Shape;
use words::{ABOUT, FILLERS, HARMLESS_BEFORE, LAST, NUMBERS, SECRETS};

/// What finds the kind of secret that a text asks for: "a password".
pub(crate) type AskedFor = fn(&str) -> Option<&'static str>;

/// What of a secret a field of this shape can carry: text any, a whole number those that are numbers.
pub(super) fn in_shape(shape: Shape) -> Option<AskedFor> {
    match shape {
        Shape::Text => Some(asked_for),
        Shape::Integer { .. } => Some(asked_for_as_number),
        _ => None,
    }
}

/// What kind of secret a text asks for, if it does: "a password".
pub(crate) fn asked_for(text: &str) -> Option<&'static str> {
    let words = words(text);
    (0..words.len()).find_map(|start| {
        let (before, rest) = words.split_at_checked(start)?;
        if tells_about(before) {
            None
        } else {
            phrase(rest).or_else(|| last(before, rest))
        }
    })
}

/// The same of the name of a number: only what is one by nature and is named at its end. `pins` counts them, and so does
/// `otp_attempts`.
pub(crate) fn asked_for_as_number(text: &str) -> Option<&'static str> {
    let mut words = words(text);
    while words
        .last()
        .is_some_and(|last| FILLERS.contains(&last.as_str()))
    {
        words.pop();
    }
    let found = (0..words.len()).find_map(|start| {
        let (before, rest) = words.split_at_checked(start)?;
        if tells_about(before) {
            return None;
        }
        kind_of(&rest.concat()).or_else(|| last(before, rest))
    });
    let is_count = text
        .trim_end_matches(|letter: char| !letter.is_alphabetic())
        .ends_with('s');
    found.filter(|kind| NUMBERS.contains(kind) && !is_count)
}

fn kind_of(joined: &str) -> Option<&'static str> {
    let secret = SECRETS
        .iter()
        .find(|(_, phrases)| phrases.contains(&joined));
    secret.map(|(kind, _)| *kind)
}

/// A phrase at the beginning of `words` that is not followed by a word about it.
fn phrase(words: &[String]) -> Option<&'static str> {
    let mut joined = String::new();
    words.iter().enumerate().take(4).find_map(|(at, word)| {
        joined.push_str(word);
        let kind = kind_of(&joined)?;
        let next = words.get(at + 1).map_or("", String::as_str);
        (!ABOUT.contains(&next)).then_some(kind)
    })
}

fn last(before: &[String], rest: &[String]) -> Option<&'static str> {
    let (first, after) = rest.split_first()?;
    let (_, kind) = LAST.iter().find(|(word, _)| word == first)?;
    let ends = after
        .first()
        .is_none_or(|next| FILLERS.contains(&next.as_str()));
    let harmless = before
        .last()
        .is_some_and(|word| HARMLESS_BEFORE.contains(&word.as_str()));
    (ends && !harmless).then_some(kind)
}

/// "Name of the ..." names a secret and does not ask for it.
fn tells_about(before: &[String]) -> bool {
    let articles = ["the", "a", "an", "your", "this", "that"];
    let mut words = before
        .iter()
        .rev()
        .skip_while(|word| articles.contains(&word.as_str()));
    matches!(words.next().map(String::as_str), Some("of" | "for"))
        && words
            .next()
            .is_some_and(|word| ABOUT.contains(&word.as_str()))
}

/// The words of a name or of prose: lower case, without plural `s` and trailing digits.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut previous = ' ';
    let mut letters = text.chars().filter(|letter| *letter != '\'').peekable();
    while let Some(letter) = letters.next() {
        let next_is_lower = letters.peek().is_some_and(|next| next.is_lowercase());
        let starts = letter.is_uppercase() && (!previous.is_uppercase() || next_is_lower);
        if !letter.is_alphanumeric() || starts {
            words.push(String::new());
        }
        if let (true, Some(word)) = (letter.is_alphanumeric(), words.last_mut()) {
            word.extend(letter.to_lowercase());
        }
        previous = letter;
    }
    words
        .iter()
        .map(|word| singular(word))
        .filter(|word| !word.is_empty())
        .collect()
}

fn singular(word: &str) -> String {
    let plain = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
    match plain.strip_suffix('s') {
        Some(stem) if stem.len() > 2 && !stem.ends_with('s') => stem.to_owned(),
        _ => plain.to_owned(),
    }
}

#[cfg(test)]
mod tests;
