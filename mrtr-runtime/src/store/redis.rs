//! Rounds claimed on Redis, for all instances of a server.
//!
//! A round is one hash: `a` the answers of its holder, `f` its fence, `u` until when it counts as running, and
//! `r` the reply once it is settled. Each operation is one script, so that it is atomic, on the server's
//! own clock, so that the clocks of the instances do not matter.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use redis::aio::ConnectionLike;
use redis::{
    ErrorKind, FromRedisValue, RedisError, RedisResult, Script, ScriptInvocation, ServerErrorKind,
};

use super::{Claimed, RoundClaim, RoundStore, StoreError, Storing};

mod checks;
mod connection;

pub use connection::RedisConnection;

/// How often an operation is tried. Each can be repeated without effect.
const TRIES: u32 = 3;

const NOW: &str = "local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
";

const CLAIM: &str = "local h = redis.call('HMGET', KEYS[1], 'a', 'f', 'u', 'r')
if not h[1] then
  redis.call('HSET', KEYS[1], 'a', ARGV[1], 'f', ARGV[2], 'u', now + ARGV[3])
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
  return {'fresh'}
end
if h[4] then return {'done', h[1], h[4]} end
if h[2] == ARGV[2] then
  redis.call('HSET', KEYS[1], 'u', now + ARGV[3])
  return {'fresh'}
end
if now < tonumber(h[3]) then return {'running', h[1]} end
return {'unknown', h[1]}";

const RENEW: &str = "local h = redis.call('HMGET', KEYS[1], 'f', 'r')
if h[1] ~= ARGV[1] or h[2] then return 0 end
redis.call('HSET', KEYS[1], 'u', now + ARGV[2])
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 1";

const SETTLE: &str = "local h = redis.call('HMGET', KEYS[1], 'f', 'r')
if h[1] ~= ARGV[1] then return 0 end
if not h[2] then redis.call('HSET', KEYS[1], 'r', ARGV[2]) end
return 1";

const RELEASE: &str = "local h = redis.call('HMGET', KEYS[1], 'f', 'r')
if h[1] == ARGV[1] and not h[2] then redis.call('DEL', KEYS[1]) end
return 1";

/// A [`RoundStore`] on Redis 5 or newer (or a server that speaks its protocol), for a fleet.
///
/// Give it a server that keeps what it is told: `maxmemory-policy noeviction` (a warning is logged
/// otherwise), persistence, and, where a replica may take over, [`replicas`](Self::replicas). What Redis
/// forgets can be run a second time. Replies are sealed before they get there, and a round's key and
/// answers are digests.
///
/// ```no_run
/// use mrtr_runtime::{Keys, Mrtr, RedisStore};
///
/// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
/// let mrtr = Mrtr::builder()
///     .keys(Keys::from_env("MRTR_KEYS")?)
///     .audience("shop")
///     .single_user()
///     .store(RedisStore::connect("redis://127.0.0.1/").await?)
///     .build()?;
/// # let _ = mrtr;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct RedisStore<C = RedisConnection> {
    connection: C,
    /// For claims that wait for replicas, so that they hold up nothing else.
    claims: C,
    prefix: String,
    replicas: Option<(usize, Duration)>,
    scripts: Scripts,
}

#[derive(Clone)]
struct Scripts {
    claim: Script,
    renew: Script,
    settle: Script,
    release: Script,
}

impl Scripts {
    fn new() -> Self {
        Self {
            claim: Script::new(&format!("{NOW}{CLAIM}")),
            renew: Script::new(&format!("{NOW}{RENEW}")),
            settle: Script::new(SETTLE),
            release: Script::new(RELEASE),
        }
    }
}

impl RedisStore {
    /// Connects to `redis://[user:password@]host[:port][/db]`, and again whenever the connection is lost,
    /// the server does not answer within two seconds, or it has become a replica of another.
    ///
    /// For `rediss://` turn on a TLS feature of the crate `redis` in your own build.
    ///
    /// # Errors
    ///
    /// The url is none, or no server answers there within about five seconds, the tries included.
    pub async fn connect(url: &str) -> Result<Self, StoreError> {
        let client = redis::Client::open(url).map_err(|error| store_error(&error))?;
        let connection = RedisConnection::lazy(client).map_err(|error| store_error(&error))?;
        let claims = connection.another().map_err(|error| store_error(&error))?;
        let ping = redis::cmd("PING");
        let answer: RedisResult<()> = ping.query_async(&mut connection.clone()).await;
        answer.map_err(|error| store_error(&error))?;
        checks::warn_of_eviction(connection.clone()).await;
        Ok(Self::with_connections(connection, claims))
    }
}

impl<C: ConnectionLike + Clone + Send + Sync + 'static> RedisStore<C> {
    /// On a connection of your own, such as one to a cluster or through sentinels. It should reconnect
    /// by itself and have a response timeout.
    pub fn with_connection(connection: C) -> Self {
        Self::with_connections(connection.clone(), connection)
    }

    fn with_connections(connection: C, claims: C) -> Self {
        Self {
            connection,
            claims,
            prefix: "mrtr:round:".to_owned(),
            replicas: None,
            scripts: Scripts::new(),
        }
    }

    /// Another prefix of the keys than `mrtr:round:`, for a Redis that is shared. All instances of a
    /// server need the same.
    #[must_use]
    pub fn prefix(mut self, prefix: impl Into<String>) -> Self {
        self.prefix = prefix.into();
        self
    }

    /// Runs a handler only when so many replicas have its claim too, so that one of them can take over
    /// without a round being run twice. Where they do not answer within `timeout` the request is
    /// refused. Claims wait for each other meanwhile (`WAIT` holds up their connection), so `timeout` is to be
    /// well below the connection's own, two seconds. Count all replicas that may be promoted; not for a
    /// cluster.
    #[must_use]
    pub fn replicas(mut self, count: usize, timeout: Duration) -> Self {
        self.replicas = Some((count, timeout));
        self
    }

    fn key(&self, claim: &RoundClaim) -> String {
        let mut key = self.prefix.clone();
        URL_SAFE_NO_PAD.encode_string(claim.round, &mut key);
        key
    }

    async fn run<T: FromRedisValue>(&self, script: &ScriptInvocation<'_>) -> Result<T, StoreError> {
        tried(|| {
            let mut connection = self.connection.clone();
            async move { script.invoke_async(&mut connection).await }
        })
        .await
    }

    async fn claim_round(&self, claim: &RoundClaim) -> Result<Claimed, StoreError> {
        let mut script = self.scripts.claim.key(self.key(claim));
        let script = script.arg(&claim.answers[..]).arg(&claim.fence[..]);
        let script = script.arg(millis(claim.lease)).arg(millis(claim.lifetime));
        let Some((count, timeout)) = self.replicas else {
            return read(self.run(script).await?);
        };
        let (answer, have) = self.run_and_wait(script, count, timeout).await?;
        let claimed = read(answer)?;
        if claimed == Claimed::Fresh && have < count {
            self.release_round(claim).await?;
            let text = format!("{have} of {count} replicas have the claim");
            return Err(StoreError::Unavailable(text));
        }
        Ok(claimed)
    }

    /// What a script answers, and how many replicas have what it wrote. Both go out together: `WAIT` speaks
    /// of what its own connection wrote, and says nothing on one that was made since.
    async fn run_and_wait(
        &self,
        script: &ScriptInvocation<'_>,
        count: usize,
        timeout: Duration,
    ) -> Result<(Vec<Vec<u8>>, usize), StoreError> {
        let mut both = redis::pipe();
        both.load_script(&self.scripts.claim).ignore();
        both.invoke_script(script);
        both.cmd("WAIT").arg(count).arg(millis(timeout));
        let both = &both;
        tried(|| {
            let mut connection = self.claims.clone();
            async move { both.query_async(&mut connection).await }
        })
        .await
    }

    async fn release_round(&self, claim: &RoundClaim) -> Result<(), StoreError> {
        let mut script = self.scripts.release.key(self.key(claim));
        self.run::<u8>(script.arg(&claim.fence[..])).await?;
        Ok(())
    }
}

impl<C: ConnectionLike + Clone + Send + Sync + 'static> RoundStore for RedisStore<C> {
    fn claim<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, Claimed> {
        Box::pin(self.claim_round(claim))
    }

    fn renew<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, bool> {
        Box::pin(async move {
            let mut script = self.scripts.renew.key(self.key(claim));
            let script = script.arg(&claim.fence[..]).arg(millis(claim.lease));
            Ok(self.run::<u8>(script).await? == 1)
        })
    }

    fn settle<'a>(&'a self, claim: &'a RoundClaim, reply: &'a [u8]) -> Storing<'a, bool> {
        Box::pin(async move {
            let mut script = self.scripts.settle.key(self.key(claim));
            let script = script.arg(&claim.fence[..]).arg(reply);
            Ok(self.run::<u8>(script).await? == 1)
        })
    }

    fn release<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, ()> {
        Box::pin(self.release_round(claim))
    }
}

/// Prints neither the server nor its password.
impl<C> std::fmt::Debug for RedisStore<C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RedisStore")
            .field("prefix", &self.prefix)
            .field("replicas", &self.replicas)
            .finish_non_exhaustive()
    }
}

/// Tries an operation that may be repeated without effect.
async fn tried<T, F: Future<Output = RedisResult<T>>>(
    operation: impl Fn() -> F,
) -> Result<T, StoreError> {
    let mut tries = 1;
    loop {
        match operation().await {
            Ok(value) => return Ok(value),
            Err(error) if tries < TRIES && may_pass(&error) => tries += 1,
            Err(error) => return Err(store_error(&error)),
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// What the script of a claim answered.
fn read(answer: Vec<Vec<u8>>) -> Result<Claimed, StoreError> {
    let mut parts = answer.into_iter();
    let what = parts.next().unwrap_or_default();
    if what == b"fresh" {
        return Ok(Claimed::Fresh);
    }
    let answers = parts.next().unwrap_or_default();
    let answers = <[u8; 32]>::try_from(answers);
    let answers = answers.map_err(|_| StoreError::Unexpected("no digest of answers".to_owned()))?;
    match (what.as_slice(), parts.next()) {
        (b"done", Some(reply)) => Ok(Claimed::Done { answers, reply }),
        (b"running", _) => Ok(Claimed::Running { answers }),
        (b"unknown", _) => Ok(Claimed::Unknown { answers }),
        _ => Err(StoreError::Unexpected("another word".to_owned())),
    }
}

/// Whether the next try may fare better.
fn may_pass(error: &RedisError) -> bool {
    let read_only = ErrorKind::Server(ServerErrorKind::ReadOnly);
    error.is_io_error() || error.kind() == read_only
}

/// An error's own text holds no more than what the server said; a url is never in it.
fn store_error(error: &RedisError) -> StoreError {
    let text = error.to_string();
    let errors = error.clone().into_server_errors();
    if errors.is_some_and(|errors| errors.iter().any(|(_, one)| one.code() == "OOM")) {
        return StoreError::Full(text);
    }
    match error.kind() {
        ErrorKind::UnexpectedReturnType | ErrorKind::Parse => StoreError::Unexpected(text),
        _ => StoreError::Unavailable(text),
    }
}

/// Whole milliseconds, of which Redis wants at least one.
fn millis(time: Duration) -> u64 {
    const FAR: u64 = 366 * 24 * 60 * 60 * 1000;
    u64::try_from(time.as_millis()).map_or(FAR, |millis| millis.clamp(1, FAR))
}
