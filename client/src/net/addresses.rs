//! The addresses at which one server answers; a server on several machines has several. As people type them, separated by
//! commas.
//!
//! Made by `network` from what was typed; the connection dials one after the other. Law kept here: their number is
//! bounded and never 0.

use std::fmt;
use std::str::FromStr;

use crate::net::address::{ADDRESSES_MAX, Address, NotAnAddress};

/// The addresses of one server, the preferred one first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Addresses {
    first: Address,
    others: Vec<Address>,
}

impl Addresses {
    /// The preferred address, by which the server is known to this machine.
    pub(crate) const fn first(&self) -> &Address {
        &self.first
    }

    /// All addresses, the preferred one first.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Address> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// The address to dial after so many failures, and how often it was dialed in vain.
    pub(crate) fn after(&self, failures: usize) -> (&Address, usize) {
        let count = self.others.len() + 1;
        let nth = (failures % count).checked_sub(1);
        let address = nth.and_then(|it| self.others.get(it));
        (address.unwrap_or(&self.first), failures / count)
    }
}

impl From<Address> for Addresses {
    fn from(first: Address) -> Self {
        Self {
            first,
            others: Vec::new(),
        }
    }
}

impl FromStr for Addresses {
    type Err = NotAnAddress;

    fn from_str(text: &str) -> Result<Self, NotAnAddress> {
        let mut addresses = text.split(',').map(str::parse::<Address>);
        let first = addresses.next().unwrap_or_else(|| text.parse())?;
        let others: Vec<Address> = addresses.collect::<Result<_, _>>()?;
        if others.len() >= ADDRESSES_MAX {
            return Err(NotAnAddress::TooMany);
        }
        Ok(Self { first, others })
    }
}

impl fmt::Display for Addresses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, address) in self.all().enumerate() {
            let comma = if nth == 0 { "" } else { "," };
            write!(f, "{comma}{address}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_addresses_are_typed_with_commas_and_dialed_in_turn() {
        let addresses: Addresses = "Attic, cellar:4700,wss://10.0.0.3".parse().unwrap();
        assert_eq!(
            addresses.to_string(),
            "attic:4600,cellar:4700,wss://10.0.0.3:4600"
        );
        let dialed = |it| {
            let (address, times) = addresses.after(it);
            format!("{address} {times}")
        };
        let all: Vec<String> = (0..5).map(dialed).collect();
        assert_eq!(
            all,
            [
                "attic:4600 0",
                "cellar:4700 0",
                "wss://10.0.0.3:4600 0",
                "attic:4600 1",
                "cellar:4700 1",
            ]
        );
    }

    #[test]
    fn what_is_no_list_of_addresses_is_refused() {
        for text in ["", "a,", ",a", "a,,b", "a b", "a;b"] {
            assert!(text.parse::<Addresses>().is_err(), "{text:?}");
        }
        let list = |count: usize| vec!["a"; count].join(",");
        assert!(list(ADDRESSES_MAX).parse::<Addresses>().is_ok());
        assert!(list(ADDRESSES_MAX + 1).parse::<Addresses>().is_err());
    }
}
