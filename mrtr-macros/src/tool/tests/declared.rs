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
