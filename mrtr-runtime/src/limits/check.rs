//! Which limits a server is built with: none that stops every flow, none that stops nothing.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::Limits;
use crate::mrtr::SettingsError;

/// A year: longer than any dialog, and far from the end of the clock.
const TIME: RangeInclusive<Duration> =
    Duration::from_millis(1)..=Duration::from_secs(366 * 24 * 60 * 60);
const SKEW: RangeInclusive<Duration> = Duration::ZERO..=Duration::from_secs(24 * 60 * 60);
const REQUESTS: RangeInclusive<u32> = 1..=1000;
/// A state that holds nothing takes some 300 bytes.
const STATE_BYTES: RangeInclusive<usize> = 1024..=16 * MIB;
const COUNT: RangeInclusive<usize> = 1..=4096;
/// The shortest answer to a form takes some 40 bytes.
const ANSWER_BYTES: RangeInclusive<usize> = 64..=64 * MIB;
/// An answer, its content, a list, an item; more than serde_json reads cannot come.
const DEPTH: RangeInclusive<usize> = 4..=128;
const PICK_OPTIONS: RangeInclusive<usize> = 1..=65_536;
const OPEN_DIALOGS: RangeInclusive<usize> = 1..=1_000_000;
const TASKS: RangeInclusive<usize> = 0..=1_000_000;
/// Without a place for it, nobody would hear how a task ended.
const ENDED_TASKS: RangeInclusive<usize> = 1..=100_000;
const ENDED_TASKS_BYTES: RangeInclusive<usize> = 1024..=1024 * MIB;
const MESSAGE_BYTES: RangeInclusive<usize> = 1..=MIB;
/// Proxies and browsers cut longer ones.
const URL_BYTES: RangeInclusive<usize> = 64..=64 * 1024;
/// Proxies end requests that are silent for longer.
const HOLD_OPEN: RangeInclusive<Duration> = Duration::ZERO..=Duration::from_secs(60 * 60);
/// People answer within a minute.
const READING_TIME: RangeInclusive<Duration> = Duration::ZERO..=Duration::from_secs(60);
/// A store may take seconds to answer, and a lease is renewed three times as often as it ends.
const LEASE: RangeInclusive<Duration> = Duration::from_secs(1)..=Duration::from_secs(24 * 60 * 60);
/// With 0 no reply is kept: a repeat is told that the outcome is unknown.
const REPLY_BYTES: RangeInclusive<usize> = 0..=64 * MIB;
const MIB: usize = 1024 * 1024;

impl Limits {
    /// Looks at every limit; the first one that no flow could keep, or that bounds nothing, is the error.
    pub(crate) fn check(&self) -> Result<(), SettingsError> {
        self.check_times()?;
        self.check_flow()?;
        self.check_answers()
    }

    fn check_times(&self) -> Result<(), SettingsError> {
        let times = "from 1 ms to 366 days";
        within("ttl", self.ttl, TIME, times)?;
        within("flow_time", self.flow_time, TIME, times)?;
        within("round_time", self.round_time, TIME, times)?;
        within("skew", self.skew, SKEW, "from 0 to a day")?;
        within("hold_open", self.hold_open, HOLD_OPEN, "from 0 to an hour")?;
        let text = "from 0 to a minute";
        within("reading_time", self.reading_time, READING_TIME, text)?;
        within("lease", self.lease, LEASE, "from 1 s to a day")
    }

    fn check_flow(&self) -> Result<(), SettingsError> {
        let text = "from 1 to 1000; the first request counts";
        within("requests", self.requests, REQUESTS, text)?;
        let text = "from 1024 bytes to 16 MiB";
        within("state_bytes", self.state_bytes, STATE_BYTES, text)?;
        within(
            "asks_per_round",
            self.asks_per_round,
            COUNT,
            "from 1 to 4096",
        )?;
        let text = "from 1 to 65536";
        within("pick_options", self.pick_options, PICK_OPTIONS, text)?;
        let text = "from 1 to 1000000; `Legacy::Refuse` opens none";
        within("open_dialogs", self.open_dialogs, OPEN_DIALOGS, text)?;
        within(
            "open_dialogs_per_caller",
            self.open_dialogs_per_caller,
            OPEN_DIALOGS,
            text,
        )?;
        self.check_tasks()?;
        let text = "from 1 byte to 1 MiB";
        within("message_bytes", self.message_bytes, MESSAGE_BYTES, text)?;
        let text = "from 64 bytes to 64 KiB";
        within("url_bytes", self.url_bytes, URL_BYTES, text)?;
        let text = "from 0 to 64 MiB";
        within("reply_bytes", self.reply_bytes, REPLY_BYTES, text)
    }

    fn check_tasks(&self) -> Result<(), SettingsError> {
        let text = "from 0 to 1000000";
        within("tasks", self.tasks, TASKS, text)?;
        within("tasks_per_caller", self.tasks_per_caller, TASKS, text)?;
        let text = "from 1 to 100000";
        within("ended_tasks", self.ended_tasks, ENDED_TASKS, text)?;
        let text = "from 1024 bytes to 1 GiB";
        within(
            "ended_tasks_bytes",
            self.ended_tasks_bytes,
            ENDED_TASKS_BYTES,
            text,
        )
    }

    fn check_answers(&self) -> Result<(), SettingsError> {
        let bytes = "from 64 bytes to 64 MiB";
        within("answers", self.answers, COUNT, "from 1 to 4096")?;
        within("answer_bytes", self.answer_bytes, ANSWER_BYTES, bytes)?;
        within("answers_bytes", self.answers_bytes, ANSWER_BYTES, bytes)?;
        within("depth", self.depth, DEPTH, "from 4 to 128")?;
        let text = "no less than `asks_per_round`, or a round could not be answered";
        within(
            "answers",
            self.answers,
            self.asks_per_round..=usize::MAX,
            text,
        )?;
        let text = "no less than `answer_bytes`";
        within(
            "answers_bytes",
            self.answers_bytes,
            self.answer_bytes..=usize::MAX,
            text,
        )
    }
}

fn within<T: PartialOrd>(
    name: &'static str,
    limit: T,
    range: RangeInclusive<T>,
    text: &'static str,
) -> Result<(), SettingsError> {
    if range.contains(&limit) {
        Ok(())
    } else {
        Err(SettingsError::Limit(name, text))
    }
}

#[cfg(test)]
mod tests;
