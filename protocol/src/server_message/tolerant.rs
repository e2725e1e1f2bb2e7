//! The reading of what a server says, by a client that ignores fields which it does not know.
//!
//! The types of messages are strict, because clients, the journal and match files are read through them as well. Called for
//! the parts of a [`ServerMessage`](crate::ServerMessage), this leaves out of every object in them, at any depth, the fields
//! that the object's type does not have. Law kept here: a later server may tell more than this client knows, and nothing that
//! the client knows changes by that.

use std::fmt;

use serde::Deserialize;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, IgnoredAny, IntoDeserializer, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};

/// Reads a part of a server's message; the names of all fields that it does not have are ignored.
pub(crate) fn read<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    T::deserialize(Tolerant(from))
}

/// A deserializer that gives every visitor which reads parts a tolerant source of them.
struct Tolerant<D>(D);

/// A visitor whose parts are read tolerantly.
struct Parts<V> {
    visitor: V,
    /// The fields that the object may have; `None` if it may have any.
    fields: Option<&'static [&'static str]>,
}

/// The source of the parts of a list, an object or a variant.
struct Source<A> {
    parts: A,
    fields: Option<&'static [&'static str]>,
}

/// A seed that is given a tolerant deserializer.
struct Seed<S>(S);

impl<V> Parts<V> {
    const fn any(visitor: V) -> Self {
        Self {
            visitor,
            fields: None,
        }
    }

    const fn of(visitor: V, fields: &'static [&'static str]) -> Self {
        Self {
            visitor,
            fields: Some(fields),
        }
    }
}

/// Passes on the calls for values without parts as they are.
macro_rules! whole {
    ($($method:ident)+) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            self.0.$method(visitor)
        })+
    };
}

/// Passes on the calls for values with parts of which nothing else is asked.
macro_rules! in_parts {
    ($($method:ident)+) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            self.0.$method(Parts::any(visitor))
        })+
    };
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Tolerant<D> {
    type Error = D::Error;

    whole! {
        deserialize_any deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8
        deserialize_u16 deserialize_u32 deserialize_u64 deserialize_f32 deserialize_f64 deserialize_char deserialize_str
        deserialize_string deserialize_bytes deserialize_byte_buf deserialize_unit deserialize_identifier
        deserialize_ignored_any
    }

    in_parts! { deserialize_option deserialize_seq deserialize_map }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_unit_struct(name, visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_newtype_struct(name, Parts::any(visitor))
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_tuple(len, Parts::any(visitor))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0
            .deserialize_tuple_struct(name, len, Parts::any(visitor))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0
            .deserialize_struct(name, fields, Parts::of(visitor, fields))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_enum(name, variants, Parts::any(visitor))
    }
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Parts<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.visitor.expecting(f)
    }

    fn visit_none<E: serde::de::Error>(self) -> Result<V::Value, E> {
        self.visitor.visit_none()
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<V::Value, E> {
        self.visitor.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<V::Value, D::Error> {
        self.visitor.visit_some(Tolerant(from))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, from: D) -> Result<V::Value, D::Error> {
        self.visitor.visit_newtype_struct(Tolerant(from))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, parts: A) -> Result<V::Value, A::Error> {
        let fields = None;
        self.visitor.visit_seq(Source { parts, fields })
    }

    fn visit_map<A: MapAccess<'de>>(self, parts: A) -> Result<V::Value, A::Error> {
        let fields = self.fields;
        self.visitor.visit_map(Source { parts, fields })
    }

    fn visit_enum<A: EnumAccess<'de>>(self, parts: A) -> Result<V::Value, A::Error> {
        let fields = None;
        self.visitor.visit_enum(Source { parts, fields })
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Seed<S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<S::Value, D::Error> {
        self.0.deserialize(Tolerant(from))
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Source<A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        self.parts.next_element_seed(Seed(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.parts.size_hint()
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Source<A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        let Some(fields) = self.fields else {
            return self.parts.next_key_seed(Seed(seed));
        };
        while let Some(name) = self.parts.next_key::<String>()? {
            if fields.contains(&name.as_str()) {
                return seed.deserialize(name.into_deserializer()).map(Some);
            }
            self.parts.next_value::<IgnoredAny>()?;
        }
        Ok(None)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.parts.next_value_seed(Seed(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.parts.size_hint()
    }
}

impl<'de, A: EnumAccess<'de>> EnumAccess<'de> for Source<A> {
    type Error = A::Error;
    type Variant = Source<A::Variant>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Self::Variant), A::Error> {
        let (name, parts) = self.parts.variant_seed(Seed(seed))?;
        let fields = None;
        Ok((name, Source { parts, fields }))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'de> for Source<A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        self.parts.unit_variant()
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        self.parts.newtype_variant_seed(Seed(seed))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, A::Error> {
        self.parts.tuple_variant(len, Parts::any(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.parts
            .struct_variant(fields, Parts::of(visitor, fields))
    }
}
