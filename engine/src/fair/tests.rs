//! The dice against vectors that an independent program made, and against the statistics of even luck.

use super::*;

fn id() -> MatchId {
    MatchId::try_from("m-1".to_owned()).unwrap()
}

fn vector_key() -> [u8; 32] {
    match_key(&Secret([1; 32]), &id(), &[Secret([2; 32]), Secret([3; 32])])
}

fn seat(number: u8) -> Party {
    Party::Seat(Seat::new(number).unwrap())
}

/// Draws `count` numbers below `bound` as roll number `roll` from the key of the vector.
#[track_caller]
fn check_roll(roll: u64, bound: u64, expect: &[u64]) {
    let mut dice = MatchDice::from_key(&vector_key());
    dice.begin_roll(roll);
    let drawn: Vec<u64> = expect.iter().map(|_| dice.below(bound)).collect();
    assert_eq!(drawn, expect, "roll {roll}, bound {bound}");
}

#[test]
fn the_vector_of_the_protocol_holds() {
    assert_eq!(base16ct::lower::encode_string(&vector_key()), KEY);
    assert_eq!(
        String::from(commitment(&id(), Party::Server, &Secret([1; 32]))),
        SERVER
    );
    assert_eq!(
        String::from(commitment(&id(), seat(0), &Secret([2; 32]))),
        SEAT_0
    );
    assert_eq!(
        String::from(commitment(&id(), seat(1), &Secret([3; 32]))),
        SEAT_1
    );
    check_roll(0, 6, &[2, 1]);
    check_roll(1, 6, &[5, 0]);
}

#[test]
fn large_bounds_take_more_bytes_of_the_same_stream() {
    check_roll(7, 1_000, &THOUSANDS);
    check_roll(7, 1 << 40, &FORTY_BITS);
    check_roll(7, u64::MAX, &WORDS);
}

#[test]
fn the_first_number_beyond_the_last_whole_round_is_skipped_and_the_last_one_within_counts() {
    // The rolls begin with 252 and 251, of which six goes into 256; and with 65400 and 65399, of which 300 into 65536.
    check_roll(9, 6, &[0, 5, 1]);
    check_roll(497, 6, &[5, 1, 0]);
    check_roll(68_318, 300, &[278, 34, 48]);
    check_roll(59_482, 300, &[299, 257, 237]);
}

#[test]
fn a_roll_of_many_dice_goes_on_with_its_next_block() {
    check_roll(3, 6, &FORTY_DICE);
}

#[test]
fn a_roll_depends_on_no_other() {
    let mut one = MatchDice::from_key(&[9; 32]);
    let mut two = one.clone();
    for _ in 0..100 {
        one.below(6);
    }
    one.begin_roll(5);
    two.begin_roll(5);
    let draw = |dice: &mut MatchDice| (0..40).map(|_| dice.below(6)).collect::<Vec<_>>();
    assert_eq!(draw(&mut one), draw(&mut two));
    two.begin_roll(6);
    assert_ne!(draw(&mut one), draw(&mut two));
}

#[test]
fn every_share_the_match_and_the_secret_count() {
    let key = |secret: u8, id: &str, shares: &[u8]| {
        let shares: Vec<Secret> = shares.iter().map(|it| Secret([*it; 32])).collect();
        match_key(
            &Secret([secret; 32]),
            &MatchId::try_from(id.to_owned()).unwrap(),
            &shares,
        )
    };
    let all = [
        key(1, "m", &[2, 3]),
        key(4, "m", &[2, 3]),
        key(1, "n", &[2, 3]),
        key(1, "m", &[4, 3]),
        key(1, "m", &[2, 4]),
        key(1, "m", &[3, 2]),
        key(1, "m", &[2]),
        key(1, "m", &[]),
    ];
    for (at, one) in all.iter().enumerate() {
        assert!(
            !all[..at].contains(one),
            "keys {at} and an earlier one are the same"
        );
    }
}

#[test]
fn a_commitment_binds_match_party_and_secret() {
    let other = MatchId::try_from("m-2".to_owned()).unwrap();
    let one = commitment(&id(), seat(0), &Secret([2; 32]));
    assert_ne!(one, commitment(&other, seat(0), &Secret([2; 32])));
    assert_ne!(one, commitment(&id(), seat(1), &Secret([2; 32])));
    assert_ne!(one, commitment(&id(), Party::Server, &Secret([2; 32])));
    assert_ne!(one, commitment(&id(), seat(0), &Secret([3; 32])));
}

#[test]
fn a_share_is_another_one_for_every_agreement_match_and_commitment() {
    let (own, other) = (
        Secret([8; 32]),
        MatchId::try_from("m-2".to_owned()).unwrap(),
    );
    let one = share(&own, 1, &id(), &Commitment([1; 32]));
    assert_eq!(one, share(&own, 1, &id(), &Commitment([1; 32])));
    assert_ne!(one, share(&own, 2, &id(), &Commitment([1; 32])));
    assert_ne!(one, share(&own, 1, &other, &Commitment([1; 32])));
    assert_ne!(one, share(&own, 1, &id(), &Commitment([2; 32])));
    assert_ne!(one, share(&Secret([9; 32]), 1, &id(), &Commitment([1; 32])));
}

/// Draws many numbers below `bound` from a fixed key and checks chi-square against its 0.1 % quantile.
#[track_caller]
fn check_flat(key: u8, bound: u64, quantile: f64) {
    let mut dice = MatchDice::from_key(&[key; 32]);
    let mut counts = vec![0_u32; usize::try_from(bound).unwrap()];
    for roll in 0..2_000 {
        dice.begin_roll(roll);
        for _ in 0..10 * bound {
            counts[usize::try_from(dice.below(bound)).unwrap()] += 1;
        }
    }
    let chi2: f64 = counts
        .iter()
        .map(|it| (f64::from(*it) - 20_000.0).powi(2) / 20_000.0)
        .sum();
    assert!(chi2 < quantile, "key {key}, bound {bound}: chi2 {chi2}");
}

#[test]
fn dice_are_flat() {
    check_flat(1, 2, 10.83);
    check_flat(2, 6, 20.52);
    check_flat(3, 7, 22.46);
    check_flat(4, 20, 43.82);
    check_flat(5, 200, 266.4);
    check_flat(6, 300, 380.9);
}

#[test]
fn numbers_beyond_the_last_whole_round_are_skipped() {
    // Of 200 faces only the bytes below 200 are one whole round: a bare remainder would show 0 to 55 twice as often.
    let mut dice = MatchDice::from_key(&[7; 32]);
    let low = (0..20_000).filter(|_| dice.below(200) < 56).count();
    assert!(
        (5_350..=5_850).contains(&low),
        "{low} of 20000 below 56, where 5600 are expected"
    );
    // Of numbers of 64 bits a bound of little more than half leaves out almost every second one.
    let bound = u64::MAX / 2 + 2;
    let mut dice = MatchDice::from_key(&[5; 32]);
    let low = (0..4_000).filter(|_| dice.below(bound) < bound / 2).count();
    assert!(
        (1_850..=2_150).contains(&low),
        "{low} of 4000 in the lower half"
    );
}

#[test]
fn secrets_are_not_shown_by_debug() {
    assert_eq!(format!("{:?}", Secret([1; 32])), "Secret(..)");
    assert_eq!(
        format!("{:?}", MatchDice::from_key(&[1; 32])),
        "MatchDice(..)"
    );
}

#[test]
fn texts_have_one_form() {
    let text = "0123456789abcdef".repeat(4);
    assert_eq!(String::from(Secret::try_from(text.clone()).unwrap()), text);
    for wrong in [
        "",
        "0",
        &text[1..],
        &text.to_uppercase(),
        &text.replace('0', "+"),
        &text.replace('0', "g"),
    ] {
        assert_eq!(
            Commitment::try_from(wrong.to_owned()),
            Err(NotHex),
            "{wrong}"
        );
    }
    for wrong in ["", "a b", "../a", "ä", &"a".repeat(41)] {
        assert_eq!(
            MatchId::try_from(wrong.to_owned()),
            Err(NotAMatchId),
            "{wrong}"
        );
    }
}

// These vectors were made by a program in Python that shares nothing with this one.
const KEY: &str = "f0c09e130e7374f30894091b38e9cb473b6ec25b3f65712e180eda476373318f";
const SERVER: &str = "6d0b422173f9308fbbbc9236aa649d574a3119bedbc0d917a2c318eeaceab8a1";
const SEAT_0: &str = "215970f069ba526f049db54ece60db1c7a2e3b767bfcbcc5a29011fdde16a8f3";
const SEAT_1: &str = "9853434418b6851a3ad13e3e37cd32f25eadf86ce5af5480270f4b4cc71ef016";
const FORTY_DICE: [u64; 40] = [
    4, 4, 1, 4, 0, 1, 0, 2, 5, 3, 5, 1, 0, 4, 3, 4, 2, 1, 3, 4, 2, 3, 4, 2, 0, 5, 4, 5, 0, 2, 0, 4,
    4, 1, 3, 1, 5, 3, 5, 1,
];
const THOUSANDS: [u64; 20] = [
    846, 428, 45, 450, 108, 918, 638, 429, 973, 231, 183, 411, 951, 994, 280, 180, 389, 530, 671,
    126,
];
const FORTY_BITS: [u64; 9] = [
    332_968_162_409,
    712_106_978_148,
    1_038_818_991_812,
    1_087_214_811_647,
    959_372_671_888,
    374_579_314_816,
    321_797_086_598,
    974_769_827_678,
    200_303_414_639,
];
const WORDS: [u64; 5] = [
    5_586_278_781_869_739_234,
    3_126_889_978_963_870_973,
    2_525_809_105_895_887_163,
    10_400_841_971_437_423_340,
    11_087_166_166_983_978_846,
];
