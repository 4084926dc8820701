//! Looks for numbers that are not finite, which JSON has no words for: serde_json writes `null`, and two values that
//! differ would become one.

use std::fmt;

use serde::ser::{
    self, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

/// Whether a value holds only numbers that JSON can write. One that does not serialize holds none that it cannot.
pub(crate) fn is_finite<T: Serialize + ?Sized>(value: &T) -> bool {
    !matches!(value.serialize(Finite), Err(Found::NotFinite))
}

/// Takes any value and writes nothing.
struct Finite;

/// Why a walk ended early.
#[derive(Debug)]
enum Found {
    NotFinite,
    /// The value does not serialize; that is told where it is serialized.
    Refused,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not finite")
    }
}

impl ser::Error for Found {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self::Refused
    }
}

impl std::error::Error for Found {}

const fn finite(is_finite: bool) -> Result<(), Found> {
    if is_finite {
        Ok(())
    } else {
        Err(Found::NotFinite)
    }
}

macro_rules! nothing_in {
    ($($name:ident: $type:ty),*) => {
        $(fn $name(self, _: $type) -> Result<(), Found> { Ok(()) })*
    };
}

impl Serializer for Finite {
    type Ok = ();
    type Error = Found;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    nothing_in!(
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32,
        serialize_i64: i64, serialize_i128: i128, serialize_u8: u8, serialize_u16: u16,
        serialize_u32: u32, serialize_u64: u64, serialize_u128: u128, serialize_char: char,
        serialize_str: &str, serialize_bytes: &[u8], serialize_unit_struct: &'static str
    );

    fn serialize_f32(self, number: f32) -> Result<(), Found> {
        finite(number.is_finite())
    }

    fn serialize_f64(self, number: f64) -> Result<(), Found> {
        finite(number.is_finite())
    }

    fn serialize_none(self) -> Result<(), Found> {
        Ok(())
    }

    fn serialize_unit(self) -> Result<(), Found> {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Found> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Found> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Found> {
        value.serialize(self)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result<(), Found> {
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self, Found> {
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, Found> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Found> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Found> {
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, Found> {
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Found> {
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Found> {
        Ok(self)
    }
}

macro_rules! walks {
    ($($trait:ident: $name:ident),*) => {
        $(impl $trait for Finite {
            type Ok = ();
            type Error = Found;

            fn $name<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Found> {
                value.serialize(Self)
            }

            fn end(self) -> Result<(), Found> {
                Ok(())
            }
        })*
    };
}

walks!(
    SerializeSeq: serialize_element,
    SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field,
    SerializeTupleVariant: serialize_field
);

macro_rules! walks_fields {
    ($($trait:ident),*) => {
        $(impl $trait for Finite {
            type Ok = ();
            type Error = Found;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, _: &'static str, value: &T) -> Result<(), Found> {
                value.serialize(Self)
            }

            fn end(self) -> Result<(), Found> {
                Ok(())
            }
        })*
    };
}

walks_fields!(SerializeStruct, SerializeStructVariant);

/// Keys are left to serde_json, which refuses those that are not finite.
impl SerializeMap for Finite {
    type Ok = ();
    type Error = Found;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, _: &T) -> Result<(), Found> {
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Found> {
        value.serialize(Self)
    }

    fn end(self) -> Result<(), Found> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[derive(serde::Serialize)]
    enum Everything {
        Nothing,
        One(f64),
        Two(f32, f64),
        Named { number: Option<f64> },
    }

    #[derive(serde::Serialize)]
    struct Wrapped(f64);

    #[derive(serde::Serialize)]
    struct Pair(f64, f64);

    #[derive(serde::Serialize)]
    struct Deep {
        list: Vec<Everything>,
        map: BTreeMap<String, (Wrapped, Pair)>,
    }

    fn deep(number: f64) -> [Deep; 6] {
        let of = |list, number| Deep {
            list,
            map: BTreeMap::from([("a".to_owned(), number)]),
        };
        let fine = || (Wrapped(0.5), Pair(1.0, -1.0));
        [
            of(vec![Everything::Nothing, Everything::One(number)], fine()),
            of(vec![Everything::Two(number as f32, 1.0)], fine()),
            of(vec![Everything::Two(1.0, number)], fine()),
            of(
                vec![Everything::Named {
                    number: Some(number),
                }],
                fine(),
            ),
            of(vec![], (Wrapped(number), Pair(1.0, 1.0))),
            of(
                vec![Everything::Named { number: None }],
                (Wrapped(1.0), Pair(1.0, number)),
            ),
        ]
    }

    #[test]
    fn a_number_that_is_not_finite_is_found_wherever_it_is() {
        for value in deep(1e30) {
            assert!(is_finite(&value));
        }
        for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for value in deep(number) {
                assert!(!is_finite(&value));
            }
        }
    }

    #[test]
    fn what_json_can_write_is_finite() {
        assert!(is_finite(&(true, 'c', "text", 1_u8, -1_i64, u128::MAX, ())));
        assert!(is_finite(&Some([0.0, -0.0, f64::MIN_POSITIVE, f64::MAX])));
    }
}
