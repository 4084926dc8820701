use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Settings {
    #[elicit(not_secret)]
    password: String,
}
