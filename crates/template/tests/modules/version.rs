use super::support::check;

#[test]
fn require_at_least() {
    check(&[
        (r#"version.require_at_least("0.48.0")"#, "None"),
        (r#"version.require_at_least("0.48.0+build.9")"#, "None"),
        (r#"version.require_at_least("0.48.0-rc.1")"#, "None"),
        (
            r#"version.require_at_least("0.48.1-rc.1")"#,
            "error: version.require_at_least: ytt version '0.48.0' does not meet the minimum required version '0.48.1-rc.1'",
        ),
        (
            r#"version.require_at_least("0.1")"#,
            "error: version.require_at_least: version string '0.1' must be a valid semver",
        ),
        (
            r#"version.require_at_least("01.1.0")"#,
            "error: version.require_at_least: version string '01.1.0' must be a valid semver",
        ),
        (
            "version.require_at_least(1)",
            "error: version.require_at_least: expected a string, but was int",
        ),
        (
            "version.require_at_least()",
            "error: version.require_at_least: expected exactly one argument",
        ),
    ]);
}
