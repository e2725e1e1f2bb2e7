//! No module of a crate names, over any path or method call, one that names it; and no crate names one that names it.
//!
//! A node of the graph is a file. A path leads to the deepest file that it names; if a file only re-exports a name from
//! another file, the name leads to that other file. A call of a type's own method leads to the file that defines it. Arrows between a file and the files below it are not checked: a
//! child that uses its parent's items is the usual way of splitting a file. Arrows between siblings are: at every level
//! of the tree, everything below a sibling counts as that sibling, and the siblings' arrows may form no circle.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::modules::{Arrow, Crate};
use super::{CRATES, check_none, sources};

/// The circles that are still there: the crate, and the modules of the circle.
///
/// The list only ever gets shorter. A circle that is not in it fails the test, and so does an entry that is no longer
/// true.
const KNOWN: &[(&str, &str)] = &[];

/// A set of sibling modules from each of which all others can be reached.
struct Circle {
    /// The full paths of the modules, in order.
    members: Vec<String>,
    /// The shortest way around.
    way: Vec<Arrow>,
}

#[test]
fn no_module_names_one_that_names_it() {
    let mut present = Vec::new();
    let mut told = Vec::new();
    for (name, folder) in CRATES {
        for circle in circles(&arrows_of(folder)) {
            let members = circle.members.join(" ");
            told.push(format!(
                "    (\"{name}\", \"{members}\"),\n{}",
                circle.told()
            ));
            present.push((name, members));
        }
    }
    let known: Vec<(&str, String)> = KNOWN.iter().map(|it| (it.0, it.1.to_owned())).collect();
    let only = |these: &[(&str, String)], others: &[(&str, String)]| -> Vec<String> {
        let these = these.iter().filter(|it| !others.contains(it));
        these
            .map(|(name, members)| format!("{name}: {members}"))
            .collect()
    };
    let (new, gone) = (only(&present, &known), only(&known, &present));
    assert!(
        new.is_empty() && gone.is_empty(),
        "new circles: {new:#?}\nno longer true in KNOWN: {gone:#?}\nall that there are, with the shortest way round:\n{}",
        told.concat()
    );
}

#[test]
fn no_crate_names_one_that_names_it() {
    let sources = sources();
    let mut arrows = Vec::new();
    for (from, _) in CRATES {
        for (to, _) in CRATES.iter().filter(|it| it.0 != from) {
            let word = format!("dicehall_{to}::");
            let naming = |it: &&super::Source| it.is_of(from) && it.text.contains(&word);
            // The rules about the code name the crates themselves.
            let rules = |it: &&super::Source| !it.is_in(&["tests/it/tidy"]);
            if let Some(file) = sources.iter().filter(rules).find(naming) {
                arrows.push(Arrow {
                    from: vec![from.to_owned()],
                    to: vec![(*to).to_owned()],
                    place: file.path.clone(),
                });
            }
        }
    }
    assert!(arrows.len() >= 5, "only {} arrows found", arrows.len());
    let found = circles(&arrows);
    check_none(
        "of a crate names no crate that names it",
        found.iter().map(Circle::told),
    );
}

/// The arrows between the files of a crate of the project.
fn arrows_of(folder: &str) -> Vec<Arrow> {
    let folder = format!("{folder}/src/");
    let files = sources().into_iter().filter_map(|it| {
        let path = it.path.strip_prefix(&folder)?.to_owned();
        Some((path, it.text))
    });
    let arrows = Crate::read(&folder, &files.collect()).arrows();
    assert!(
        arrows.len() > 3,
        "{folder}: only {} arrows found: is the search wrong?",
        arrows.len()
    );
    arrows
}

/// The circles among siblings, at every level of the tree.
fn circles(arrows: &[Arrow]) -> Vec<Circle> {
    let mut graph: BTreeMap<Vec<String>, BTreeMap<Vec<String>, Arrow>> = BTreeMap::new();
    for arrow in arrows {
        if let Some(arrow) = between_siblings(arrow) {
            let targets = graph.entry(arrow.from.clone()).or_default();
            targets.entry(arrow.to.clone()).or_insert(arrow);
        }
    }
    let mut found: Vec<Circle> = Vec::new();
    let mut seen = BTreeSet::new();
    for start in graph.keys() {
        let reached = |from: &Vec<String>| ways(&graph, from);
        let forth = reached(start);
        if seen.contains(start) || !forth.contains_key(start) {
            continue;
        }
        let members: Vec<Vec<String>> = forth
            .keys()
            .filter(|it| reached(it).contains_key(start))
            .cloned()
            .collect();
        let round = members.iter().filter_map(|it| reached(it).remove(it));
        let way = round.min_by_key(Vec::len).unwrap();
        seen.extend(members.iter().cloned());
        let members = members.iter().map(|it| it.join("::")).collect();
        found.push(Circle { members, way });
    }
    found
}

/// The arrow between the two siblings that have its ends below them; `None` if one end is above the other.
fn between_siblings(arrow: &Arrow) -> Option<Arrow> {
    let shared = arrow.from.iter().zip(&arrow.to);
    let level = shared.take_while(|(from, to)| from == to).count() + 1;
    Some(Arrow {
        from: arrow.from.get(..level)?.to_vec(),
        to: arrow.to.get(..level)?.to_vec(),
        place: arrow.place.clone(),
    })
}

/// The shortest way from `from` to each node that can be reached; to `from` itself the shortest circle.
fn ways(
    graph: &BTreeMap<Vec<String>, BTreeMap<Vec<String>, Arrow>>,
    from: &Vec<String>,
) -> BTreeMap<Vec<String>, Vec<Arrow>> {
    let mut found: BTreeMap<Vec<String>, Vec<Arrow>> = BTreeMap::new();
    let mut waiting = VecDeque::from([(from, Vec::new())]);
    while let Some((node, way)) = waiting.pop_front() {
        for (next, arrow) in graph.get(node).into_iter().flatten() {
            if !found.contains_key(next) {
                let further = [&way[..], std::slice::from_ref(arrow)].concat();
                found.insert(next.clone(), further.clone());
                waiting.push_back((next, further));
            }
        }
    }
    found
}

impl Circle {
    /// The circle as text, `a -> b -> a`, with the line that makes each arrow.
    fn told(&self) -> String {
        let nodes = self.way.iter().map(|it| it.from.join("::"));
        let last = self.way.last().map(|it| it.to.join("::"));
        let nodes: Vec<String> = nodes.chain(last).collect();
        let lines = self.way.iter().map(|it| {
            let (from, to) = (it.from.join("::"), it.to.join("::"));
            format!("        {from} -> {to}: {}\n", it.place)
        });
        format!(
            "        {}\n{}",
            nodes.join(" -> "),
            lines.collect::<String>()
        )
    }
}

/// Checks the circles of a small crate.
#[track_caller]
fn check(files: &[(&str, &str)], expect: &[&str]) {
    let files = files
        .iter()
        .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
    let arrows = Crate::read("", &files.collect()).arrows();
    let found: Vec<String> = circles(&arrows)
        .iter()
        .map(|it| it.told().lines().next().unwrap().trim().to_owned())
        .collect();
    assert_eq!(found, expect);
}

#[test]
fn a_circle_of_two_is_found() {
    check(
        &[
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "use crate::b::B;"),
            ("b.rs", "fn b() { crate::a::call() }"),
        ],
        &["a -> b -> a"],
    );
}

#[test]
fn the_shortest_way_round_is_told() {
    check(
        &[
            ("lib.rs", "mod a; mod b; mod c; mod d;"),
            ("a.rs", "use crate::b;"),
            ("b.rs", "use crate::{c, d::D};"),
            ("c.rs", "use super::a;"),
            ("d.rs", "use super::b::{self, B};"),
        ],
        &["b -> d -> b"],
    );
}

#[test]
fn files_below_count_as_the_sibling_above_them() {
    check(
        &[
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "mod inner;"),
            ("a/inner.rs", "use crate::b;"),
            ("b.rs", "mod deep;"),
            ("b/deep.rs", "fn f(it: crate::a::Item) {}"),
        ],
        &["a -> b -> a"],
    );
}

#[test]
fn siblings_below_a_module_are_looked_at_too() {
    check(
        &[
            ("lib.rs", "mod a;"),
            ("a.rs", "mod b; mod c;"),
            ("a/b.rs", "use super::c;"),
            ("a/c.rs", "use crate::a::b::B;"),
        ],
        &["a::b -> a::c -> a::b"],
    );
}

#[test]
fn a_parent_and_its_child_may_know_each_other() {
    check(
        &[
            ("lib.rs", "mod a; fn f() { a::g() } struct Item;"),
            ("a.rs", "mod b; use b::B; use super::Item; struct A;"),
            ("a/b.rs", "use super::A; use crate::Item;"),
        ],
        &[],
    );
}

#[test]
fn a_name_that_a_file_passes_on_leads_to_where_it_comes_from() {
    check(
        &[
            ("lib.rs", "mod a; mod b; pub use a::{self as other, A};"),
            ("a.rs", "use crate::b; use super::A;"),
            ("b.rs", "fn f() { b() } struct It(crate::A);"),
        ],
        &["a -> b -> a"],
    );
    check(
        &[
            ("lib.rs", "mod a; mod b; pub use a as other;"),
            ("a.rs", "use crate::b;"),
            ("b.rs", "use crate::other; fn f() { other::call() }"),
        ],
        &["a -> b -> a"],
    );
}

#[test]
fn a_method_call_is_an_arrow_to_the_file_that_defines_the_method() {
    let lib = "mod it; struct It<T>(T); struct Other; impl It<u8> { fn all(&self) { self.a() } }";
    let folder = "mod a; mod b; use crate::It;";
    let a = "use super::It; impl<T: Fn() -> u8> It<T> { fn a(&self) { [1].map(|_| self.b()); } }";
    let circle = ["it::a -> it::b -> it::a"];
    let check = |b: &str, expect: &[&str]| {
        let files = [("it.rs", folder), ("it/a.rs", a), ("it/b.rs", b)];
        check(&[&[("lib.rs", lib)], &files[..]].concat(), expect);
    };
    check("impl crate::It<u8> { fn b(&self) { self.a() } }", &circle);
    check(
        "impl crate::It<u8> { fn b(&self) { Self::a(self) } }",
        &circle,
    );
    check(
        "use crate::It; trait B { fn b(&self); } impl B for It<u8> where u8: Copy { fn b(&self) { self.a() } }",
        &circle,
    );
    check(
        "impl crate::It<u8> { fn b(&self) { self.a; self.0.a(); } }",
        &[],
    );
    check("impl crate::Other { fn b(&self) { self.a() } }", &[]);
    check(
        "impl crate::It<u8> { fn b(&self) { self.c() } fn a(&self) {} }",
        &[],
    );
}

#[test]
fn tests_comments_and_texts_make_no_arrow() {
    check(
        &[
            ("lib.rs", "mod a; mod b; #[cfg(test)] mod tests;"),
            ("a.rs", "use crate::b;"),
            (
                "b.rs",
                "// crate::a::A\n/// [`crate::a::A`]\nfn f() { \"crate::a::A\"; } #[cfg(test)] mod tests { use crate::a::A; }",
            ),
            ("tests.rs", "use crate::a;"),
        ],
        &[],
    );
}
