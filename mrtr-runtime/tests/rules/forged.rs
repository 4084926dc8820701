//! A client that writes into the state which it was given.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use mrtr_runtime::prelude::*;
use serde_json::json;

use crate::harness::{Client, Seen, value, yes};

/// What the person said, and what a client would have them say.
const SAID: &[u8] = b"refused!";
const FORGED: &[u8] = b"approved";

#[mrtr_tool]
async fn approves() -> Result<String, Refused> {
    let approval = ask_elicit!(String, "Do you approve?").await?;
    ask_confirm!(key = "last", "Anything else?").await?;
    Ok(approval)
}

/// A client whose state holds what was said.
async fn answered(keys: Keys) -> Client {
    let builder = Mrtr::builder().keys(keys).audience("rules").single_user();
    let mut client = Client::new();
    client.mrtr = builder.clock(client.clock.clone()).build().unwrap();
    let handler = async |flow: &Flow| approves(flow).await;
    client.send(json!(null), handler).await.asked();
    let said = json!({"approval": value(str::from_utf8(SAID).unwrap())});
    assert_eq!(client.send(said, handler).await.asked(), ["last"]);
    client
}

/// The token with its body changed, and encoded as it was.
fn with_body(token: &str, change: impl FnOnce(&mut Vec<u8>)) -> String {
    let (header, body) = token.rsplit_once('.').unwrap();
    let mut body = URL_SAFE_NO_PAD.decode(body).unwrap();
    change(&mut body);
    format!("{header}.{}", URL_SAFE_NO_PAD.encode(body))
}

/// No forged state goes on, and after all of them the honest one does, with what was said.
async fn assert_refused(mut client: Client, forged: Vec<String>) {
    let handler = async |flow: &Flow| approves(flow).await;
    for state in forged {
        let mut forger = client.fork();
        forger.state = Some(state);
        for answers in [
            json!({"last": yes()}),
            json!({"last": yes(), "approval": value("approved")}),
        ] {
            assert_eq!(forger.send(answers, handler).await.code(), -32602);
        }
    }
    let done = client.send(json!({"last": yes()}), handler).await;
    assert_eq!(done.complete().unwrap().as_bytes(), SAID);
}

/// Signed states can be read: so the answer is found, and another one is written over it.
#[tokio::test]
async fn a31_an_answer_written_into_a_signed_state_is_refused() {
    let client = answered(Keys::new([[7; 32]]).unwrap().signed()).await;
    let token = client.state.clone().unwrap();
    let write = |body: &mut Vec<u8>| {
        let place = body.windows(SAID.len()).position(|bytes| bytes == SAID);
        let place = place.expect("a signed state shows what it holds");
        body[place..place + FORGED.len()].copy_from_slice(FORGED);
    };
    let mac = |mac: &'static [u8]| {
        with_body(&token, |body| {
            write(body);
            body.truncate(body.len() - 32);
            body.extend_from_slice(mac);
        })
    };
    let forged = with_body(&token, write);
    let called_sealed = forged.replacen("m1s.", "m1.", 1);
    let forged = vec![
        forged,
        called_sealed,
        mac(&[0; 32]),
        mac(&[]),
        mac(&[7; 32]),
    ];
    assert_refused(client, forged).await;
}

/// A stream cipher gives each bit of the text its own: who knows what stands there could change it, if only the
/// cipher stood in the way. Wherever it stands, the tag does.
#[tokio::test]
async fn a31_an_answer_flipped_in_a_sealed_state_is_refused() {
    let client = answered(Keys::new([[7; 32]]).unwrap()).await;
    let token = client.state.clone().unwrap();
    let length = with_body(&token, |_| ()).len() * 3 / 4;
    let flipped = |place: usize| {
        with_body(&token, |body| {
            for (at, (said, forged)) in SAID.iter().zip(FORGED).enumerate() {
                if let Some(byte) = body.get_mut(place + at) {
                    *byte ^= said ^ forged;
                }
            }
        })
    };
    let forged = (0..length).map(flipped).filter(|forged| *forged != token);
    assert_refused(client, forged.collect()).await;
}

/// A state of the client's own making, from the words of this format and no key.
#[tokio::test]
async fn a31_an_answer_in_a_state_without_a_seal_is_refused() {
    let client = answered(Keys::new([[7; 32]]).unwrap()).await;
    let answers =
        json!({"approval": {"action": "accept", "content": {"value": "approved"}}}).to_string();
    let token = client.state.clone().unwrap();
    let (header, _) = token.rsplit_once('.').unwrap();
    let plain = URL_SAFE_NO_PAD.encode(&answers);
    let forged = vec![
        plain.clone(),
        format!("{header}.{plain}"),
        format!("m1..{plain}"),
        answers,
    ];
    assert_refused(client, forged).await;
}
