use super::*;

fn all(format: Format, texts: &[&str], expected: bool) {
    for text in texts {
        assert_eq!(has_format(text, format), expected, "{format:?} {text:?}");
    }
}

#[test]
fn a_date_exists_in_the_calendar() {
    let good = [
        "2026-02-28",
        "2024-02-29",
        "2000-02-29",
        "0001-01-01",
        "9999-12-31",
    ];
    let bad = [
        "2026-02-30",
        "2026-02-29",
        "1900-02-29",
        "2026-13-01",
        "2026-00-10",
        "2026-04-31",
        "2026-01-00",
        "26-01-01",
        "2026-1-1",
        "2026/01/01",
        "2026-01-01T00:00:00Z",
        " 2026-01-01",
        "",
        "２026-01-01",
        "+026-01-01",
    ];
    all(Format::Date, &good, true);
    all(Format::Date, &bad, false);
}

#[test]
fn a_date_time_has_a_zone() {
    let good = [
        "2026-02-28T09:30:00Z",
        "2026-02-28t09:30:00z",
        "2026-02-28T09:30:00.5+02:00",
        "2026-02-28T23:59:59.123456789-11:30",
        "2016-12-31T23:59:60Z",
        "2016-12-31T15:59:60-08:00",
        "2017-01-01T00:59:60+01:00",
    ];
    let bad = [
        "2026-02-28",
        "2026-02-28T09:30:00",
        "2026-02-28 09:30:00Z",
        "2026-02-28T09:30Z",
        "2026-02-30T09:30:00Z",
        "2026-02-28T24:00:00Z",
        "2026-02-28T09:60:00Z",
        "2026-02-28T09:30:61Z",
        "2026-02-28T09:30:00.Z",
        "2026-02-28T09:30:00+24:00",
        "2026-02-28T09:30:00+0200",
        "2026-02-28T09:30:00Zjunk",
        "2026-02-28T12:00:60Z",
        "",
        "2026-02-28T09:30:00.5",
        "2026-02-2é9:30:00Z",
    ];
    all(Format::DateTime, &good, true);
    all(Format::DateTime, &bad, false);
}

#[test]
fn an_email_address_has_a_local_part_and_a_domain() {
    let good = [
        "a@example.com",
        "first.last+tag@mail.example.co.uk",
        "o'brien@localhost",
        "grüße@bücher.example",
        "a@1.2",
    ];
    let bad = [
        "nope",
        "@example.com",
        "a@",
        "a@@b.c",
        "a b@example.com",
        ".a@example.com",
        "a.@example.com",
        "a..b@example.com",
        "a@example..com",
        "a@-example.com",
        "a@example-.com",
        "a@example.com.",
        "a@.example.com",
        "a@exa mple.com",
        "a@example.com\n",
        "\"quoted\"@example.com",
        "",
    ];
    all(Format::Email, &good, true);
    all(Format::Email, &bad, false);
    let long = format!("{}@example.com", "a".repeat(65));
    all(Format::Email, &[&long], false);
    let label = format!("a@{}.com", "b".repeat(64));
    all(Format::Email, &[&label], false);
}

#[test]
fn a_uri_is_absolute() {
    let good = [
        "https://example.com",
        "http://example.com:8080/a?b=c#d",
        "mailto:a@example.com",
        "urn:isbn:1",
        "HTTPS://[::1]/",
        "https://example.com/%20",
        "https://bücher.example/ä",
        "git+ssh://host/path",
    ];
    let bad = [
        "example.com",
        "/path",
        "//example.com",
        "https:",
        "https://",
        "http:///path",
        "https:example.com",
        "1http://a",
        "https://example.com/a b",
        "https://example.com/%2",
        "https://example.com/<x>",
        "C:\\path",
        "https://a\n",
        "",
        ":",
    ];
    all(Format::Uri, &good, true);
    all(Format::Uri, &bad, false);
}
