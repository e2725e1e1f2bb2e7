//! No parameter of a function is a tuple, unless it is a pair of numbers or of places: a point, or two ends.
//!
//! A tuple in a parameter hides how many things a function needs, and its parts have no names where it is called. A list of
//! pairs is no parameter that was hidden, so it is allowed.

use std::collections::BTreeMap;

use proc_macro2::{Delimiter, TokenTree};

use super::methods::after_generics;
use super::tokens::{code, inside, is_path_mark, is_sign};
use super::{check_none, sources};

/// The types of which a pair may be.
const OF_PAIRS: &[&str] = &[
    "f32",
    "f64",
    "i16",
    "i32",
    "i64",
    "u8",
    "u16",
    "u32",
    "u64",
    "usize",
    "Place",
    "Square",
    "Territory",
];

/// The files that still have such parameters, and how many each may have. A number only ever gets smaller.
const KNOWN: &[(&str, usize)] = &[
    ("client/src/net/network.rs", 2),
    ("client/src/tui/links.rs", 1),
    ("client/src/tui/terminal/pieces.rs", 2),
    ("client/src/tui/update/kept.rs", 1),
    ("client/src/tui/view/home.rs", 2),
    ("client/src/tui/view/home/home_panel.rs", 2),
    ("client/src/tui/view/match_screen/explain.rs", 2),
    ("client/src/tui/view/panel.rs", 2),
    ("client/src/tui/view/popup.rs", 6),
    ("client/src/tui/view/popup/outcome.rs", 1),
];

/// A parameter that is a tuple.
struct Found {
    line: usize,
    function: String,
}

#[test]
fn no_parameter_is_a_tuple_but_a_pair_of_numbers_or_places() {
    let mut found: BTreeMap<String, Vec<Found>> = BTreeMap::new();
    let mut functions = 0;
    for source in sources() {
        if source.is_test() && !source.is_in(&["tests/src/"]) {
            continue;
        }
        let tuples = tuples(&code(&source.path, &source.text), &mut functions);
        if !tuples.is_empty() {
            found.insert(source.path, tuples);
        }
    }
    assert!(functions > 2_000, "only {functions} functions found");
    let known = |path: &str| KNOWN.iter().find(|it| it.0 == path).map_or(0, |it| it.1);
    let wrong = found.iter().filter(|it| it.1.len() > known(it.0));
    let told = wrong.map(|(path, tuples)| {
        let places = tuples
            .iter()
            .map(|it| format!("{}:{} {}", path, it.line, it.function));
        let places: Vec<String> = places.collect();
        format!(
            "(\"{path}\", {}),\n    {}",
            tuples.len(),
            places.join("\n    ")
        )
    });
    check_none(
        "names what its functions get, in a struct or as parameters of their own (or has no more tuples than KNOWN says)",
        told,
    );
    let gone = KNOWN.iter().filter(|it| !found.contains_key(it.0));
    check_none("in KNOWN has tuples", gone.map(|it| it.0.to_owned()));
}

/// The tuples among the parameters of all functions; counts the functions.
fn tuples(tokens: &[TokenTree], functions: &mut usize) -> Vec<Found> {
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if let TokenTree::Group(group) = token {
            found.extend(tuples(&inside(group), functions));
        }
        let [TokenTree::Ident(word), TokenTree::Ident(name), rest @ ..] = &tokens[at..] else {
            continue;
        };
        let rest = &rest[after_generics(rest)..];
        if let (true, Some(TokenTree::Group(parameters))) = (word == "fn", rest.first()) {
            *functions += 1;
            let parameters = inside(parameters);
            let types = parts(&parameters).into_iter().filter_map(type_of);
            found.extend(types.filter(|it| is_hiding(it)).map(|_| Found {
                line: name.span().start().line,
                function: name.to_string(),
            }));
        }
    }
    found
}

/// The parts between the commas that are in no brackets.
fn parts(tokens: &[TokenTree]) -> Vec<&[TokenTree]> {
    let mut depth = 0_usize;
    let mut arrow = false;
    let is_end = |token: &TokenTree| {
        if is_sign(Some(token), '<') {
            depth += 1;
        } else if is_sign(Some(token), '>') && !arrow {
            depth = depth.saturating_sub(1);
        }
        arrow = is_sign(Some(token), '-') || is_sign(Some(token), '=');
        depth == 0 && is_sign(Some(token), ',')
    };
    let parts = tokens.split(is_end);
    parts.filter(|it| !it.is_empty()).collect()
}

/// The type of a parameter, after the first colon that is no part of a path.
fn type_of(parameter: &[TokenTree]) -> Option<&[TokenTree]> {
    let mut at = 0;
    while at < parameter.len() {
        if is_path_mark(&parameter[at..]) {
            at += 2;
        } else if is_sign(parameter.get(at), ':') {
            return parameter.get(at + 1..);
        }
        at += 1;
    }
    None
}

/// Whether a type, perhaps borrowed or optional, is a tuple of other things than a pair of numbers or of places.
fn is_hiding(mut of: &[TokenTree]) -> bool {
    loop {
        of = match of {
            [TokenTree::Punct(sign), rest @ ..] if sign.as_char() == '&' => rest,
            [TokenTree::Punct(sign), _, rest @ ..] if sign.as_char() == '\'' => rest,
            [TokenTree::Ident(word), rest @ ..] if word == "mut" => rest,
            [TokenTree::Ident(word), TokenTree::Punct(open), rest @ ..]
                if word == "Option" && open.as_char() == '<' =>
            {
                rest
            }
            _ => break,
        };
    }
    let Some(TokenTree::Group(group)) = of.first() else {
        return false;
    };
    if group.delimiter() != Delimiter::Parenthesis {
        return false;
    }
    let inner = inside(group);
    let texts: Vec<String> = parts(&inner).into_iter().map(text).collect();
    match &texts[..] {
        [] => false,
        // A type in brackets, as in `&(dyn Trait + Send)`.
        [_] => inner.last().is_some_and(|it| is_sign(Some(it), ',')),
        [one, other] => one != other || !OF_PAIRS.contains(&one.as_str()),
        _ => true,
    }
}

fn text(tokens: &[TokenTree]) -> String {
    tokens.iter().map(ToString::to_string).collect()
}

#[test]
fn tuples_are_found() {
    let check = |parameters: &str, expect: bool| {
        let text = format!("impl It {{ fn it<T: Fn(u8) -> u8>(&self, {parameters}) {{}} }}");
        let found = tuples(&code("made up", &text), &mut 0);
        assert_eq!(!found.is_empty(), expect, "{parameters}");
    };
    check("(one, other): (u8, bool)", true);
    check("it: &(MatchId, Commitment)", true);
    check("it: Option<(u8, u8, u8)>", true);
    check("it: Option<&'a mut (Rect, Rect)>", true);
    check("first: u8, (a, b): (A<u8, u8>, B)", true);
    check("(x, y): (i32, i32)", false);
    check("ends: Option<(Place, Place)>", false);
    check("it: &[(String, u8)]", false);
    check("it: impl Fn((u8, bool)) -> (u8, bool)", false);
    check("it: &(dyn Dice + Send)", false);
    check("it: (), other: std::path::Path", false);
    check("it: HashMap<u8, (u8, bool)>", false);
}
