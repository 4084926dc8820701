//! R8: captured values whose types write and read in ways of their own.

use std::fmt::Debug;
use std::sync::Mutex;
use std::time::{Duration, SystemTime};

use chrono::{DateTime, FixedOffset, NaiveDate, NaiveTime, Utc};
use mrtr_runtime::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::harness::{Client, Seen, yes};
use crate::logs::logged;

/// Captures a value in the first of three rounds, and keeps what each round sees of it.
struct Keeper<T> {
    value: T,
    seen: Mutex<Vec<T>>,
}

impl<T: Serialize + DeserializeOwned + Clone + Debug> Keeper<T> {
    const fn new(value: T) -> Self {
        let seen = Mutex::new(Vec::new());
        Self { value, seen }
    }

    #[mrtr_tool]
    async fn keeps(&self) -> Result<(), Refused> {
        let value = capture!(self.value.clone());
        self.seen.lock().unwrap().push(value);
        ask_confirm!(key = "sure", "Sure?").await?;
        ask_confirm!(key = "really", "Really?").await
    }
}

/// What the three rounds saw; each makes the value anew, as a handler would.
async fn rounds<T>(value: T) -> Vec<T>
where
    T: Serialize + DeserializeOwned + Clone + Debug,
{
    let keeper = Keeper::new(value);
    let mut client = Client::new();
    let handler = async |flow: &Flow| keeper.keeps(flow).await;
    assert_eq!(client.send(json!(null), handler).await.asked(), ["sure"]);
    let second = client.send(json!({"sure": yes()}), handler).await;
    assert_eq!(second.asked(), ["really"]);
    let third = client.send(json!({"really": yes()}), handler).await;
    assert_eq!(third.complete(), Ok(()));
    keeper.seen.into_inner().unwrap()
}

/// All rounds see this value.
async fn assert_kept<T>(value: T)
where
    T: Serialize + DeserializeOwned + Clone + Debug + PartialEq,
{
    assert_eq!(rounds(value.clone()).await, vec![value; 3]);
}

/// The first round ends before it asks, and the log says why without the value.
async fn assert_refused<T>(value: T, canary: &str)
where
    T: Serialize + DeserializeOwned + Clone + Debug,
{
    let keeper = Keeper::new(value);
    let mut client = Client::new();
    let round = client.send(json!(null), async |flow: &Flow| keeper.keeps(flow).await);
    let (refused, log) = logged(round).await;
    assert_eq!(refused.code(), -32603);
    assert!(log.contains("reason=\"not_round_trip\""), "{log}");
    assert!(!log.contains(canary), "{log}");
    assert!(
        keeper.seen.lock().unwrap().is_empty(),
        "the handler went on"
    );
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Named {
    first_name: String,
    #[serde(rename = "type")]
    kind: u8,
    #[serde(alias = "old")]
    new: bool,
}

/// Written under one name and read under another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct OneWay {
    #[serde(rename(serialize = "a", deserialize = "b"))]
    text: String,
}

/// The same, where what is not found is made up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Forgetful {
    #[serde(default, rename(serialize = "a", deserialize = "b"))]
    text: String,
}

/// Not written at all, and made up when it is read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Cached {
    id: u8,
    #[serde(default, skip_serializing)]
    cache: u32,
}

#[tokio::test]
async fn a54_names_that_differ_between_writing_and_reading_are_refused_or_the_same_in_every_round()
{
    assert_kept(Named {
        first_name: "Ann".into(),
        kind: 7,
        new: true,
    })
    .await;
    assert_refused(
        OneWay {
            text: "cAnArY".into(),
        },
        "cAnArY",
    )
    .await;
    let text = "cAnArY".to_owned();
    assert_refused(Forgetful { text }, "cAnArY").await;
    let seen = rounds(Cached { id: 1, cache: 7 }).await;
    let read = Cached { id: 1, cache: 0 };
    assert_eq!(seen, vec![read; 3], "no round sees more than the others");
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Sparse {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    also: Option<u8>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    rows: Vec<Option<u8>>,
}

/// Left out when empty, and not made up when it is read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Strict {
    name: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rows: Vec<u8>,
}

#[tokio::test]
async fn a54_members_that_are_left_out_read_back_or_are_refused() {
    let sparse = |note: Option<&str>, also, rows| Sparse {
        note: note.map(str::to_owned),
        also,
        rows,
    };
    assert_kept(sparse(None, None, vec![])).await;
    assert_kept(sparse(Some(""), Some(0), vec![None, Some(1)])).await;
    assert_kept(Strict {
        name: "x".into(),
        rows: vec![1],
    })
    .await;
    assert_refused(
        Strict {
            name: "cAnArY".into(),
            rows: vec![],
        },
        "cAnArY",
    )
    .await;
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "of")]
enum Tagged {
    Nothing,
    One(u8),
    Two(u8, String),
    Named { a: Option<bool> },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Number(u64),
    Text(String),
}

#[tokio::test]
async fn a54_enums_of_every_tagging_read_back() {
    let named = Tagged::Named { a: None };
    assert_kept(vec![
        Tagged::Nothing,
        Tagged::One(1),
        Tagged::Two(2, "x".into()),
        named,
    ])
    .await;
    assert_kept(vec![Untagged::Number(u64::MAX), Untagged::Text("1".into())]).await;
    assert_kept(Ok::<u8, Option<String>>(7)).await;
    assert_kept(Err::<u8, Option<String>>(None)).await;
}

#[tokio::test]
async fn a54_times_and_dates_read_back_to_the_nanosecond() {
    let date = NaiveDate::from_ymd_opt(2028, 2, 29).unwrap();
    let time = NaiveTime::from_hms_nano_opt(23, 59, 59, 1_999_999_999).unwrap();
    let utc: DateTime<Utc> = date.and_time(time).and_utc();
    assert_kept((date, time, utc)).await;
    let offset = FixedOffset::west_opt(5 * 3600 + 1800).unwrap();
    let before_1970 = DateTime::from_timestamp_nanos(-1).with_timezone(&offset);
    assert_kept((
        before_1970,
        DateTime::<Utc>::MIN_UTC,
        DateTime::<Utc>::MAX_UTC,
    ))
    .await;
    let now = SystemTime::UNIX_EPOCH + Duration::new(1_800_000_000, 123_456_789);
    assert_kept((now, Duration::MAX, Duration::from_nanos(1))).await;
}

#[tokio::test]
async fn a54_numbers_and_texts_at_their_edges_read_back() {
    assert_kept((f64::MAX, f64::MIN_POSITIVE, 5e-324, 0.1 + 0.2)).await;
    assert_kept((f32::MAX, 0.1_f32, i64::MIN, u64::MAX)).await;
    assert_kept(("\u{0}\u{2028}\u{10ffff}".to_owned(), 'é', ())).await;
    assert_kept(json!({"": [null, -0.0, {"a": 9_007_199_254_740_993_u64}]})).await;
    // JSON has one null: the first round sees what all see.
    assert_eq!(rounds(Some(())).await, [None; 3]);
    assert_eq!(rounds(Some(None::<u8>)).await, [None; 3]);
    let zero: Value = rounds(json!(-0.0)).await.remove(2);
    assert!(zero.as_f64().unwrap().is_sign_negative());
}
