//! serde's `rename_all` rules.

use syn::LitStr;

/// How names are respelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Case {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

const RULES: [(&str, Case); 8] = [
    ("lowercase", Case::Lower),
    ("UPPERCASE", Case::Upper),
    ("PascalCase", Case::Pascal),
    ("camelCase", Case::Camel),
    ("snake_case", Case::Snake),
    ("SCREAMING_SNAKE_CASE", Case::ScreamingSnake),
    ("kebab-case", Case::Kebab),
    ("SCREAMING-KEBAB-CASE", Case::ScreamingKebab),
];

impl Case {
    pub(super) fn parse(literal: &LitStr) -> syn::Result<Self> {
        let name = literal.value();
        let rule = RULES.iter().find(|(rule, _)| *rule == name);
        rule.map(|(_, case)| *case).ok_or_else(|| {
            let rules: Vec<_> = RULES.iter().map(|(rule, _)| format!("`{rule}`")).collect();
            syn::Error::new(
                literal.span(),
                format!(
                    "`{name}` is no spelling of names. There are {}.",
                    rules.join(", ")
                ),
            )
        })
    }

    /// The name on the wire of a field called `name`.
    pub(super) fn field(self, name: &str) -> String {
        match self {
            Self::Upper | Self::ScreamingSnake => name.to_uppercase(),
            Self::Lower | Self::Snake => name.to_owned(),
            Self::Kebab => name.replace('_', "-"),
            Self::ScreamingKebab => name.to_uppercase().replace('_', "-"),
            Self::Pascal => name.split('_').map(capitalized).collect(),
            Self::Camel => uncapitalized(&Self::Pascal.field(name)),
        }
    }

    /// The value on the wire of a variant called `name`.
    pub(super) fn variant(self, name: &str) -> String {
        match self {
            Self::Pascal => name.to_owned(),
            Self::Lower => name.to_lowercase(),
            Self::Upper => name.to_uppercase(),
            Self::Camel => uncapitalized(name),
            Self::Snake => snake(name),
            Self::ScreamingSnake | Self::Kebab | Self::ScreamingKebab => self.field(&snake(name)),
        }
    }
}

fn snake(name: &str) -> String {
    let mut snake = String::with_capacity(name.len() + 4);
    for (at, letter) in name.char_indices() {
        if at > 0 && letter.is_uppercase() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

fn uncapitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_lowercase().chain(letters).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_respelled_as_serde_does() {
        let spellings = RULES.map(|(_, case)| case.field("max_night_count"));
        assert_eq!(
            spellings,
            [
                "max_night_count",
                "MAX_NIGHT_COUNT",
                "MaxNightCount",
                "maxNightCount",
                "max_night_count",
                "MAX_NIGHT_COUNT",
                "max-night-count",
                "MAX-NIGHT-COUNT",
            ]
        );
    }

    #[test]
    fn variants_are_respelled_as_serde_does() {
        let spellings = RULES.map(|(_, case)| case.variant("ExtraLarge"));
        assert_eq!(
            spellings,
            [
                "extralarge",
                "EXTRALARGE",
                "ExtraLarge",
                "extraLarge",
                "extra_large",
                "EXTRA_LARGE",
                "extra-large",
                "EXTRA-LARGE",
            ]
        );
    }
}
