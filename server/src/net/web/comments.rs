//! Modules of the page without their comments and indents, and style sheets without comments, which are a third of what a browser would load.
//!
//! Called by `page` when the files are prepared. Laws kept here: each line that remains keeps its number, so that the
//! line in a browser's error message can be found in the file; of a line of code nothing is left out but its indent and
//! the types in it, which begin with [`TYPE`], so no text is mistaken for a comment; no module has a text of several lines.

/// How a comment begins that tells a type in the middle of a line.
const TYPE: &str = "/** @type {";

/// A module in which lines that are nothing but comment are empty; of a line on which a block comment ends, the code
/// behind it stays.
pub(super) fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut is_inside = false;
    for line in text.lines() {
        let trimmed = line.trim();
        let code = if is_inside {
            let end = line.find("*/");
            is_inside = end.is_none();
            end.map_or("", |end| line[end + 2..].trim_start())
        } else if trimmed.starts_with("//") || is_comment(trimmed) {
            ""
        } else {
            is_inside = trimmed.starts_with("/*") && !trimmed.contains("*/");
            if is_inside { "" } else { trimmed }
        };
        push_without_types(code, &mut kept);
        kept.push('\n');
    }
    kept
}

/// A style sheet without its comments, and without the blanks at the ends of lines and around braces. None of them has a text
/// with such a thing in it.
pub(super) fn without_style_comments(text: &str) -> String {
    let mut parts = text.split("/*");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        kept.push_str(part.split_once("*/").map_or("", |it| it.1));
    }
    let lines = kept.lines().map(str::trim);
    let lines: Vec<&str> = lines.filter(|it| !it.is_empty()).collect();
    let mut sheet = lines.join("\n");
    for (blank, dense) in [(" {", "{"), ("{ ", "{"), ("; ", ";"), (" }", "}")] {
        sheet = sheet.replace(blank, dense);
    }
    sheet
}

/// Adds a line of code without the types in it, each with the blank behind it.
fn push_without_types(code: &str, kept: &mut String) {
    let mut parts = code.split(TYPE);
    kept.push_str(parts.next().unwrap_or_default());
    for part in parts {
        if let Some((_, rest)) = part.split_once("*/") {
            kept.push_str(rest.strip_prefix(' ').unwrap_or(rest));
        } else {
            kept.push_str(TYPE);
            kept.push_str(part);
        }
    }
}

/// Whether a line is one whole block comment.
fn is_comment(trimmed: &str) -> bool {
    trimmed.starts_with("/*") && trimmed.find("*/") == trimmed.len().checked_sub(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_style_sheet_loses_its_comments_and_nothing_else() {
        let sheet =
            "/* Head. */\na { b: c; } /* why\n not */\n\n@media (d) {\n  e { f: g * h / i; }\n}\n";
        let kept = "a{b: c;}\n@media (d){\ne{f: g * h / i;}\n}";
        assert_eq!(without_style_comments(sheet), kept);
    }

    #[test]
    fn comments_are_left_out_and_lines_keep_their_numbers() {
        let module = "// Head.\nimport { a } from \"./a.js\"; // why\n/**\n * Of b.\n * @type {any}\n */\nconst b = \"// no comment\";\n  \
            /** A field. */\n  c = /** @type {any} */ (/** @type {b} */ (b));\n  /** @type {any} */ (c).d = 1;\n/* one */\nconst e = `/*`;\n\
            /** @type {{\n * f: number,\n * }} */ const f = 1;\n";
        let stays = "\nimport { a } from \"./a.js\"; // why\n\n\n\n\nconst b = \"// no comment\";\n\n\
            c = ((b));\n(c).d = 1;\n\nconst e = `/*`;\n\n\n\
            const f = 1;\n";
        assert_eq!(without_comments(module), stays);
    }
}
