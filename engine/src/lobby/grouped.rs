//! An enum whose variants are groups of other variants, written and read in JSON without the groups.
//!
//! Used through [`grouped!`](crate::grouped!), which declares the events of a lobby, their public form, and the
//! commands of clients. In code each variant belongs to a group, so that a `match` that does not care about a group
//! names it once.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::EnumAccessDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer, VariantAccess, Visitor,
};
use serde::{Deserialize, forward_to_deserialize_any};

/// Declares an enum of groups: each group is an enum of its own, and converts into it.
///
/// A variant's name must be in one group only; the groups are searched in order.
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

        impl $crate::lobby::grouped::Grouped for $name {
            const NAME: &'static str = stringify!($name);

            fn names() -> Vec<&'static str> {
                [$($crate::lobby::grouped::names_of::<$type>()),+].concat()
            }

            fn known(name: &str) -> Option<&'static str> {
                $(if let Some(known) = $crate::lobby::grouped::names_of::<$type>().iter().find(|it| **it == name) {
                    return Some(known);
                })+
                None
            }

            fn read<'de, D: serde::Deserializer<'de>>(name: &str, from: D) -> Result<Self, D::Error> {
                $(if $crate::lobby::grouped::names_of::<$type>().contains(&name) {
                    return serde::Deserialize::deserialize(from).map(Self::$group);
                })+
                Err($crate::lobby::grouped::unknown::<Self, _>(name))
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                $crate::lobby::grouped::read(from)
            }
        }
    };
}

/// An enum of groups, as [`grouped!`](crate::grouped!) declares it.
pub trait Grouped: Sized {
    /// The name of the type in errors.
    const NAME: &'static str;

    /// The names of all variants of all groups, as they are written.
    fn names() -> Vec<&'static str>;

    /// The name, if some group has a variant of it. Called for everything that is read, so it builds no list.
    fn known(name: &str) -> Option<&'static str>;

    /// Reads the group that has a variant with this name.
    fn read<'de, D: Deserializer<'de>>(name: &str, from: D) -> Result<Self, D::Error>;
}

/// Reads an enum of groups: first the name of the variant, then the group that has it.
pub fn read<'de, T: Grouped, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    from.deserialize_enum(T::NAME, &[], Whole(PhantomData))
}

/// The names of an enum's variants, which its `Deserialize` gives to the deserializer.
pub fn names_of<'de, G: Deserialize<'de>>() -> &'static [&'static str] {
    let mut names: &[&str] = &[];
    G::deserialize(Asked(&mut names)).err();
    names
}

/// The error about a variant that no group has.
pub fn unknown<T: Grouped, E: Error>(name: &str) -> E {
    E::custom(format_args!(
        "unknown variant `{name}`, expected one of `{}`",
        T::names().join("`, `")
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
        T::known(name).ok_or_else(|| unknown::<T, E>(name))
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

/// A deserializer that notes the names of the variants, and then fails.
struct Asked<'a>(&'a mut &'static [&'static str]);

impl<'de> Deserializer<'de> for Asked<'_> {
    type Error = OnlyAsked;

    fn deserialize_any<V: Visitor<'de>>(self, _wanted: V) -> Result<V::Value, OnlyAsked> {
        Err(OnlyAsked)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        wanted: V,
    ) -> Result<V::Value, OnlyAsked> {
        *self.0 = variants;
        self.deserialize_any(wanted)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// The error that ends this. It keeps no text, because it is made with every event that is read.
#[derive(Debug, thiserror::Error)]
#[error("only names are asked for")]
struct OnlyAsked;

impl Error for OnlyAsked {
    fn custom<T: fmt::Display>(_why: T) -> Self {
        Self
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
        let mut names = Event::names();
        names.sort_unstable();
        assert!(names.windows(2).all(|it| it[0] != it[1]), "{names:?}");
    }
}
