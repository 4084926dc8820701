use mrtr_runtime::prelude::*;

fn settings(keys: Keys) -> Mrtr {
    let builder = Mrtr::builder().keys(keys).audience("shop").single_user();
    builder.url_hosts("pay.example.com").build().unwrap()
}

fn main() {
    let _ = settings;
}
