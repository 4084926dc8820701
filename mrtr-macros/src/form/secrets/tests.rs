use super::*;

#[test]
fn secrets_are_found_under_every_spelling() {
    for name in [
        "password",
        "userPassword",
        "passwd",
        "PASSWORD",
        "new_password",
        "password2",
        "password_confirmation",
        "apiKey",
        "api_key",
        "APIKey",
        "apikey",
        "api-keys",
        "openai_api_key",
        "accessToken",
        "token",
        "github_token",
        "token_value",
        "client_secret",
        "secret",
        "card_number",
        "creditCardNumber",
        "credit_card",
        "cvv",
        "cvv2",
        "one_time_code",
        "otp",
        "otp_code",
        "pin",
        "card_pin",
        "pin_code",
        "private_key",
        "ssh_key",
        "credentials",
        "verification_code",
        "2fa_code",
        "passphrase",
        "contraseña",
        "mot_de_passe",
        "passwort",
        "auth_token",
        "ssn",
        "social_security_number",
    ] {
        assert!(asked_for(name).is_some(), "{name}");
    }
}

#[test]
fn secrets_are_found_in_prose() {
    for text in [
        "Your password",
        "What is your API key?",
        "Paste your GitHub token",
        "Card number, without spaces",
        "One-time code from the app",
        "Enter the PIN",
        "Access token for the repository",
        "Token for GitHub",
    ] {
        assert!(asked_for(text).is_some(), "{text}");
    }
}

#[test]
fn numbers_are_secrets_where_they_are_by_nature() {
    for name in [
        "pin",
        "pinCode",
        "otp",
        "cvv",
        "cvv2",
        "card_number",
        "ssn",
        "passcode",
        "one_time_code",
        "social_security_number",
        "verification_code",
        "new_pin",
    ] {
        assert!(asked_for_as_number(name).is_some(), "{name}");
    }
    for name in [
        "token",
        "max_tokens",
        "password",
        "pins",
        "pin_count",
        "api_key",
        "secret",
        "shipping",
        "map_pin",
        "gpio_pin",
        "pin_code_city",
        "otp_length",
        "How many PINs?",
        "otp_attempts",
        "otp_ttl",
        "cards",
        "number",
        "iban",
    ] {
        assert_eq!(asked_for_as_number(name), None, "{name}");
    }
}

#[test]
fn innocent_names_pass() {
    for name in [
        "passenger_name",
        "pinned",
        "token_count",
        "key_takeaways",
        "credit_note_id",
        "secretary",
        "shipping",
        "max_tokens",
        "next_page_token",
        "token_type",
        "api_key_name",
        "password_hint",
        "secret_name",
        "key",
        "public_key",
        "code",
        "passport",
        "compass",
        "bypass_reason",
        "keyboard",
        "author",
        "card",
        "card_name",
        "business_card",
        "number",
        "map_pin",
        "pin_message",
        "spinning",
        "opinion",
        "otpauth",
        "country_code",
        "discount_code",
        "confirmation",
        "primary_key",
        "monkey",
        "tokenizer",
        "secret_santa",
        "bearings",
        "account",
        "credit_card_type",
        "creditor",
        "access",
        "credit_limit",
        "postal_code",
        "shortcut_key",
        "pin_code_city",
        "social_security_office",
        "iban",
    ] {
        assert_eq!(asked_for(name), None, "{name}");
    }
}

#[test]
fn prose_about_a_secret_passes() {
    for text in [
        "Name of the API key",
        "Token budget",
        "Key takeaways",
        "How many tokens may it use?",
        "Pin the message?",
        "Length of the password",
        "Reason for the password reset",
        "Where should the secret message go?",
    ] {
        assert_eq!(asked_for(text), None, "{text}");
    }
}

#[test]
fn words_end_at_underscores_spaces_and_changes_of_case() {
    assert_eq!(
        words("userAPIKeys2, user's-name"),
        ["user", "api", "key", "user", "name"]
    );
}
