//! The asks as an author writes them.
//!
//! `#[mrtr_tool]` puts `@mrtr(flow, site, "key")` in front of the arguments of each; without it they
//! do not expand. They stay declarative macros, so that an editor can follow them.

/// Asks the person to fill in a form: awaits to `Result<Form, Refused>`.
///
/// `ask_elicit!(Form, "message {x}", args..)`, with options between form and message:
/// `key = "wire_key"`, `of = expr`, `about = expr`. The form is a type with `#[derive(Elicit)]`, or
/// one value: `bool`, `String`, a number, a `#[derive(Choice)]`.
///
/// It works in the body of a function marked `#[mrtr_tool]`, `#[mrtr_prompt]`, `#[mrtr_resource]` or
/// `#[mrtr_part]`.
#[macro_export]
macro_rules! ask_elicit {
    (@mrtr($flow:expr, $site:literal, $key:literal) $message:literal $($rest:tt)*) => {
        ::core::compile_error!(
            "the type of the answer comes first: `ask_elicit!(Form, \"Which one?\")`"
        )
    };
    (@mrtr($flow:expr, $site:literal, $key:literal) $form:ty, $($rest:tt)+) => {
        $crate::__ask!(
            [$crate::__private::elicit(
                $crate::__at!($flow, $key),
                <$form as $crate::Elicit>::TYPED,
            )] $($rest)+
        )
    };
    ($($other:tt)*) => {
        ::core::compile_error!($crate::__outside!("ask_elicit"))
    };
}

/// Asks the person for a yes: awaits to `Result<(), Refused>`, and only "yes" is `Ok`.
///
/// `ask_confirm!("Delete {name}?")`, with options before the message: `key = "wire_key"`,
/// `of = expr`, `about = expr`.
#[macro_export]
macro_rules! ask_confirm {
    (@mrtr($flow:expr, $site:literal, $key:literal) $($rest:tt)+) => {
        $crate::__ask!([$crate::__private::confirm($crate::__at!($flow, $key))] $($rest)+)
    };
    ($($other:tt)*) => {
        ::core::compile_error!($crate::__outside!("ask_confirm"))
    };
}

/// Asks the client's model: awaits to [`Sample`](crate::Sample).
///
/// `ask_sample!("Summarize:\n{text}")`, with options before the prompt: `system = ".."`,
/// `max_tokens = 400`, `temperature = 0.2`, `stop = ["\n"]`, `key`, `of`, `about`.
#[macro_export]
macro_rules! ask_sample {
    (@mrtr($flow:expr, $site:literal, $key:literal) $($rest:tt)+) => {
        $crate::__ask!([$crate::__private::sample($crate::__at!($flow, $key))] $($rest)+)
    };
    ($($other:tt)*) => {
        ::core::compile_error!($crate::__outside!("ask_sample"))
    };
}

/// Asks the client for its roots: awaits to [`Roots`](crate::Roots).
///
/// `ask_roots!()`, or with options: `ask_roots!(key = "roots")`.
#[macro_export]
macro_rules! ask_roots {
    (@mrtr($flow:expr, $site:literal, $key:literal) $($option:ident = $value:expr),* $(,)?) => {
        $crate::__private::roots($crate::__at!($flow, $key)) $(.$option($value))* .ask()
    };
    ($($other:tt)*) => {
        ::core::compile_error!($crate::__outside!("ask_roots"))
    };
}

/// Evaluates an expression once per flow: the value itself, not awaited.
///
/// `capture!(expr)`, with options before the expression: `key = "name"`, `of = expr`. The expression
/// stands in place, so it may borrow, `.await`, `?` and `return`. Its value is sealed into
/// `requestState` and read back in every later round, in the first one too. Left by `?`, it records
/// nothing; capture the `Result` itself to record an error.
#[macro_export]
macro_rules! capture {
    (@mrtr($flow:expr, $site:literal, $key:literal) $($rest:tt)+) => {
        $crate::__capture!(
            [$crate::__private::Begin::new($crate::__at!($flow, $key))] $($rest)+
        )
    };
    (@mrtr($flow:expr, $site:literal, $key:literal, sync) $($rest:tt)+) => {
        $crate::__capture_sync!(
            [$crate::__private::Begin::new($crate::__at!($flow, $key))] $($rest)+
        )
    };
    ($($other:tt)*) => {
        ::core::compile_error!($crate::__outside!("capture"))
    };
}

/// Calls a `#[mrtr_part]` function, or the part of a handler: a future like any other call.
///
/// `part!(self.pick(x)).await?`; the function's name prefixes its keys, or `part!(key = "billing", ..)`.
#[macro_export]
macro_rules! part {
    (@mrtr($flow:expr, $site:literal, $key:literal) $($call:tt)+) => {
        $($call)+
    };
    ($($other:tt)*) => {
        ::core::compile_error!($crate::__outside!("part"))
    };
}

/// Options, then the message as `format!` has it.
#[doc(hidden)]
#[macro_export]
macro_rules! __ask {
    ([$($ask:tt)*] $message:literal $($args:tt)*) => {
        $($ask)*.message(::std::format!($message $($args)*))
    };
    ([$($ask:tt)*] of = $value:expr, $($rest:tt)+) => {
        $crate::__ask!([$($ask)*.of($crate::__private::Digested::digested(&$value, "of"))] $($rest)+)
    };
    ([$($ask:tt)*] about = $value:expr, $($rest:tt)+) => {
        $crate::__ask!([$($ask)*.about($crate::__private::Digested::digested(&$value, "about"))] $($rest)+)
    };
    ([$($ask:tt)*] $option:ident = $value:expr, $($rest:tt)+) => {
        $crate::__ask!([$($ask)*.$option($value)] $($rest)+)
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __capture {
    ([$($begin:tt)*] of = $value:expr, $($rest:tt)+) => {
        $crate::__capture!([$($begin)*.of($crate::__private::Digested::digested(&$value, "of"))] $($rest)+)
    };
    ([$($begin:tt)*] key = $value:expr, $($rest:tt)+) => {
        $crate::__capture!([$($begin)*.key($value)] $($rest)+)
    };
    ([$($begin:tt)*] $value:expr $(,)?) => {
        match $($begin)*.begin(<_ as $crate::__private::Capturable>::CODEC).await {
            $crate::__private::Begun::Recorded(value) => value,
            $crate::__private::Begun::Evaluate(slot) => {
                let value = $value;
                slot.keep(value).await
            }
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __capture_sync {
    ([$($begin:tt)*] of = $value:expr, $($rest:tt)+) => {
        $crate::__capture_sync!([$($begin)*.of($crate::__private::Digested::digested(&$value, "of"))] $($rest)+)
    };
    ([$($begin:tt)*] key = $value:expr, $($rest:tt)+) => {
        $crate::__capture_sync!([$($begin)*.key($value)] $($rest)+)
    };
    ([$($begin:tt)*] $value:expr $(,)?) => {
        match $($begin)*.begin_sync(<_ as $crate::__private::Capturable>::CODEC) {
            $crate::__private::Begun::Recorded(value) => value,
            $crate::__private::Begun::Evaluate(slot) => {
                let value = $value;
                slot.keep_sync(value)
            }
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __at {
    ($flow:expr, $key:literal) => {
        $crate::__private::At {
            flow: $flow,
            key: $key,
            file: ::core::file!(),
            line: ::core::line!(),
        }
    };
}

/// What an ask outside a handler is told.
#[doc(hidden)]
#[macro_export]
macro_rules! __outside {
    ($name:literal) => {
        ::core::concat!(
            "`", $name, "!` works only in the body of a function marked `#[mrtr_tool]`. Mark this \
             function, or, if a handler calls it, mark it `#[mrtr_part]` so that it shares the \
             caller's flow. If it is in one: asks are found by name, where they are written, so \
             import it as `", $name, "`, and hand it to a macro of yours as an argument: \
             `mine!(", $name, "!(..))`"
        )
    };
}
