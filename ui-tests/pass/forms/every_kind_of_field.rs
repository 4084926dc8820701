use mrtr_runtime::prelude::*;

#[derive(Choice, Clone, Copy, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Scope {
    /// Read only
    Read,
    ReadWrite,
}

#[derive(Elicit)]
#[serde(rename_all = "camelCase")]
struct Every {
    /// A text
    ///
    /// With an explanation.
    #[elicit(min_length = 1, max_length = 80, default = "none")]
    some_text: String,
    #[elicit(format = "email")]
    mail: Option<String>,
    #[elicit(format = "date", default = "2026-07-28")]
    day: String,
    #[elicit(min = 1, max = 5, default = 3)]
    count: u8,
    big: i64,
    #[elicit(min = 0, max = 1)]
    share: f64,
    is_sure: bool,
    scope: Scope,
    #[elicit(min_items = 1, max_items = 2, default = [Scope::Read])]
    scopes: Vec<Scope>,
    others: Option<Vec<Scope>>,
    #[serde(default)]
    extra: u32,
}
