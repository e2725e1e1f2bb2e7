//! The names that nobody may have, because the screens and the operator use their words for something else.
//!
//! The server asks for every name that comes in, the client for one that is typed. Law kept here: what is compared is how
//! a name looks, so no other alphabet, digit or mark makes a reserved word allowed; and only whole words count, so that
//! ordinary names, such as Abbott or Hostetler, are allowed though a reserved word is in them.

use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::skeleton;

/// The reserved words. Bots appear on the screens as `bot hard`, in Japanese and Chinese as in the second row.
const WORDS: [&str; 13] = [
    "dicehall",
    "server",
    "host",
    "admin",
    "administrator",
    "moderator",
    "system",
    "operator",
    "bot",
    "ボット",
    "ホスト",
    "机器人",
    "房主",
];
/// The parts that make another word of a reserved one, which still looks like it: `TheHost`, `bots`, `xXadminXx`.
const AFFIXES: [&str; 10] = [
    "the", "real", "official", "team", "staff", "support", "super", "game", "x", "s",
];
/// The reserved words that, with a capital letter, are also the last part of names: `MacBot`.
const ALSO_IN_NAMES: [&str; 2] = ["host", "bot"];
/// Digits and signs that stand for letters.
const AS_LETTERS: [(char, char); 16] = [
    ('0', 'o'),
    ('1', 'i'),
    ('3', 'e'),
    ('4', 'a'),
    ('5', 's'),
    ('7', 't'),
    ('8', 'b'),
    ('@', 'a'),
    ('$', 's'),
    ('!', 'i'),
    ('|', 'i'),
    ('¡', 'i'),
    ('+', 't'),
    ('€', 'e'),
    ('£', 'l'),
    ('(', 'c'),
];
/// Small letters in the form of capitals, which Unicode's list of look-alikes takes for letters of their own; `ʍ` stands there
/// for `ᴍ`.
const SMALL_CAPITALS: [(char, char); 16] = [
    ('ᴀ', 'a'),
    ('ʙ', 'b'),
    ('ᴄ', 'c'),
    ('ᴅ', 'd'),
    ('ᴇ', 'e'),
    ('ʜ', 'h'),
    ('ɪ', 'i'),
    ('ʟ', 'l'),
    ('ʍ', 'm'),
    ('ɴ', 'n'),
    ('ᴏ', 'o'),
    ('ᴘ', 'p'),
    ('ʀ', 'r'),
    ('ꜱ', 's'),
    ('ᴛ', 't'),
    ('ʏ', 'y'),
];

/// The looks of the words here.
struct Looks {
    words: Vec<String>,
    affixes: Vec<String>,
    /// Those of `words` that are a part of a name if only a capital letter sets them apart.
    capital: Vec<String>,
}

static LOOKS: LazyLock<Looks> = LazyLock::new(|| Looks {
    words: WORDS.iter().map(|it| look(it)).collect(),
    affixes: AFFIXES.iter().map(|it| look(it)).collect(),
    capital: WORDS
        .iter()
        .filter(|it| !ALSO_IN_NAMES.contains(it))
        .map(|it| look(it))
        .collect(),
});

/// Whether a clean name could be mistaken for the program, its operator, or a bot.
pub fn is_reserved(name: &str) -> bool {
    // Letters of other styles (mathematical, circled, wide) become plain ones, and marks are taken off.
    let plain: String = name.nfkd().filter(|it| !is_mark(*it)).collect();
    let mut spelled = String::new();
    for chunk in plain.split_whitespace() {
        let letters: String = chunk.chars().filter(|it| is_letter(*it)).collect();
        let signs: String = chunk.chars().filter(|it| is_like_letter(*it)).collect();
        let runs = chunk.split(|it: char| !is_letter(it));
        if runs.clone().any(has_reserved_part) || is_word(&letters) || is_word(&signs) {
            return true;
        }
        if letters.chars().count() == 1 {
            spelled.push_str(&letters);
        } else {
            spelled.clear();
        }
        if is_word(&spelled) {
            return true;
        }
    }
    false
}

/// Whether letters and digits without anything between them are a reserved word, or have one as a part that begins with a
/// capital letter: `AkiAdmin`.
fn has_reserved_part(run: &str) -> bool {
    if is_word(run) {
        return true;
    }
    let mut parts: Vec<String> = vec![String::new()];
    let mut was_small = false;
    for character in run.chars() {
        if character.is_uppercase() && was_small {
            parts.push(String::new());
        }
        was_small = character.is_lowercase() || character.is_numeric();
        if let Some(part) = parts.last_mut() {
            part.push(character);
        }
    }
    parts.len() > 1 && parts.iter().any(|it| LOOKS.capital.contains(&look(it)))
}

/// Whether a text looks like a reserved word, alone or with affixes, whatever digits and signs stand around it.
fn is_word(text: &str) -> bool {
    let is_sign = |it: char| !it.is_alphabetic();
    if text.chars().all(is_sign) {
        return false;
    }
    let without_first = text.trim_start_matches(is_sign);
    let without_last = text.trim_end_matches(is_sign);
    let without_both = without_first.trim_end_matches(is_sign);
    [text, without_first, without_last, without_both]
        .into_iter()
        .map(look)
        .any(|it| is_made_of_words(&it, false) || is_like_admin(&it))
}

/// Whether a look consists of affixes and at least one reserved word.
fn is_made_of_words(look: &str, has_word: bool) -> bool {
    if look.is_empty() {
        return has_word;
    }
    let after = |it: &String| look.strip_prefix(it.as_str());
    let words = LOOKS.words.iter().filter_map(after);
    let affixes = LOOKS.affixes.iter().filter_map(after);
    words
        .map(|rest| (rest, true))
        .chain(affixes.map(|rest| (rest, has_word)))
        .any(|(rest, has_word)| is_made_of_words(rest, has_word))
}

/// Whether a look begins or ends with `admin`, as no ordinary name does; but people administer things.
fn is_like_admin(text: &str) -> bool {
    let (admin, administer) = (look("admin"), look("administ"));
    let is_ordinary = text.starts_with(&administer) && !text.starts_with(&look("administrat"));
    text.ends_with(&admin) || text.starts_with(&admin) && !is_ordinary
}

/// The look of a text without marks: small letters of our alphabet wherever it can be mistaken for them.
fn look(text: &str) -> String {
    let plain: String = text.nfkd().flat_map(latin).collect();
    // The list of look-alikes makes `rn` of an `m`, and a small `l` of a capital `i`.
    plain.to_lowercase().replace("rn", "m").replace('i', "l")
}

/// The Latin letters that a character can be mistaken for, as it is, small or capital; else what it looks like.
fn latin(character: char) -> Vec<char> {
    let listed = |table: &[(char, char)], it: char| {
        let found = table.iter().find(|(from, _)| *from == it);
        found.map_or(it, |(_, to)| *to)
    };
    let character = listed(&AS_LETTERS, character);
    let seen = |text: String| -> Vec<char> {
        let shape = skeleton(&text).map(|it| listed(&SMALL_CAPITALS, it));
        shape.collect()
    };
    let forms = [
        character.to_string(),
        character.to_lowercase().to_string(),
        character.to_uppercase().to_string(),
    ];
    let is_latin = |it: &Vec<char>| it.iter().all(char::is_ascii_alphabetic);
    let mut shapes = forms.map(seen).into_iter();
    let as_written = shapes.next().unwrap_or_default();
    if is_latin(&as_written) {
        return as_written;
    }
    shapes.find(is_latin).unwrap_or(as_written)
}

/// Whether a character is a letter, a digit, or a mark that belongs to a letter.
fn is_letter(character: char) -> bool {
    character.is_alphanumeric() || is_combining_mark(character)
}

/// Whether a character is a letter, or a digit or sign that may stand for one.
fn is_like_letter(character: char) -> bool {
    is_letter(character) || AS_LETTERS.iter().any(|(from, _)| *from == character)
}

/// Whether a character is an accent, or another mark on a letter of our alphabet. Those of Japanese make other letters.
fn is_mark(character: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_called_like_the_program_its_operator_or_a_bot() {
        for name in [
            "Dicehall",
            "DICEHALL",
            "Dісehall",
            "server",
            "Host",
            "bot",
            "Bot hard",
            "ADMIN",
            "Administrator",
            "moderator",
            "System",
            "Operator",
            "bot #12",
        ] {
            assert!(is_reserved(name), "{name}");
        }
    }

    /// Letters of other alphabets and styles, digits and signs that stand for letters, and marks.
    #[test]
    fn a_word_that_only_looks_reserved_is_reserved() {
        for name in [
            "Вot hard",
            "Sysтem",
            "5ystem",
            "Adm1n",
            "Вот",
            "Ноst",
            "bοt easy",
            "B0T",
            "8ot",
            "h0st",
            "H05T",
            "4dmin",
            "@dmin",
            "$erver",
            "S3RV3R",
            "m0derat0r",
            "0perator",
            "Adm!n",
            "adrnin",
            "AdmIn",
            "ΑDΜΙΝ",
            "Ｂｏｔ",
            "𝐇𝐨𝐬𝐭",
            "Ⓑⓞⓣ",
            "ʙᴏᴛ",
            "ᴀᴅᴍɪɴ",
            "ᴬᵈᵐⁱⁿ",
            "Hőst",
            "Ádmin",
            "b\u{307}ot",
            "sуstеm",
            "ѕerver",
            "ﾎﾞｯﾄ 1",
            "ボット",
            "ホスト",
            "房主",
            "机器人 2",
        ] {
            assert!(is_reserved(name), "{name}");
        }
    }

    #[test]
    fn a_reserved_word_is_reserved_with_something_before_and_after_it_too() {
        for name in [
            "Admin 2",
            "admin2",
            "Admin_Aki",
            "Aki (admin)",
            "the Host",
            "TheHost",
            "thehost",
            "Host!",
            "host-bot",
            "hard bot",
            "Bots",
            "xXadminXx",
            "AkiAdmin",
            "adminaki",
            "superadmin",
            "1337host",
            "h0st99",
            "GameServer",
            "official.server",
            "b.o.t",
            "B O T",
            "ad-min",
            "h_o_s_t",
            "SystemAdmin",
            "Dicehall Team",
            "dicehallbot",
            "Server01",
            "[BOT]",
            "*bot*",
            "bot: hard",
            "Sys-Admin",
            "Mr. Admin",
            "Вот_2",
            "rea1 h0st",
            "Sysтem2",
        ] {
            assert!(is_reserved(name), "{name}");
        }
    }

    /// Names and words that people have and use, with a reserved word inside of another word. Who is called Bot or Host is
    /// refused all the same, and has to add letters.
    #[test]
    fn ordinary_names_are_allowed() {
        for name in [
            "Aki",
            "player",
            "guest 123",
            "hard #12",
            "Abbot",
            "Abbott",
            "Bothwell",
            "Both",
            "Roboto",
            "Robot",
            "botanist",
            "Botticelli",
            "Botond",
            "Talbot",
            "Cabot",
            "Lebot",
            "MacBot",
            "Sabotage",
            "Hostetler",
            "Hostess",
            "Hosta",
            "Hostel",
            "Ghost",
            "Shostakovich",
            "Thostrup",
            "Administer",
            "Badminton",
            "Adam",
            "Admira",
            "Observer",
            "Serverin",
            "Preserver",
            "Systema",
            "Ecosystem",
            "Systematic",
            "Operetta",
            "Cooper",
            "Moderata",
            "Modest",
            "Dice",
            "Hall",
            "Dicey Hallway",
            "Bo T",
            "Bo Thompson",
            "Ada Min",
            "O. Perator Jr",
            "807",
            "80",
            "B0B",
            "Ян Бот-ов",
            "Иван",
            "Ωmega",
            "世界",
            "ロボット",
            "ホストファミリー",
            "ホット",
            "김민수",
            "محمد",
            "Zoë",
            "Jürgen",
            "D'Arcy",
            "Anna-Lena",
        ] {
            assert!(!is_reserved(name), "{name}");
        }
    }
}
