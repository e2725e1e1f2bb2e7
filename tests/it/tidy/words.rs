//! The glossary of names: the names of types, traits, variants and functions are made of words from a list.
//!
//! The field's words stand in the table of ARCHITECTURE.md, all others in `tests/words.txt`, in groups, each with the reason
//! for its words. So somebody who has never seen the code can read every name, and a new word is a decision that is seen.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenTree};

use super::documents::section;
use super::tokens::{code, inside, is_sign};
use super::{check_none, read, sources};

/// The words besides those of the glossary.
const LIST: &str = "tests/words.txt";

/// Words that were given up because readers could not tell what they meant, and what to say instead.
const GIVEN_UP: &[(&str, &str)] = &[
    ("archivist", "ArchiveWriter"),
    ("besiege", "start_peers"),
    ("births", "CreationOrder"),
    ("brain", "Agent"),
    ("bury", "reap"),
    ("deed", "a command of the interface"),
    ("desk", "the queue that it is"),
    ("entrance", "Admission"),
    ("errand", "ConnectOptions"),
    ("estate", "Lobbies"),
    ("film", "Playback"),
    ("furnish", "set up"),
    ("glimpse", "MessageHead"),
    ("hall", "what the server shares: ServerContext"),
    ("heed", "handle"),
    ("keepsake", "KeptItem"),
    ("lens", "SquareMap"),
    ("lounge", "no lobby"),
    ("mood", "FaultyState"),
    ("obey", "execute"),
    ("office", "AdminServer"),
    ("parcel", "Outbound"),
    ("patience", "GracePeriods, or Timeouts"),
    ("pour", "append"),
    ("reel", "frames of a replay"),
    ("shelf", "the store that it is"),
    ("statue", "an idle peer"),
    ("stirred", "SleeperEvent"),
    ("temper", "character"),
    ("tenancy", "ShardRequest"),
    ("tenure", "LeaseTerm"),
    ("trunk", "multiplex"),
    ("unvouched", "self-signed"),
    ("wish", "a request"),
];

/// A group of the list.
struct Group {
    heading: String,
    words: Vec<String>,
}

#[test]
fn every_name_is_made_of_listed_words() {
    let listed = listed();
    let mut strange: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (name, path) in names_of_the_code() {
        for word in words(&name) {
            if !is_listed(&word, &listed) {
                let place = format!("{name} in {path}");
                strange.entry(word).or_default().insert(place);
            }
        }
    }
    let told = strange.iter().map(|(word, places)| {
        let places: Vec<&str> = places.iter().map(String::as_str).collect();
        format!("{word}{}: {}", instead(word), places.join(", "))
    });
    check_none(
        &format!(
            "uses in its names only words of the glossary in ARCHITECTURE.md and of {LIST}: find a name in those, or, if \
             none fits, add the word to the group of the list whose heading is true of it"
        ),
        told,
    );
}

#[test]
fn every_listed_word_is_used() {
    let mut unused: BTreeSet<String> = groups().into_iter().flat_map(|it| it.words).collect();
    for (name, _) in names_of_the_code() {
        for word in words(&name) {
            for form in forms(&word) {
                unused.remove(&form);
            }
        }
    }
    check_none(
        &format!("is free of words of {LIST} that no name has any more"),
        unused,
    );
}

#[test]
fn the_list_is_in_order_and_has_each_word_once() {
    let glossary = glossary();
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    let mut wrong = Vec::new();
    for group in groups() {
        let pairs = group.words.windows(2).filter(|it| it[0] >= it[1]);
        wrong.extend(pairs.map(|it| format!("{} stands before {}", it[0], it[1])));
        for word in group.words {
            if glossary.contains(&word) {
                wrong.push(format!("{word} is in the glossary of ARCHITECTURE.md"));
            }
            if GIVEN_UP.iter().any(|it| it.0 == word) {
                wrong.push(format!("{word} was given up{}", instead(&word)));
            }
            if let Some(earlier) = seen.insert(word.clone(), group.heading.clone()) {
                wrong.push(format!(
                    "{word} is in [{earlier}] and in [{}]",
                    group.heading
                ));
            }
        }
    }
    let all: BTreeSet<String> = seen.keys().cloned().chain(glossary).collect();
    for word in seen.keys() {
        let shorter = forms(word).into_iter().skip(1).find(|it| all.contains(it));
        wrong.extend(shorter.map(|it| format!("{word} is a form of {it}, which is enough")));
    }
    check_none(&format!("finds {LIST} in order"), wrong);
}

/// The advice for a word that was given up.
fn instead(word: &str) -> String {
    let found = GIVEN_UP.iter().find(|it| it.0 == word);
    found.map_or_else(String::new, |it| format!(" (say instead: {})", it.1))
}

/// Every word of which names may be made, in its basic form.
fn listed() -> BTreeSet<String> {
    let words = groups().into_iter().flat_map(|it| it.words);
    words.chain(glossary()).collect()
}

/// The words of the glossary.
fn glossary() -> BTreeSet<String> {
    let architecture = read("ARCHITECTURE.md");
    let rows = section(&architecture, "## Words").lines();
    let terms = rows.filter_map(|it| it.strip_prefix("| ")?.split(" |").next());
    // The heading and the line below it are no terms.
    let terms = terms.filter(|it| *it != "Word" && !it.starts_with('-'));
    let words = terms.flat_map(|it| it.split(|letter: char| !letter.is_ascii_alphabetic()));
    let words = words.filter(|it| !it.is_empty()).map(str::to_owned);
    let words: BTreeSet<String> = words.collect();
    assert!(words.len() > 30, "only {} words found", words.len());
    words
}

/// The groups of the list.
fn groups() -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for line in read(LIST).lines().filter(|it| !it.starts_with('#')) {
        if let Some(heading) = line.strip_prefix('[') {
            groups.push(Group {
                heading: heading.trim_end_matches(']').to_owned(),
                words: Vec::new(),
            });
        } else if let Some(group) = groups.last_mut() {
            group
                .words
                .extend(line.split_whitespace().map(str::to_owned));
        }
    }
    groups
}

/// The names that the code outside the tests gives, each with its file.
fn names_of_the_code() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for source in sources() {
        if !source.is_test() && !source.is_in(&["fuzz/"]) {
            let names = names(&code(&source.path, &source.text), false);
            found.extend(names.into_iter().map(|it| (it, source.path.clone())));
        }
    }
    assert!(found.len() > 1_000, "only {} names found", found.len());
    found
}

/// The names that are given to types, traits, variants and functions. `is_given` tells that a trait from elsewhere gives the
/// names of the functions and types at this level.
fn names(tokens: &[TokenTree], is_given: bool) -> Vec<String> {
    let mut found = Vec::new();
    // Whether an `impl` has begun whose braces have not come yet, and whether it is one of a trait.
    let (mut in_impl, mut of_trait) = (false, false);
    for (at, token) in tokens.iter().enumerate() {
        let next = tokens.get(at + 1);
        match token {
            TokenTree::Ident(word) => match word.to_string().as_str() {
                "impl" => (in_impl, of_trait) = (true, false),
                "for" if in_impl => of_trait |= !is_sign(next, '<'),
                "fn" | "type" if is_given => {}
                "fn" | "struct" | "trait" | "type" | "union" => found.extend(name(next)),
                "enum" => {
                    found.extend(name(next));
                    found.extend(variants(&tokens[at + 1..]));
                }
                _ => {}
            },
            TokenTree::Group(group) => {
                let is_body = in_impl && group.delimiter() == Delimiter::Brace;
                found.extend(names(&inside(group), is_body && of_trait));
                in_impl &= !is_body;
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    found
}

fn name(token: Option<&TokenTree>) -> Option<String> {
    match token {
        Some(TokenTree::Ident(name)) => Some(name.to_string()),
        Some(TokenTree::Group(_) | TokenTree::Punct(_) | TokenTree::Literal(_)) | None => None,
    }
}

/// The names of the variants in the first braces: each begins the text or follows a comma.
fn variants(tokens: &[TokenTree]) -> Vec<String> {
    let is_body = |it: &&TokenTree| matches!(it, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
    let Some(TokenTree::Group(body)) = tokens.iter().find(is_body) else {
        return Vec::new();
    };
    let body = inside(body);
    let items = body.split(|it| is_sign(Some(it), ','));
    items.filter_map(variant).collect()
}

/// The name of a variant, after its attributes.
fn variant(mut tokens: &[TokenTree]) -> Option<String> {
    while is_sign(tokens.first(), '#') {
        tokens = tokens.get(2..)?;
    }
    name(tokens.first())
}

/// The words of a name in small letters, without digits at their ends. They are divided by underscores, and before a
/// capital that follows a small letter or a digit, or that a small letter follows.
fn words(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.trim_start_matches("r#").chars().collect();
    let mut words = vec![String::new()];
    for (at, letter) in letters.iter().enumerate() {
        let before = at.checked_sub(1).map(|it| letters[it]);
        let is_small = |it: Option<&char>| it.is_some_and(|it| it.is_lowercase());
        let follows = before.is_some_and(|it| it.is_lowercase() || it.is_ascii_digit());
        if *letter == '_' || letter.is_uppercase() && (follows || is_small(letters.get(at + 1))) {
            words.push(String::new());
        }
        if *letter != '_' {
            words.last_mut().unwrap().extend(letter.to_lowercase());
        }
    }
    let words = words
        .iter()
        .map(|it| it.trim_end_matches(|it: char| it.is_ascii_digit()));
    words
        .filter(|it| !it.is_empty())
        .map(str::to_owned)
        .collect()
}

fn is_listed(word: &str, listed: &BTreeSet<String>) -> bool {
    forms(word).iter().any(|it| listed.contains(it))
}

/// The word, and the words of which it may be a form: without -s, -ed or -ing, perhaps several of them.
fn forms(word: &str) -> Vec<String> {
    let mut forms = vec![word.to_owned()];
    let mut at = 0;
    while let Some(word) = forms.get(at).cloned() {
        at += 1;
        forms.extend(shorter(&word));
    }
    forms
}

/// The words from which this one is made by one ending.
fn shorter(word: &str) -> Vec<String> {
    let mut found = Vec::new();
    let stem = |ending: &str| word.strip_suffix(ending).filter(|it| it.len() > 1);
    found.extend(stem("ies").map(|it| format!("{it}y")));
    found.extend(stem("ied").map(|it| format!("{it}y")));
    found.extend(stem("es").map(str::to_owned));
    found.extend(stem("s").filter(|it| !it.ends_with('s')).map(str::to_owned));
    for stem in ["ed", "ing"]
        .iter()
        .filter_map(|it| stem(it))
        .filter(|it| it.len() > 2)
    {
        found.push(stem.to_owned());
        found.push(format!("{stem}e"));
        let (start, last) = stem.split_at(stem.len() - 1);
        found.extend(start.ends_with(last).then(|| start.to_owned()));
    }
    found
}

#[test]
fn names_are_found() {
    let text = r"
        #[derive(Debug)] pub struct Kept<T>(T);
        enum Choice { #[default] First, Second(u8), Third { hidden: u8 }, Fourth = 4 }
        trait Ours { type Item; fn asked(&self); }
        impl<T> Kept<T> { fn own(self) -> impl for<'a> Fn(&'a T) { fn within() {} } }
        impl<T> Ours for Kept<T> { type Item = T; fn asked(&self) { enum Inside {} } }
        fn after(it: impl Ours) {}
        #[cfg(test)] fn hidden() {}
    ";
    let found = names(&code("made up", text), false).join(" ");
    let expect = "Kept Choice First Second Third Fourth Ours Item asked own within Inside after";
    assert_eq!(found, expect);
}

#[test]
fn names_are_taken_apart() {
    for (name, expect) in [
        ("open_inbox", "open inbox"),
        ("BotsArgs", "bots args"),
        ("NotACell", "not a cell"),
        ("HTTPServer", "http server"),
        ("tls12_key", "tls key"),
        ("Osc777", "osc"),
        ("r#type", "type"),
    ] {
        assert_eq!(words(name).join(" "), expect, "{name}");
    }
}

#[test]
fn a_word_is_listed_in_its_basic_form() {
    let listed = ["carry", "set", "match", "store", "glass"].map(str::to_owned);
    let listed = BTreeSet::from(listed);
    for (word, expect) in [
        ("carry", true),
        ("carried", true),
        ("carries", true),
        ("settings", true),
        ("matches", true),
        ("stored", true),
        ("storing", true),
        ("carrier", false),
        ("ring", false),
        ("glas", false),
    ] {
        assert_eq!(is_listed(word, &listed), expect, "{word}");
    }
}
