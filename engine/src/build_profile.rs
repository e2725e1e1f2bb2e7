//! The profile with which the program was built: speed is compared with goals only if it is the one of packages.
//!
//! Asked by `dicehall bench` and the benchmarks. Law kept here: figures of another build are never held against a goal.

/// The profile of packages, and of every figure in the documents.
pub const MEASURED: &str = "dist";

/// The name of the profile's folder, such as `debug`, `release` or `dist`.
pub const BUILD_PROFILE: &str = env!("DICEHALL_PROFILE");

/// The words above figures; `None` if they may be compared with those of the documents.
///
/// ```
/// let warning = dicehall_engine::build_profile::warning("release").unwrap();
/// assert!(warning.starts_with("built with the profile release"));
/// assert_eq!(dicehall_engine::build_profile::warning("dist"), None);
/// ```
pub fn warning(profile: &str) -> Option<String> {
    (profile != MEASURED).then(|| {
        format!(
            "built with the profile {profile}: these figures are not comparable with goals or documents, which are for \
             --profile {MEASURED}"
        )
    })
}
