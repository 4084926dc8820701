use mrtr_runtime::prelude::*;

type Maybe = Option<String>;

#[derive(Elicit)]
struct Note {
    note: Maybe,
}
