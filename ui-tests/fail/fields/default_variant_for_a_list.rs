use mrtr_runtime::prelude::*;

#[derive(Choice)]
enum Language {
    English,
    French,
}

#[derive(Elicit)]
struct Form {
    #[elicit(default = Language::French)]
    languages: Vec<Language>,
}

fn main() {}
