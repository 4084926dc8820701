#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use proc_macro2::TokenStream;
use quote::quote;

use super::{derive_choice, derive_elicit};

/// The texts of all `compile_error!`s of an expansion.
fn errors(expansion: TokenStream) -> Vec<String> {
    let text = expansion.to_string();
    let calls = text.split("compile_error ! {").skip(1);
    calls
        .map(|call| {
            syn::parse_str::<syn::LitStr>(call.split_once(" }").unwrap().0.trim())
                .unwrap()
                .value()
        })
        .collect()
}

fn form_errors(input: TokenStream) -> Vec<String> {
    errors(derive_elicit(input))
}

fn field_error(field: TokenStream) -> String {
    let found = form_errors(quote!(struct F { #field }));
    assert_eq!(found.len(), 1, "{found:?}");
    found[0].clone()
}

fn accepts_field(field: TokenStream) {
    assert_eq!(form_errors(quote!(struct F { #field })), [""; 0]);
}

fn warns(expansion: TokenStream) -> Vec<String> {
    let text = expansion.to_string();
    text.split("must_use = ")
        .skip(1)
        .map(|rest| rest.split(']').next().unwrap().trim().to_owned())
        .collect()
}

#[test]
fn a_right_form_has_no_errors_and_no_warnings() {
    let expansion = derive_elicit(quote! {
        /// A preference.
        struct Preference {
            /// Language of the summary
            language: Language,
            /// Anything to leave out?
            #[elicit(max_length = 200, default = "names")]
            omit: Option<String>,
            #[elicit(min = 1, max = 5, default = 3)]
            stars: u8,
            #[elicit(min = -1.5, max = 2, default = 0)]
            weight: f64,
            #[elicit(default = true)]
            urgent: bool,
            #[elicit(min_items = 1, max_items = 2, default = [Scope::Read, Scope::Write])]
            scopes: Vec<Scope>,
            #[elicit(format = "date", default = "2026-02-28")]
            day: String,
            #[elicit(min_length = LEAST)]
            constant: String,
            #[elicit(default = Language::French)]
            second: Language,
        }
    });
    assert_eq!(errors(expansion.clone()), [""; 0]);
    assert_eq!(warns(expansion), [""; 0]);
}

#[test]
fn an_item_that_is_no_form_is_told_what_is() {
    for (item, says) in [
        (
            quote!(
                struct F(String, u8);
            ),
            "named fields",
        ),
        (
            quote!(
                struct Sure {}
            ),
            "at least one field",
        ),
        (
            quote!(
                struct Sure;
            ),
            "at least one field",
        ),
        (
            quote!(
                enum Size {
                    S,
                    L,
                }
            ),
            "derive `Choice`",
        ),
        (quote!(union U { a: u8 }), "a struct with named fields"),
        (
            quote!(
                struct F<T> {
                    value: T,
                }
            ),
            "cannot be generic",
        ),
        (
            quote!(
                struct F<const N: usize> {
                    value: u8,
                }
            ),
            "cannot be generic",
        ),
        (
            quote!(
                struct F<'a> {
                    value: Thing<'a>,
                }
            ),
            "take the lifetime away",
        ),
    ] {
        let found = form_errors(item);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains(says), "{found:?}");
    }
}

#[test]
fn a_reference_with_its_lifetime_is_one_error() {
    let found = form_errors(quote!(
        struct F<'a> {
            name: &'a str,
        }
    ));
    assert_eq!(
        found,
        ["a form is decoded anew in each round and must own its fields: use `String`."]
    );
}

#[test]
fn all_mistakes_of_an_item_are_reported_together() {
    let found = form_errors(quote! {
        struct F {
            password: String,
            tags: Vec<String>,
            #[elicit(min = 10, max = 1)]
            n: u8,
            #[elicit(patern = "x")]
            code: String,
        }
    });
    assert_eq!(found.len(), 4, "{found:?}");
}

#[test]
fn a_default_must_have_the_type_of_its_field() {
    assert_eq!(
        field_error(quote!(#[elicit(default = "five")] n: u8)),
        "the default of `n` must be a `u8`; this is text."
    );
    assert_eq!(
        field_error(quote!(#[elicit(default = 1)] yes: bool)),
        "the default of `yes` must be a `bool`; this is a number."
    );
    assert_eq!(
        field_error(quote!(#[elicit(default = 'x')] text: Option<String>)),
        "the default of `text` must be a `String`; this is a single character."
    );
    assert!(field_error(quote!(#[elicit(default = 1.5)] n: i32)).contains("must be a `i32`"));
    assert!(
        field_error(quote!(#[elicit(default = "read")] scopes: Vec<Scope>))
            .contains("must be a list")
    );
    assert!(
        field_error(quote!(#[elicit(default = None)] note: Option<String>))
            .contains("leave `default` out")
    );
    assert!(
        field_error(quote!(#[elicit(default = Some("x"))] note: Option<String>))
            .contains("without `Some`")
    );
}

#[test]
fn a_default_is_text_that_nobody_owns() {
    for default in [
        quote!(String::from("x")),
        quote!("x".to_owned()),
        quote!("x".to_string()),
    ] {
        assert_eq!(
            field_error(quote!(#[elicit(default = #default)] name: String)),
            "a default is the text itself: `default = \"x\"`."
        );
    }
}

#[test]
fn a_default_must_keep_the_bounds() {
    assert_eq!(
        field_error(quote!(#[elicit(min = 1, max = 5, default = 99)] n: u8)),
        "the default 99 is not between 1 and 5, so pressing \"ok\" would be refused."
    );
    assert!(
        field_error(quote!(#[elicit(min = 0.5, default = 0.1)] n: f32)).contains("less than 0.5")
    );
    assert!(
        field_error(quote!(#[elicit(default = 300)] n: u8))
            .contains("more than a `u8` can hold (255)")
    );
    assert_eq!(
        field_error(quote!(#[elicit(max_length = 3, default = "Paris")] city: String)),
        "the default has 5 characters and `max_length` is 3."
    );
    assert_eq!(
        field_error(quote!(#[elicit(min_length = 2, default = "é")] city: String)),
        "the default has 1 character and `min_length` is 2."
    );
    assert!(
        field_error(quote!(#[elicit(max_items = 1, default = [A::X, A::Y])] a: Vec<A>))
            .contains("has 2 items")
    );
    assert!(
        field_error(quote!(#[elicit(default = [A::X, A::X])] a: Vec<A>)).contains("there twice")
    );
}

#[test]
fn a_colon_is_told_with_all_that_stands_behind_it() {
    for (options, written) in [
        (quote!(min: -1), "`min = -1`."),
        (quote!(min = 0, max: 5, default = 2), "`max = 5`."),
        (
            quote!(title: "A - b (c)", min = 0),
            "`title = \"A - b (c)\"`.",
        ),
        (quote!(max: limits::MOST), "`max = limits::MOST`."),
    ] {
        let found = field_error(quote!(#[elicit(#options)] n: i32));
        assert!(found.contains(&format!("by `=`: {written}")), "{found}");
    }
    let path = field_error(quote!(#[elicit(limits::MOST 5)] n: i32));
    assert!(!path.contains("by `=`"), "{path}");
}

#[test]
fn the_whole_number_to_write_is_one_that_the_field_takes() {
    let says = |field, number: &str| {
        let found = field_error(field);
        assert!(
            found.contains(&format!("write `default = {number}`.")),
            "{found}"
        );
    };
    says(quote!(#[elicit(default = 0.4, min = 1)] n: u8), "1");
    says(quote!(#[elicit(default = 2.5, max = 2)] n: i64), "2");
    says(quote!(#[elicit(default = 2.5)] n: u32), "3");
    says(quote!(#[elicit(default = -0.2)] n: i32), "0");
    says(quote!(#[elicit(default = -7.5)] n: u32), "0");
    says(quote!(#[elicit(default = 300.5)] n: Option<u8>), "255");
}

#[test]
fn bounds_must_leave_room_and_fit_the_type() {
    assert_eq!(
        field_error(quote!(#[elicit(min = 10, max = 1)] n: u8)),
        "`max = 1` is below `min = 10`, so no answer could pass."
    );
    assert_eq!(
        field_error(quote!(#[elicit(max = 300)] n: u8)),
        "`max = 300` is more than a `u8` can hold (255)."
    );
    assert_eq!(
        field_error(quote!(#[elicit(min = -1)] n: u32)),
        "`min = -1` is less than a `u32` can hold (0)."
    );
    assert!(field_error(quote!(#[elicit(min = 0.5)] n: i32)).contains("whole number"));
    assert!(
        field_error(quote!(#[elicit(min_length = 5, max_length = 2)] s: String))
            .contains("no answer could pass")
    );
    assert!(field_error(quote!(#[elicit(max_items = 0)] s: Vec<A>)).contains("nothing to choose"));
    assert!(field_error(quote!(#[elicit(min_length = -1)] s: String)).contains("is a count"));
    assert!(field_error(quote!(#[elicit(min = "1")] n: u8)).contains("is a number"));
    accepts_field(quote!(#[elicit(max = 18446744073709551615)] n: u64));
}

#[test]
fn an_option_stands_on_the_kind_of_field_it_is_for() {
    assert_eq!(
        field_error(quote!(#[elicit(min_length = 3)] n: u8)),
        "`min_length` is for text and `n` is a `u8`; use `min` and `max`."
    );
    assert!(
        field_error(quote!(#[elicit(max = 3)] s: Option<String>))
            .contains("use `min_length` and `max_length`")
    );
    assert!(field_error(quote!(#[elicit(format = "date")] n: u8)).contains("take it away"));
    assert!(
        field_error(quote!(#[elicit(max_length = 3)] s: Vec<A>))
            .contains("use `min_items` and `max_items`")
    );
    assert!(
        field_error(quote!(#[elicit(format = "phone")] s: String))
            .contains("MCP forms have no others")
    );
}

#[test]
fn an_unknown_option_is_told_what_was_meant() {
    assert!(
        field_error(quote!(#[elicit(pattern = "^A")] code: String))
            .contains("MCP forms have no `pattern`")
    );
    assert!(
        field_error(quote!(#[elicit(maxlength = 3)] s: String))
            .contains("Did you mean `max_length`?")
    );
    assert!(field_error(quote!(#[elicit(rename = "x")] s: String)).contains("#[serde(rename"));
    assert!(field_error(quote!(#[elicit(widget = "x")] s: String)).contains("There are `min`"));
    assert!(field_error(quote!(#[elicit(min = 1, min = 2)] n: u8)).contains("given twice"));
    assert!(field_error(quote!(#[elicit(min)] n: u8)).contains("needs a value"));
    assert!(field_error(quote!(#[elicit(title = 3)] n: u8)).contains("is text"));
}

#[test]
fn serde_attributes_that_would_be_ignored_are_refused() {
    assert!(field_error(quote!(#[serde(skip)] n: u8)).contains("never asked"));
    assert!(field_error(quote!(#[serde(with = "mine")] n: u8)).contains("`mine` could disagree"));
    assert!(field_error(quote!(#[serde(flatten)] n: Other)).contains("a form is flat"));
    assert!(field_error(quote!(#[serde(rename(serialize = "a"))] n: u8)).contains("one name"));
    let found = form_errors(quote!(
        #[serde(rename_all = "Title Case")]
        struct F {
            n: u8,
        }
    ));
    assert!(found[0].contains("no spelling of names"), "{found:?}");
}

#[test]
fn names_on_the_wire_differ() {
    let found = form_errors(quote!(
        struct F {
            #[serde(rename = "x")]
            a: u8,
            #[serde(rename = "x")]
            b: u8,
        }
    ));
    assert_eq!(found, ["`a` and `b` would both be sent as `x`."]);
}

#[test]
fn a_text_field_that_asks_for_a_secret_is_refused() {
    let found = form_errors(quote!(
        struct Login {
            user: String,
            password: String,
            apiKey: Option<String>,
        }
    ));
    assert_eq!(found.len(), 2);
    assert!(
        found[0].starts_with("`password` asks for a password."),
        "{found:?}"
    );
    assert!(
        field_error(quote!(#[elicit(title = "Your API key")] code: String)).contains("an API key")
    );
    assert!(field_error(quote!(#[serde(rename = "cvv")] code: String)).contains("security code"));
    accepts_field(quote!(#[elicit(not_secret)] token: String));
    accepts_field(quote!(rotate_api_key: bool));
    accepts_field(quote!(token: u32));
    accepts_field(quote!(token_type: TokenType));
}

#[test]
fn a_doc_comment_that_asks_for_a_secret_is_a_warning() {
    let found = warns(derive_elicit(quote!(
        struct F {
            #[doc = " Your password"]
            code: String,
        }
    )));
    assert!(
        found.len() == 1 && found[0].contains("seems to ask for a password"),
        "{found:?}"
    );
    let found = warns(derive_elicit(quote!(
        struct F {
            #[doc = " Your password"]
            #[elicit(not_secret)]
            code: String,
        }
    )));
    assert_eq!(found, [""; 0]);
}

#[test]
fn what_has_no_effect_or_cannot_be_told_apart_is_a_warning() {
    let found = warns(derive_elicit(quote! {
        #[serde(deny_unknown_fields)]
        struct F {
            #[serde(alias = "b")]
            a: u8,
            #[elicit(title = "Name")]
            first: String,
            #[elicit(title = "Name")]
            last: String,
        }
    }));
    assert_eq!(found.len(), 3, "{found:?}");
}

#[test]
fn the_crate_is_a_path() {
    let found = form_errors(quote!(
        #[elicit(crate = "mrtr")]
        struct F {
            n: u8,
        }
    ));
    assert_eq!(found, ["write the path itself: `crate = mrtr`."]);
    let expansion = derive_elicit(quote!(
        #[elicit(crate = my::mrtr)]
        struct F {
            n: u8,
        }
    ))
    .to_string();
    assert!(expansion.contains("my :: mrtr :: Elicit") && !expansion.contains("mrtr_runtime"));
}

#[test]
fn an_item_with_errors_still_implements_its_traits() {
    let expansion = derive_elicit(quote!(
        struct F {
            tags: Vec<String>,
            place: Place,
        }
    ))
    .to_string();
    assert!(expansion.contains("Elicit for F"));
    assert!(
        expansion.contains("< Place as "),
        "the compiler still judges the other fields"
    );
    assert!(
        derive_choice(quote!(
            enum Never {}
        ))
        .to_string()
        .contains("Display for Never")
    );
}

#[test]
fn an_item_that_is_no_choice_is_told_what_is() {
    for (item, says) in [
        (
            quote!(
                enum Plan {
                    Basic { seats: u8 },
                    Pro,
                }
            ),
            "Ask for `seats` in a second question.",
        ),
        (
            quote!(
                enum Plan {
                    Basic(u8),
                    Pro,
                }
            ),
            "cannot carry fields",
        ),
        (
            quote!(
                enum Never {}
            ),
            "at least one variant",
        ),
        (
            quote!(
                struct Size {
                    w: u8,
                }
            ),
            "for fields derive `Elicit`",
        ),
        (
            quote!(
                enum Size<T> {
                    A,
                }
            ),
            "cannot be generic",
        ),
        (
            quote!(
                enum Size {
                    #[serde(rename = "s")]
                    Small,
                    #[serde(rename = "s")]
                    Short,
                }
            ),
            "would both be sent as `s`",
        ),
        (
            quote!(
                enum Size {
                    #[choice(titel = "s")]
                    Small,
                }
            ),
            "Did you mean `title`?",
        ),
        (
            quote!(
                enum Size {
                    #[serde(skip)]
                    Small,
                }
            ),
            "never offered",
        ),
    ] {
        let found = errors(derive_choice(item));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains(says), "{found:?}");
    }
}

#[test]
fn options_that_mislead_are_warnings() {
    let found = warns(derive_choice(quote!(
        enum Level {
            Low = 1,
            #[choice(title = "Low")]
            High,
        }
    )));
    assert_eq!(found.len(), 2, "{found:?}");
}

#[test]
fn a_choice_may_have_a_display_of_its_own() {
    let displays = |item| derive_choice(item).to_string().contains("Display for");
    assert!(displays(quote!(
        enum Size {
            Small,
        }
    )));
    assert!(!displays(quote!(
        #[choice(display = off)]
        enum Size {
            Small,
        }
    )));
    let found = errors(derive_choice(quote!(
        #[choice(display = on)]
        enum Size {
            Small,
        }
    )));
    assert_eq!(
        found,
        ["the title is the `Display` of a choice; write `display = off` to have your own instead."]
    );
}
