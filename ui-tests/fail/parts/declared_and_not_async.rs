use mrtr_runtime::prelude::*;

trait Asks {
    #[mrtr_part]
    fn sure(&self) -> Result<(), Refused>;
}

fn main() {}
