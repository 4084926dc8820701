#![allow(clippy::unwrap_used)]

use super::*;

fn texts(list: &[(&str, &str)]) -> Vec<(String, String)> {
    let own = |(value, title): &(&str, &str)| ((*value).to_owned(), (*title).to_owned());
    list.iter().map(own).collect()
}

fn titles(list: &[(&str, &str)]) -> Vec<String> {
    let options = options(texts(list));
    options.iter().map(|o| o.title().to_owned()).collect()
}

#[test]
fn items_of_the_same_title_are_told_apart_by_their_value() {
    assert_eq!(
        titles(&[("7", "Renew"), ("8", "Renew"), ("9", "Print")]),
        ["Renew (7)", "Renew (8)", "Print"]
    );
}

#[test]
fn a_title_cannot_make_itself_look_like_another() {
    assert_eq!(
        titles(&[("a", "safe\u{202e}txt.exe"), ("b", "two\nlines")]),
        [r"safe\u{202e}txt.exe", r"two\u{a}lines"]
    );
    let options = options(texts(&[("a\u{200f}", "a\u{200f}")]));
    assert_eq!(
        options.first().unwrap().value(),
        "a\u{200f}",
        "sent as it is"
    );
}

#[test]
fn a_list_that_nobody_could_pick_from_is_found() {
    assert_eq!(flaw(&texts(&[])), Some(Flaw::NothingToPick));
    let twice = texts(&[("a", "A"), ("b", "B"), ("a", "C")]);
    assert_eq!(flaw(&twice), Some(Flaw::SameValue(1, 3)));
    for silent in [("", "A"), ("a", ""), ("a", " ")] {
        assert_eq!(flaw(&texts(&[("x", "X"), silent])), Some(Flaw::NoText(2)));
    }
    assert_eq!(flaw(&texts(&[("a", "A"), ("b", "A")])), None);
}
