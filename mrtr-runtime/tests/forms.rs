//! The derives end to end: what is sent, and what comes of an answer.
#![allow(missing_docs, clippy::unwrap_used)]
#![deny(warnings, clippy::pedantic)]

use mrtr_runtime::form::{Rule, Violations};
use mrtr_runtime::{Choice, Elicit};
use serde_json::{Value, json};

#[derive(Elicit, Debug, PartialEq)]
struct Preference {
    /// Language of the summary
    language: Language,
    /// Anything to leave out?
    #[elicit(max_length = 200)]
    omit: Option<String>,
}

#[derive(Choice, Debug, PartialEq, Clone, Copy)]
enum Language {
    English,
    French,
    #[choice(title = "日本語")]
    Japanese,
}

fn schema<T: Elicit>() -> String {
    serde_json::to_string(T::form()).unwrap()
}

#[allow(clippy::needless_pass_by_value)]
fn decode<T: Elicit>(content: Value) -> Result<T, Violations> {
    T::decode(content.as_object().unwrap())
}

fn says<T: Elicit + std::fmt::Debug>(content: Value) -> String {
    decode::<T>(content).unwrap_err().to_string()
}

#[test]
fn the_form_of_the_readme_is_sent_in_declaration_order() {
    assert_eq!(
        schema::<Preference>(),
        concat!(
            r#"{"type":"object","properties":{"language":{"type":"string","title":"Language of the summary","oneOf":["#,
            r#"{"const":"English","title":"English"},{"const":"French","title":"French"},"#,
            r#"{"const":"Japanese","title":"日本語"}]},"#,
            r#""omit":{"type":"string","title":"Anything to leave out?","maxLength":200}},"required":["language"]}"#
        )
    );
}

#[test]
fn an_answer_decodes_to_the_struct() {
    let all: Preference = decode(json!({ "language": "Japanese", "omit": "names" })).unwrap();
    assert_eq!(
        all,
        Preference {
            language: Language::Japanese,
            omit: Some("names".to_owned())
        }
    );
    for content in [
        json!({ "language": "French" }),
        json!({ "language": "French", "omit": null, "extra": [1] }),
    ] {
        assert_eq!(
            decode(content),
            Ok(Preference {
                language: Language::French,
                omit: None
            })
        );
    }
}

#[test]
fn a_violation_names_title_and_rule_and_never_the_value() {
    let omit = "s3cret".repeat(40);
    let violations =
        decode::<Preference>(json!({ "language": "Klingon", "omit": omit })).unwrap_err();
    assert_eq!(
        violations.to_string(),
        "`Language of the summary` is none of the choices; `Anything to leave out?` is longer than 200 characters"
    );
    assert!(!format!("{violations:?}").contains("s3cret"));
}

#[derive(Elicit, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
struct Everything {
    /// Nights
    ///
    /// How long do you
    /// stay?
    #[elicit(min = 1, max = 30, default = 3)]
    night_count: u8,
    #[elicit(
        title = "Weight in kg",
        description = "With luggage",
        min = 0.5,
        max = 40,
        default = 7
    )]
    weight: Option<f64>,
    #[elicit(default = false)]
    breakfast: bool,
    #[elicit(format = "email", default = "a@example.com")]
    mail: String,
    #[elicit(min_items = 1, max_items = 2, default = [Extra::Wifi])]
    extras: Vec<Extra>,
    #[elicit(default = Extra::Wifi)]
    favourite: Extra,
    #[serde(rename = "ref")]
    reference: Option<u64>,
    r#type: f32,
}

#[derive(Choice, Debug, PartialEq)]
#[serde(rename_all = "kebab-case")]
enum Extra {
    Wifi,
    LateCheckout,
}

#[test]
fn every_option_of_a_field_is_in_the_schema() {
    assert_eq!(
        schema::<Everything>(),
        concat!(
            r#"{"type":"object","properties":{"#,
            r#""nightCount":{"type":"integer","title":"Nights","description":"How long do you stay?","#,
            r#""minimum":1,"maximum":30,"default":3},"#,
            r#""weight":{"type":"number","title":"Weight in kg","description":"With luggage","#,
            r#""minimum":0.5,"maximum":40.0,"default":7.0},"#,
            r#""breakfast":{"type":"boolean","default":false},"#,
            r#""mail":{"type":"string","format":"email","default":"a@example.com"},"#,
            r#""extras":{"type":"array","minItems":1,"maxItems":2,"#,
            r#""items":{"type":"string","enum":["wifi","late-checkout"]},"default":["wifi"]},"#,
            r#""favourite":{"type":"string","enum":["wifi","late-checkout"],"default":"wifi"},"#,
            r#""ref":{"type":"integer","minimum":0,"maximum":18446744073709551615},"#,
            r#""type":{"type":"number"}},"#,
            r#""required":["nightCount","breakfast","mail","extras","favourite","type"]}"#
        )
    );
}

#[test]
fn every_kind_of_field_decodes() {
    let content = json!({
        "nightCount": 5.0, "breakfast": true, "mail": "b@example.org", "extras": ["late-checkout", "wifi"],
        "favourite": "late-checkout", "ref": 9_007_199_254_740_993_u64, "type": 2,
    });
    assert_eq!(
        decode(content),
        Ok(Everything {
            night_count: 5,
            weight: None,
            breakfast: true,
            mail: "b@example.org".to_owned(),
            extras: vec![Extra::LateCheckout, Extra::Wifi],
            favourite: Extra::LateCheckout,
            reference: Some(9_007_199_254_740_993),
            r#type: 2.0,
        })
    );
}

#[test]
fn a_default_fills_in_the_form_and_is_no_answer() {
    assert_eq!(
        says::<Everything>(json!({})),
        "`Nights` is missing; `breakfast` is missing; `mail` is missing; `extras` is missing; `favourite` is missing; \
         `type` is missing"
    );
}

#[test]
fn every_field_that_breaks_a_rule_is_told() {
    let content = json!({
        "nightCount": "5", "weight": 41, "breakfast": "true", "mail": "nope", "extras": ["wifi", "wifi"],
        "favourite": 0, "ref": 1.5, "type": 1e300,
    });
    assert_eq!(
        says::<Everything>(content),
        "`Nights` is not a whole number; `Weight in kg` is more than 40; `breakfast` is neither true nor false; `mail` is \
         not an email address; `extras` has one choice twice; `favourite` is none of the choices; `ref` is not a whole \
         number"
    );
}

#[derive(Elicit, Debug, PartialEq)]
struct Lenient {
    #[serde(default)]
    count: u8,
    #[serde(default = "ten")]
    limit: u8,
}

fn ten() -> u8 {
    10
}

#[test]
fn a_field_with_serdes_default_may_be_left_out() {
    assert!(schema::<Lenient>().ends_with(r#""required":[]}"#));
    assert_eq!(
        decode(json!({})),
        Ok(Lenient {
            count: 0,
            limit: 10
        })
    );
    assert_eq!(
        decode(json!({ "count": 1, "limit": 2 })),
        Ok(Lenient { count: 1, limit: 2 })
    );
    assert_eq!(
        says::<Lenient>(json!({ "limit": 256 })),
        "`limit` is more than 255"
    );
}

#[derive(Elicit, Debug, PartialEq)]
#[serde(default)]
struct Settings {
    depth: u8,
    name: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            depth: 3,
            name: "main".to_owned(),
        }
    }
}

#[test]
fn a_struct_with_serdes_default_gives_what_was_left_out() {
    assert_eq!(
        decode(json!({ "depth": 1 })),
        Ok(Settings {
            depth: 1,
            name: "main".to_owned()
        })
    );
}

type Maybe = Option<String>;
type Age = u8;
type Name = String;

#[derive(Elicit, Debug, PartialEq)]
struct Aliases {
    note: Maybe,
    #[elicit(min = 18, default = 20)]
    age: Age,
    #[elicit(max_length = 9, format = "date")]
    born: Option<Name>,
}

#[test]
fn aliases_count_as_what_they_stand_for() {
    assert_eq!(
        schema::<Aliases>(),
        concat!(
            r#"{"type":"object","properties":{"note":{"type":"string"},"#,
            r#""age":{"type":"integer","minimum":18,"maximum":255,"default":20},"#,
            r#""born":{"type":"string","maxLength":9,"format":"date"}},"required":["age"]}"#
        )
    );
    assert_eq!(
        decode(json!({ "age": 18 })),
        Ok(Aliases {
            note: None,
            age: 18,
            born: None,
        })
    );
}

#[test]
fn a_choice_is_a_form_by_itself_and_prints_its_title() {
    assert_eq!(decode(json!({ "value": "French" })), Ok(Language::French));
    assert_eq!(
        schema::<Extra>(),
        r#"{"type":"object","properties":{"value":{"type":"string","enum":["wifi","late-checkout"]}},"required":["value"]}"#
    );
    assert_eq!(
        format!("{}|{:>6}", Language::Japanese, Language::French),
        "日本語|French"
    );
    assert_eq!(decode(json!({ "value": ["wifi"] })), Ok(vec![Extra::Wifi]));
}

#[derive(Elicit, Debug)]
struct Named {
    #[elicit(min_length = 1)]
    name: Option<String>,
}

#[test]
fn an_empty_text_is_a_text_unless_a_length_forbids_it() {
    assert_eq!(
        decode::<Option<String>>(json!({ "value": "" })),
        Ok(Some(String::new()))
    );
    let violations = decode::<Named>(json!({ "name": "" })).unwrap_err();
    assert_eq!(
        violations
            .iter()
            .map(mrtr_runtime::form::Violation::rule)
            .collect::<Vec<_>>(),
        [&Rule::TooShort(1)]
    );
    assert_eq!(decode::<Named>(json!({})).unwrap().name, None);
}

#[derive(Choice)]
enum TokenType {
    Bearer,
}

#[derive(Elicit)]
#[allow(dead_code, reason = "only has to compile")]
struct Innocent {
    passenger_name: String,
    pinned: String,
    token_count: u32,
    key_takeaways: String,
    credit_note_id: String,
    secretary: String,
    shipping: String,
    max_tokens: u32,
    rotate_api_key: bool,
    token_type: TokenType,
    #[elicit(not_secret)]
    token: String,
}

#[test]
fn innocent_names_compile() {
    assert_eq!(Innocent::form().fields().len(), 11);
    assert_eq!(TokenType::Bearer.to_string(), "Bearer");
}

#[derive(Choice, Debug, PartialEq)]
#[choice(display = off)]
enum Loud {
    Hello,
}

impl std::fmt::Display for Loud {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}!", self.title().to_uppercase())
    }
}

#[test]
fn a_choice_may_have_a_display_of_its_own() {
    assert_eq!(Loud::Hello.to_string(), "HELLO!");
    assert_eq!(decode(json!({ "value": "Hello" })), Ok(Loud::Hello));
}
