//! The table of limits in `docs/server.md` is made from `tests/limits.txt` and from the values of the constants.

use super::documents::section;
use super::{check_none, read, root};

/// The document with the table.
const DOCUMENT: &str = "docs/server.md";

/// The first lines of the table.
const HEAD: &str = "| Limit | Number | What happens then |\n| --- | --- | --- |\n";

/// A paragraph of the list.
struct Limit {
    /// The limit, its number with the names of constants, and what happens.
    cells: Vec<String>,
    /// The constants and tests, each with its file.
    places: Vec<String>,
}

#[test]
fn the_table_of_limits_has_the_values_of_the_constants() {
    let limits = limits();
    assert!(limits.len() > 40, "only {} limits", limits.len());
    let rows: String = limits.iter().map(Limit::row).collect();
    let (document, table) = (read(DOCUMENT), format!("{HEAD}{rows}\n"));
    if section(&document, "## Limits").contains(&table) {
        return;
    }
    if std::env::var_os("DICEHALL_BLESS").is_some() {
        let (before, rest) = document.split_once(HEAD).unwrap();
        let (_, after) = rest.split_once("\n\n").unwrap();
        std::fs::write(root().join(DOCUMENT), format!("{before}{table}{after}")).unwrap();
    } else {
        panic!("{DOCUMENT} must have this table (DICEHALL_BLESS=1 writes it):\n\n{table}");
    }
}

#[test]
fn every_limit_has_a_test_and_tells_its_constants() {
    let mut faults = Vec::new();
    for limit in limits() {
        let what = &limit.cells[0];
        let mut tests = 0;
        for place in &limit.places {
            let (file, name) = place.split_once(": ").unwrap();
            let text = read(file);
            if is_constant(name) {
                let told = placeholders(&limit.cells[1]);
                if !told.iter().any(|it| place.ends_with(it.0)) {
                    faults.push(format!("{what}: does not tell {name}"));
                }
            } else {
                tests += 1;
                if !text.contains(&format!("fn {name}(")) {
                    faults.push(format!("{what}: {file} has no {name}"));
                }
            }
        }
        if tests == 0 {
            faults.push(format!("{what}: no test"));
        }
    }
    check_none(
        "of the limits has a test, and its constants in its number",
        faults,
    );
}

impl Limit {
    fn row(&self) -> String {
        let mut number = self.cells[1].clone();
        for (name, unit) in placeholders(&self.cells[1]) {
            let told = format!("{{{name}{unit}}}");
            number = number.replace(&told, &self.shown(name, unit));
        }
        format!("| {} | {number} | {} |\n", self.cells[0], self.cells[2])
    }

    /// The value of a constant in this unit.
    fn shown(&self, name: &str, unit: &str) -> String {
        let place = self.places.iter().find(|it| it.ends_with(name));
        let place = place.unwrap_or_else(|| panic!("{}: which {name}?", self.cells[0]));
        let (file, name) = place.split_once(": ").unwrap();
        let value = value_of(&read(file), name);
        let scale = match unit {
            " s" => 1_000,
            " KiB" => 1_024,
            " MiB" => 1_048_576,
            _ => 1,
        };
        assert_eq!(
            value % scale,
            0,
            "{name} is {value}: no whole number of{unit}"
        );
        format!("{}{unit}", with_commas(value / scale))
    }
}

fn limits() -> Vec<Limit> {
    let list = read("tests/limits.txt");
    let paragraphs = list.split("\n\n").filter(|it| !it.starts_with('#'));
    let limit = |paragraph: &str| {
        let (head, places) = paragraph.split_once('\n').unwrap();
        let cells: Vec<String> = head.split(" | ").map(|it| it.trim().to_owned()).collect();
        assert_eq!(cells.len(), 3, "{head}");
        Limit {
            cells,
            places: places.lines().map(|it| it.trim().to_owned()).collect(),
        }
    };
    paragraphs.map(limit).collect()
}

/// The constants that a number names, each with its unit.
fn placeholders(number: &str) -> Vec<(&str, &str)> {
    let told = number.split('{').skip(1);
    let told = told.map(|it| it.split('}').next().unwrap());
    told.map(|it| match it.rfind(' ') {
        Some(at) if !is_constant(&it[at + 1..]) => it.split_at(at),
        _ => (it, ""),
    })
    .collect()
}

fn is_constant(name: &str) -> bool {
    name.len() > 3 && name.chars().all(|it| it.is_ascii_uppercase() || it == '_')
}

/// A number with a comma before each three digits.
fn with_commas(value: u64) -> String {
    let digits = value.to_string();
    let mut shown = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

/// The value of a constant, which is a number or a product.
pub(super) fn value_of(code: &str, name: &str) -> u64 {
    let (_, rest) = code
        .split_once(&format!("const {name}: "))
        .unwrap_or_else(|| panic!("there is no {name}"));
    let (_, value) = rest.split_once(" = ").unwrap();
    let value = value
        .split(';')
        .next()
        .unwrap()
        .replace("NonZeroU32::new(", "")
        .replace(").unwrap()", "");
    value
        .split('*')
        .map(|it| it.trim().replace('_', "").parse::<u64>().unwrap())
        .product()
}
