//! The recipes: whoever changes what they write raises their version, and the files that are included are theirs.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use dicehall_engine::knowledge::animal_shogi::evaluate;
use dicehall_engine::knowledge::fitted;
use dicehall_engine::knowledge::territory::{estimate, forecast as forecast_of};

use super::*;

fn arguments(what: Fitted) -> Fit {
    Fit {
        what,
        out: PathBuf::new(),
        seed: 1,
        threads: NonZeroUsize::MIN,
    }
}

#[test]
fn a_recipe_that_fits_other_numbers_has_another_version() {
    let arguments = arguments(Fitted::Estimate);
    let rows = territories::rows(&arguments, 20, &mut std::io::sink()).unwrap();
    assert_eq!(VERSION, 1);
    assert_eq!(
        rows,
        [
            [
                1315, 2899, 1829, -1873, 1495, 602, -138, 396, 183, -127, -452, 772, 443, 1672,
                1050
            ],
            [
                467, 3032, 1794, -2579, 2460, 706, 265, 321, -171, -128, -22, 519, -309, 1825, 400
            ],
            [
                456, 3875, 1122, -1208, 1470, 1082, 496, 393, 327, 166, -887, -1055, -673, 1250,
                552
            ]
        ],
        "raise VERSION, fit the numbers anew and then change this list"
    );
}

#[test]
fn a_recipe_of_the_forecast_that_fits_other_numbers_has_another_version() {
    let counts = forecast::STAGES.map(|it| (it.matches, it.nodes));
    let short = |nodes| forecast::Stage { matches: 3, nodes };
    let arguments = arguments(Fitted::Forecast);
    let rows = forecast::rows(&arguments, &[short(0), short(300)], &mut std::io::sink()).unwrap();
    let file = fitted::write(&forecast_of::head(), "", &rows);
    let checksum = file.lines().last().unwrap();
    assert_eq!(VERSION, 1);
    assert_eq!(
        (counts, checksum),
        (
            [(30_000, 0), (20_000, 1_000), (40_000, 3_000)],
            "sha256: 82b9100d9a404299459a13784b70583510fdd6df1c0df5e0c82612df8caef8a0"
        ),
        "raise VERSION, fit the numbers anew and then change this"
    );
}

#[test]
fn the_included_files_name_the_commands_that_made_them() {
    let check = |what, text: &str, head| {
        assert!(fitted::read(text, &head).is_ok());
        let line = format!("origin: {}", origin(&arguments(what)));
        assert_eq!(text.lines().nth(1), Some(&*line));
    };
    let text = include_str!("../../../src/knowledge/territory/estimate/weights.txt");
    check(Fitted::Estimate, text, estimate::head());
    let text = include_str!("../../../src/knowledge/territory/forecast/weights.txt");
    check(Fitted::Forecast, text, forecast_of::head());
    let text = include_str!("../../../src/knowledge/animal_shogi/evaluate/weights.txt");
    check(Fitted::AnimalShogi, text, evaluate::head());
}
