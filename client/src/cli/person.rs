//! The person's name: as typed, else as configured, else the login name.

use dicehall_protocol::reserved::is_reserved;
use dicehall_protocol::text::clean_name;

use crate::Failure;
use crate::files::config::Config;

/// The error for a name that a server would refuse.
const RESERVED: &str = "--name: that looks like one of the program's own words";
/// The name of a person about whom nothing is known.
const NOBODY: &str = "player";

/// The name, safe to show. A typed name without any visible character is refused.
pub(crate) fn name(
    typed: Option<&str>,
    config: &Config,
    variable: impl Fn(&str) -> Option<String>,
) -> Result<String, Failure> {
    if let Some(typed) = typed {
        let name = clean_name(typed)
            .ok_or_else(|| Failure::usage("--name: nothing of that can be shown"))?;
        return if is_reserved(&name) {
            Err(Failure::usage(RESERVED))
        } else {
            Ok(name)
        };
    }
    let clean_name = |text: &str| clean_name(text).filter(|it| !is_reserved(it));
    let chosen = config.name.as_deref().and_then(clean_name);
    let at_login = || {
        let variables = ["USER", "LOGNAME", "USERNAME"];
        variables.iter().find_map(|it| clean_name(&variable(it)?))
    };
    Ok(chosen
        .or_else(at_login)
        .unwrap_or_else(|| NOBODY.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(typed: Option<&str>, chosen: Option<&str>, login: Option<&str>, expect: Option<&str>) {
        let config = Config {
            name: chosen.map(str::to_owned),
            ..Config::default()
        };
        let variable = |name: &str| login.filter(|_| name == "LOGNAME").map(str::to_owned);
        assert_eq!(name(typed, &config, variable).ok().as_deref(), expect);
    }

    #[test]
    fn what_is_typed_comes_before_what_is_chosen_and_that_before_the_login() {
        check(Some(" Aki "), Some("Ben"), Some("root"), Some("Aki"));
        check(None, Some("Ben"), Some("root"), Some("Ben"));
        check(None, Some("\u{200b}"), Some("root"), Some("root"));
        check(None, None, None, Some("player"));
        check(Some("\u{1b}"), Some("Ben"), Some("root"), None);
        check(Some("Ноst"), Some("Ben"), Some("root"), None);
        check(None, Some("Server"), Some("admin"), Some("player"));
    }
}
