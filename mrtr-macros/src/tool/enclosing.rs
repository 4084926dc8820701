//! A handler in the `impl` of a trait: its shell takes what only a client's call brings, and its part is no member.
//!
//! No attribute is told what it stands in, and rustc's words (five errors) name what the author never wrote. So the
//! source is looked at, as far as it can be read and its indentation tells: where it does not, rustc has the word.

use std::path::PathBuf;

use super::item::FnItem;
use super::options::Attribute;
use crate::errors::Errors;

/// Whether the attribute that is being expanded stands there, which is then reported.
pub(crate) fn is_of_a_trait(attribute: Attribute, item: &FnItem, errors: &Errors) -> bool {
    let is_handler = matches!(attribute, Attribute::Tool | Attribute::Prompt);
    // What begins a line stands in nothing.
    let is_inside = |(_, _, column): &(PathBuf, usize, usize)| is_handler && *column > 1;
    let Some((file, line, column)) = position().filter(is_inside) else {
        return false;
    };
    let source = std::fs::read_to_string(file).unwrap_or_default();
    let is_it = is_in_an_impl_of_a_trait(&source, line, column);
    if is_it {
        let name = item.plain_name();
        errors.on(item.name(), format!("a handler cannot be a method of a trait: it takes what only a client's call brings. Write it into an `impl` without a trait. What a trait calls is a part, `#[mrtr_part]` here and at its declaration, and a handler calls it by `part!(self.{name}(..))`"));
    }
    is_it
}

/// File, line and column of the attribute; none outside of rustc.
fn position() -> Option<(PathBuf, usize, usize)> {
    if !proc_macro::is_available() {
        return None;
    }
    let here = proc_macro::Span::call_site();
    Some((here.local_file()?, here.line(), here.column()))
}

/// Whether the block around this line and column, both counted from 1, begins with `impl .. for ..`.
fn is_in_an_impl_of_a_trait(source: &str, line: usize, column: usize) -> bool {
    let above: Vec<&str> = source.lines().take(line.saturating_sub(1)).collect();
    let outer = |line: &&str| !line.trim().is_empty() && indentation(line) + 1 < column;
    let Some(end) = above.iter().rposition(outer) else {
        return false;
    };
    let opens = above.get(end).map_or(0, |line| indentation(line));
    let head = above.get(..=end).unwrap_or_default();
    let begins = |line: &&str| indentation(line) == opens && !is_rest_of_a_head(line.trim());
    let Some(start) = head.iter().rposition(begins) else {
        return false;
    };
    let head = head.get(start..).unwrap_or_default().iter();
    let head: Vec<&str> = head.map(|line| without_comment(line)).collect();
    is_impl_of_a_trait(head.join(" ").trim())
}

fn without_comment(line: &str) -> &str {
    line.split_once("//").map_or(line, |(code, _)| code)
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// `where` and `{` of a head that takes several lines.
fn is_rest_of_a_head(line: &str) -> bool {
    line == "{" || line.starts_with("where")
}

fn is_impl_of_a_trait(head: &str) -> bool {
    let head = head.strip_prefix("unsafe ").unwrap_or(head);
    let is_impl = head.starts_with("impl ") || head.starts_with("impl<");
    // `for<'a>` is a bound, and behind `where` there is nothing else. What a comment says nobody can tell from code.
    let (named, _) = head.split_once(" where ").unwrap_or((head, ""));
    is_impl && head.ends_with('{') && named.contains(" for ") && !head.contains("/*")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_it(head: &str) -> bool {
        let source = format!(
            "use x;\n\n{head}\n    /// Pays.\n    #[mrtr_tool]\n    async fn pay() {{}}\n}}\n"
        );
        let line = source
            .lines()
            .position(|line| line.trim() == "#[mrtr_tool]");
        is_in_an_impl_of_a_trait(&source, line.unwrap_or(0) + 1, 5)
    }

    #[test]
    fn an_impl_of_a_trait_is_seen_by_its_head() {
        for head in [
            "impl Asks for Server {",
            "impl<T: Store> Asks<T> for Server<T> {",
            "unsafe impl Asks for Server {",
            "impl Asks for Server { // for clients",
            "impl<T> Asks for Server<T>\nwhere\n    T: Store,\n{",
            "impl Asks for Server {\n    const X: u8 = 1;\n\n    fn name() {\n        f();\n    }\n",
        ] {
            assert!(is_it(head), "{head}");
        }
        for head in [
            "impl Server {",
            "impl<F: for<'a> Fn(&'a u8)> Server<F> {",
            "impl<T> Server<T>\nwhere\n    T: for<'a> Store<'a>,\n{",
            "mod handlers { // for clients",
            "trait Asks {",
            "impl Asks for Server {}\nmod tools {",
            "impl Server /* for tests */ {",
            "impl<S> Server<S>\nwhere\n    // Needed for the ledger.\n    S: Store, // for tests\n{",
            "impl Server { // for clients",
            "impl Asks for Server {\n    fn f() {}\n}\n\nimpl Server {",
            "macro_rules! handler { () => {",
        ] {
            assert!(!is_it(head), "{head}");
        }
        let nested = "impl Asks for Server {\n    fn f() {\n        #[mrtr_tool]\n        async fn pay() {}\n    }\n}\n";
        assert!(!is_in_an_impl_of_a_trait(nested, 3, 9));
        assert!(!is_in_an_impl_of_a_trait(
            "#[mrtr_tool]\nasync fn pay() {}\n",
            1,
            1
        ));
        assert!(!is_in_an_impl_of_a_trait("", 7, 5));
    }
}
