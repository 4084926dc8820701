use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Exam {
    grade: char,
}

fn main() {}
