//! A setting stands in one place: what clap reads of the command line and what serde reads of the file come from one
//! field, and so does the rule that the command line wins.
//!
//! Called by `config`, whose struct is written with [`settings!`].

/// A value that may have been set.
pub(super) trait Setting {
    /// This value if it was set, else the other.
    fn or_else_from(self, other: Self) -> Self;
}

impl<T> Setting for Option<T> {
    fn or_else_from(self, other: Self) -> Self {
        self.or(other)
    }
}

impl<T> Setting for Vec<T> {
    fn or_else_from(self, other: Self) -> Self {
        if self.is_empty() { other } else { self }
    }
}

impl Setting for bool {
    fn or_else_from(self, other: Self) -> Self {
        self || other
    }
}

/// Defines a struct of settings, and how two of them become one.
macro_rules! settings {
    (
        $(#[$about:meta])*
        pub struct $name:ident {
            $($(#[$about_field:meta])* pub $field:ident: $kind:ty,)*
        }
    ) => {
        $(#[$about])*
        pub struct $name {
            $($(#[$about_field])* pub $field: $kind,)*
        }

        impl $name {
            /// These settings, with those of `other` where these are not set.
            fn or(self, other: Self) -> Self {
                Self {
                    $($field: $crate::ops::config::setting::Setting::or_else_from(self.$field, other.$field),)*
                }
            }
        }
    };
}
pub(super) use settings;
