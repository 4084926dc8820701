use mrtr_runtime::{Keys, KeysError};

fn keys() -> Result<Keys, KeysError> {
    Keys::new("q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k=")
}

fn main() {
    let _ = keys();
}
