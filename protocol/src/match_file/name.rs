//! The name of a match's file: the time when the match was called, so that names sort by time, and the name of the
//! match.
//!
//! Called by the archive, which writes files and removes old ones, and by clients that look for the file of a match.

use dicehall_engine::fair::MatchId;

const DAY_SECONDS: u64 = 86_400;

/// The file name of a match.
pub fn file_name(begun_at: u64, match_id: &MatchId) -> String {
    format!("{}-{match_id}.jsonl", moment(begun_at))
}

/// A time as `YYYYMMDDThhmmss` in UTC.
pub fn moment(unix_seconds: u64) -> String {
    let (year, month, day) = date(unix_seconds / DAY_SECONDS);
    let seconds = unix_seconds % DAY_SECONDS;
    let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}{month:02}{day:02}T{hour:02}{minute:02}{second:02}")
}

/// The year, month and day, given the number of days since 1970-01-01. The years are counted from March, so that the
/// leap day is the last day of a year, in eras of 400 years, which all have as many days.
fn date(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_those_of_the_calendar() {
        // The expected texts are those of `date -u -d @SECONDS +%Y%m%dT%H%M%S`.
        for (seconds, expect) in [
            (0, "19700101T000000"),
            (951_782_399, "20000228T235959"),
            (951_782_400, "20000229T000000"),
            (1_800_000_000, "20270115T080000"),
            (4_107_542_400, "21000301T000000"),
        ] {
            assert_eq!(moment(seconds), expect);
        }
    }
}
