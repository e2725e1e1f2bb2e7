//! The public keys for which anybody can make a signature: points of so small an order that many messages have the same one.
//!
//! Asked by `accounts` before a signature is checked, because the check itself lets such a key through for one message in a few.

use dicehall_protocol::{AccountKey, Hex};

/// The encodings of the points whose order divides 8, with the sign of `x` left out: 0, 1, the two of order 8, and p - 1, p, p + 1.
const SMALL_ORDER: [&str; 7] = [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
];

/// Whether anybody can sign for this key.
pub(crate) fn is_weak(key: &AccountKey) -> bool {
    let Hex(mut point) = *key;
    if let Some(last) = point.last_mut() {
        *last &= 0x7f;
    }
    SMALL_ORDER.contains(&Hex(point).to_string().as_str())
}

#[cfg(test)]
mod tests {
    use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};

    use super::*;

    #[test]
    fn keys_for_which_a_signature_of_nothing_is_good_are_known_as_such() {
        // The same signature for every message is good for some of them, as the library sees it.
        let is_forged = |key: &AccountKey| {
            let library = UnparsedPublicKey::new(&ED25519, key.0);
            let mut nothing = [0; 64];
            nothing[0] = 1;
            (0..=u8::MAX).any(|it| library.verify(&[it], &nothing).is_ok())
        };
        for text in SMALL_ORDER {
            let key = AccountKey::try_from(text.to_owned()).unwrap();
            let mut signed = key;
            signed.0[31] |= 0x80;
            assert!(is_weak(&key) && is_weak(&signed), "{text}");
        }
        let identity = AccountKey::try_from(SMALL_ORDER[1].to_owned()).unwrap();
        assert!(is_forged(&identity), "the list is about something");
        for seed in 1..=9 {
            let pair = Ed25519KeyPair::from_seed_unchecked(&[seed; 32]).unwrap();
            let key = Hex(pair.public_key().as_ref().try_into().unwrap());
            assert!(!is_weak(&key) && !is_forged(&key));
        }
    }
}
