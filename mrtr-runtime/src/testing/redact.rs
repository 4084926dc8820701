//! What differs from run to run is kept out of a transcript.

/// An address with its long random parts left out: tokens of links, ids and keys of flows.
pub(super) fn redacted(url: &str) -> String {
    let mut text = String::with_capacity(url.len());
    let mut word = String::new();
    for sign in url.chars() {
        if sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_' | '.') {
            word.push(sign);
        } else {
            text.push_str(&shown(&std::mem::take(&mut word)));
            text.push(sign);
        }
    }
    text + &shown(&word)
}

/// Hosts are shorter, or have short parts.
const LONG: usize = 20;

fn shown(word: &str) -> String {
    let parts = word.split('.');
    match parts
        .clone()
        .any(|part| part.len() > LONG && part.contains(|c: char| c.is_ascii_digit()))
    {
        true => "..".to_owned(),
        false => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_and_ids_are_left_out_and_hosts_stay() {
        let hex = "0123456789abcdef0123456789abcdef";
        let url =
            format!("https://pay.example.com/checkout-of-everything/{hex}?a=m1.k9.{hex}_-&b=7");
        let shown = "https://pay.example.com/checkout-of-everything/..?a=..&b=7";
        assert_eq!(redacted(&url), shown);
    }
}
