//! "Did you mean": the known word that a misspelt one was probably meant to be.

/// The word of `known` nearest to `word`, if it is near.
pub(super) fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let plain = |text: &str| text.replace('_', "").to_lowercase();
    let word = plain(word);
    let limit = word.chars().count().div_ceil(3).min(3);
    known
        .iter()
        .map(|candidate| (distance(&word, &plain(candidate)), *candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// How many letters must be put in, taken out or changed (Levenshtein), one row of the table at a time.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, letter) in from.chars().enumerate() {
        let mut next = vec![i + 1];
        for (other, pair) in to.iter().zip(row.windows(2)) {
            let (diagonal, above) = (
                pair.first().copied().unwrap_or(0),
                pair.last().copied().unwrap_or(0),
            );
            let left = next.last().copied().unwrap_or(0);
            next.push(
                (diagonal + usize::from(letter != *other))
                    .min(above + 1)
                    .min(left + 1),
            );
        }
        row = next;
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_word() {
        let known = ["min", "max", "min_length", "max_length", "title"];
        assert_eq!(nearest("maxlenght", &known), Some("max_length"));
        assert_eq!(nearest("maxLength", &known), Some("max_length"));
        assert_eq!(nearest("titel", &known), Some("title"));
    }

    #[test]
    fn a_strange_word_finds_none() {
        assert_eq!(nearest("widget", &["min", "max", "title"]), None);
    }

    #[test]
    fn distance_counts_edits() {
        assert_eq!(
            (
                distance("kitten", "sitting"),
                distance("", "ab"),
                distance("ab", "ab")
            ),
            (3, 2, 0)
        );
    }
}
