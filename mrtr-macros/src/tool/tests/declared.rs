//! Parts that a trait declares.

use super::{expanded, reported};
use crate::tool::Attribute;

#[test]
fn a_trait_may_declare_a_part() {
    let declared = "async fn pick(&self, flow: Flow, what: &str) -> Result<Language, Refused>;";
    assert!(reported(Attribute::Part, "", declared).is_empty());
    let expanded = expanded(Attribute::Part, "crate=mrtr", declared);
    assert_eq!(
        expanded,
        "fnpick(&self,__mrtr_flow:mrtr::FlowGivenByPartMacro,what:&str)\
         ->impl::core::future::Future<Output=Result<Language,Refused>>+::core::marker::Send;"
    );
    let wrong = reported(Attribute::Part, "", &declared.replace("async ", ""));
    assert!(
        wrong.len() == 1 && wrong[0].contains("must be `async fn`"),
        "{wrong:?}"
    );
    assert_eq!(reported(Attribute::Tool, "", declared).len(), 1);
}

#[test]
fn what_is_about_a_body_is_refused_of_a_declaration() {
    let declared = "async fn pick(&self, what: &str) -> Result<Language, Refused>;";
    for (option, name) in [
        ("version = 2", "version"),
        ("accept = [1]", "accept"),
        ("strict", "strict"),
        ("allow(clock)", "allow"),
    ] {
        let found = reported(
            Attribute::Part,
            &format!("crate = mrtr, {option}"),
            declared,
        );
        let says = format!("`{name}` is about a body");
        assert!(found.len() == 1 && found[0].contains(&says), "{found:?}");
        let option = option.replace("accept", "version = 2, accept");
        let written = declared.replace(';', "{ todo() }");
        assert_eq!(reported(Attribute::Part, &option, &written), [""; 0]);
    }
    let all = "version = 2, accept = [1], strict, allow(clock)";
    assert_eq!(reported(Attribute::Part, all, declared).len(), 4);
    assert_eq!(reported(Attribute::Part, "ttl = \"1m\"", declared).len(), 1);
}
