//! A load balancer that gives requests to the servers in turn, and cuts off the answers that it is
//! told to. It sees every answer, also those that it cuts off.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use mrtr_tests::RawAnswer;
use serde_json::Value;
use tokio::net::TcpListener;

use crate::fleet::SERVERS;
use crate::reply::Reply;
use crate::watch::{End, Watch};

/// Headers for the proxy: how to cut the answer, which round this request answers, which one it may claim (also without an
/// answer), and whose it is.
pub(crate) const CUT: &str = "x-cut";
pub(crate) const ROUND: &str = "x-round";
pub(crate) const CLAIMS: &str = "x-claims";
pub(crate) const CUSTOMER: &str = "x-customer";

/// Cuts the answer off when it is there.
pub(crate) const AFTER: &str = "after";
/// Goes away before the answer is there, or so.
pub(crate) const BEFORE: &str = "before";

#[derive(Clone)]
pub(crate) struct Proxy {
    pub(crate) url: String,
    seen: Arc<Seen>,
}

#[derive(Default)]
struct Seen {
    client: reqwest::Client,
    servers: Mutex<[Option<Server>; SERVERS]>,
    watch: Watch,
    turn: AtomicUsize,
    /// The server that has each customer's latest request.
    served: Mutex<BTreeMap<String, usize>>,
    rounds: Mutex<BTreeMap<String, Round>>,
    requests: AtomicUsize,
    cut: AtomicUsize,
}

#[derive(Clone)]
struct Server {
    url: String,
    /// No other has it.
    number: usize,
}

/// The answers to one round that say what a handler did.
#[derive(Debug, Default, Clone)]
pub(crate) struct Round {
    /// They are to be all the same.
    pub(crate) results: Vec<Value>,
}

impl Proxy {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/mcp", listener.local_addr().unwrap());
        let seen = Arc::new(Seen::default());
        let router = Router::new().fallback(pass_on).with_state(seen.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { url, seen }
    }

    /// Lets a server take requests, or none in its place. The one before it ends.
    pub(crate) fn put(&self, place: usize, url: Option<String>) {
        self.ends(place);
        let server = url.map(|url| Server {
            url,
            number: self.seen.watch.new_server(),
        });
        self.seen.servers.lock().unwrap()[place] = server;
    }

    /// From here on the server of a place may leave requests without an answer.
    pub(crate) fn ends(&self, place: usize) {
        let server = self.seen.servers.lock().unwrap()[place].clone();
        if let Some(server) = server {
            self.seen.watch.ends(server.number);
        }
    }

    /// What was sent to servers, and what became of it.
    pub(crate) fn watch(&self) -> &Watch {
        &self.seen.watch
    }

    /// The server that has a customer's latest request.
    pub(crate) fn server_of(&self, customer: &str) -> usize {
        self.seen.served.lock().unwrap()[customer]
    }

    pub(crate) fn rounds(&self) -> BTreeMap<String, Round> {
        self.seen.rounds.lock().unwrap().clone()
    }

    pub(crate) fn requests(&self) -> usize {
        self.seen.requests.load(Ordering::SeqCst)
    }

    pub(crate) fn cut(&self) -> usize {
        self.seen.cut.load(Ordering::SeqCst)
    }
}

async fn pass_on(State(seen): State<Arc<Seen>>, headers: HeaderMap, body: Bytes) -> Response {
    seen.requests.fetch_add(1, Ordering::SeqCst);
    let answer = seen.forward(&headers, &body);
    let answer = match text(&headers, CUT) {
        Some(BEFORE) => tokio::time::timeout(Duration::from_millis(5), answer)
            .await
            .ok()
            .flatten(),
        _ => answer.await,
    };
    match answer {
        Some((kind, body)) if text(&headers, CUT).is_none() => {
            ([(header::CONTENT_TYPE, kind)], body).into_response()
        }
        _ => {
            seen.cut.fetch_add(1, Ordering::SeqCst);
            cut_off()
        }
    }
}

impl Seen {
    /// The answer of the next server that listens; none if it ends without one.
    async fn forward(&self, headers: &HeaderMap, body: &Bytes) -> Option<(String, Bytes)> {
        for _ in 0..SERVERS {
            let Some(server) = self.next(headers) else {
                continue;
            };
            let claims = text(headers, CLAIMS);
            let sent = claims.map(|round| self.watch.sends(round, server.number));
            match self.send(&server.url, headers, body).await {
                Ok((kind, body)) => {
                    self.note(headers, &body);
                    sent.inspect(|sent| self.watch.ended(*sent, End::Answered));
                    return Some((kind, body));
                }
                // It has not got the request.
                Err(error) if error.is_connect() => {
                    sent.inspect(|sent| self.watch.ended(*sent, End::NotSent));
                }
                Err(_) => return None,
            }
        }
        None
    }

    fn next(&self, headers: &HeaderMap) -> Option<Server> {
        let place = self.turn.fetch_add(1, Ordering::SeqCst) % SERVERS;
        let server = self.servers.lock().unwrap()[place].clone()?;
        let customer = text(headers, CUSTOMER).unwrap_or_default().to_owned();
        self.served.lock().unwrap().insert(customer, place);
        Some(server)
    }

    async fn send(
        &self,
        url: &str,
        headers: &HeaderMap,
        body: &Bytes,
    ) -> reqwest::Result<(String, Bytes)> {
        let mut headers = headers.clone();
        headers.remove(header::HOST);
        headers.remove(header::CONTENT_LENGTH);
        let request = self.client.post(url).headers(headers).body(body.clone());
        let response = request.send().await?;
        // No answer of an MCP server: one that is going away says so.
        let response = match response.status().is_server_error() {
            true => response.error_for_status()?,
            false => response,
        };
        let kind = text(response.headers(), "content-type").unwrap_or_default();
        Ok((kind.to_owned(), response.bytes().await?))
    }

    /// Keeps what a handler has said to a round.
    fn note(&self, headers: &HeaderMap, body: &Bytes) {
        let answer = RawAnswer::read(200, str::from_utf8(body).unwrap());
        let reply = Reply::of(&answer);
        if let (Some(round), Reply::Unknown) = (text(headers, CLAIMS), &reply) {
            self.watch.is_unknown(round);
        }
        let Some(round) = text(headers, ROUND) else {
            return;
        };
        if reply.is_of_a_run() {
            let mut rounds = self.rounds.lock().unwrap();
            let round = rounds.entry(round.to_owned()).or_default();
            round.results.push(answer.body["result"].clone());
        }
    }
}

/// A body that fails: the connection closes without an answer.
fn cut_off() -> Response {
    let cut = std::io::Error::other("cut off");
    Body::from_stream(futures_util::stream::iter([Err::<Vec<u8>, _>(cut)])).into_response()
}

fn text<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}
