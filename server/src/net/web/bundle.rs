//! The modules of the page joined into one file, so that a browser asks once and not once for each of them.
//!
//! Called by `page` when the files are prepared. Each module becomes the body of a function that gives back what the
//! module exports; modules stand behind those that they import. Laws kept here: of a module nothing is read but its
//! lines that begin with `import` or `export`, so no text is mistaken for one, and each line keeps its distance from
//! the comment that names its module, so that the line in a browser's error message can be found in the file.

use std::fmt::Write as _;

/// A module: its name below `client`, and its text.
pub(super) type Module = (&'static str, String);

/// The name of all modules together in a bundle: short, because each import names it, and a name of nothing in any module.
const ALL: &str = "$m";

/// The words between `export` and the name of what is exported.
const KINDS: [&str; 5] = ["async", "function", "class", "const", "let"];

/// One module that does what `main` and all the modules do that it needs, directly or over others, and exports what `main` does.
pub(super) fn bundled(main: &'static str, modules: &[Module]) -> String {
    let mut bundle = format!("const {ALL} = [];\n");
    add(main, modules, &mut Vec::new(), &mut bundle);
    let text = modules.iter().find(|it| it.0 == main).map(|it| &it.1);
    let exports: Vec<&str> = text
        .into_iter()
        .flat_map(|it| it.lines())
        .filter_map(|it| exported(it.strip_prefix("export ")?))
        .collect();
    if !exports.is_empty() {
        // The first module has the first number. Writing to a text cannot fail.
        let _written = writeln!(
            bundle,
            "export const {{ {} }} = {ALL}[0];",
            exports.join(", ")
        );
    }
    bundle
}

/// Writes a module behind those that it needs, unless it has been written.
fn add(name: &'static str, modules: &[Module], added: &mut Vec<&'static str>, bundle: &mut String) {
    let Some((name, text)) = modules.iter().find(|it| it.0 == name) else {
        return;
    };
    if added.contains(name) {
        return;
    }
    added.push(name);
    let needed = text.lines().filter_map(imported);
    for needed in needed.map(|it| resolved(name, it.from)) {
        if let Some(module) = modules.iter().find(|it| it.0 == needed) {
            add(module.0, modules, added, bundle);
        }
    }
    bundle.push_str(&function(name, text, added));
}

/// A module as a function that is called at once; modules know each other by their numbers in this bundle, which are short.
fn function(name: &str, text: &str, added: &[&'static str]) -> String {
    let number = |name: &str| added.iter().position(|it| *it == name).unwrap_or_default();
    let mut function = format!("{ALL}[{}] = (() => {{ // {name}\n", number(name));
    let mut exports = Vec::new();
    for line in text.lines() {
        // Writing to a text cannot fail.
        let _written = if let Some(import) = imported(line) {
            let names = import.names.replace(" as ", ": ");
            let from = number(&resolved(name, import.from));
            writeln!(function, "const {names} = {ALL}[{from}];")
        } else if let Some(kept) = line.strip_prefix("export ") {
            exports.extend(exported(kept));
            writeln!(function, "{kept}")
        } else {
            writeln!(function, "{line}")
        };
    }
    let _written = writeln!(function, "return {{ {} }};\n}})();", exports.join(", "));
    function
}

/// The imports of a line: the names in braces, and where from.
struct Import<'text> {
    names: &'text str,
    from: &'text str,
}

/// `import { a, b as c } from "./d.js";`, with quotes of either kind.
fn imported(line: &str) -> Option<Import<'_>> {
    let (names, from) = line.strip_prefix("import ")?.split_once(" from ")?;
    let from = from.trim_matches([';', '"', '\'']);
    Some(Import { names, from })
}

/// The name of what a line exports, of which the line is what follows `export`.
fn exported(line: &str) -> Option<&str> {
    let is_part = |it: char| it.is_alphanumeric() || it == '_' || it == '$';
    let mut words = line.split_whitespace();
    let word = words.find(|it| !KINDS.contains(it))?;
    word.split(|it| !is_part(it)).next()
}

/// The name of the module that another one imports by this path.
fn resolved(by: &str, path: &str) -> String {
    let mut parts: Vec<&str> = by.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_stand_behind_what_they_need_and_each_is_there_once() {
        let modules = [
            ("web/main.js", "import { a as b } from \"./x/a.js\";\nimport { c } from './c.js';\nb(c);\n".to_owned()),
            ("web/x/a.js", "import { c } from \"../c.js\";\nexport const a = (x) => x + c;\nexport async function d() {}\n".to_owned()),
            ("web/c.js", "// Head.\nexport const c = \"export const e\";\nexport class F {\n  x = `\n import`;\n}\n".to_owned()),
            ("web/unused.js", "export const g = 1;\n".to_owned()),
        ];
        let expect = "const $m = [];\n\
            $m[2] = (() => { // web/c.js\n// Head.\nconst c = \"export const e\";\nclass F {\n  x = `\n import`;\n}\nreturn { c, F };\n})();\n\
            $m[1] = (() => { // web/x/a.js\nconst { c } = $m[2];\nconst a = (x) => x + c;\nasync function d() {}\nreturn { a, d };\n})();\n\
            $m[0] = (() => { // web/main.js\nconst { a: b } = $m[1];\nconst { c } = $m[2];\nb(c);\nreturn {  };\n})();\n";
        assert_eq!(bundled("web/main.js", &modules), expect);
    }

    #[test]
    fn whoever_loads_a_bundle_finds_what_its_first_module_exports() {
        let modules = [
            (
                "web/late/main.js",
                "import { c } from \"../c.js\";\nexport const a = c;\nexport function b() {}\n"
                    .to_owned(),
            ),
            ("web/c.js", "export const c = 1;\n".to_owned()),
        ];
        let bundle = bundled("web/late/main.js", &modules);
        assert!(
            bundle.ends_with("\nexport const { a, b } = $m[0];\n"),
            "{bundle}"
        );
        assert_eq!(bundle.matches("export").count(), 1, "{bundle}");
    }
}
