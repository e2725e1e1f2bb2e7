//! The recipes: whoever changes what they write raises their version.

use std::path::PathBuf;

use super::*;

/// The checksum of weights that a recipe makes in a few matches, and of its counts.
fn fingerprint(model: Model) -> String {
    let whole = recipe(model);
    let short = |phase| Phase {
        matches: 4,
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
        ["69613e86296a8125", "bde87669f0903399", "aad283f5ffdf6f32"],
        "raise VERSION, make the networks anew and then change this list"
    );
}
