//! Where a form comes from, as the browser tells it.

use axum::http::{HeaderMap, header};

/// Whether a browser sent this from a page of another site.
///
/// Every browser of today says so by `Sec-Fetch-Site` (over https, and to this machine), and one of yesterday by `Origin`.
/// What says neither is no browser, so it has no visitor whom it could deceive.
pub(super) fn is_foreign(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or(""));
    if let Some(site) = text("sec-fetch-site") {
        return site != "same-origin";
    }
    let Some(origin) = text(header::ORIGIN.as_str()) else {
        return false;
    };
    let host = text(header::HOST.as_str());
    let (_, from) = origin.split_once("://").unwrap_or(("", origin));
    host != Some(from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn foreign(given: &[(&'static str, &'static str)]) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert("host", HeaderValue::from_static("calendar.example.com"));
        for (name, value) in given {
            headers.insert(*name, HeaderValue::from_static(value));
        }
        is_foreign(&headers)
    }

    #[test]
    fn a_form_of_another_site_is_told_from_ours() {
        let ours = ("origin", "https://calendar.example.com");
        assert!(!foreign(&[]));
        assert!(!foreign(&[("sec-fetch-site", "same-origin")]));
        // With `Referrer-Policy: no-referrer`, as the pages have it.
        assert!(!foreign(&[
            ("sec-fetch-site", "same-origin"),
            ("origin", "null")
        ]));
        assert!(!foreign(&[ours]));
        for site in ["cross-site", "same-site", "none", ""] {
            assert!(foreign(&[("sec-fetch-site", site), ours]), "{site}");
        }
        for origin in [
            "https://evil.example",
            "https://calendar.example.com.evil.example",
            "null",
            "",
        ] {
            assert!(foreign(&[("origin", origin)]), "{origin}");
        }
    }
}
