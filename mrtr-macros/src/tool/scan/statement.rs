//! How far the statement, arm or element under a `#[cfg(..)]` reaches.

use crate::tool::tokens::Level;

/// The attribute's tokens, if a `#[cfg(..)]` stands at `at`.
pub(super) fn cfg_at(level: Level, at: usize) -> Option<proc_macro2::TokenStream> {
    let group = level.group(at + 1).filter(|_| level.is_punct(at, '#'))?;
    let first = group.stream().into_iter().next()?;
    (first.to_string() == "cfg").then(|| level.0.iter().skip(at).take(2).cloned().collect())
}

/// The end of what the attribute at `at` belongs to.
pub(super) fn end_of_statement(level: Level, at: usize) -> usize {
    let mut start = at;
    while level.is_punct(start, '#') {
        start += 2;
    }
    let is_let = level.is_word(start, "let");
    let mut is_block = begins_block(level, start);
    for at in start..level.0.len() {
        if level.is_punct(at, ';') || (!is_let && level.is_punct(at, ',')) {
            return at;
        }
        if level.is_pair(at, '=', '>') {
            is_block = begins_block(level, at + 2);
        }
        let goes_on = level.is_word(at + 1, "else") || level.is_pair(at + 1, '=', '>');
        if is_block && level.is_brace(at) && !goes_on {
            return at + 1;
        }
    }
    level.0.len()
}

/// Whether a block, or something that ends in one, begins here.
fn begins_block(level: Level, at: usize) -> bool {
    const WORDS: [&str; 9] = [
        "if", "match", "loop", "while", "for", "unsafe", "fn", "impl", "mod",
    ];
    let is_label = level.is_punct(at, '\'');
    level.is_brace(at) || is_label || WORDS.iter().any(|word| level.is_word(at, word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tool::tokens::flat;

    fn covered(text: &str) -> String {
        let tokens = flat(text.parse().unwrap_or_default());
        let end = end_of_statement(Level(&tokens), 0);
        tokens
            .get(..end)
            .unwrap_or_default()
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn a_cfg_covers_its_own_statement_only() {
        assert_eq!(
            covered("#[cfg(a)] let x = if a { b } else { c }; d"),
            "# [cfg (a)] let x = if a { b } else { c }"
        );
        assert_eq!(
            covered("#[cfg(a)] if a { b } else { c } d"),
            "# [cfg (a)] if a { b } else { c }"
        );
        assert_eq!(covered("#[cfg(a)] { b } d"), "# [cfg (a)] { b }");
        assert_eq!(
            covered("#[cfg(a)] A => { b } C => d"),
            "# [cfg (a)] A = > { b }"
        );
        assert_eq!(covered("#[cfg(a)] A => b, C => d"), "# [cfg (a)] A = > b");
        assert_eq!(
            covered("#[cfg(a)] A { x } => b, C => d"),
            "# [cfg (a)] A { x } = > b"
        );
        assert_eq!(
            covered("#[cfg(a)] f(x).await?; d"),
            "# [cfg (a)] f (x) . await ?"
        );
    }
}
