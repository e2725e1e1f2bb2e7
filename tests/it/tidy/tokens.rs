//! A source file as tokens, without its comments, its texts and what is compiled for tests only.

use proc_macro2::{Delimiter, Group, Ident, Spacing, TokenStream, TokenTree};

/// The tokens of a file that are compiled outside tests. Comments give no tokens; documentation is an attribute.
pub(super) fn code(path: &str, text: &str) -> Vec<TokenTree> {
    let tokens: TokenStream = text
        .parse()
        .unwrap_or_else(|error| panic!("{path}: {error}"));
    without(is_test_condition, &tokens.into_iter().collect::<Vec<_>>())
}

/// The same tokens without the items, fields, arms and statements whose attribute says so, such as `cfg(unix)`.
pub(super) fn without(is_left_out: fn(&str) -> bool, tokens: &[TokenTree]) -> Vec<TokenTree> {
    let mut kept = Vec::new();
    let mut rest = tokens;
    while let Some((first, after)) = rest.split_first() {
        if attribute(rest).is_some_and(|it| is_left_out(&it)) {
            rest = after_item(&rest[2..]);
            continue;
        }
        kept.push(if let TokenTree::Group(group) = first {
            let stream = without(is_left_out, &inside(group)).into_iter().collect();
            let mut cleaned = Group::new(group.delimiter(), stream);
            cleaned.set_span(group.span());
            cleaned.into()
        } else {
            first.clone()
        });
        rest = after;
    }
    kept
}

/// Every identifier, in order.
pub(super) fn identifiers(tokens: &[TokenTree]) -> Vec<Ident> {
    let mut found = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Ident(it) => found.push(it.clone()),
            TokenTree::Group(it) => found.extend(identifiers(&inside(it))),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    found
}

/// The tokens between the brackets of a group.
pub(super) fn inside(group: &Group) -> Vec<TokenTree> {
    group.stream().into_iter().collect()
}

/// Whether the tokens begin with `::`.
pub(super) fn is_path_mark(tokens: &[TokenTree]) -> bool {
    let mark = |at: usize, spacing: Option<Spacing>| {
        matches!(tokens.get(at), Some(TokenTree::Punct(it))
            if it.as_char() == ':' && spacing.is_none_or(|wanted| it.spacing() == wanted))
    };
    mark(0, Some(Spacing::Joint)) && mark(1, None)
}

/// Whether the token is this sign.
pub(super) fn is_sign(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(it)) if it.as_char() == sign)
}

/// The attribute with which the tokens begin, without blanks.
fn attribute(tokens: &[TokenTree]) -> Option<String> {
    let [sign, TokenTree::Group(attribute), ..] = tokens else {
        return None;
    };
    is_sign(Some(sign), '#').then(|| attribute.stream().to_string().replace(' ', ""))
}

/// Whether an attribute is `cfg(test)` or `cfg(all(test, ..))`.
fn is_test_condition(attribute: &str) -> bool {
    attribute == "cfg(test)" || attribute.starts_with("cfg(all(test,")
}

/// The tokens after an item, a field or an arm, whose first attribute has been removed.
fn after_item(mut tokens: &[TokenTree]) -> &[TokenTree] {
    while is_sign(tokens.first(), '#') {
        tokens = &tokens[2..];
    }
    let is_word = |word: &&str| matches!(tokens.first(), Some(TokenTree::Ident(it)) if it == word);
    let may_hold_braces = ["use", "static", "type"].iter().any(is_word);
    // A comma between angle brackets parts types and ends nothing.
    let (mut depth, mut before) = (0_u32, ' ');
    let end = tokens.iter().position(|token| match token {
        TokenTree::Punct(it) => {
            match (before, it.as_char()) {
                (_, '<') => depth += 1,
                ('-' | '=', '>') => {}
                (_, '>') => depth = depth.saturating_sub(1),
                _ => {}
            }
            before = it.as_char();
            before == ';' || before == ',' && depth == 0
        }
        TokenTree::Group(it) => it.delimiter() == Delimiter::Brace && !may_hold_braces,
        TokenTree::Ident(_) | TokenTree::Literal(_) => false,
    });
    let end = end.unwrap_or(tokens.len());
    tokens.get(end + 1..).unwrap_or_default()
}

#[test]
fn what_is_compiled_for_tests_is_left_out() {
    let text = r#"
        /// Says `hidden`.
        pub fn kept() { "hidden"; } // hidden
        #[cfg(test)]
        use hidden::{hidden, hidden};
        #[cfg(test)]
        #[expect(unused)]
        fn hidden<T>(it: T) -> T { it }
        #[cfg(test)]
        fn hidden<A, B>(it: A) -> Result<A, Box<B>> { it }
        enum Also { #[cfg(test)] Hidden, Kept }
        #[cfg(any(test, feature = "x"))]
        mod half;
        #[cfg(test)]
        mod tests { fn hidden() {} }
    "#;
    let names: Vec<String> = identifiers(&code("made up", text))
        .iter()
        .map(ToString::to_string)
        .collect();
    let expect = "doc pub fn kept enum Also Kept cfg any test feature mod half";
    assert_eq!(names.join(" "), expect);
}
