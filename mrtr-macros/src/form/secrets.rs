//! Words that ask for a secret, which no form may do.
//!
//! Text is split into words at `_`, `-`, spaces and changes of case, and a secret's words must stand there whole:
//! `passenger` holds no `pass`, `pinned` no `pin`. What follows decides too: `api_key_name` names a key and asks for none.

/// Secrets under every spelling of their words: `api_key`, `apiKey`, `apikey`, `API key`.
const SECRETS: &[(&str, &[&str])] = &[
    (
        "a password",
        &[
            "password",
            "passwd",
            "passphrase",
            "passcode",
            "pwd",
            "passwort",
            "kennwort",
            "contraseña",
            "contrasena",
            "motdepasse",
            "wachtwoord",
            "senha",
            "lösenord",
            "пароль",
            "密码",
            "密碼",
            "パスワード",
            "비밀번호",
        ],
    ),
    ("an API key", &["apikey"]),
    (
        "a secret key",
        &[
            "secretkey",
            "privatekey",
            "accesskey",
            "sshkey",
            "signingkey",
            "encryptionkey",
            "masterkey",
            "recoverykey",
            "authkey",
            "sessionkey",
            "seedphrase",
            "recoveryphrase",
            "mnemonicphrase",
        ],
    ),
    (
        "a card number",
        &[
            "cardnumber",
            "cardno",
            "cardnum",
            "creditcard",
            "debitcard",
            "ccnumber",
            "ccnum",
        ],
    ),
    (
        "a card's security code",
        &["cvv", "cvc", "cvn", "securitycode", "cardcode"],
    ),
    (
        "a one-time code",
        &[
            "onetimecode",
            "otp",
            "totp",
            "verificationcode",
            "authcode",
            "authenticationcode",
            "authorizationcode",
            "2facode",
            "mfacode",
            "smscode",
            "logincode",
            "recoverycode",
            "backupcode",
            "twofactorcode",
        ],
    ),
    ("a PIN", &["pincode", "pinnumber", "cardpin"]),
    (
        "credentials",
        &[
            "credential",
            "cred",
            "jwt",
            "sessioncookie",
            "authcookie",
            "sessiontoken",
            "bearer",
        ],
    ),
    (
        "a token",
        &[
            "accesstoken",
            "authtoken",
            "apitoken",
            "bearertoken",
            "refreshtoken",
            "secrettoken",
            "githubtoken",
            "idtoken",
        ],
    ),
];

/// Words that are a secret only at the end of what they stand in.
const LAST: &[(&str, &str)] = &[
    ("secret", "a secret"),
    ("token", "a token"),
    ("pin", "a PIN"),
];

/// Before a word of [`LAST`] they make it something harmless.
const HARMLESS_BEFORE: &[&str] = &[
    "page",
    "next",
    "previous",
    "prev",
    "continuation",
    "cursor",
    "sync",
    "stop",
    "design",
    "board",
    "map",
    "gpio",
    "rolling",
    "game",
    "nft",
    "no",
    "not",
    "max",
    "min",
    "total",
    "prompt",
    "output",
];

/// Behind a secret they make it something that is told about it.
const ABOUT: &[&str] = &[
    "name",
    "id",
    "identifier",
    "type",
    "kind",
    "count",
    "number",
    "hint",
    "policy",
    "label",
    "title",
    "symbol",
    "expiry",
    "expiration",
    "length",
    "strength",
    "manager",
    "scope",
    "owner",
    "description",
    "format",
    "rotation",
    "age",
    "store",
    "vault",
    "provider",
    "issuer",
    "status",
    "alias",
    "purpose",
    "reason",
    "rule",
    "usage",
    "limit",
    "brand",
    "reset",
];

/// At the end of a text they say nothing: `token_value`, "token, please", `password2`.
const FILLERS: &[&str] = &[
    "value", "text", "string", "here", "please", "again", "for", "from",
];

/// What kind of secret a text asks for, if it does: "a password".
pub(super) fn asked_for(text: &str) -> Option<&'static str> {
    let words = words(text);
    (0..words.len()).find_map(|start| {
        let (before, rest) = words.split_at_checked(start)?;
        if tells_about(before) {
            None
        } else {
            phrase(rest).or_else(|| last(before, rest))
        }
    })
}

/// A phrase at the beginning of `words` that is not followed by a word about it.
fn phrase(words: &[String]) -> Option<&'static str> {
    let mut joined = String::new();
    words.iter().enumerate().take(4).find_map(|(at, word)| {
        joined.push_str(word);
        let kind = SECRETS
            .iter()
            .find(|(_, phrases)| phrases.contains(&joined.as_str()))
            .map(|(kind, _)| *kind)?;
        let next = words.get(at + 1).map_or("", String::as_str);
        (!ABOUT.contains(&next)).then_some(kind)
    })
}

fn last(before: &[String], rest: &[String]) -> Option<&'static str> {
    let (first, after) = rest.split_first()?;
    let (_, kind) = LAST.iter().find(|(word, _)| word == first)?;
    let ends = after
        .first()
        .is_none_or(|next| FILLERS.contains(&next.as_str()));
    let harmless = before
        .last()
        .is_some_and(|word| HARMLESS_BEFORE.contains(&word.as_str()));
    (ends && !harmless).then_some(kind)
}

/// "Name of the ..." names a secret and does not ask for it.
fn tells_about(before: &[String]) -> bool {
    let articles = ["the", "a", "an", "your", "this", "that"];
    let mut words = before
        .iter()
        .rev()
        .skip_while(|word| articles.contains(&word.as_str()));
    matches!(words.next().map(String::as_str), Some("of" | "for"))
        && words
            .next()
            .is_some_and(|word| ABOUT.contains(&word.as_str()))
}

/// The words of a name or of prose: lower case, without plural `s` and trailing digits.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut previous = ' ';
    let mut letters = text.chars().filter(|letter| *letter != '\'').peekable();
    while let Some(letter) = letters.next() {
        let next_is_lower = letters.peek().is_some_and(|next| next.is_lowercase());
        let starts = letter.is_uppercase() && (!previous.is_uppercase() || next_is_lower);
        if !letter.is_alphanumeric() || starts {
            words.push(String::new());
        }
        if let (true, Some(word)) = (letter.is_alphanumeric(), words.last_mut()) {
            word.extend(letter.to_lowercase());
        }
        previous = letter;
    }
    words
        .iter()
        .map(|word| singular(word))
        .filter(|word| !word.is_empty())
        .collect()
}

fn singular(word: &str) -> String {
    let plain = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
    match plain.strip_suffix('s') {
        Some(stem) if stem.len() > 2 && !stem.ends_with('s') => stem.to_owned(),
        _ => plain.to_owned(),
    }
}

#[cfg(test)]
mod tests {
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
}
