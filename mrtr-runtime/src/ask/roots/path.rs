//! The path in a `file://` uri, of whatever system the client runs on.

use percent_encoding::percent_decode_str;
use url::Url;

/// The path, decoded; none if the uri is that of no path.
pub(super) fn of(uri: &str) -> Option<String> {
    let url = Url::parse(uri).ok()?;
    if url.query().is_some() || url.fragment().is_some() {
        return None;
    }
    let path = decoded(url.path())?;
    Some(match url.host_str().filter(|host| !host.is_empty()) {
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
        ] {
            assert_eq!(of(uri), None, "{uri}");
        }
    }
}
