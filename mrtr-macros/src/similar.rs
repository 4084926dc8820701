//! "Did you mean": the known word that a misspelt one was probably meant to be.

/// The word of `known` nearest to `word`, if it is near.
pub(crate) fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
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

/// How many letters must be put in, taken out, changed or swapped with their neighbour, one row of the
/// table at a time.
fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, letter) in from.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, other) in to.iter().enumerate() {
            let changed = cell(&row, j) + usize::from(letter != other);
            let put_in_or_out = cell(&row, j + 1).min(cell(&next, j)) + 1;
            let is_swap =
                j > 0 && i > 0 && from.get(i - 1) == Some(other) && to.get(j - 1) == Some(letter);
            let swapped = if is_swap {
                cell(&before, j - 1) + 1
            } else {
                usize::MAX
            };
            next.push(changed.min(put_in_or_out).min(swapped));
        }
        before = std::mem::replace(&mut row, next);
    }
    row.last().copied().unwrap_or(0)
}

fn cell(row: &[usize], at: usize) -> usize {
    row.get(at).copied().unwrap_or(usize::MAX / 2)
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
        assert_eq!(nearest("kye", &["key", "of", "about"]), Some("key"));
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
