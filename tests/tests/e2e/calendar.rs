//! The example that connects an account on a page, with a browser that is a plain HTTP client.

use mrtr_tests::{
    Chromium, Client, Example, Operation, Person, Round, Talk, Transport, example, tool,
};
use serde_json::json;

fn calendar() -> Example {
    example!("calendar")
}

fn next_meeting() -> Operation {
    tool("next_meeting", json!({}))
}

fn person(subject: Option<&str>) -> Person {
    let person = Person::modern().declaring(json!({"elicitation": {"url": {}}}));
    match subject {
        Some(subject) => person.bearer(&format!("{subject}.token")),
        None => person,
    }
}

/// One browser: it keeps a cookie, and follows a redirect when it is told to.
#[derive(Default)]
struct Browser {
    cookie: Option<String>,
}

/// What came: the status, where it leads, and the text.
#[derive(Debug)]
struct Seen {
    status: u16,
    location: String,
    text: String,
}

impl Browser {
    async fn get(&mut self, url: &str) -> Seen {
        self.send(reqwest::Method::GET, url, String::new()).await
    }

    async fn post(&mut self, url: &str, fields: &[(&str, &str)]) -> Seen {
        let mut body = url::form_urlencoded::Serializer::new(String::new());
        let body = body.extend_pairs(fields).finish();
        self.send(reqwest::Method::POST, url, body).await
    }

    async fn send(&mut self, method: reqwest::Method, url: &str, body: String) -> Seen {
        let policy = reqwest::redirect::Policy::none();
        let http = reqwest::Client::builder().redirect(policy).build().unwrap();
        let mut request = http.request(method, url).body(body);
        if let Some(cookie) = &self.cookie {
            request = request.header("Cookie", cookie);
        }
        let response = request.send().await.unwrap();
        let header = |name: &str| {
            let value = response.headers().get(name);
            value.map_or_else(String::new, |value| value.to_str().unwrap().to_owned())
        };
        let (location, set) = (header("location"), header("set-cookie"));
        if let Some((cookie, _)) = set.split_once(';') {
            self.cookie = Some(cookie.to_owned());
        }
        let status = response.status().as_u16();
        let text = response.text().await.unwrap();
        Seen {
            status,
            location,
            text,
        }
    }

    /// Opens a link, logs in by this name, and comes back to it.
    async fn open_as(&mut self, url: &str, name: &str) -> Seen {
        let base = base(url);
        let to_login = self.get(url).await;
        assert!(to_login.location.starts_with("/login?"), "{to_login:?}");
        let next = parameter(&to_login.location, "next");
        let login = [("name", name), ("next", &next)];
        let back = self.post(&format!("{base}/login"), &login).await;
        assert_eq!(format!("{base}{}", back.location), url);
        self.get(url).await
    }

    /// From "Connect" to the last page.
    async fn connect(&mut self, url: &str, owner: &str) -> Seen {
        let base = base(url);
        let link = parameter(url, "link");
        let sent = self
            .post(&format!("{base}/connect"), &[("link", &link)])
            .await;
        if sent.status != 303 {
            return sent;
        }
        let state = parameter(&sent.location, "state");
        let login = [
            ("owner", owner),
            ("state", &state),
            ("redirect_uri", "/callback"),
        ];
        let allowed = self
            .post(&format!("{base}/provider/authorize"), &login)
            .await;
        self.get(&format!("{base}{}", allowed.location)).await
    }
}

fn base(url: &str) -> &str {
    url.split_once("/connect").unwrap().0
}

fn parameter(url: &str, name: &str) -> String {
    let (_, query) = url.split_once('?').unwrap();
    let mut pairs = url::form_urlencoded::parse(query.as_bytes());
    pairs
        .find(|(known, _)| known == name)
        .unwrap()
        .1
        .into_owned()
}

/// The address that is asked for, and the call.
async fn asked(client: &Client) -> (String, Talk<'_>) {
    let call = client.start(next_meeting()).await;
    let url = &call.round.request("calendar")["params"]["url"];
    (url.as_str().unwrap().to_owned(), call)
}

fn opened() -> serde_json::Value {
    json!({"calendar": {"action": "accept"}})
}

/// What the call comes to. The request is held open while the account is connected, but not for ever: where it all takes
/// longer, the page is asked for again.
async fn connected(call: &mut Talk<'_>) -> Round {
    loop {
        let round = call.answer(opened()).await;
        if !matches!(round, Round::Asks(_)) {
            return round.clone();
        }
    }
}

#[tokio::test]
async fn an_account_is_connected_on_a_page_and_stays_so() {
    let server = calendar().start(Transport::Http).await;
    let client = server.connect(&person(Some("alice"))).await;
    let (url, mut call) = asked(&client).await;
    let mut browser = Browser::default();
    let shown = browser.open_as(&url, "alice").await;
    assert!(
        shown.text.contains("Connect a calendar for alice?"),
        "{shown:?}"
    );
    let (round, page) = tokio::join!(connected(&mut call), browser.connect(&url, "alice@work"));
    assert_eq!(round.text(), "alice@work: 14:00, Review of the quarter");
    assert!(page.text.contains("is connected"), "{page:?}");
    // The next call asks nothing.
    assert_eq!(
        client.once(next_meeting()).await.text(),
        "alice@work: 14:00, Review of the quarter"
    );
}

#[tokio::test]
async fn a_link_that_was_passed_on_connects_nobody() {
    let server = calendar().start(Transport::Http).await;
    let mallory = server.connect(&person(Some("mallory"))).await;
    let (url, _) = asked(&mallory).await;
    // Bob gets the link from Mallory, is logged in as himself, and even sends the form.
    let mut bob = Browser::default();
    let shown = bob.open_as(&url, "bob").await;
    let text = "This link does not open: it has expired, or it was made for somebody else.";
    assert!(
        shown.status == 403 && shown.text.contains(text),
        "{shown:?}"
    );
    let sent = bob.connect(&url, "bob@work").await;
    assert!(sent.status == 403 && sent.text.contains(text), "{sent:?}");
    assert_eq!(mallory.once(next_meeting()).await.asked(), ["calendar"]);
    // Nor does what Mallory has begun at the provider's end in Bob's browser.
    let mut hers = Browser::default();
    hers.open_as(&url, "mallory").await;
    let link = parameter(&url, "link");
    let begun = hers
        .post(&format!("{}/connect", base(&url)), &[("link", &link)])
        .await;
    let state = parameter(&begun.location, "state");
    let login = [
        ("owner", "bob@work"),
        ("state", &state),
        ("redirect_uri", "/callback"),
    ];
    let allowed = bob
        .post(&format!("{}/provider/authorize", base(&url)), &login)
        .await;
    let back = bob
        .get(&format!("{}{}", base(&url), allowed.location))
        .await;
    assert_eq!(back.status, 403, "{back:?}");
    assert_eq!(mallory.once(next_meeting()).await.asked(), ["calendar"]);
}

#[tokio::test]
async fn a_page_sends_people_nowhere_else_and_knows_nobody_by_a_link_alone() {
    let server = calendar().start(Transport::Http).await;
    let client = server.connect(&person(Some("alice"))).await;
    let (url, _) = asked(&client).await;
    let mut browser = Browser::default();
    for next in [
        "https://evil.example/",
        "//evil.example",
        "/provider/authorize",
        "",
    ] {
        let login = [("name", "alice"), ("next", next)];
        let sent = browser.post(&format!("{}/login", base(&url)), &login).await;
        assert_eq!(
            (sent.status, browser.cookie.is_none()),
            (400, true),
            "{next}"
        );
    }
    let link = parameter(&url, "link");
    let sent = browser
        .post(&format!("{}/connect", base(&url)), &[("link", &link)])
        .await;
    assert_eq!(sent.status, 403);
}

#[tokio::test]
async fn a_form_of_another_site_logs_nobody_in() {
    let server = calendar().start(Transport::Http).await;
    let client = server.connect(&person(Some("mallory"))).await;
    let (url, _) = asked(&client).await;
    let link = parameter(&url, "link");
    let next = format!("/connect?link={link}");
    let login = format!("name=mallory&next={}", next.replace('=', "%3D"));
    for path in ["login", "connect", "provider/authorize"] {
        for (name, value) in [
            ("Sec-Fetch-Site", "cross-site"),
            ("Origin", "https://evil.example"),
        ] {
            let http = reqwest::Client::new();
            let form = http.post(format!("{}/{path}", base(&url)));
            let form = form.header(name, value).body(login.clone());
            let sent = form.send().await.unwrap();
            assert_eq!(sent.status().as_u16(), 403, "{path} {name}");
            assert!(sent.headers().get("set-cookie").is_none());
            assert!(sent.text().await.unwrap().contains("from another site"));
        }
    }
}

#[tokio::test]
async fn nobody_is_asked_whose_calendar_could_be_anyones() {
    let server = calendar().start(Transport::Http).await;
    let client = server.connect(&person(None)).await;
    let refused = client.once(next_meeting()).await;
    assert!(refused.tool_error().contains("Log in first"), "{refused:?}");
}

#[tokio::test]
async fn over_stdio_the_user_is_whoever_opens_the_page() {
    let server = calendar().start(Transport::Stdio).await;
    let client = server.connect(&person(None)).await;
    let (url, mut call) = asked(&client).await;
    let mut browser = Browser::default();
    assert_eq!(browser.get(&url).await.status, 200);
    let (round, page) = tokio::join!(connected(&mut call), browser.connect(&url, "ann"));
    assert_eq!(page.status, 200, "{page:?}");
    assert_eq!(round.text(), "ann: 14:00, Review of the quarter");
}

/// What a person sees, in a real browser: its cookies, redirects, and what the pages forbid it.
#[tokio::test]
async fn in_a_browser_the_person_who_asked_connects_and_another_does_not() {
    let Some(browser) = Chromium::start().await else {
        return;
    };
    let server = calendar().start(Transport::Http).await;
    let alice = server.connect(&person(Some("alice"))).await;
    let (url, mut call) = asked(&alice).await;

    // Bob, to whom the address was passed on.
    browser.open(&url).await;
    browser.picture("1-log-in").await;
    browser.fill("name", "bob").await;
    browser.click("Log in").await;
    browser.shows("This link does not open").await;
    browser.picture("2-not-yours").await;
    browser.quit().await;

    let browser = Chromium::start().await.unwrap();
    browser.open(&url).await;
    browser.fill("name", "alice").await;
    browser.click("Log in").await;
    browser.is_at(&url).await;
    browser.shows("Connect a calendar for alice?").await;
    browser.picture("3-connect").await;
    let visit = async {
        browser.click("Connect").await;
        browser.fill("owner", "alice@work").await;
        browser.picture("4-provider").await;
        browser.fill("password", "secret").await;
        browser.click("Allow").await;
        browser
            .shows("The calendar of alice@work is connected")
            .await;
        browser.picture("5-connected").await;
    };
    let (round, ()) = tokio::join!(connected(&mut call), visit);
    assert_eq!(round.text(), "alice@work: 14:00, Review of the quarter");
    browser.quit().await;
}
