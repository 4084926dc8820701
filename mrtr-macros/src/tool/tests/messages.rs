//! Options, messages and their arguments.

use super::{expanded, mistake, mistakes};
use crate::tool::Attribute;

#[track_caller]
fn says(ask: &str, text: &str) {
    let is_plain = ask.starts_with("ask_sample") || ask.starts_with("ask_roots");
    let tried = if is_plain { "" } else { "?" };
    let found = mistake(&format!("let x = {ask}.await{tried};"));
    assert!(found.contains(text), "{ask}: {found}");
}

#[test]
fn an_unknown_option_is_told_with_the_one_that_was_meant() {
    says(
        r#"ask_elicit!(F, kye = "a", "?")"#,
        "`ask_elicit!` has no option `kye`; did you mean `key`?",
    );
    says(r#"ask_confirm!(abuot = x, "?")"#, "did you mean `about`?");
    says(
        r#"ask_confirm!(colour = x, "?")"#,
        "it has `key`, `of`, `about`",
    );
    says(
        r#"ask_sample!(max_token = 3, "?")"#,
        "did you mean `max_tokens`?",
    );
    let capture = mistake("f(capture!(off = x, g()));");
    assert!(capture.contains("did you mean `of`?"), "{capture}");
}

#[test]
fn an_option_is_given_once() {
    says(
        r#"ask_elicit!(F, key = "a", key = "b", "?")"#,
        "`key` is given twice",
    );
}

#[test]
fn an_option_stands_before_the_message() {
    says(
        r#"ask_elicit!(F, "?", key = "which")"#,
        "stands before the message: `ask_elicit!(F, key = \"which\", \"..\")`",
    );
    says(
        r#"ask_confirm!("About {about}?", about = 1)"#,
        "`about` is an option of the ask",
    );
    assert_eq!(
        mistakes(r#"ask_confirm!("Which {thing}?", thing = 1).await?;"#),
        [""; 0]
    );
}

#[test]
fn a_message_is_a_literal_with_words() {
    says(
        "ask_elicit!(F, m)",
        "the message must be a string literal, as in `format!`. Write `ask_elicit!(F, \"{}\", m)`",
    );
    says(
        r#"ask_confirm!(concat!("a", "b"))"#,
        "must be a string literal",
    );
    says(r#"ask_confirm!("")"#, "all that the user sees");
    says(r#"ask_confirm!("  \n")"#, "all that the user sees");
    says(r#"ask_confirm!(key = "x")"#, "has no message");
    says("ask_elicit!(F)", "has no message");
    says(r#"ask_confirm!("Drop {:p}?", self)"#, "prints an address");
}

#[test]
fn a_part_is_a_call() {
    says("part!(self.pick)", "`part!` takes the call of a part");
    assert!(mistake("part!(self.pick().await?);").contains("is awaited itself"));
}

#[test]
fn a_url_says_when_it_is_done() {
    says(r#"ask_url!(url, "Pay")"#, "`ask_url!` needs `until`");
    says(
        r#"ask_url!(url, until = capture!(paid().await), "Pay")"#,
        "would freeze the first",
    );
    says(
        r#"ask_url!(url, until = part!(look()).await, "Pay")"#,
        "nobody can be asked in it. Take `part!` out",
    );
    says(
        r#"ask_url!(url, until = Some(self.paid().await), "Pay")"#,
        "`until` is `Some` from the start",
    );
    assert_eq!(
        mistakes(r#"ask_url!(url, until = paid().await, "Pay {x}").await?;"#),
        [""; 0]
    );
}

#[test]
fn an_address_that_is_written_out_is_looked_at() {
    let ask = |address: &str| format!(r#"ask_url!({address}, until = paid(), "Pay")"#);
    for address in [
        "\"http://pay.example/\"",
        "format!(\"http://{host}/\")",
        "\"pay.example/a\"",
        "&\"javascript:alert(1)\"",
        "\"http://127.evil\"",
        "\"http://localhost.evil\"",
    ] {
        says(&ask(address), "must begin with `https://`");
    }
    for address in ["\"https://a:b@x.y/\"", "format!(\"https://{user}@x.y\")"] {
        says(&ask(address), "must not hold a user or a password");
    }
    says(
        &ask("\"https://x.y/?a=b&api_key=c\""),
        "`api_key` in an address",
    );
    for address in [
        "page",
        "\"https://x.y/a@b?c=d@e\"",
        "\"HTTPS://x.y\"",
        "format!(\"{base}/a\")",
        "format!(\"https://x.y/?token={}\", link)",
        "\"https://x.y/?token=\"",
        "\"http://localhost:80/\"",
        "\"http://[::1]/\"",
        "\"http://127.0.0.1:8000/?a=b\"",
    ] {
        assert_eq!(
            mistakes(&format!("{}.await?;", ask(address))),
            [""; 0],
            "{address}"
        );
    }
}

#[test]
fn a_question_mark_in_until_takes_the_error_of_the_function() {
    let injected = |until: &str| {
        let item = format!(
            "async fn f() -> Result<T, E> {{ ask_url!(u, until = {until}, \"Pay\").await }}"
        );
        let text = expanded(Attribute::Part, "", &item);
        text.contains("@mrtr(__mrtr_flow,0,\"url_1\",Result<T,E>)")
    };
    for until in [
        "a.b()?",
        "f(a?).await",
        "join!(a()?, b()).0",
        "match x { y => z? }",
    ] {
        assert!(injected(until), "{until}");
    }
    for until in [
        "a.b()",
        "a.map(|x| x?)",
        "async { a? }.await",
        "s.contains('?')",
    ] {
        assert!(!injected(until), "{until}");
    }
}

#[test]
fn an_assignment_in_a_capture_is_no_option() {
    assert_eq!(mistakes("capture!(x = 5);"), [""; 0]);
}

/// The handler's part with this ask, as text without spaces.
fn injected(ask: &str) -> String {
    let item = format!("async fn f() {{ {ask}.await }}");
    let text = expanded(Attribute::Part, "", &item);
    let start = text.find("@mrtr").unwrap();
    let end = text.find(".await").unwrap();
    text[start..end].to_owned()
}

#[track_caller]
fn becomes(ask: &str, arguments: &str) {
    let found = injected(ask);
    let escaped = arguments
        .replace('~', "::mrtr_runtime::__private::Displayed::displayed")
        .replace('^', "::mrtr_runtime::__private::Debugged::debugged")
        .replace('%', "::mrtr_runtime::__private::escaped");
    let expected = escaped.replace(' ', "");
    assert!(
        found.contains(&expected),
        "{ask}\n  has {found}\n  not {expected}"
    );
}

#[test]
fn what_a_person_sees_is_escaped() {
    becomes(r#"ask_confirm!("{}", x.y)"#, r#""{}", ~(&(x.y)))"#);
    becomes(
        r#"ask_confirm!("{a}", a = f(1, 2))"#,
        r#""{a}", a = ~(&(f(1, 2))))"#,
    );
    becomes(
        r#"ask_confirm!("{name}")"#,
        r#""{name}", name = ~(&(name)))"#,
    );
    becomes(
        r#"ask_confirm!("{name:?} {name}")"#,
        r#""{name:?} {name}", name = %(&(name)))"#,
    );
    becomes(r#"ask_confirm!("{0} {0:?}", x)"#, r#"{0:?}", %(&(x)))"#);
    becomes(
        r#"ask_confirm!("{:?} {:x}", x, y)"#,
        r#", ^(&(x)), %(&(y)))"#,
    );
    becomes(
        r#"ask_elicit!(F, about = y, "{}", x)"#,
        r#"F, about = y, "{}", ~(&(x)))"#,
    );
    becomes(
        r#"ask_confirm!("{}", f::<A, B>(x))"#,
        r#""{}", ~(&(f::<A, B>(x))))"#,
    );
    becomes(
        r#"ask_confirm!("{type}")"#,
        r#""{type}", r#type = ~(&(r#type)))"#,
    );
}

#[test]
fn widths_and_precisions_stay_numbers() {
    becomes(
        r#"ask_confirm!("{name:w$}")"#,
        r#""{name:w$}", name = ~(&(name)))"#,
    );
    becomes(r#"ask_confirm!("{:1$}", x, 5)"#, r#""{:1$}", ~(&(x)), 5)"#);
    becomes(r#"ask_confirm!("{:.*}", 5, x)"#, r#""{:.*}", 5, ~(&(x)))"#);
    becomes(
        r#"ask_confirm!("{:w$}", x, w = 5)"#,
        r#""{:w$}", ~(&(x)), w = 5)"#,
    );
}

#[test]
fn raw_values_and_prompts_of_samples_are_left_alone() {
    becomes(
        r#"ask_confirm!("{} {a}", raw(x), a = raw(y))"#,
        r#""{} {a}", x, a = y)"#,
    );
    becomes(r#"ask_sample!("{} {name}", x)"#, r#""{} {name}", x)"#);
}

#[test]
fn doubled_braces_are_no_arguments() {
    becomes(r#"ask_confirm!("{{name}}")"#, r#""{{name}}")"#);
}

#[test]
fn a_comma_stands_behind_what_comes_first() {
    says(
        r#"ask_elicit!(Greeting "Who?")"#,
        r#"expected `,` after the type: `ask_elicit!(Greeting, "Who?")`"#,
    );
    says(
        r#"ask_elicit!(Greeting key = "who", "Who?")"#,
        "expected `,` after the type",
    );
    says(
        r#"ask_pick!(&files "Which?")"#,
        r#"expected `,` after what to pick from: `ask_pick!(&files, "Which?")`"#,
    );
}

#[test]
fn roots_have_no_message() {
    says(
        r#"ask_roots!("Which?")"#,
        "`ask_roots!` has no message, since it asks the client and not the user. Write `ask_roots!()`",
    );
    says("ask_roots!(text)", "`ask_roots!` has no message");
    assert_eq!(mistakes(r#"ask_roots!(key = "roots").await;"#), [""; 0]);
}

#[test]
fn a_message_has_no_name() {
    says(
        r#"ask_elicit!(Greeting, message = "Who?")"#,
        r#"the message stands last and has no name: `ask_elicit!(Greeting, "Who?")`"#,
    );
    says(
        r#"ask_confirm!(message = format!("Go {x}?"), key = "go")"#,
        r#"`ask_confirm!(key = "go", "Go {x}?")`"#,
    );
    says(
        r#"ask_sample!(prompt = "Sum up")"#,
        r#"`ask_sample!("Sum up")`"#,
    );
    says(
        r#"ask_confirm!(message = "a", "Go?")"#,
        "`ask_confirm!` has no option `message`",
    );
}

#[test]
fn an_option_has_a_value() {
    says(
        r#"ask_pick!(&files, several, "Which?")"#,
        r#"`several` takes a value: `ask_pick!(&files, several = 1.., "..")`"#,
    );
    says(
        r#"ask_elicit!(String, title, "Who?")"#,
        r#"`title` takes a value: `ask_elicit!(String, title = .., "..")`"#,
    );
    says("ask_confirm!(key)", "the message must be a string literal");
}

#[test]
fn the_text_to_type_is_not_empty() {
    says(
        r#"ask_confirm!(type_in = "", "Go?")"#,
        "an empty one asks for nothing",
    );
    says(
        r#"ask_confirm!(type_in = " ", "Go?")"#,
        "an empty one asks for nothing",
    );
}

#[test]
fn a_default_that_is_made_at_run_time_is_what_a_form_is_filled_in_with() {
    for name in ["default", "initial", "prefill", "defaults", "value"] {
        says(
            &format!(r#"ask_elicit!(String, {name} = f.name(), "?")"#),
            "is `fill = f.name()`. What counts where the client cannot be asked is `or = f.name()`",
        );
    }
    says(r#"ask_confirm!(fill = true, "?")"#, "nobody's");
    says(r#"ask_confirm!(default = true, "?")"#, "nobody's");
    says(r#"ask_pick!(files, fill = 1, "?")"#, "has no option `fill`");
}
