use mrtr_runtime::prelude::*;

mod mine {
    pub fn deserialize<'de, D: serde::Deserializer<'de>>(_: D) -> Result<u8, D::Error> {
        Ok(4)
    }
}

#[derive(Elicit, serde::Deserialize)]
struct Form {
    #[serde(with = "mine")]
    count: u8,
}

fn main() {}
