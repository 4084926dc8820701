use mrtr_runtime::Elicit;

#[derive(Elicit)]
struct Edit {
    #[elicit(fill)]
    title: String,
}

fn main() {}
