//! The settings of a server: keys, audience, who calls, limits, and old clients.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::clock::{Clock, SystemClock};
use crate::counters::{Counter, Counters, Meter};
use crate::identity::{Identity, PrincipalHook};
use crate::limits::Limits;
use crate::list::TextList;
use crate::places::{Full, OpenDialog, Places, TaskPlace, WaitingPlace};
use crate::state::{Digest, Keys, Principal, Sealer};
use crate::store::RoundStore;
use crate::urls::UrlRules;
use crate::wire::Failure;

/// How clients older than MCP 2026-07-28 are served.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Legacy {
    /// By the same handlers: questions are sent as requests while the call waits.
    #[default]
    Live,
    /// With an error.
    Refuse,
}

/// The settings of a server; cheap to clone. Make one and share it with every connection: counters and
/// the bound on open dialogs are its own, and a state opens only under the keys that it was sealed with.
///
/// ```
/// use mrtr_runtime::{Keys, Mrtr};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mrtr = Mrtr::builder()
///     .keys(Keys::new([[7; 32]])?)
///     .audience("incidents")
///     .single_user()
///     .build()?;
/// # let _ = mrtr;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Mrtr {
    settings: Arc<Settings>,
}

struct Settings {
    sealer: Sealer,
    links: Sealer,
    audience: String,
    store: Option<Store>,
    identity: Identity,
    limits: Limits,
    legacy: Legacy,
    unattended: bool,
    urls: UrlRules,
    clock: Arc<dyn Clock>,
    open_dialogs: Places,
    running_tasks: Places,
    waiting: Places,
    #[cfg(feature = "rmcp")]
    tasks: crate::rmcp::Tasks,
    meter: Meter,
    #[cfg(feature = "testing")]
    watch: crate::replay::Watch,
}

/// Where the rounds of `single_use` handlers are claimed, and what seals the replies in there.
pub(crate) struct Store {
    pub(crate) rounds: Arc<dyn RoundStore>,
    pub(crate) replies: Sealer,
}

/// A server with MRTR handlers: tells them its settings.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no MRTR settings",
    label = "this server's handlers need them",
    note = "add `impl MrtrServer for {Self} {{ fn mrtr(&self) -> &Mrtr {{ &self.mrtr }} }}`"
)]
pub trait MrtrServer {
    /// The settings, shared by all instances of the server.
    fn mrtr(&self) -> &Mrtr;
}

impl Mrtr {
    /// Settings to be filled in: keys, audience, and a principal hook or a single user.
    pub fn builder() -> MrtrBuilder<Unset, Unset, Unset> {
        MrtrBuilder {
            keys: Unset,
            audience: Unset,
            identity: Unset,
            options: Options {
                limits: Limits::default(),
                legacy: Legacy::default(),
                unattended: false,
                clock: Arc::new(SystemClock),
                store: None,
                url_hosts: Vec::new(),
                dev_urls: false,
            },
        }
    }

    /// How old clients are served.
    #[must_use]
    pub fn legacy(&self) -> Legacy {
        self.settings.legacy
    }

    /// Whether this server asks no person.
    #[must_use]
    pub fn is_unattended(&self) -> bool {
        self.settings.unattended
    }

    /// The bounds on flows, rounds and answers.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.settings.limits
    }

    /// What has been counted so far, by all clones of these settings; cheap enough to be read every second.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.settings.meter.read()
    }

    /// Who sent the request with this context; for adapters, once per request.
    ///
    /// # Errors
    ///
    /// An internal error without details if the hook gives none, panics, or reads another type of
    /// context: it fails closed, and the log says which of these it was.
    pub fn identify<C: 'static>(&self, context: &C) -> Result<Principal, Failure> {
        self.settings.identity.of(context).map_err(|reason| {
            self.count(Counter::Failed, reason);
            Failure::internal()
        })
    }

    /// The same for a retry: an identity that vanishes is a mismatch like any other.
    #[cfg(feature = "rmcp")]
    pub(crate) fn identify_again<C: 'static>(&self, context: &C) -> Result<Principal, Failure> {
        self.settings.identity.of(context).map_err(|reason| {
            self.count_bad_state(reason);
            Failure::bad_state()
        })
    }

    pub(crate) fn count(&self, counter: Counter, label: &str) {
        self.settings.meter.add(counter, label);
    }

    /// Where the test kit learns what happens in this server.
    #[cfg(feature = "testing")]
    pub(crate) fn watch(&self) -> &crate::replay::Watch {
        &self.settings.watch
    }

    pub(crate) fn sealer(&self) -> &Sealer {
        &self.settings.sealer
    }

    /// What seals links to pages of the server's.
    pub(crate) fn links(&self) -> &Sealer {
        &self.settings.links
    }

    /// The name of the service, for digests.
    pub(crate) fn audience(&self) -> &str {
        &self.settings.audience
    }

    pub(crate) fn store(&self) -> Option<&Store> {
        self.settings.store.as_ref()
    }

    /// Where people may be sent.
    pub(crate) fn urls(&self) -> &UrlRules {
        &self.settings.urls
    }

    pub(crate) fn clock(&self) -> &dyn Clock {
        &*self.settings.clock
    }

    /// A place among the dialogs with old clients that are open at once, for one of this caller's.
    pub(crate) fn open_dialog(&self, caller: Digest) -> Result<OpenDialog<'_>, Full> {
        OpenDialog::of(&self.settings.open_dialogs, caller, self.limits())
    }

    /// The tasks that calls have become.
    #[cfg(feature = "rmcp")]
    pub(crate) fn tasks(&self) -> &crate::rmcp::Tasks {
        &self.settings.tasks
    }

    /// A place among the tasks that run at once, for a task of this caller's.
    pub(crate) fn task_place(&self, caller: Digest) -> Result<TaskPlace, Full> {
        TaskPlace::of(self, caller)
    }

    pub(crate) fn running_tasks(&self) -> &Places {
        &self.settings.running_tasks
    }

    /// A place among those who wait for the end of one round, of so many.
    pub(crate) fn waiting_place(&self, round: Digest, most: usize) -> Option<WaitingPlace<'_>> {
        WaitingPlace::of(&self.settings.waiting, round, most)
    }
}

/// Prints no keys.
impl fmt::Debug for Mrtr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mrtr")
            .field("limits", &self.settings.limits)
            .field("legacy", &self.settings.legacy)
            .finish_non_exhaustive()
    }
}

/// Builds [`Mrtr`]. It builds only when keys, audience and identity are set.
#[must_use]
pub struct MrtrBuilder<K, A, I> {
    keys: K,
    audience: A,
    identity: I,
    options: Options,
}

/// What has a default.
struct Options {
    limits: Limits,
    legacy: Legacy,
    unattended: bool,
    clock: Arc<dyn Clock>,
    store: Option<Arc<dyn RoundStore>>,
    url_hosts: Vec<String>,
    dev_urls: bool,
}

/// A part of the settings that is not set yet.
#[derive(Debug, Clone, Copy)]
pub struct Unset;

/// The audience of a server.
#[derive(Debug, Clone)]
pub struct Audience(String);

/// Who calls a server.
pub struct Caller(Identity);

/// The keys of a server.
pub struct TheKeys(Keys);

impl<A, I> MrtrBuilder<Unset, A, I> {
    /// The keys that seal and open `requestState`.
    pub fn keys(self, keys: Keys) -> MrtrBuilder<TheKeys, A, I> {
        MrtrBuilder {
            keys: TheKeys(keys),
            audience: self.audience,
            identity: self.identity,
            options: self.options,
        }
    }
}

impl<K, I> MrtrBuilder<K, Unset, I> {
    /// The name of the service. A state of another audience does not open, even under the same key.
    pub fn audience(self, name: impl Into<String>) -> MrtrBuilder<K, Audience, I> {
        MrtrBuilder {
            keys: self.keys,
            audience: Audience(name.into()),
            identity: self.identity,
            options: self.options,
        }
    }
}

impl<K, A> MrtrBuilder<K, A, Unset> {
    /// Who sent a request, read from its context (with rmcp, `&RequestContext<RoleServer>`).
    ///
    /// The hook runs once per request, before the handler. `None` refuses the request, so a caller
    /// without identity is [`Principal::anonymous`], never `None`.
    pub fn principal<C: 'static>(self, hook: impl PrincipalHook<C>) -> MrtrBuilder<K, A, Caller> {
        self.identity(Identity::hook(hook))
    }

    /// The server has one user, who started it, as over stdio.
    pub fn single_user(self) -> MrtrBuilder<K, A, Caller> {
        self.identity(Identity::SingleUser)
    }

    fn identity(self, identity: Identity) -> MrtrBuilder<K, A, Caller> {
        MrtrBuilder {
            keys: self.keys,
            audience: self.audience,
            identity: Caller(identity),
            options: self.options,
        }
    }
}

impl<K, A, I> MrtrBuilder<K, A, I> {
    /// Other bounds than the default ones.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.options.limits = limits;
        self
    }

    /// How long a client may think about one round.
    pub fn ttl(mut self, ttl: Duration) -> Self {
        self.options.limits.ttl = ttl;
        self
    }

    /// How old clients are served.
    pub fn legacy(mut self, legacy: Legacy) -> Self {
        self.options.legacy = legacy;
        self
    }

    /// Whether the server runs without a person, as in CI or behind a client that claims to show forms and does not:
    /// nobody is then asked for a form or sent to a page, whatever the client declares.
    ///
    /// A handler meets what it meets at a client that cannot ask: [`Flow::can`](crate::Flow::can) of
    /// [`Capability::Form`](crate::Capability) is false, an ask with `or = value` gives that value, and any other ends the
    /// call with a text that says so. Models and folders are asked for all the same, perhaps ahead of an ask that ends the call.
    ///
    /// ```
    /// use mrtr_runtime::{Keys, Mrtr};
    ///
    /// let builder = Mrtr::builder().keys(Keys::ephemeral()?).audience("shop").single_user();
    /// let mrtr = builder.unattended(std::env::var_os("UNATTENDED").is_some()).build()?;
    /// # let _ = mrtr;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unattended(mut self, unattended: bool) -> Self {
        self.options.unattended = unattended;
        self
    }

    /// Where handlers marked `single_use` claim their rounds, so that each counts once: a
    /// [`MemoryStore`](crate::MemoryStore) for one process, a `RedisStore` (feature `redis`) for a fleet.
    pub fn store(mut self, store: impl RoundStore) -> Self {
        self.options.store = Some(Arc::new(store));
        self
    }

    /// The hosts that [`ask_url!`](crate::ask_url) may send people to: `pay.example.com` for one, `*.example.com`
    /// for all below `example.com`, which is not one of them itself. Any port will do. Without any, no page is
    /// asked for.
    ///
    /// A person trusts an address that comes from your server, and part of it may come from a model.
    ///
    /// ```
    /// use mrtr_runtime::{Keys, Mrtr};
    ///
    /// let builder = Mrtr::builder().keys(Keys::ephemeral()?).audience("shop").single_user();
    /// let mrtr = builder.url_hosts(["pay.example.com", "*.pages.example.com"]).build()?;
    /// # let _ = mrtr;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn url_hosts(mut self, hosts: impl TextList) -> Self {
        self.options.url_hosts = hosts.texts();
        self
    }

    /// Pages of this machine may be asked for as well, also by `http`: for development, and for servers that
    /// run beside their user's browser.
    ///
    /// ```
    /// use mrtr_runtime::{Keys, Mrtr};
    ///
    /// let builder = Mrtr::builder().keys(Keys::ephemeral()?).audience("shop").single_user();
    /// let mrtr = builder.dev_urls().build()?; // `http://localhost:8080/pay` may be asked for
    /// # let _ = mrtr;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn dev_urls(mut self) -> Self {
        self.options.dev_urls = true;
        self
    }

    /// Another clock, for tests.
    pub fn clock(mut self, clock: impl Clock) -> Self {
        self.options.clock = Arc::new(clock);
        self
    }

    /// The settings.
    ///
    /// # Errors
    ///
    /// An empty audience, a limit that no flow could keep or that bounds nothing, or a host that is none.
    // In one line, since rustc shows all of them to one who has forgotten a part.
    #[rustfmt::skip]
    pub fn build(self) -> Result<Mrtr, SettingsError> where Self: Complete {
        let parts = Complete::parts(self);
        check(&parts)?;
        let Options { limits, legacy, unattended, clock, store, url_hosts, dev_urls } = parts.options;
        let urls = UrlRules::new(&url_hosts, dev_urls).map_err(SettingsError::UrlHost)?;
        let replies = || Sealer::for_replies(&parts.keys, &parts.audience);
        Ok(Mrtr {
            settings: Arc::new(Settings {
                sealer: Sealer::new(&parts.keys, &parts.audience),
                links: Sealer::for_links(&parts.keys, &parts.audience),
                store: store.map(|rounds| Store { rounds, replies: replies() }),
                audience: parts.audience,
                identity: parts.identity,
                limits,
                legacy,
                unattended,
                urls,
                clock,
                open_dialogs: Places::default(),
                running_tasks: Places::default(),
                waiting: Places::default(),
                #[cfg(feature = "rmcp")]
                tasks: crate::rmcp::Tasks::default(),
                meter: Meter::new(),
                #[cfg(feature = "testing")]
                watch: crate::replay::Watch::default(),
            }),
        })
    }
}

/// Settings that say whose states they open.
#[diagnostic::on_unimplemented(
    message = "this `Mrtr` does not say whose states it opens",
    label = "one of `.keys(Keys::from_env(\"MRTR_KEYS\")?)`, `.audience(\"name of the service\")`, and `.principal(hook)` or, for one local user, `.single_user()` is missing"
)]
pub trait Complete: sealed::Sealed {
    #[doc(hidden)]
    fn parts(self) -> Parts;
}

mod sealed {
    pub trait Sealed {}
}

/// The parts of complete settings.
#[doc(hidden)]
pub struct Parts {
    keys: Keys,
    audience: String,
    identity: Identity,
    options: Options,
}

impl<K, A, I> sealed::Sealed for MrtrBuilder<K, A, I> {}

#[diagnostic::do_not_recommend]
impl Complete for MrtrBuilder<TheKeys, Audience, Caller> {
    fn parts(self) -> Parts {
        Parts {
            keys: self.keys.0,
            audience: self.audience.0,
            identity: self.identity.0,
            options: self.options,
        }
    }
}

/// Settings that cannot work.
#[derive(Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// The audience is empty.
    #[error("the audience is empty: give the name of the service")]
    EmptyAudience,
    /// A limit that no flow could keep, or that bounds nothing: its name, and what is taken.
    #[error("the limit `{0}` is out of range: {1}")]
    Limit(&'static str, &'static str),
    /// An entry of `url_hosts` that is no host: its place, from 1.
    #[error(
        "entry {0} of `url_hosts` is no host: write `pay.example.com`, or `*.example.com` for all below it"
    )]
    UrlHost(usize),
}

/// As it displays: `fn main() -> Result<(), Box<dyn Error>>` prints the error that it returns in this way.
impl fmt::Debug for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn check(parts: &Parts) -> Result<(), SettingsError> {
    if parts.audience.is_empty() {
        return Err(SettingsError::EmptyAudience);
    }
    parts.options.limits.check()
}
