//! A store that is away for a while, as one that starts again: what is known of a round is not lost by it.

use tokio::time::Instant;

use super::*;

/// What a store is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Told {
    /// To take a claim: it does, and its answer is lost.
    Claim,
    Settle,
    Release,
}

/// A store that fails so many times to do this or that.
struct Away {
    store: MemoryStore,
    times: Mutex<Vec<(Told, usize)>>,
}

impl Away {
    fn new(times: &[(Told, usize)]) -> Arc<Self> {
        Arc::new(Self {
            store: MemoryStore::new(),
            times: Mutex::new(times.to_vec()),
        })
    }

    fn check(&self, told: Told) -> Result<(), StoreError> {
        let mut times = self.times.lock().unwrap();
        let is_meant = |(of, times): &&mut (Told, usize)| *of == told && *times > 0;
        let Some((_, times)) = times.iter_mut().find(is_meant) else {
            return Ok(());
        };
        *times -= 1;
        Err(StoreError::Unavailable("it starts".to_owned()))
    }
}

impl RoundStore for Away {
    fn claim<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, Claimed> {
        Box::pin(async move {
            let claimed = self.store.claim(claim).await;
            self.check(Told::Claim)?;
            claimed
        })
    }

    fn renew<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, bool> {
        self.store.renew(claim)
    }

    fn settle<'a>(&'a self, claim: &'a RoundClaim, reply: &'a [u8]) -> Storing<'a, bool> {
        Box::pin(async move {
            self.check(Told::Settle)?;
            self.store.settle(claim, reply).await
        })
    }

    fn release<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, ()> {
        Box::pin(async move {
            self.check(Told::Release)?;
            self.store.release(claim).await
        })
    }
}

/// Few enough for its time.
const TIMES: [usize; 3] = [1, 4, 8];

/// How a round can end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ends {
    Result,
    Question,
    Error,
    Panic,
}

#[mrtr_tool(single_use)]
async fn ends(shop: &Shop, ends: Ends) -> Result<String, String> {
    let sure = ask_confirm!(key = "sure", "Charge?").await;
    sure.map_err(|refused| refused.to_string())?;
    shop.charged.fetch_add(1, Ordering::SeqCst);
    match ends {
        Ends::Result => Ok("paid".to_owned()),
        Ends::Error => Err("no money".to_owned()),
        Ends::Panic => panic!("broken"),
        Ends::Question => {
            let more = ask_confirm!(key = "more", "More?").await;
            more.map(|()| "more".to_owned())
                .map_err(|no| no.to_string())
        }
    }
}

#[tokio::test(start_paused = true)]
async fn r14_what_is_known_when_the_store_is_away_is_told_to_repeats() {
    for end in [Ends::Result, Ends::Question, Ends::Error, Ends::Panic] {
        for times in TIMES {
            let shop = Shop::default();
            let mut client = client_of(Away::new(&[(Told::Settle, times)]));
            let handler = async |flow: &Flow| ends(flow, &shop, end).await;
            client.send(json!(null), handler).await.asked();
            let mut later = client.fork();
            let sent = client.send(json!({"sure": yes()}), handler).await;
            let again = later.send(json!({"sure": yes()}), handler).await;
            assert_eq!(sent, again, "{end:?}, {times}");
            assert_eq!(shop.counts(), [0, 0, 1], "{end:?}, {times}");
        }
    }
}

/// The round is held until its reply is kept, however short its lease.
#[tokio::test(start_paused = true)]
async fn r14_a_repeat_waits_while_the_reply_is_not_kept_yet() {
    let limits = Limits {
        lease: Duration::from_secs(1),
        ..Limits::default()
    };
    let shop = Shop::default();
    let mut client = Client::with_store(limits, Away::new(&[(Told::Settle, 8)]));
    let handler = async |flow: &Flow| ends(flow, &shop, Ends::Result).await;
    client.send(json!(null), handler).await.asked();
    let mut twin = client.fork();
    let second = async {
        tokio::time::sleep(Duration::from_secs(3)).await;
        twin.send(json!({"sure": yes()}), handler).await
    };
    let (first, second) = tokio::join!(client.send(json!({"sure": yes()}), handler), second);
    assert_eq!(first, second);
    assert_eq!(shop.counts(), [0, 0, 1]);
}

/// How a request can come by a round that it does not run to an end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Comes {
    Idle,
    Cancelled,
    WithoutAnAnswerOfTheStore,
}

async fn comes(client: &mut Client, comes: Comes, shop: &Shop) {
    let handler = async |flow: &Flow| pay_after(flow, shop).await;
    let sure = || json!({"sure": yes()});
    match comes {
        Comes::Idle => {
            assert_eq!(client.send(json!({}), handler).await.asked(), ["sure"]);
        }
        Comes::Cancelled => {
            let gone = client.request(sure()).cancelled(async {});
            assert_eq!(client.send_request(gone, handler).await.code(), -32603);
        }
        Comes::WithoutAnAnswerOfTheStore => {
            assert_eq!(client.send(sure(), handler).await.code(), -32603);
        }
    }
}

#[mrtr_tool(single_use)]
async fn pay_after(shop: &Shop) -> Result<String, Refused> {
    ask_confirm!(key = "sure", "Charge?").await?;
    shop.charged.fetch_add(1, Ordering::SeqCst);
    Ok("paid".to_owned())
}

/// Nothing has run, so what a person says counts.
#[tokio::test(start_paused = true)]
async fn r14_a_round_that_nobody_ran_is_free_though_the_store_was_away() {
    for (one, lost) in [
        (Comes::Idle, 0),
        (Comes::Cancelled, 0),
        (Comes::WithoutAnAnswerOfTheStore, 1),
    ] {
        for times in TIMES {
            let shop = Shop::default();
            let away = Away::new(&[(Told::Claim, lost), (Told::Release, times)]);
            let mut client = client_of(away);
            let handler = async |flow: &Flow| pay_after(flow, &shop).await;
            client.send(json!(null), handler).await.asked();
            let mut person = client.fork();
            comes(&mut client, one, &shop).await;
            let paid = person.send(json!({"sure": yes()}), handler).await;
            assert_eq!(paid.complete().as_deref(), Ok("paid"), "{one:?}, {times}");
            assert_eq!(shop.counts(), [0, 0, 1]);
        }
    }
}

/// It is not waited for for ever: its client gets the reply.
#[tokio::test(start_paused = true)]
async fn r14_a_store_that_stays_away_holds_a_reply_up_for_its_time_and_no_longer() {
    for told in [Told::Settle, Told::Release] {
        let shop = Shop::default();
        let mut client = client_of(Away::new(&[(told, usize::MAX)]));
        let handler = async |flow: &Flow| pay_after(flow, &shop).await;
        client.send(json!(null), handler).await.asked();
        let began = Instant::now();
        match told {
            Told::Release => comes(&mut client, Comes::Idle, &shop).await,
            _ => {
                let paid = client.send(json!({"sure": yes()}), handler).await;
                assert_eq!(paid.complete().as_deref(), Ok("paid"));
            }
        }
        assert_eq!(began.elapsed().as_secs(), 10, "{told:?}");
    }
}
