//! Where people may be sent: rules on the addresses of `ask_url!`.

use std::fmt;

use url::{Host, Url};

/// The hosts that a server may send people to.
#[derive(Debug, Default)]
pub(crate) struct UrlRules {
    hosts: Vec<HostRule>,
    /// Pages of this machine are fine, without TLS too.
    pub(crate) dev: bool,
}

#[derive(Debug, PartialEq, Eq)]
enum HostRule {
    /// Itself.
    Exact(String),
    /// All below it, each with a point in front of it.
    Below(String),
}

/// What is wrong with an address. It names no part of it but the host: the rest may be a secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UrlFlaw {
    /// It is relative, or none.
    NotAbsolute,
    /// Another scheme than `https`.
    NotHttps,
    /// It names a user or has a password.
    UserInfo,
    /// No hosts are listed.
    NoHosts,
    /// This host is not listed.
    NotListed,
    /// It has more bytes than this.
    TooLong(usize),
}

impl UrlRules {
    /// `pay.example.com` for one host, `*.example.com` for all below another.
    ///
    /// # Errors
    ///
    /// The place, from 1, of one that is neither.
    pub(crate) fn new<H: AsRef<str>>(hosts: &[H], dev: bool) -> Result<Self, usize> {
        let rules = (1..)
            .zip(hosts)
            .map(|(place, host)| HostRule::read(host.as_ref()).ok_or(place));
        let hosts = rules.collect::<Result<_, usize>>()?;
        Ok(Self { hosts, dev })
    }

    /// The address as browsers read it, and as it is sent.
    pub(crate) fn check(&self, given: &str, limit: usize) -> Result<String, UrlFlaw> {
        let is_short = |text: &str| text.len() <= limit;
        if !is_short(given) {
            return Err(UrlFlaw::TooLong(limit));
        }
        let url = Url::parse(given).map_err(|_| UrlFlaw::NotAbsolute)?;
        self.check_parts(&url)?;
        let text = String::from(url);
        if is_short(&text) {
            Ok(text)
        } else {
            Err(UrlFlaw::TooLong(limit))
        }
    }

    fn check_parts(&self, url: &Url) -> Result<(), UrlFlaw> {
        let is_local = self.dev && url.host().is_some_and(is_loopback);
        match url.scheme() {
            "https" => {}
            "http" if is_local => {}
            _ => return Err(UrlFlaw::NotHttps),
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(UrlFlaw::UserInfo);
        }
        if is_local {
            Ok(())
        } else {
            self.check_host(url.host_str().unwrap_or_default())
        }
    }

    fn check_host(&self, host: &str) -> Result<(), UrlFlaw> {
        if self.hosts.iter().any(|rule| rule.covers(host)) {
            Ok(())
        } else if self.hosts.is_empty() {
            Err(UrlFlaw::NoHosts)
        } else {
            Err(UrlFlaw::NotListed)
        }
    }
}

impl HostRule {
    fn read(rule: &str) -> Option<Self> {
        let (host, is_below) = match rule.strip_prefix("*.") {
            Some(parent) => (parent, true),
            None => (rule, false),
        };
        // To the standard a star is a sign like any other.
        let host = Host::parse(host).ok().filter(|_| !host.contains('*'))?;
        match host {
            Host::Domain(parent) if is_below => Some(Self::Below(format!(".{parent}"))),
            _ if is_below => None,
            host => Some(Self::Exact(host.to_string())),
        }
    }

    fn covers(&self, host: &str) -> bool {
        match self {
            Self::Exact(exact) => host == exact,
            Self::Below(parent) => host.len() > parent.len() && host.ends_with(parent),
        }
    }
}

fn is_loopback(host: Host<&str>) -> bool {
    match host {
        Host::Domain(name) => name == "localhost" || name.ends_with(".localhost"),
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    }
}

impl fmt::Display for UrlFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAbsolute => f.write_str("its address is not absolute, as `https://example.com/page` is"),
            Self::NotHttps => f.write_str(
                "its address is not `https` (`http` is for pages of this machine alone, with `Mrtr::builder().dev_urls()`)",
            ),
            Self::UserInfo => f.write_str("its address has a user or a password in it"),
            Self::NoHosts => f.write_str(
                "no host is listed that people may be sent to: `Mrtr::builder().url_hosts([\"pay.example.com\"])`",
            ),
            // A host may hold what was captured or answered, and this goes into the log.
            Self::NotListed => f.write_str("its host is not in `Mrtr::builder().url_hosts([..])`"),
            Self::TooLong(limit) => write!(f, "its address has more than {limit} bytes (`url_bytes`)"),
        }
    }
}

#[cfg(test)]
mod tests;
