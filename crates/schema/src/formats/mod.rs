//! Formats with a name, for `format=`: what each accepts, and what is wrong with a text that it does not.
//!
//! A format is a constant in one of these files and a line in [`FORMATS`]. Reasons tell where the text goes
//! wrong without repeating all of it: it may be a secret.

mod date_time;
mod duration;
mod email;
mod encoded;
mod hostname;
mod ip;
mod port;
mod quantity;
mod uri;

use yardstick_template::tree::Kind;

/// Whether a text is in a format; if not, why.
type Check = fn(&str) -> Result<(), String>;

/// A format.
#[derive(Debug)]
pub struct Format {
    /// Its name.
    pub name: &'static str,
    /// What is in the format, for the documentation.
    pub meaning: &'static str,
    /// Whether JSON Schema has a format of this name that means the same.
    pub is_standard: bool,
    /// Judges a text.
    pub(crate) check: Check,
    /// Judges an integer, where integers can be in the format.
    pub(crate) check_number: Option<fn(i64) -> Result<(), String>>,
    /// Formats that all its texts are in too.
    pub(crate) within: &'static [&'static str],
    /// Expressions of Kubernetes that hold for values in the format and for no others, by kind.
    pub(crate) cel: &'static [(Kind, &'static str)],
    /// Other keywords of JSON Schema that ask for it, with their values.
    keywords: &'static [(&'static str, &'static str)],
}

impl Format {
    /// A format that JSON Schema has under the same name.
    const fn standard(name: &'static str, meaning: &'static str, check: Check) -> Self {
        Self { is_standard: true, ..Self::own(name, meaning, check) }
    }

    /// A format of this project.
    const fn own(name: &'static str, meaning: &'static str, check: Check) -> Self {
        Self {
            name,
            meaning,
            is_standard: false,
            check,
            check_number: None,
            within: &[],
            cel: &[],
            keywords: &[],
        }
    }

    /// Whether `keyword` with this value asks for it in a JSON Schema.
    pub(crate) fn is_said_by(&self, keyword: &str, value: &str) -> bool {
        let own = if self.is_standard { "format" } else { "x-ytt-format" };
        (keyword, value) == (own, self.name) || self.keywords.contains(&(keyword, value))
    }

    /// Its row in the table of the documentation.
    pub fn documentation(&self) -> String {
        format!("| `{}` | {} |", self.name, self.meaning)
    }
}

/// All formats, sorted by name.
pub static FORMATS: [Format; 19] = [
    encoded::BASE64,
    date_time::DATE,
    date_time::DATE_TIME,
    duration::DURATION,
    email::EMAIL,
    hostname::HOSTNAME,
    ip::IP,
    ip::IPV4,
    ip::IPV6,
    encoded::JSON,
    port::PERCENT,
    port::PORT,
    quantity::QUANTITY,
    encoded::REGEX,
    date_time::TIME,
    uri::URI,
    uri::URI_REFERENCE,
    uri::URIREF,
    encoded::YAML,
];

/// The format called `name`.
pub(crate) fn find(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;

    /// One line for each text: the format, the text, and what is said about it.
    #[test]
    fn what_formats_say() {
        let texts = [
            ("date", "2024-02-29"),
            ("date", "2023-02-29"),
            ("date", "2024-13-01"),
            ("date", "2024-1-01"),
            ("date", "2024-01-01x"),
            ("time", "10:20:30Z"),
            ("time", "10:20:30.5+02:00"),
            ("time", "23:59:60Z"),
            ("time", "10:20:30"),
            ("time", "24:00:00Z"),
            ("time", "10:20:60Z"),
            ("time", "10:20:30.Z"),
            ("time", "10:20:30+25:00"),
            ("date-time", "2024-02-29T10:20:30Z"),
            ("date-time", "2024-02-29 10:20:30Z"),
            ("date-time", "2024-02-29T10:20:30"),
            ("email", "jane.doe+x@example.com"),
            ("email", "jane"),
            ("email", "a@b@c"),
            ("email", "@example.com"),
            ("email", "a..b@example.com"),
            ("email", "a b@example.com"),
            ("email", "a@-b.com"),
            ("hostname", "a-1.example.com"),
            ("hostname", ""),
            ("hostname", "a_b"),
            ("hostname", "-a"),
            ("hostname", "a..b"),
            ("ip", "10.0.0.1"),
            ("ip", "::1"),
            ("ip", "nowhere"),
            ("ipv4", "10.0.0.1"),
            ("ipv4", "10.0.0.300"),
            ("ipv4", "10.0.0"),
            ("ipv4", "10.0.0.01"),
            ("ipv4", "10.0.0.x"),
            ("ipv4", "10.0.0."),
            ("ipv6", "2001:db8::1"),
            ("ipv6", "::ffff:10.0.0.1"),
            ("ipv6", "fe80::1%eth0"),
            ("ipv6", "1:2:3"),
            ("ipv6", "1::2::3"),
            ("ipv6", "12345::"),
            ("uri", "https://example.com/a?b#c"),
            ("uri", "urn:isbn:1"),
            ("uri", "/a/b"),
            ("uri", "1a:b"),
            ("uri", "http://a b"),
            ("uri", "http://a/%zz"),
            ("uri", "http://a:b/"),
            ("uriref", "/a/b"),
            ("uri-reference", "../x y"),
            ("port", "8080"),
            ("port", "65536"),
            ("port", "http"),
            ("percent", "50%"),
            ("percent", "50"),
            ("percent", "%"),
            ("duration", "1h30m"),
            ("duration", "-1.5h"),
            ("duration", "0"),
            ("duration", "90"),
            ("duration", "1x"),
            ("duration", ""),
            ("quantity", "128Mi"),
            ("quantity", "500m"),
            ("quantity", "-1.5e3"),
            ("quantity", "1e3Ki"),
            ("quantity", "12Q"),
            ("quantity", "Mi"),
            ("base64", "aGVsbG8="),
            ("base64", "a*b"),
            ("json", "{\"a\": [1]}"),
            ("json", "{a: 1}"),
            ("yaml", "a: [1]"),
            ("yaml", "a: [1"),
            ("regex", "^a+$"),
            ("regex", "(a"),
        ];
        let mut said = String::new();
        for (name, text) in texts {
            let format = find(name).expect("a known format");
            let judged = (format.check)(text).map_or_else(|reason| reason, |()| "valid".into());
            let _ = writeln!(said, "{name} {text:?}: {judged}");
        }
        insta::assert_snapshot!(said);
    }

    #[test]
    fn every_format_survives_anything() {
        let texts =
            ["", " ", "é", "\u{0}", ":::", "....", "%%%", "999999999999999999999999", "---"];
        for format in &FORMATS {
            for text in texts {
                let _ = (format.check)(text);
            }
        }
    }

    #[test]
    fn names_are_sorted() {
        assert!(FORMATS.is_sorted_by_key(|format| format.name));
    }

    #[test]
    fn the_documentation_lists_every_format() {
        let page = include_str!("../../../../docs/rules.md");
        let (_, section) = page.split_once("### Formats").expect("a section about formats");
        let table = section.lines().skip_while(|line| !line.starts_with("| `"));
        let written: Vec<&str> = table.take_while(|line| !line.is_empty()).collect();
        let rows: Vec<String> = FORMATS.iter().map(Format::documentation).collect();
        assert_eq!(written.join("\n"), rows.join("\n"));
    }
}
