//! The warnings, and what `allow(..)` calls them. The docs of `mrtr_tool` have the same table.

/// A kind of warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lint {
    Clock,
    Random,
    Env,
    MapOrder,
    Timeout,
    Guard,
    UnusedAnswer,
    IgnoredRefusal,
    DefaultAnswer,
    Secret,
    LocalPage,
    ManyAsks,
    /// This one is the runtime's own: only types tell.
    Unlisted,
}

/// Each with its name in `allow(..)` and its headline.
const ALL: [(Lint, &str, &str); 13] = [
    (Lint::Clock, "clock", "clock_outside_capture"),
    (Lint::Random, "random", "random_outside_capture"),
    (Lint::Env, "env", "env_outside_capture"),
    (Lint::MapOrder, "map_order", "map_order_outside_capture"),
    (Lint::Timeout, "timeout", "timeout_around_ask"),
    (Lint::Guard, "guard", "ask_in_guard"),
    (Lint::UnusedAnswer, "unused_answer", "answer_without_use"),
    (Lint::IgnoredRefusal, "ignored_refusal", "ignored_refusal"),
    (Lint::DefaultAnswer, "default_answer", "default_answer"),
    (Lint::Secret, "secret", "secret_in_form"),
    (Lint::LocalPage, "local_page", "page_of_this_machine"),
    (Lint::ManyAsks, "many_asks", "many_asks"),
    (Lint::Unlisted, "unlisted", "tool_that_no_router_lists"),
];

impl Lint {
    pub(crate) fn named(name: &str) -> Option<Self> {
        let (lint, ..) = ALL.iter().find(|(_, known, _)| *known == name)?;
        Some(*lint)
    }

    pub(crate) fn names() -> [&'static str; 13] {
        ALL.map(|(_, name, _)| name)
    }

    pub(crate) fn name(self) -> &'static str {
        self.row().1
    }

    pub(crate) fn headline(self) -> &'static str {
        self.row().2
    }

    fn row(self) -> &'static (Self, &'static str, &'static str) {
        let row = ALL.iter().find(|(lint, ..)| *lint == self);
        row.unwrap_or(&(Self::Clock, "clock", "clock_outside_capture"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_warning_has_its_own_name_and_the_docs_have_it() {
        let docs = include_str!("../../lib.rs");
        for (lint, name, _) in ALL {
            assert_eq!(Lint::named(name), Some(lint));
            assert!(docs.contains(&format!("/// | `{name}` |")), "{name}");
        }
    }
}
