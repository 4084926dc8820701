//! Who calls: a hook that gives nobody refuses the request, and the log says why it gave nobody.

use mrtr_runtime::{Failure, Keys, Mrtr, Principal};

use crate::logs::logged;

struct Context;

fn with<C: 'static>(hook: fn(&C) -> Option<Principal>) -> Mrtr {
    let keys = Keys::new([[7; 32]]).unwrap();
    let builder = Mrtr::builder().keys(keys).audience("rules");
    builder.principal(hook).build().unwrap()
}

async fn refusal(mrtr: Mrtr) -> String {
    let (who, log) = logged(async { mrtr.identify(&Context) }).await;
    assert!(matches!(who, Err(Failure::Rpc(error)) if error.code == -32603));
    log
}

#[tokio::test]
async fn a_hook_that_gives_nobody_fails_closed_and_says_why() {
    let nobody = refusal(with(|_: &Context| None)).await;
    assert!(nobody.contains("gave no principal"), "{nobody}");
    let other = refusal(with(|_: &String| Some(Principal::local()))).await;
    assert!(other.contains("another type of context"), "{other}");
    assert!(other.contains("reads=\"alloc::string::String\""), "{other}");
    assert!(other.contains("identity::Context"), "{other}");
    let panicked = refusal(with(|_: &Context| panic!("a secret"))).await;
    assert!(
        panicked.contains("the principal hook panicked"),
        "{panicked}"
    );
    assert!(!panicked.contains("a secret"), "{panicked}");
}
