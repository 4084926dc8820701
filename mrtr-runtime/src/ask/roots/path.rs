//! The path in a `file://` uri, of whatever system the client runs on.

use percent_encoding::percent_decode_str;
use url::{Host, Url};

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
    if server.is_none() && names_a_server(uri) {
        return None;
    }
    // A drive is on this machine.
    let is_drive = has_drive_letter(&path);
    let path = match server {
        Some(server) => format!("//{server}{path}"),
        None if has_drive(&path) => path.strip_prefix('/')?.to_owned(),
        None if !is_drive && has_more_slashes(uri) => of_a_server(&path)?,
        None => path,
    };
    // Where there are drives and servers a backslash separates, too.
    let is_windows = is_drive || path.starts_with("//");
    (!is_windows || !path.contains('\\')).then_some(path)
}

/// Whether it is one as `file:////server/share`, whose path names the server (RFC 8089, E.3.2): a parser may take all
/// slashes but one away.
fn has_more_slashes(uri: &str) -> bool {
    let behind = uri.get(FILE.len()..).unwrap_or_default();
    let path = behind.trim_start_matches(|c| !is_slash(c));
    // What the URL standard takes away first.
    let mut path = path.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r'));
    path.next().is_some_and(is_slash) && path.next().is_some_and(is_slash)
}

const fn is_slash(c: char) -> bool {
    matches!(c, '/' | '\\')
}

/// A path whose first part is a server.
fn of_a_server(path: &str) -> Option<String> {
    let path = path.trim_start_matches('/');
    let server = path.split('/').next()?;
    // A device, as in `//?/C:`, is none.
    Host::parse(server).ok()?;
    Some(format!("//{path}"))
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
    let authority = authority.split(is_slash).next().unwrap_or_default();
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
            ("file:////server/share/a%20b", "//server/share/a b"),
            ("file:////C:/Users", "C:/Users"),
            ("file://///server/share", "//server/share"),
            ("file://localhost//server/share", "//server/share"),
            (r"file:///\\server\share", "//server/share"),
            (r"file:\\\\server\share", "//server/share"),
            (r"file:///C:\Users\..\ann", "C:/ann"),
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
            r"file:///C%3A%5CUsers/ann",
            r"file://server/share%5C..%5Cx",
            r"file:////server/share%5C..%5Cx",
            r"file://///server/share%5C..%5Cx",
            r"file://localhost//server/share%5C..%5Cx",
            r"file:///\\server\share%5C..%5Cx",
            "file:///\t/server/share%5C..%5Cx",
            "file:///\n\\server/share%5C..%5Cx",
            "file:////C:/Users%5C..%5Cx",
            r"file:////%5C%5Cserver/share",
            r"file:////server%5C..%5Cx/share",
            "file://server/C:/x",
            "file:////%3F/C:/x",
            "file:////",
        ] {
            assert_eq!(of(uri), None, "{uri}");
        }
    }
}
