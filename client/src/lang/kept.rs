//! The texts about what is kept for the person, and the reasons why a file cannot be written or read.

use dicehall_files::Why;

use super::Language;

super::sentences! {
    not_kept_name(why);
    not_kept_choice(why);
    not_kept_server(why);
    not_kept_record(why);
    not_kept_seat(why);
    not_kept_trust(why);
    card_written(path);
    not_kept_card(why);
    not_kept_match(why);
    not_kept_heading();
    map_not_kept(why);
    choices_unread(why);
    record_unread(why);
    match_not_yet();
    at_path(told, path);
    why_no_home();
    why_full();
    why_size_limit();
    why_read_only();
    why_denied();
    why_missing();
    why_exists();
    why_folder();
    why_not_a_folder();
    why_damaged();
    why_newer();
    why_busy();
    why_long(bytes);
}

impl Language {
    /// A reason in this language; what a library or the system says in its own words stays as it is.
    pub fn why(self, why: &Why) -> String {
        match why {
            Why::NoHome => self.why_no_home(),
            Why::Full => self.why_full(),
            Why::SizeLimit => self.why_size_limit(),
            Why::ReadOnly => self.why_read_only(),
            Why::Denied => self.why_denied(),
            Why::Missing => self.why_missing(),
            Why::Exists => self.why_exists(),
            Why::Folder => self.why_folder(),
            Why::NotAFolder => self.why_not_a_folder(),
            Why::Damaged => self.why_damaged(),
            Why::Newer => self.why_newer(),
            Why::Busy => self.why_busy(),
            Why::Long(bytes) => self.why_long(*bytes),
            Why::NotUnderstood(text) | Why::Other(text) => text.clone(),
        }
    }
}
