use mrtr_runtime::prelude::*;

fn main() {
    let builder = Mrtr::builder().audience("files");
    let _ = builder.principal("ann");
}
