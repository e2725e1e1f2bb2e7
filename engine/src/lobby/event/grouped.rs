//! An enum whose variants are groups of other variants, written and read in JSON without the groups.
//!
//! Used through [`grouped!`](crate::grouped!), which declares the events of a lobby, their public form, and the
//! commands of clients. In code each variant belongs to a group, so that a `match` that does not care about a group
//! names it once.
//!
//! Events are grouped in code, not in JSON. Code that does not care about events of seats has a single arm for all
//! of them, and a new event of seats changes nothing there. In journals and frames an event keeps its form, a name
//! of its own. Commands of clients are grouped as well: those to a lobby are the engine's requests, and those that
//! the session itself handles are beside them.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::EnumAccessDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer, VariantAccess, Visitor,
};
pub use strum::VariantNames;

/// Declares an enum of groups: each group is an enum of its own, which derives [`VariantNames`], and converts into it.
///
/// The groups are searched in order.
#[macro_export]
macro_rules! grouped {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$doc:meta])* $group:ident($type:ty),)+ }) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Eq, serde::Serialize)]
        #[serde(untagged)]
        pub enum $name { $($(#[$doc])* $group($type),)+ }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self { $(Self::$group(it) => it.fmt(f),)+ }
            }
        }

        $(impl From<$type> for $name {
            fn from(it: $type) -> Self {
                Self::$group(it)
            }
        })+

        impl $crate::lobby::event::grouped::Grouped for $name {
            const NAME: &'static str = stringify!($name);
            const GROUPS: &'static [&'static [&'static str]] =
                &[$(<$type as $crate::lobby::event::grouped::VariantNames>::VARIANTS),+];

            fn read<'de, D: serde::Deserializer<'de>>(name: &str, from: D) -> Result<Self, D::Error> {
                $(if <$type as $crate::lobby::event::grouped::VariantNames>::VARIANTS.contains(&name) {
                    return serde::Deserialize::deserialize(from).map(Self::$group);
                })+
                Err($crate::lobby::event::grouped::unknown::<Self, _>(name))
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                $crate::lobby::event::grouped::read(from)
            }
        }
    };
}

/// An enum of groups, as [`grouped!`](crate::grouped!) declares it.
pub trait Grouped: Sized {
    /// The name of the type in errors.
    const NAME: &'static str;

    /// The names of the variants of each group, as they are written.
    const GROUPS: &'static [&'static [&'static str]];

    /// Reads the group that has a variant with this name.
    fn read<'de, D: Deserializer<'de>>(name: &str, from: D) -> Result<Self, D::Error>;
}

/// Reads an enum of groups: first the name of the variant, then the group that has it.
pub fn read<'de, T: Grouped, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    from.deserialize_enum(T::NAME, &[], Whole(PhantomData))
}

/// The error about a variant that no group has.
pub fn unknown<T: Grouped, E: Error>(name: &str) -> E {
    E::custom(format_args!(
        "unknown variant `{name}`, expected one of `{}`",
        T::GROUPS.concat().join("`, `")
    ))
}

struct Whole<T>(PhantomData<T>);

impl<'de, T: Grouped> Visitor<'de> for Whole<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "enum {}", T::NAME)
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<T, A::Error> {
        let (name, content) = data.variant_seed(Name::<T>(PhantomData))?;
        T::read(name, EnumAccessDeserializer::new(Variant { name, content }))
    }
}

/// The visitor that reads the name of a variant of some group.
struct Name<T>(PhantomData<T>);

impl<'de, T: Grouped> DeserializeSeed<'de> for Name<T> {
    type Value = &'static str;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<&'static str, D::Error> {
        from.deserialize_identifier(self)
    }
}

impl<T: Grouped> Visitor<'_> for Name<T> {
    type Value = &'static str;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("variant identifier")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<&'static str, E> {
        let mut known = T::GROUPS.iter().copied().flatten();
        let known = known.find(|it| **it == name).copied();
        known.ok_or_else(|| unknown::<T, E>(name))
    }
}

/// The deserializer of a variant whose name has been read.
struct Variant<A> {
    name: &'static str,
    content: A,
}

impl<'de, A: VariantAccess<'de>> EnumAccess<'de> for Variant<A> {
    type Error = A::Error;
    type Variant = A;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, A), A::Error> {
        let name = seed.deserialize(self.name.into_deserializer())?;
        Ok((name, self.content))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{from_str, to_string};

    use crate::lobby::{Event, LobbyEvent, MatchEvent, PeopleEvent, PlayerId};

    use super::Grouped;

    #[test]
    fn groups_are_not_written_and_are_found_again() {
        let player = PlayerId(1);
        let events: [Event; 3] = [
            PeopleEvent::Left { player }.into(),
            MatchEvent::MatchCalled.into(),
            LobbyEvent::LockChanged { locked: true }.into(),
        ];
        let json = r#"[{"left":{"player":1}},"match_called",{"lock_changed":{"locked":true}}]"#;
        assert_eq!(to_string(&events).unwrap(), json);
        assert_eq!(from_str::<[Event; 3]>(json).unwrap(), events);
    }

    #[test]
    fn what_no_group_has_is_refused_with_all_that_there_is() {
        for json in [r#""risen""#, r#"{"risen":{"player":1}}"#] {
            let error = from_str::<Event>(json).unwrap_err().to_string();
            assert!(error.starts_with("unknown variant `risen`, expected one of `created`, "));
            assert!(error.contains("`answered` at line 1 column"), "{error}");
        }
        for (json, why) in [
            (r#"{"left":{"player":1,"by":2}}"#, "unknown field `by`"),
            (r#"{"left":{}}"#, "missing field `player`"),
            (
                r#""left""#,
                "invalid type: unit variant, expected struct variant",
            ),
            (r#"{"match_called":{}}"#, "invalid type: map, expected unit"),
            (
                r#"{"left":{"player":1},"kicked":{"player":1}}"#,
                "expected value",
            ),
            ("7", "expected value"),
        ] {
            let error = from_str::<Event>(json).unwrap_err().to_string();
            assert!(error.contains(why), "{json}: {error}");
        }
    }

    #[test]
    fn no_name_stands_in_two_groups() {
        let mut names = Event::GROUPS.concat();
        names.sort_unstable();
        assert!(names.windows(2).all(|it| it[0] != it[1]), "{names:?}");
    }
}
