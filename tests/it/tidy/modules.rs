//! The modules of a crate and the arrows between them: every `use` and every path in the code, led to the file that it
//! names, and every call of a type's own method, led to the file that defines it.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenTree;

use super::methods::{Impl, impls};
use super::tokens::{code, inside, is_path_mark, is_sign};

/// The path of a module, or of an item in it, from the root of its crate.
type Path = Vec<String>;

/// An arrow: a file names something of another file.
#[derive(Clone, Debug)]
pub(super) struct Arrow {
    pub from: Path,
    pub to: Path,
    /// The file, the line and the path as it is written.
    pub place: String,
}

/// The files of a crate, with the paths in them.
pub(super) struct Crate {
    /// The modules that are files.
    files: BTreeSet<Path>,
    /// For each module, the names that are imported and what they stand for. Names from other crates are left out.
    imports: BTreeMap<Path, BTreeMap<String, Path>>,
    mentions: Vec<Mention>,
    /// The `impl` blocks, each with the module in whose file it stands.
    impls: Vec<(Path, Impl)>,
}

/// A path as it is written.
struct Mention {
    /// The module in which it is written, which may be one inside a file.
    module: Path,
    path: Path,
    /// The name that it gives to the item, if it is a `use`.
    alias: Option<String>,
    place: String,
}

impl Crate {
    /// Reads the files that are compiled, beginning with `lib.rs`. `prefix` is put before the paths in messages.
    pub(super) fn read(prefix: &str, texts: &BTreeMap<String, String>) -> Self {
        let mut it = Self {
            files: BTreeSet::new(),
            imports: BTreeMap::new(),
            mentions: Vec::new(),
            impls: Vec::new(),
        };
        let mut waiting = vec![Path::new()];
        while let Some(module) = waiting.pop() {
            let file = match &module[..] {
                [] => "lib.rs".to_owned(),
                path => format!("{}.rs", path.join("/")),
            };
            let text = texts
                .get(&file)
                .unwrap_or_else(|| panic!("there is no {prefix}{file}"));
            let mut reader = Reader {
                file: format!("{prefix}{file}"),
                mentions: Vec::new(),
                children: Vec::new(),
            };
            let tokens = code(&file, text);
            reader.read(&module, &tokens);
            let blocks = impls(&tokens).into_iter();
            it.impls.extend(blocks.map(|block| (module.clone(), block)));
            it.files.insert(module);
            it.mentions.append(&mut reader.mentions);
            waiting.append(&mut reader.children);
        }
        it.note_imports();
        it
    }

    /// Every arrow between two different files, once, in order.
    pub(super) fn arrows(&self) -> Vec<Arrow> {
        let mut found: BTreeMap<(Path, Path), Arrow> = BTreeMap::new();
        for mention in &self.mentions {
            let Some(path) = self.absolute(&mention.module, &mention.path) else {
                continue;
            };
            let (from, to) = (self.file_of(&mention.module), self.origin(path));
            if from != to {
                let place = mention.place.clone();
                let arrow = Arrow { from, to, place };
                let ends = (arrow.from.clone(), arrow.to.clone());
                found.entry(ends).or_insert(arrow);
            }
        }
        for arrow in self.method_arrows() {
            let ends = (arrow.from.clone(), arrow.to.clone());
            found.entry(ends).or_insert(arrow);
        }
        found.into_values().collect()
    }

    /// An arrow for each call of a type's own method that another file defines.
    fn method_arrows(&self) -> Vec<Arrow> {
        let mut defined: BTreeMap<(Path, &str), BTreeSet<&Path>> = BTreeMap::new();
        for (module, block) in &self.impls {
            for method in &block.methods {
                let files = defined.entry((self.type_of(module, block), method));
                files.or_default().insert(module);
            }
        }
        let mut found = Vec::new();
        for (module, block) in &self.impls {
            let of = self.type_of(module, block);
            for call in &block.calls {
                let files = defined.get(&(of.clone(), call.method.as_str()));
                let files = files.filter(|it| !it.contains(module));
                found.extend(files.into_iter().flatten().map(|file| Arrow {
                    from: module.clone(),
                    to: (*file).clone(),
                    place: format!("line {} self.{}", call.line, call.method),
                }));
            }
        }
        found
    }

    /// The type of a block: the file that defines it, and its name.
    fn type_of(&self, module: &Path, block: &Impl) -> Path {
        let path = self.absolute(module, &block.of);
        let path = path.unwrap_or_else(|| [module, &block.of[..]].concat());
        let name = path.last().cloned();
        self.origin(path).into_iter().chain(name).collect()
    }

    /// Imports may depend on one another in any order, so they are repeated until nothing is added.
    fn note_imports(&mut self) {
        loop {
            let mut added = false;
            for mention in &self.mentions {
                let Some(alias) = &mention.alias else {
                    continue;
                };
                let Some(path) = self.absolute(&mention.module, &mention.path) else {
                    continue;
                };
                let names = self.imports.entry(mention.module.clone()).or_default();
                added |= names.insert(alias.clone(), path.clone()) != Some(path);
            }
            if !added {
                return;
            }
        }
    }

    /// The path from the root of the crate; `None` if it leads to another crate or to an item inside a function.
    fn absolute(&self, module: &Path, path: &[String]) -> Option<Path> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => return Some(rest.to_vec()),
            "self" => return Some([module, rest].concat()),
            "super" => {
                let above = module.split_last().map_or(&[][..], |it| it.1).to_vec();
                return match rest.first() {
                    Some(next) if next == "super" => self.absolute(&above, rest),
                    _ => Some([&above, rest].concat()),
                };
            }
            _ => {}
        }
        let below = [module, std::slice::from_ref(first)].concat();
        if self.files.contains(&below) {
            return Some([&below, rest].concat());
        }
        let imported = self.imports.get(module)?.get(first)?;
        Some([imported, rest].concat())
    }

    /// The file in which an item is defined: if a file only re-exports it, the file that it comes from.
    fn origin(&self, mut path: Path) -> Path {
        // Every step leads to another file; more steps than files would be a circle of imports.
        for _ in 0..self.files.len() {
            let file = self.file_of(&path);
            let passed_on = path
                .get(file.len())
                .and_then(|it| self.imports.get(&file)?.get(it));
            match passed_on {
                Some(from) if *from != path[..=file.len()] => {
                    path = [from, &path[file.len() + 1..]].concat();
                }
                _ => return file,
            }
        }
        self.file_of(&path)
    }

    /// The deepest file on a path.
    fn file_of(&self, path: &[String]) -> Path {
        let lengths = (0..=path.len()).rev();
        let mut files = lengths.map(|it| &path[..it]);
        let file = files.find(|it| self.files.contains(*it));
        file.unwrap_or_default().to_vec()
    }
}

/// Reads one file.
struct Reader {
    file: String,
    mentions: Vec<Mention>,
    /// The modules that it declares as files of their own.
    children: Vec<Path>,
}

impl Reader {
    fn read(&mut self, module: &Path, tokens: &[TokenTree]) {
        let mut at = 0;
        while at < tokens.len() {
            at += match &tokens[at] {
                TokenTree::Group(it) => {
                    self.read(module, &inside(it));
                    1
                }
                TokenTree::Ident(it) if it == "mod" => self.read_module(module, &tokens[at..]),
                TokenTree::Ident(it) if it == "use" && !is_sign(tokens.get(at + 1), '<') => {
                    let rest = &tokens[at + 1..];
                    let end = rest.iter().position(|it| is_sign(Some(it), ';'));
                    let end = end.unwrap_or(rest.len());
                    self.read_use(module, &Path::new(), &rest[..end]);
                    end + 1
                }
                TokenTree::Ident(_) => self.read_path(module, &tokens[at..]),
                TokenTree::Punct(_) | TokenTree::Literal(_) => 1,
            };
        }
    }

    /// Reads `mod name;` or `mod name { .. }`; returns how many tokens it takes.
    fn read_module(&mut self, module: &Path, tokens: &[TokenTree]) -> usize {
        let Some(TokenTree::Ident(name)) = tokens.get(1) else {
            return 1;
        };
        let path = [&module[..], &[name.to_string()]].concat();
        if let Some(TokenTree::Group(body)) = tokens.get(2) {
            self.read(&path, &inside(body));
        } else {
            self.children.push(path);
        }
        3
    }

    /// Reads one tree of a `use`, after the path before it.
    fn read_use(&mut self, module: &Path, before: &Path, tokens: &[TokenTree]) {
        let mut path = before.clone();
        let mut rest = tokens;
        loop {
            match rest {
                [
                    TokenTree::Ident(name),
                    TokenTree::Ident(word),
                    TokenTree::Ident(alias),
                ] if word == "as" => {
                    self.note_use(module, path, name, Some(alias.to_string()));
                    return;
                }
                [TokenTree::Ident(name)] => {
                    self.note_use(module, path, name, None);
                    return;
                }
                [TokenTree::Ident(name), after @ ..] if is_path_mark(after) => {
                    path.push(name.to_string());
                    rest = &after[2..];
                }
                [TokenTree::Group(group)] => {
                    for tree in inside(group).split(|it| is_sign(Some(it), ',')) {
                        self.read_use(module, &path, tree);
                    }
                    return;
                }
                // A glob: everything of a module.
                [TokenTree::Punct(star)] if star.as_char() == '*' => {
                    let place = self.place(star.span().start().line, &path);
                    self.note(module, path, None, place);
                    return;
                }
                // Nothing, as after the last comma, or a path that begins outside the crate.
                _ => return,
            }
        }
    }

    fn note_use(
        &mut self,
        module: &Path,
        mut path: Path,
        name: &proc_macro2::Ident,
        alias: Option<String>,
    ) {
        if name != "self" || path.is_empty() {
            path.push(name.to_string());
        }
        let place = self.place(name.span().start().line, &path);
        let alias = alias.or_else(|| path.last().cloned());
        self.note(module, path, alias, place);
    }

    /// Reads a path of more than one word; returns how many tokens it takes.
    fn read_path(&mut self, module: &Path, tokens: &[TokenTree]) -> usize {
        let mut path = Path::new();
        let mut length = 0;
        while let Some(TokenTree::Ident(name)) = tokens.get(length) {
            path.push(name.to_string());
            length += 1;
            if !is_path_mark(&tokens[length..]) {
                break;
            }
            length += 2;
        }
        if path.len() > 1 {
            let place = self.place(tokens[0].span().start().line, &path);
            self.note(module, path, None, place);
        }
        length
    }

    fn place(&self, line: usize, path: &Path) -> String {
        format!("{}:{line} {}", self.file, path.join("::"))
    }

    fn note(&mut self, module: &Path, path: Path, alias: Option<String>, place: String) {
        self.mentions.push(Mention {
            module: module.clone(),
            path,
            alias,
            place,
        });
    }
}
