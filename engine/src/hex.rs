//! Bytes as hexadecimal digits: how secrets, hashes and tokens are written everywhere. Called by whoever shows one.

/// Two small digits for each byte.
pub fn to_hex(bytes: &[u8]) -> String {
    let digit = |it: u8| char::from_digit(it.into(), 16).unwrap_or('0');
    bytes
        .iter()
        .flat_map(|it| [digit(it >> 4), digit(it & 15)])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_has_two_small_digits_in_order() {
        assert_eq!(to_hex(&[]), "");
        assert_eq!(to_hex(&[0x00, 0x0f, 0xf0, 0x9a, 0xff]), "000ff09aff");
    }
}
