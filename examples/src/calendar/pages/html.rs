//! How the pages look, and what every one of them tells the browser.

use axum::http::{HeaderName, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

/// No scripts, no frames, no cache, and the address, which holds the link, goes nowhere else.
const HEADERS: [(HeaderName, &str); 4] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    ),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
];

const STYLE: &str = "body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 4rem auto; padding: 0 1rem } \
                     label { display: block; margin: .6rem 0 } input { font: inherit; display: block } \
                     button { font: inherit; padding: .4rem 1rem }";

/// A page; `body` is HTML.
pub(super) fn page(title: &str, body: &str) -> Response {
    with_status(StatusCode::OK, title, body)
}

/// A page that says what is wrong.
pub(super) fn error(status: StatusCode, text: &str) -> Response {
    with_status(
        status,
        "This did not work",
        &format!("<p>{}</p>", escaped(text)),
    )
}

fn with_status(status: StatusCode, title: &str, body: &str) -> Response {
    let title = escaped(title);
    let html = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>{title}</title><style>{STYLE}</style>\
         <h1>{title}</h1>{body}</html>"
    );
    (status, HEADERS, Html(html)).into_response()
}

/// A form that sends hidden values to `action`.
pub(super) fn form(action: &str, hidden: &[(&str, &str)], shown: &str) -> String {
    let hidden = hidden.iter().map(|(name, value)| {
        format!(
            "<input type=\"hidden\" name=\"{name}\" value=\"{}\">",
            escaped(value)
        )
    });
    let hidden: String = hidden.collect();
    format!("<form method=\"post\" action=\"{action}\">{hidden}{shown}</form>")
}

/// Text in HTML, within quotes too.
pub(super) fn escaped(text: &str) -> String {
    let escape = |sign| match sign {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        '\'' => "&#39;".to_owned(),
        sign => sign.to_string(),
    };
    text.chars().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_from_outside_stays_text() {
        assert_eq!(
            escaped("<a href=\"x\" b='y'>&"),
            "&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;"
        );
        let form = form("/login", &[("next", "\"><script>")], "");
        assert!(!form.contains("<script"), "{form}");
    }
}
