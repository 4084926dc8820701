//! "Did you mean …?"

/// The name most like `name`, if one is like it at all.
pub(crate) fn similar<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let nearest = known.iter().min_by_key(|known| distance(name, known))?;
    let is_near = distance(name, nearest) <= 1 + nearest.len() / 4;
    (is_near || is_cut(name, nearest)).then_some(nearest)
}

fn is_cut(name: &str, known: &str) -> bool {
    name.len() >= 3 && known.starts_with(name)
}

/// Levenshtein's distance, with a swap of neighbours as one step.
fn distance(one: &str, two: &str) -> usize {
    let (one, two): (Vec<char>, Vec<char>) = (one.chars().collect(), two.chars().collect());
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=two.len()).collect();
    for (row, a) in one.iter().enumerate() {
        let mut line = vec![row + 1];
        for (column, b) in two.iter().enumerate() {
            let cell =
                |line: &[usize], column: usize| line.get(column).copied().unwrap_or(usize::MAX / 2);
            let replaced = cell(&last, column) + usize::from(a != b);
            let stepped = cell(&last, column + 1).min(cell(&line, column)) + 1;
            let is_swap = row > 0
                && column > 0
                && one.get(row - 1) == Some(b)
                && two.get(column - 1) == Some(a);
            let swapped = if is_swap {
                cell(&before_last, column - 1) + 1
            } else {
                usize::MAX
            };
            line.push(replaced.min(stepped).min(swapped));
        }
        before_last = std::mem::replace(&mut last, line);
    }
    last.last().copied().unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_near_name_is_suggested_and_a_far_one_is_not() {
        let known = ["key", "of", "about", "max_requests"];
        assert_eq!(similar("kye", &known), Some("key"));
        assert_eq!(similar("max_round", &known), None);
        assert_eq!(similar("max_request", &known), Some("max_requests"));
        assert_eq!(similar("abuot", &known), Some("about"));
        assert_eq!(similar("title", &known), None);
    }
}
