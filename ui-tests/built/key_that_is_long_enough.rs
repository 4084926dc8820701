use mrtr_runtime::Keys;

fn main() {
    let _ = Keys::new([b"dev-secret, long enough to be a key"]);
}
