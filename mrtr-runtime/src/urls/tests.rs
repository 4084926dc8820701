#![allow(clippy::unwrap_used)]

use super::*;

fn rules() -> UrlRules {
    UrlRules::new(
        &[
            "pay.example.com",
            "*.pages.example",
            "BÜCHER.example",
            "[2001:db8::1]",
        ],
        false,
    )
    .unwrap()
}

#[track_caller]
fn refused(url: &str, flaw: &UrlFlaw) {
    assert_eq!(rules().check(url, 2048), Err(flaw.clone()), "{url}");
}

#[test]
fn an_address_is_sent_as_browsers_read_it() {
    for (given, sent) in [
        (
            "https://pay.example.com/a?b=c#d",
            "https://pay.example.com/a?b=c#d",
        ),
        ("HTTPS://PAY.example.com", "https://pay.example.com/"),
        ("https:\\\\pay.example.com\\a", "https://pay.example.com/a"),
        (
            "https://pay.example.com:8443/",
            "https://pay.example.com:8443/",
        ),
        (
            "https://pay.example.com/\u{202e}\n b",
            "https://pay.example.com/%E2%80%AE%20b",
        ),
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
        ("https://a.b.pages.example/", "https://a.b.pages.example/"),
        ("https://[2001:db8::1]/", "https://[2001:db8::1]/"),
    ] {
        assert_eq!(rules().check(given, 2048).as_deref(), Ok(sent), "{given}");
    }
}

#[test]
fn a73_an_address_that_is_not_https_is_refused() {
    for url in [
        "javascript:alert(1)",
        "http://pay.example.com/",
        "data:text/html,x",
        "file:///etc/passwd",
        "myapp://pay",
    ] {
        refused(url, &UrlFlaw::NotHttps);
    }
    for url in [
        "",
        "pay.example.com/a",
        "/pay",
        "//pay.example.com",
        "https://",
        "https://a b/",
        "https://%00/",
    ] {
        refused(url, &UrlFlaw::NotAbsolute);
    }
}

#[test]
fn a73_an_address_with_a_user_or_a_password_is_refused() {
    for url in [
        "https://ann@pay.example.com/",
        "https://:pw@pay.example.com/",
        "https://pay.example.com:pw@evil.example/",
    ] {
        refused(url, &UrlFlaw::UserInfo);
    }
}

#[test]
fn only_listed_hosts_are_sent_to() {
    for host in [
        "evil.example",
        "pages.example",
        "evilpages.example",
        "pay.example.com.evil.example",
        "example.com",
        "pay.example.com.",
        "pay.example.co",
        "a.pay.example.com",
        "127.0.0.1",
        "[2001:db8::2]",
    ] {
        let url = format!("https://{host}/");
        refused(&url, &UrlFlaw::NotListed);
    }
    // What a careless reader takes for the host.
    refused(
        "https://evil.example\\@pay.example.com/",
        &UrlFlaw::NotListed,
    );
    refused(
        "https://evil.example#@pay.example.com/",
        &UrlFlaw::NotListed,
    );
}

#[test]
fn without_a_list_nobody_is_sent_anywhere() {
    let none = UrlRules::default();
    assert_eq!(
        none.check("https://pay.example.com/", 2048),
        Err(UrlFlaw::NoHosts)
    );
}

#[test]
fn pages_of_this_machine_are_for_development() {
    let dev = UrlRules::new(&["pay.example.com"], true).unwrap();
    for url in [
        "http://localhost:8000/a",
        "http://127.0.0.1/",
        "http://127.9.9.9/",
        "http://[::1]:3/",
        "https://localhost/",
        "http://app.localhost/",
    ] {
        assert!(dev.check(url, 2048).is_ok(), "{url}");
        assert!(rules().check(url, 2048).is_err(), "{url}");
    }
    for url in [
        "http://pay.example.com/",
        "http://localhost.evil.example/",
        "http://0.0.0.0/",
        "http://192.168.0.1/",
        "http://notlocalhost/",
    ] {
        assert_eq!(dev.check(url, 2048), Err(UrlFlaw::NotHttps), "{url}");
    }
    assert_eq!(
        dev.check("http://a:b@localhost/", 2048),
        Err(UrlFlaw::UserInfo)
    );
}

#[test]
fn an_address_has_its_length_before_and_after_it_is_read() {
    let url = "https://pay.example.com/";
    assert_eq!(rules().check(url, url.len()).as_deref(), Ok(url));
    assert_eq!(
        rules().check(url, url.len() - 1),
        Err(UrlFlaw::TooLong(url.len() - 1))
    );
    assert_eq!(
        rules().check("https://pay.example.com/ü", 27),
        Err(UrlFlaw::TooLong(27))
    );
}

#[test]
fn a_host_that_is_none_is_told_by_its_place() {
    for wrong in [
        "",
        "*",
        "*.",
        "https://pay.example.com",
        "pay.example.com/a",
        "a b",
        "pay.example.com:443",
        "*.127.0.0.1",
        "a.*.b",
        "ann@pay.example.com",
    ] {
        assert_eq!(
            UrlRules::new(&["pay.example.com", wrong], false).err(),
            Some(2),
            "{wrong}"
        );
    }
}

#[test]
fn what_is_wrong_shows_no_more_than_the_host() {
    let flaws = [
        rules().check("https://evil.example/canary?canary=canary#canary", 2048),
        rules().check("https://canary:canary@pay.example.com/canary", 2048),
        rules().check("http://canary.example/canary", 2048),
    ];
    for flaw in flaws {
        let text = flaw.unwrap_err().to_string();
        assert!(!text.contains("canary"), "{text}");
    }
}
