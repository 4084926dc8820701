//! The path in a `file://` uri, of whatever system the client runs on.

use percent_encoding::percent_decode_str;
use url::Url;

/// What the uri of a file begins with, in whatever case.
pub(super) const FILE: &str = "file://";

/// The path, decoded; none if the uri is that of no path.
pub(super) fn of(uri: &str) -> Option<String> {
    let url = Url::parse(uri).ok()?;
    if url.query().is_some() || url.fragment().is_some() {
        return None;
    }
    let path = decoded(url.path())?;
    let server = url.host_str().filter(|host| !host.is_empty());
    // A drive is on this machine, and where there are drives a backslash separates, too.
    let is_windows = server.is_some() || has_drive_letter(&path);
    if is_windows && path.contains('\\') || server.is_none() && names_a_server(uri) {
        return None;
    }
    Some(match server {
        Some(server) => format!("//{server}{path}"),
        None if has_drive(&path) => path.strip_prefix('/')?.to_owned(),
        None => path,
    })
}

/// Each part by itself: what decodes to a separator would lead elsewhere.
fn decoded(path: &str) -> Option<String> {
    let mut parts = Vec::new();
    for part in path.split('/') {
        let part = percent_decode_str(part).decode_utf8().ok()?;
        if part.contains(['/', '\0']) {
            return None;
        }
        parts.push(part);
    }
    Some(parts.join("/"))
}

/// Whether the uri itself names another machine, which the URL standard takes away ahead of a drive.
fn names_a_server(uri: &str) -> bool {
    let authority = uri.get(FILE.len()..).unwrap_or_default();
    let authority = authority.split(['/', '\\']).next().unwrap_or_default();
    !authority.is_empty()
        && !authority.eq_ignore_ascii_case("localhost")
        && !has_drive_letter(&format!("/{authority}"))
}

/// `/C:..`, whatever comes behind.
fn has_drive_letter(path: &str) -> bool {
    matches!(path.as_bytes(), [b'/', drive, b':', ..] if drive.is_ascii_alphabetic())
}

/// `/C:` or `/C:/..`, as Windows has it.
fn has_drive(path: &str) -> bool {
    match path.as_bytes() {
        [b'/', drive, b':'] | [b'/', drive, b':', b'/', ..] => drive.is_ascii_alphabetic(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_all_systems_are_decoded() {
        for (uri, path) in [
            ("file:///home/ann/work", "/home/ann/work"),
            ("file:///home/ann/a%20b%23c", "/home/ann/a b#c"),
            ("file:///home/ann/gr%C3%BC%C3%9Fe", "/home/ann/grüße"),
            ("file:///home/ann/grüße", "/home/ann/grüße"),
            ("file://localhost/home/ann", "/home/ann"),
            ("file:///", "/"),
            ("file:///home/ann/../bob", "/home/bob"),
            ("file:///home/100%25", "/home/100%"),
            ("file:///C:/Users/ann", "C:/Users/ann"),
            ("file:///c%3A/Users/ann%20b", "c:/Users/ann b"),
            ("file:///C:", "C:"),
            ("file://localhost/C:/Users", "C:/Users"),
            ("FILE:///home/ann", "/home/ann"),
            (r"file:///home/ann/a%5Cb", r"/home/ann/a\b"),
            ("file://server/share/a%20b", "//server/share/a b"),
        ] {
            assert_eq!(of(uri).as_deref(), Some(path), "{uri}");
        }
    }

    #[test]
    fn what_is_no_path_is_none() {
        for uri in [
            "file:///a?b",
            "file:///a#b",
            "file:///a%2Fb",
            "file:///a/..%2f..%2fetc",
            "file:///a%00b",
            "file:///%FF",
            "file://a b/",
            r"file:///C:/Users/ann/a%5C..%5C..%5CWindows",
            r"file:///C%3A%5CUsers",
            r"file://server/share%5C..%5Cx",
            "file://server/C:/x",
        ] {
            assert_eq!(of(uri), None, "{uri}");
        }
    }
}
