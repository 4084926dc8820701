//! "Did you mean": the key that a misspelt one was probably meant to be.

/// The key nearest to `key`, if it is near.
pub(super) fn nearest<'a>(key: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = key.chars().count().div_ceil(3).min(3);
    known
        .map(|candidate| (distance(key, candidate), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// How many letters must be put in, taken out or changed; one that is swapped with its neighbour counts as two.
fn distance(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.chars().count()).collect();
    for (i, letter) in from.chars().enumerate() {
        let mut left = i.saturating_add(1);
        let mut next = vec![left];
        for (other, above) in to.chars().zip(row.windows(2)) {
            let &[diagonal, above] = above else { continue };
            let changed = diagonal.saturating_add(usize::from(letter != other));
            left = changed.min(above.min(left).saturating_add(1));
            next.push(left);
        }
        row = next;
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_key_and_a_strange_one_none() {
        let known = ["name", "sure", "delete.confirm_1"];
        let nearest = |key| nearest(key, known.into_iter());
        assert_eq!(nearest("nmae"), Some("name"));
        assert_eq!(nearest("delete.confirm"), Some("delete.confirm_1"));
        assert_eq!(nearest("widget"), None);
    }

    #[test]
    fn distance_counts_edits() {
        let pairs = [("kitten", "sitting"), ("", "ab"), ("ab", "ab"), ("ab", "")];
        assert_eq!(pairs.map(|(from, to)| distance(from, to)), [3, 2, 0, 2]);
    }
}
