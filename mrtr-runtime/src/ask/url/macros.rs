//! `ask_url!` as an author writes it.

/// Sends the person to a page, and goes on when what they do there is done: awaits to
/// `Result<T, Refused>`.
///
/// `ask_url!(url, until = expr, "message {x}")`, with `key`, `of` and `about` as everywhere. The address is
/// whatever displays as one. It must be `https`, and its host in
/// [`url_hosts`](crate::MrtrBuilder::url_hosts).
///
/// A yes only means that the person agreed to open the page (MCP 2026-07-28, elicitation in url mode). So
/// `until` says when it is done: an `Option` that is `Some(T)` then. It is evaluated in every round, in place,
/// so it may borrow and `.await`, and what it gives is recorded nowhere. Put the look itself into it, and not
/// a value that was looked up before.
///
/// * Where it is `Some` at once, nothing is asked.
/// * After a yes the request is held open for [`Limits::hold_open`](crate::Limits), while `until` is evaluated
///   again and again; if it is `None` all that time, the person is asked once more. A task
///   ([`become_task!`](crate::become_task)) looks on for as long as it may take, and does not ask again.
/// * An `until` that takes longer than that is dropped and counts as `None`: whoever is asked there may hang.
/// * A no is [`Refused`](crate::Refused), whatever `until` says.
///
/// With a `?` in `until` the ask awaits to `Result<T, E>`, where `E` is the error of the function around it: so
/// `.await?` behind the ask lets both go, the failed look and the no.
///
/// The address belongs to the question, as the message does: it must be the same in every round. Make what is
/// unique in it from [`Flow::key`](crate::Flow::key), or record it by [`capture!`](crate::capture).
///
/// ```
/// use mrtr_runtime::prelude::*;
///
/// # struct Shop;
/// # impl Shop { async fn receipt(&self, order: u32) -> Result<Option<String>, std::io::Error> { Ok(None) } }
/// #[mrtr_tool]
/// async fn pay(flow: &Flow, shop: &Shop, order: u32) -> Result<String, Box<dyn std::error::Error>> {
///     let page = format!("https://pay.example.com/{}", flow.key("pay", &order));
///     let receipt = ask_url!(page, until = shop.receipt(order).await?, "Pay order {order}").await?;
///     Ok(format!("Paid: {receipt}"))
/// }
/// # let _ = pay;
/// ```
#[macro_export]
macro_rules! ask_url {
    (@mrtr($flow:expr, $site:literal, $key:literal) $option:ident = $($rest:tt)*) => {
        ::core::compile_error!(
            "the address comes first, then the options: `ask_url!(page, until = self.paid(order).await, \"Pay the order\")`"
        )
    };
    (@mrtr($flow:expr, $site:literal, $key:literal) $url:expr, $($rest:tt)+) => {
        $crate::__url!(
            [$crate::__private::url(
                $crate::__at!($flow, $key),
                $crate::__private::ToUrl::url(&$url),
            )]
            [$crate::Refused] [] $($rest)+
        )
    };
    (@mrtr($flow:expr, $site:literal, $key:literal, $output:ty) $url:expr, $($rest:tt)+) => {
        $crate::__url!(
            [$crate::__private::url(
                $crate::__at!($flow, $key),
                $crate::__private::ToUrl::url(&$url),
            )]
            [<$output as $crate::__private::Fallible>::Error] [] $($rest)+
        )
    };
    (@mrtr($($at:tt)*) $($other:tt)*) => {
        ::core::compile_error!(
            "the arguments do not read as those of `ask_url!(page, until = self.paid(order).await, \"Pay the order\")`"
        )
    };
    ($($other:tt)*) => {
        ::core::compile_error!($crate::__outside!("ask_url"))
    };
}

/// As `__ask`, with the error and with what is looked at between the steps.
#[doc(hidden)]
#[macro_export]
macro_rules! __url {
    ([$($ask:tt)*] [$error:ty] [] $message:literal $($args:tt)*) => {
        ::core::compile_error!(
            "`ask_url!` needs `until`: a yes means that the user agreed to open the page, not that it is done"
        )
    };
    ([$($ask:tt)*] [$error:ty] [$until:expr] $message:literal $($args:tt)*) => {{
        let ask = $($ask)*.message(::std::format!($message $($args)*));
        async {
            let mut ask = ask;
            loop {
                if let ::core::option::Option::Some(refused) = ask.refused().await {
                    let error = <$error as ::core::convert::From<$crate::Refused>>::from(refused);
                    break ::core::result::Result::Err(error);
                }
                let until = async {
                    ::core::result::Result::Ok::<_, $error>($crate::__private::Until::done($until))
                };
                match ask.look(until).await {
                    ::core::result::Result::Ok(::core::option::Option::Some(done)) => {
                        ask.done();
                        break ::core::result::Result::Ok(done);
                    }
                    ::core::result::Result::Ok(::core::option::Option::None) => {}
                    ::core::result::Result::Err(error) => break ::core::result::Result::Err(error),
                }
                // Behind the match: nothing that `until` gave is held meanwhile.
                ask.wait().await;
            }
        }
    }};
    ([$($ask:tt)*] [$error:ty] [$($until:tt)*] until = $value:expr, $($rest:tt)+) => {
        $crate::__url!([$($ask)*] [$error] [$value] $($rest)+)
    };
    ([$($ask:tt)*] [$error:ty] [$($until:tt)*] of = $value:expr, $($rest:tt)+) => {
        $crate::__url!(
            [$($ask)*.of($crate::__private::Digested::digested(&$value, "of"))] [$error] [$($until)*] $($rest)+
        )
    };
    ([$($ask:tt)*] [$error:ty] [$($until:tt)*] about = $value:expr, $($rest:tt)+) => {
        $crate::__url!(
            [$($ask)*.about($crate::__private::Digested::digested(&$value, "about"))] [$error] [$($until)*]
            $($rest)+
        )
    };
    ([$($ask:tt)*] [$error:ty] [$($until:tt)*] $option:ident = $value:expr, $($rest:tt)+) => {
        $crate::__url!([$($ask)*.$option($value)] [$error] [$($until)*] $($rest)+)
    };
}
