//! The recipes: whoever changes what they write raises their version.

use std::path::PathBuf;

use super::*;

/// The matches of a phase here. With four of them a fault in the search of a turn changed nothing yet; with so many it does.
const MATCHES: u64 = 24;

/// The checksum of weights that a recipe makes in a few matches, and of its counts.
fn fingerprint(model: Model) -> String {
    let whole = recipe(model);
    let short = |phase| Phase {
        matches: MATCHES,
        fittings: 2,
        ..phase
    };
    let recipe = Recipe {
        first: short(whole.first),
        then: whole.then.map(short),
        ..whole
    };
    let arguments = Train {
        model,
        out: PathBuf::new(),
        seed: 1,
        scale: 100,
        from: None,
        threads: NonZeroUsize::MIN,
    };
    let mut training = Training::new(&arguments, &recipe, None);
    let mut ignore = |_: &str, _: &Learner| Ok(());
    match model {
        Model::Scattered => training.follow::<DiceWars>(&recipe, &mut ignore),
        Model::Book | Model::Standard => training.follow::<DiceOfDoom>(&recipe, &mut ignore),
    }
    .unwrap();
    let phases = std::iter::once(whole.first).chain(whole.then);
    let counts: Vec<_> = phases
        .map(|it| (it.matches, it.fittings, it.kept))
        .collect();
    let file = weights::write(training.learner.weights(), &format!("{counts:?}"));
    let checksum = file.lines().last().unwrap();
    checksum.rsplit(' ').next().unwrap()[..16].to_owned()
}

#[test]
fn a_recipe_that_writes_other_weights_has_another_version() {
    let models = [Model::Book, Model::Standard, Model::Scattered];
    let found = models.map(fingerprint);
    assert_eq!(VERSION, 3);
    assert_eq!(
        found,
        ["6f781d0834a7472d", "04344082bfe40fdd", "03896ae14bfb55fd"],
        "raise VERSION, make the networks anew and then change this list"
    );
}
