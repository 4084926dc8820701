//! The formats of text. Dates and times are those of a validator. Emails and URIs are checked as a person expects, so only
//! one direction holds: what is right is taken, but for what nobody fills in.

use std::sync::LazyLock;

use jsonschema::Validator;
use mrtr_runtime::__private::form::has_format;
use mrtr_runtime::form::Format;
use serde_json::{Value, json};

use super::validator;

static VALIDATORS: LazyLock<[(Format, Validator); 4]> = LazyLock::new(|| {
    [Format::Email, Format::Uri, Format::Date, Format::DateTime].map(|format| {
        let schema = json!({"type": "string", "format": format.as_str()});
        (format, validator(&schema))
    })
});

pub(super) fn check(text: &str) {
    for (format, theirs) in &*VALIDATORS {
        let (ours, theirs) = (
            has_format(text, *format),
            theirs.is_valid(&Value::from(text)),
        );
        match format {
            Format::Date | Format::DateTime => assert_eq!(ours, theirs, "{format:?}: {text:?}"),
            _ if theirs => assert!(ours || is_odd(text, *format), "{format:?}: {text:?}"),
            _ => {}
        }
    }
}

/// Quoted names and addresses in brackets in an email; a URI that is a scheme alone, or of the web without a host.
fn is_odd(text: &str, format: Format) -> bool {
    if format == Format::Email {
        return text.starts_with('"') || text.contains("@[");
    }
    let (scheme, rest) = text.split_once(':').unwrap_or((text, ""));
    let is_web = ["http", "https"].contains(&scheme.to_lowercase().as_str());
    let host = rest.strip_prefix("//").unwrap_or("");
    rest.is_empty() || is_web && (host.is_empty() || host.starts_with(['/', '?', '#', ':', '@']))
}
