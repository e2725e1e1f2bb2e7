//! The `impl` blocks of a file: the methods that they define, and those that they call on `self`.
//!
//! A method call names no path. Where a type's `impl` stands in several files, each call `self.name(` or `Self::name(` is an
//! arrow to the file that defines the method.

use proc_macro2::{Delimiter, Ident, TokenTree};

use super::tokens::{inside, is_path_mark, is_sign};

/// An `impl` block.
pub(super) struct Impl {
    /// The path of its type, as it is written.
    pub of: Vec<String>,
    pub methods: Vec<String>,
    pub calls: Vec<Call>,
}

/// A call of a method on `self`.
pub(super) struct Call {
    pub method: String,
    pub line: usize,
}

/// The `impl` blocks of a file, at any depth.
pub(super) fn impls(tokens: &[TokenTree]) -> Vec<Impl> {
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(word) if word == "impl" && begins_item(&tokens[..at]) => {
                found.extend(read(&tokens[at + 1..]));
            }
            TokenTree::Group(group) => found.extend(impls(&inside(group))),
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    found
}

/// Whether an item may begin after these tokens; elsewhere `impl` is part of a type.
fn begins_item(before: &[TokenTree]) -> bool {
    match before.last() {
        None => true,
        Some(TokenTree::Group(it)) => it.delimiter() != Delimiter::Parenthesis,
        Some(TokenTree::Punct(it)) => it.as_char() == ';',
        Some(TokenTree::Ident(_) | TokenTree::Literal(_)) => false,
    }
}

/// Reads a block after the word `impl`.
fn read(tokens: &[TokenTree]) -> Option<Impl> {
    let is_body = |it: &TokenTree| matches!(it, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
    let end = tokens.iter().position(is_body)?;
    let TokenTree::Group(body) = &tokens[end] else {
        return None;
    };
    let head = &tokens[after_generics(tokens)..end];
    let is_word = |it: &TokenTree, word: &str| matches!(it, TokenTree::Ident(it) if it == word);
    let ends = head.iter().position(|it| is_word(it, "where"));
    let head = &head[..ends.unwrap_or(head.len())];
    let of_trait = head.iter().position(|it| is_word(it, "for"));
    let of = path(&head[of_trait.map_or(0, |at| at + 1)..]);
    let mut block = Impl {
        of,
        methods: Vec::new(),
        calls: Vec::new(),
    };
    block.read(&inside(body));
    Some(block)
}

/// The number of tokens of the generics at the beginning.
pub(super) fn after_generics(tokens: &[TokenTree]) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate() {
        let is_arrow = at > 0 && is_sign(tokens.get(at - 1), '-');
        if is_sign(Some(token), '<') {
            depth += 1;
        } else if is_sign(Some(token), '>') && !is_arrow {
            depth = depth.saturating_sub(1);
        }
        if depth == 0 {
            return if at == 0 { 0 } else { at + 1 };
        }
    }
    0
}

/// The path at the beginning of a type.
fn path(mut tokens: &[TokenTree]) -> Vec<String> {
    let mut path = Vec::new();
    while let Some(TokenTree::Ident(name)) = tokens.first() {
        path.push(name.to_string());
        if !is_path_mark(&tokens[1..]) {
            break;
        }
        tokens = &tokens[3..];
    }
    path
}

impl Impl {
    /// Reads what is defined and called between the braces.
    fn read(&mut self, tokens: &[TokenTree]) {
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Ident(word) if word == "fn" => {
                    self.methods
                        .extend(name_at(&tokens[at + 1..]).map(Ident::to_string));
                }
                TokenTree::Ident(word) if word == "self" && is_sign(tokens.get(at + 1), '.') => {
                    self.read_call(&tokens[at + 2..]);
                }
                TokenTree::Ident(word) if word == "Self" && is_path_mark(&tokens[at + 1..]) => {
                    self.read_call(&tokens[at + 3..]);
                }
                TokenTree::Group(group) => self.read(&inside(group)),
                TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }

    /// Reads a name; without arguments it is a field or a variant.
    fn read_call(&mut self, tokens: &[TokenTree]) {
        let Some(TokenTree::Group(arguments)) = tokens.get(1) else {
            return;
        };
        if arguments.delimiter() == Delimiter::Parenthesis {
            self.calls.extend(name_at(tokens).map(|it| Call {
                method: it.to_string(),
                line: it.span().start().line,
            }));
        }
    }
}

fn name_at(tokens: &[TokenTree]) -> Option<&Ident> {
    match tokens.first() {
        Some(TokenTree::Ident(name)) => Some(name),
        Some(TokenTree::Group(_) | TokenTree::Punct(_) | TokenTree::Literal(_)) | None => None,
    }
}
