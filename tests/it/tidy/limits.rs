//! The table of limits in `docs/server.md` has the numbers of the code.

use super::documents::section;
use super::read;

#[test]
fn every_number_in_the_table_of_limits_is_that_of_its_constant() {
    let document = read("docs/server.md");
    let mut checked = 0;
    for row in section(&document, "## Limits")
        .lines()
        .filter(|it| it.starts_with("| "))
        .skip(2)
    {
        let told = numbers(row.split(" | ").nth(1).unwrap());
        for place in row.split('`').skip(1).step_by(2) {
            let Some((file, name)) = place.split_once(": ") else {
                continue;
            };
            if name.contains(|it: char| it.is_ascii_lowercase()) {
                continue;
            }
            let value = value_of(&read(file), name);
            assert!(told.contains(&value), "{name} is {value}: {row}");
            checked += 1;
        }
    }
    assert!(
        checked > 30,
        "only {checked} numbers are checked: is the search wrong?"
    );
}

/// The numbers in a text: seconds as milliseconds and KiB as bytes, as the constants have them.
fn numbers(text: &str) -> Vec<u64> {
    let text = text.replace(',', "");
    let words: Vec<&str> = text.split([' ', '/']).collect();
    let scale = |unit: Option<&&str>| match unit {
        Some(&"s") => 1_000,
        Some(&"KiB") => 1_024,
        _ => 1,
    };
    let number =
        |(at, word): (usize, &&str)| Some(word.parse::<u64>().ok()? * scale(words.get(at + 1)));
    // A number for each second is a rate and not a time.
    let rates = text
        .split("/s")
        .filter_map(|it| it.rsplit(' ').next()?.parse().ok());
    words
        .iter()
        .enumerate()
        .filter_map(number)
        .chain(rates)
        .collect()
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
