use mrtr_runtime::prelude::*;

#[derive(Choice)]
enum TokenType {
    Access,
}

#[derive(Elicit)]
struct Settings {
    rotate_api_key: bool,
    forgot_password: bool,
    token_type: TokenType,
}
