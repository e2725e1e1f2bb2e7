//! The sentences of one language, parsed once, when the first of them is needed.

use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use super::Language;

/// The files of a language, in the order of [`Language::ALL`] and the same for each.
pub(super) const FILES: [&[&str]; 3] = [
    &[
        include_str!("../../lang/en/plain.ftl"),
        include_str!("../../lang/en/commands.ftl"),
        include_str!("../../lang/en/games.ftl"),
        include_str!("../../lang/en/notices.ftl"),
        include_str!("../../lang/en/home.ftl"),
        include_str!("../../lang/en/keys.ftl"),
        include_str!("../../lang/en/lobby.ftl"),
        include_str!("../../lang/en/board.ftl"),
        include_str!("../../lang/en/help.ftl"),
        include_str!("../../lang/en/past.ftl"),
        include_str!("../../lang/en/banter.ftl"),
        include_str!("../../lang/en/kept.ftl"),
        include_str!("../../lang/en/door.ftl"),
    ],
    &[
        include_str!("../../lang/ja/plain.ftl"),
        include_str!("../../lang/ja/commands.ftl"),
        include_str!("../../lang/ja/games.ftl"),
        include_str!("../../lang/ja/notices.ftl"),
        include_str!("../../lang/ja/home.ftl"),
        include_str!("../../lang/ja/keys.ftl"),
        include_str!("../../lang/ja/lobby.ftl"),
        include_str!("../../lang/ja/board.ftl"),
        include_str!("../../lang/ja/help.ftl"),
        include_str!("../../lang/ja/past.ftl"),
        include_str!("../../lang/ja/banter.ftl"),
        include_str!("../../lang/ja/kept.ftl"),
        include_str!("../../lang/ja/door.ftl"),
    ],
    &[
        include_str!("../../lang/zh/plain.ftl"),
        include_str!("../../lang/zh/commands.ftl"),
        include_str!("../../lang/zh/games.ftl"),
        include_str!("../../lang/zh/notices.ftl"),
        include_str!("../../lang/zh/home.ftl"),
        include_str!("../../lang/zh/keys.ftl"),
        include_str!("../../lang/zh/lobby.ftl"),
        include_str!("../../lang/zh/board.ftl"),
        include_str!("../../lang/zh/help.ftl"),
        include_str!("../../lang/zh/past.ftl"),
        include_str!("../../lang/zh/banter.ftl"),
        include_str!("../../lang/zh/kept.ftl"),
        include_str!("../../lang/zh/door.ftl"),
    ],
];

static CATALOGUES: [LazyLock<Catalogue>; 3] = [
    LazyLock::new(|| Catalogue::parse(Language::English, FILES[0])),
    LazyLock::new(|| Catalogue::parse(Language::Japanese, FILES[1])),
    LazyLock::new(|| Catalogue::parse(Language::Chinese, FILES[2])),
];

/// The sentences of one language.
pub(super) struct Catalogue {
    bundle: FluentBundle<FluentResource>,
}

impl Catalogue {
    /// The catalogue of a language.
    pub(super) fn of(language: Language) -> &'static Self {
        match language {
            Language::English => &CATALOGUES[0],
            Language::Japanese => &CATALOGUES[1],
            Language::Chinese => &CATALOGUES[2],
        }
    }

    /// A sentence by its name; `None` if the language lacks it.
    pub(super) fn say(&self, key: &str, arguments: &[(&str, FluentValue<'_>)]) -> Option<String> {
        let pattern = self.bundle.get_message(key)?.value()?;
        let arguments: FluentArgs<'_> = arguments.iter().cloned().collect();
        // A gap without a value is shown as its name; the tests of the catalogue find such gaps.
        let mut errors = Vec::new();
        let said = self
            .bundle
            .format_pattern(pattern, Some(&arguments), &mut errors);
        Some(said.into_owned())
    }

    /// Parses as much of the files as possible; the tests of the catalogue find whatever cannot be
    /// parsed.
    fn parse(language: Language, files: &[&str]) -> Self {
        // The locale decides the rules of plurals.
        let Ok(locale) = language.code().parse::<LanguageIdentifier>() else {
            unreachable!("the code of each language is one")
        };
        let mut bundle = FluentBundle::new_concurrent(vec![locale]);
        // Marks of text direction are for right-to-left scripts, which no language here has.
        bundle.set_use_isolating(false);
        for file in files {
            let (Ok(resource) | Err((resource, _))) = FluentResource::try_new((*file).to_owned());
            bundle.add_resource_overriding(resource);
        }
        Self { bundle }
    }
}
