//! What must compile, without a warning: each file in `pass/` is a module of this test.
//!
//! Under clippy (`cargo clippy --all-targets`) without a word of its pedantic lints either.
#![deny(warnings, clippy::pedantic)]
#![allow(dead_code, missing_docs, clippy::unused_async, clippy::unwrap_used)]

#[path = "../pass"]
mod pass {
    mod asks {
        mod as_an_argument_of_the_authors_macro;
        mod bool_form_as_a_condition;
        mod bound_and_awaited_later;
        mod by_path;
        mod field_called_like_a_confirm;
        mod in_a_nested_async_block;
        mod inside_other_macros;
        mod made_in_a_closure_and_awaited_together;
        mod optional;
        mod optional_value;
        mod picks;
        mod refusal_as_a_condition;
        mod refusal_heeded;
        mod refusal_matched;
        mod roots_and_samples_in_a_join;
        mod roots_in_a_loop;
        mod two_hundred;
        mod unwrapped_behind_a_look;
        mod unwrapped_where_no_refusal_is;
        mod urls;
    }
    mod attribute {
        mod every_option;
        mod name_of_a_variable_is_that_of_the_handler;
        mod named_flow;
        mod no_asks;
        mod single_use_returns_what_serde_reads;
        mod unsolicited_with_one_form;
    }
    mod captures {
        mod in_a_loop_with_of;
        mod in_select;
        mod left_by_a_question_mark;
        mod of_a_connection_lent_mutably;
        mod owned_copy_of_a_borrowed_value;
        mod result_with_an_error_of_its_own;
        mod same_name_in_two_arms;
        mod taken_from_a_list;
        mod with_a_variable_of_its_own;
    }
    mod forms {
        mod alias_of_option;
        mod every_kind_of_field;
        mod filled_in;
    }
    mod keys {
        mod about_a_revision;
        mod closures_that_are_given_something;
        mod destructured_answers;
        mod explicit_key_in_a_loop;
        mod held_by_a_constant;
        mod held_by_a_constant_of_the_body;
        mod held_by_a_constant_of_the_server;
        mod joined;
        mod loop_while_answers_come;
        mod of_something_unsized;
        mod of_that_may_differ;
        mod raw_identifier;
        mod retry_loop;
        mod same_name_in_the_arms_of_a_branch;
        mod same_name_in_the_arms_of_a_match;
        mod same_name_under_cfg;
        mod tried_and_joined;
        mod underscored_binding;
    }
    mod messages {
        mod choice_in_a_message;
        mod multi_line_literal;
        mod raw_value;
        mod with_every_kind_of_placeholder;
    }
    mod parts {
        mod called_twice_with_keys;
        mod free_part_of_a_module;
        mod generic_part;
        mod handler_called_as_a_part;
        mod named_by_its_type;
        mod of_a_trait;
    }
    mod samples {
        mod every_option;
        mod run_in_a_strict_handler;
        mod run_of_every_shape;
        mod run_with_the_error_of_the_handler;
        mod whole_temperature;
    }
    mod secrets {
        mod fields_that_cannot_hold_one;
        mod innocent_names;
        mod said_to_be_none;
        mod variables_that_hold_none;
    }
    mod tasks {
        mod becomes_a_task;
        mod block_with_a_macro;
    }
    mod warnings {
        mod captured;
        mod clock_in_a_log;
        mod meant;
        mod page_of_this_machine_that_is_meant;
        mod refusals_that_are_heeded;
        mod sorted_map;
        mod strict;
    }
    mod wiring {
        mod errors_of_the_authors;
        mod generic_server;
        mod lifetimes;
        mod method_called_like_a_router;
        mod question_mark_within_a_value;
        mod routers_that_others_serve;
        mod sixteen_parameters;
    }
}

/// A file that is not named above would prove nothing.
#[test]
fn every_file_is_compiled() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/pass");
    let this = include_str!("pass.rs");
    for folder in std::fs::read_dir(root).unwrap() {
        for file in std::fs::read_dir(folder.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_stem().unwrap().display().to_string();
            assert!(
                this.contains(&format!("mod {name};")),
                "{name} is no module of this test"
            );
        }
    }
}
