use mrtr_runtime::Elicit;

#[derive(Elicit)]
#[elicit(fill = true)]
struct Edit {
    title: String,
}

fn main() {}
