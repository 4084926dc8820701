//! Arguments whose digests are equal, and arguments whose digests are not.

use serde_json::{Map, Value, json};

use super::hex;
use crate::state::operation_digest;
use crate::state::testing::keeps_numbers;

const CALL: &str = "tools/call";

/// Each line is one digest; no two lines share theirs.
const EQUAL: &[&[&str]] = &[
    &["{}", " { } "],
    &[
        r#"{"n":0}"#,
        r#"{"n":-0}"#,
        r#"{"n":0.0}"#,
        r#"{"n":-0.0}"#,
        r#"{"n":0e9}"#,
    ],
    &[
        r#"{"n":1}"#,
        r#"{"n":1.0}"#,
        r#"{"n":1e0}"#,
        r#"{"n":10e-1}"#,
        r#"{"n":0.1E+1}"#,
    ],
    &[r#"{"n":-1}"#, r#"{"n":-1.0}"#],
    &[r#"{"n":"1"}"#],
    &[r#"{"n":[1]}"#],
    &[r#"{"n":true}"#],
    &[r#"{"n":false}"#],
    &[r#"{"n":null}"#],
    &[r#"{"n":""}"#],
    &[r#"{"n":[]}"#],
    &[r#"{"n":{}}"#],
    &[r#"{"n":"null"}"#],
    &[r#"{"n":1.5}"#, r#"{"n":15e-1}"#, r#"{"n":1.50}"#],
    &[r#"{"n":1500}"#, r#"{"n":1.5e3}"#, r#"{"n":1500.0}"#],
    &[r#"{"n":0.1}"#, r#"{"n":1e-1}"#],
    &[r#"{"n":1e300}"#, r#"{"n":10e299}"#],
    &[r#"{"n":9007199254740992}"#, r#"{"n":9007199254740992.0}"#],
    &[r#"{"n":9007199254740993}"#],
    &[r#"{"n":9007199254740995}"#],
    &[
        r#"{"n":9223372036854775808}"#,
        r#"{"n":9223372036854775808.0}"#,
        r#"{"n":9.223372036854775808e18}"#,
    ],
    &[r#"{"n":9223372036854776000}"#],
    &[
        r#"{"n":-36028797018963968}"#,
        r#"{"n":-36028797018963968.0}"#,
    ],
    &[r#"{"n":-36028797018963970}"#],
    &[r#"{"n":18446744073709551615}"#],
    &[r#"{"n":18446744073709551614}"#],
    &[r#"{"n":-9223372036854775808}"#],
    &[r#"{"n":-9223372036854775807}"#],
    &[
        r#"{"a":1,"b":2}"#,
        r#"{"b":2,"a":1}"#,
        r#"{"b":2.0,"a":1e0}"#,
    ],
    &[r#"{"a":2,"b":1}"#],
    &[r#"{"a":{"b":1}}"#],
    &[r#"{"a":[{"b":1}]}"#],
    &[r#"{"a":[1,2]}"#],
    &[r#"{"a":[2,1]}"#],
    &[r#"{"a":[[1],2]}"#],
    &[r#"{"a":[[1,2]]}"#],
    &[r#"{"":1}"#],
    &[r#"{"a":"A"}"#, r#"{"\u0061":"\u0041"}"#],
    &[r#"{"A":"A"}"#],
    &[r#"{"a":"\u00e9"}"#, r#"{"a":"é"}"#],
    &["{\"a\":\"e\u{301}\"}"],
    &[r#"{"a":"\ud83d\ude00"}"#, r#"{"a":"😀"}"#],
    &[r#"{"a":"\u0000"}"#],
    &[
        r#"{"z":1,"é":2,"ä":3,"Z":4}"#,
        r#"{"Z":4,"ä":3,"é":2,"z":1}"#,
    ],
];

/// Equal only where a number is rounded to an `f64`.
const EQUAL_AS_F64: &[&[&str]] = &[
    &[
        r#"{"n":9007199254740995.0}"#,
        r#"{"n":9007199254740996}"#,
        r#"{"n":9.007199254740996e15}"#,
    ],
    &[
        r#"{"n":18446744073709551616}"#,
        r#"{"n":18446744073709551615.0}"#,
        r#"{"n":1.8446744073709551616e19}"#,
    ],
];

pub(super) fn all() -> Vec<Value> {
    let mut all: Vec<Value> = EQUAL.iter().map(|texts| line(CALL, "pay", texts)).collect();
    if !keeps_numbers() {
        all.extend(EQUAL_AS_F64.iter().map(|texts| {
            let mut line = line(CALL, "pay", texts);
            line["numbers"] = "f64".into();
            line
        }));
    }
    for (method, target) in [
        ("prompts/get", "pay"),
        ("resources/read", "pay"),
        (CALL, "Pay"),
        (CALL, ""),
        ("tools/callpay", ""),
    ] {
        all.push(line(method, target, &["{}"]));
    }
    all.push(absent());
    check_distinct(&all);
    all
}

fn line(method: &str, target: &str, texts: &[&str]) -> Value {
    let digests: Vec<String> = texts
        .iter()
        .map(|text| {
            let map: Map<String, Value> = serde_json::from_str(text).unwrap();
            hex(&operation_digest(method, target, Some(&map), 128).unwrap())
        })
        .collect();
    for (digest, text) in digests.iter().zip(texts) {
        assert_eq!(*digest, digests[0], "{text} and {}", texts[0]);
    }
    json!({"method": method, "target": target, "arguments": texts, "digest": digests[0]})
}

/// Absent arguments and those of `{}` are one operation.
fn absent() -> Value {
    let digest = hex(&operation_digest(CALL, "list", None, 128).unwrap());
    let empty = line(CALL, "list", &["{}"]);
    assert_eq!(empty["digest"], digest);
    json!({"method": CALL, "target": "list", "arguments": [null, "{}"], "digest": digest})
}

fn check_distinct(all: &[Value]) {
    for (at, left) in all.iter().enumerate() {
        for right in &all[at + 1..] {
            assert_ne!(left["digest"], right["digest"], "{left} {right}");
        }
    }
}
