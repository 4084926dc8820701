//! What goes wrong in one round of a customer.

use serde_json::json;

use crate::customer::Customer;
use crate::open::Open;
use crate::proxy::{AFTER, BEFORE};
use crate::reply::Reply;

impl Customer {
    /// One round, with whatever goes wrong in it.
    pub(crate) async fn round(&self, open: &Open, luck: u64) -> Reply {
        let answer = open.answer();
        match luck {
            0..30 => {}
            30..50 => {
                self.market.count("answer cut off");
                self.send(Some(open), &answer, Some(AFTER)).await;
            }
            50..60 => {
                self.market.count("client gone early");
                self.send(Some(open), &answer, Some(BEFORE)).await;
            }
            60..75 => return self.repeat_at_once(open).await,
            75..90 => return self.fork(open).await,
            _ => return self.ask_again(open).await,
        }
        let reply = self.insist(Some(open), &answer).await;
        assert_ne!(reply, Reply::BadState, "{}: a flow is lost", open.round);
        reply
    }

    /// The same answer three times at the same time.
    async fn repeat_at_once(&self, open: &Open) -> Reply {
        self.market.count("repeated at once");
        let answer = open.answer();
        let send = || self.insist(Some(open), &answer);
        let (one, two, three) = tokio::join!(send(), send(), send());
        assert!(
            one == two && two == three || [&one, &two, &three].contains(&&Reply::Unknown),
            "{}: {one:?} {two:?} {three:?}",
            open.round
        );
        assert_ne!(one, Reply::BadState, "{}: a flow is lost", open.round);
        one
    }

    /// Two answers to one state: one of them counts.
    async fn fork(&self, open: &Open) -> Reply {
        self.market.count("forked");
        let (answer, other) = (open.answer(), open.other_answer());
        let (one, two) = tokio::join!(
            self.insist(Some(open), &answer),
            self.insist(Some(open), &other)
        );
        let has_lost = |reply: &Reply| *reply == Reply::BadState;
        assert!(
            has_lost(&one) || has_lost(&two),
            "{}: {one:?} {two:?}",
            open.round
        );
        if has_lost(&one) { two } else { one }
    }

    /// A retry that answers nothing, then an answer to either of the states.
    async fn ask_again(&self, open: &Open) -> Reply {
        self.market.count("retried without an answer");
        let idle = self.insist(Some(open), &json!({})).await;
        let (key, state) = match &idle {
            Reply::Asks { key, state } => (key, state),
            // Its server was killed meanwhile: nobody knows what it did.
            Reply::Unknown => return idle,
            other => panic!("{}: {other:?}", open.round),
        };
        assert_eq!(*key, open.key);
        let again = Open {
            state: state.clone(),
            ..open.clone()
        };
        let reply = self.insist(Some(&again), &open.answer()).await;
        // The first state is one of the same round, which is answered.
        let repeat = self.insist(Some(open), &open.answer()).await;
        assert!(
            reply == repeat || reply == Reply::Unknown,
            "{}: {reply:?} {repeat:?}",
            open.round
        );
        assert_ne!(reply, Reply::BadState, "{}: a flow is lost", open.round);
        reply
    }
}
