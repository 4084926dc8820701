//! What each address does.

use axum::Router;
use axum::extract::{RawQuery, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::{Next, from_fn};
use axum::response::{AppendHeaders, IntoResponse as _, Redirect, Response};
use axum::routing::get;
use mrtr_runtime::Principal;
use url::form_urlencoded;

use super::Pages;
use super::html::{error, escaped, form, page};
use super::origin;

/// The cookie of a session, which a browser sends along with no form of another site (`SameSite`).
const COOKIE: &str = "calendar_session";

pub(super) fn router(pages: Pages) -> Router {
    Router::new()
        .route("/login", get(show_login).post(log_in))
        .route("/connect", get(show_connect).post(connect))
        .route("/callback", get(callback))
        .route("/provider/authorize", get(show_authorize).post(authorize))
        .layer(from_fn(of_our_own))
        .with_state(pages)
}

/// Takes forms of these pages alone. Else another site could log a visitor in under its own name (login CSRF), and what
/// they then connect would be its own.
async fn of_our_own(request: Request, next: Next) -> Response {
    if request.method() == Method::POST && origin::is_foreign(request.headers()) {
        let text = "This form came from another site.";
        return error(StatusCode::FORBIDDEN, text);
    }
    next.run(request).await
}

/// A value of a query or of a form.
fn field(text: &str, name: &str) -> String {
    let mut pairs = form_urlencoded::parse(text.as_bytes());
    let found = pairs.find(|(known, _)| known == name);
    found.map_or_else(String::new, |(_, value)| value.into_owned())
}

fn query(parts: &[(&str, &str)]) -> String {
    form_urlencoded::Serializer::new(String::new())
        .extend_pairs(parts)
        .finish()
}

fn cookie(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get(header::COOKIE)?.to_str().ok()?;
    let mut pairs = cookies.split("; ").filter_map(|pair| pair.split_once('='));
    pairs.find_map(|(name, value)| (name == COOKIE).then_some(value))
}

async fn show_login(RawQuery(text): RawQuery) -> Response {
    let next = field(&text.unwrap_or_default(), "next");
    let shown = "<label>Your name <input name=\"name\" required></label> <button>Log in</button>";
    page("Log in", &form("/login", &[("next", &next)], shown))
}

async fn log_in(State(pages): State<Pages>, body: String) -> Response {
    let (name, next) = (field(&body, "name"), field(&body, "next"));
    // Back to this server and nowhere else.
    if name.is_empty() || !next.starts_with("/connect?") {
        return error(
            StatusCode::BAD_REQUEST,
            "Open the link that your assistant showed you.",
        );
    }
    match pages.sessions.log_in(&name) {
        Ok(cookie) => {
            let cookie = format!("{COOKIE}={cookie}; HttpOnly; SameSite=Lax; Path=/");
            let headers = AppendHeaders([(header::SET_COOKIE, cookie)]);
            (headers, Redirect::to(&next)).into_response()
        }
        Err(_) => error(StatusCode::INTERNAL_SERVER_ERROR, "Try again later."),
    }
}

async fn show_connect(
    State(pages): State<Pages>,
    headers: HeaderMap,
    RawQuery(text): RawQuery,
) -> Response {
    let text = text.unwrap_or_default();
    let link = field(&text, "link");
    let Some(visitor) = pages.visitor(cookie(&headers)) else {
        let next = format!("/connect?{}", query(&[("link", &link)]));
        return Redirect::to(&format!("/login?{}", query(&[("next", &next)]))).into_response();
    };
    match pages.open(&link, &visitor) {
        Ok(_) => {
            let name = escaped(visitor.subject().unwrap_or("you"));
            let shown = format!("<p>Connect a calendar for {name}?</p><button>Connect</button>");
            page(
                "Connect your calendar",
                &form("/connect", &[("link", &link)], &shown),
            )
        }
        Err(refused) => error(StatusCode::FORBIDDEN, &refused.to_string()),
    }
}

async fn connect(State(pages): State<Pages>, headers: HeaderMap, body: String) -> Response {
    let Some(visitor) = pages.visitor(cookie(&headers)) else {
        return error(StatusCode::FORBIDDEN, "Log in first.");
    };
    if let Err(refused) = pages.open(&field(&body, "link"), &visitor) {
        return error(StatusCode::FORBIDDEN, &refused.to_string());
    }
    match pages.sessions.begin(visitor) {
        Ok(state) => {
            let to = query(&[("state", &state), ("redirect_uri", "/callback")]);
            Redirect::to(&format!("/provider/authorize?{to}")).into_response()
        }
        Err(_) => error(StatusCode::INTERNAL_SERVER_ERROR, "Try again later."),
    }
}

/// Back from the provider, in the browser of the person who went there.
async fn callback(
    State(pages): State<Pages>,
    headers: HeaderMap,
    RawQuery(text): RawQuery,
) -> Response {
    let text = text.unwrap_or_default();
    let visitor = pages.visitor(cookie(&headers));
    let person = visitor.filter(|person| pages.sessions.end(&field(&text, "state"), person));
    let Some(person) = person else {
        return error(
            StatusCode::FORBIDDEN,
            "This login was begun by somebody else.",
        );
    };
    finish(&pages, &person, &field(&text, "code"))
}

fn finish(pages: &Pages, person: &Principal, code: &str) -> Response {
    match pages.provider.redeem(code) {
        Ok(Some(calendar)) => {
            let owner = escaped(&calendar.owner);
            pages.accounts.connect(person, calendar);
            let text =
                format!("<p>The calendar of {owner} is connected. Go back to your assistant.</p>");
            page("Connected", &text)
        }
        Ok(None) => error(
            StatusCode::BAD_REQUEST,
            "The provider does not know this code.",
        ),
        Err(_) => error(StatusCode::INTERNAL_SERVER_ERROR, "Try again later."),
    }
}

/// At the provider's. A real one checks who asks, and that it may send people back to there.
async fn show_authorize(RawQuery(text): RawQuery) -> Response {
    let text = text.unwrap_or_default();
    let (state, back) = (field(&text, "state"), field(&text, "redirect_uri"));
    let shown = "<label>Calendar of <input name=\"owner\" required></label> \
                 <label>Password <input name=\"password\" type=\"password\"></label> <button>Allow</button>";
    let hidden = [("state", state.as_str()), ("redirect_uri", &back)];
    page(
        "Calendar provider",
        &form("/provider/authorize", &hidden, shown),
    )
}

async fn authorize(State(pages): State<Pages>, body: String) -> Response {
    let owner = field(&body, "owner");
    if owner.is_empty() || field(&body, "redirect_uri") != "/callback" {
        return error(StatusCode::BAD_REQUEST, "Whose calendar is it?");
    }
    match pages.provider.approve(&owner) {
        Ok(code) => {
            let back = query(&[("code", &code), ("state", &field(&body, "state"))]);
            Redirect::to(&format!("/callback?{back}")).into_response()
        }
        Err(_) => error(StatusCode::INTERNAL_SERVER_ERROR, "Try again later."),
    }
}
