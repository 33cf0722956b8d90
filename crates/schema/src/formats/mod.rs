//! Named formats, for `format=`: what each one accepts, and why it rejects a text.
//!
//! A format is a constant in one of these files and a line in [`FORMATS`]. Error messages say where the text is wrong
//! without repeating all of it, because it may be a secret.

mod date_time;
mod duration;
mod email;
mod encoded;
mod hostname;
mod ip;
mod patterns;
mod port;
mod quantity;
mod uri;

use yardstick_template::tree::{Kind, Yaml};

use crate::rules::{
    Keywords, Loss, Said,
    said::{list, schema},
};

/// Checks whether a text has the format. The error is the reason.
type Check = fn(&str) -> Result<(), String>;

/// A format.
#[derive(Debug)]
pub struct Format {
    /// Its name.
    pub name: &'static str,
    /// Describes the format for the documentation.
    pub meaning: &'static str,
    /// The JSON Schema name of a format with the same meaning, if there is one.
    pub standard: Option<&'static str>,
    /// A regular expression that matches exactly the texts of the format.
    pub(crate) pattern: Option<&'static str>,
    /// Further expressions that must match, for the lengths of parts.
    pub(crate) also: &'static [&'static str],
    /// The maximum number of characters, if the pattern does not limit it.
    pub(crate) longest: Option<i64>,
    /// The smallest and the largest integer of the format.
    pub(crate) bounds: Option<(i64, i64)>,
    /// Checks a text.
    pub(crate) check: Check,
    /// Checks an integer, if integers can have the format.
    pub(crate) check_number: Option<fn(i64) -> Result<(), String>>,
    /// Formats that accept all texts of this one.
    pub(crate) within: &'static [&'static str],
    /// CEL expressions for Kubernetes that hold for exactly the values of the format, by kind.
    pub(crate) cel: &'static [(Kind, &'static str)],
    /// Other JSON Schema keywords with the same meaning, with their values.
    keywords: &'static [(&'static str, &'static str)],
}

impl Format {
    /// Creates a format that JSON Schema has under the same name.
    const fn standard(name: &'static str, meaning: &'static str, check: Check) -> Self {
        Self { standard: Some(name), ..Self::own(name, meaning, check) }
    }

    /// Creates a format of this project.
    const fn own(name: &'static str, meaning: &'static str, check: Check) -> Self {
        Self {
            name,
            meaning,
            standard: None,
            pattern: None,
            also: &[],
            longest: None,
            bounds: None,
            check,
            check_number: None,
            within: &[],
            cel: &[],
            keywords: &[],
        }
    }

    /// Whether `keyword` with this value means this format in a JSON Schema.
    pub fn is_said_by(&self, keyword: &str, value: &str) -> bool {
        keyword == "x-ytt-format" && value == self.name
            || keyword == "format" && self.standard == Some(value)
            || self.keywords.contains(&(keyword, value))
    }

    /// Returns the JSON Schema keywords for texts of the format.
    pub(crate) fn said(&self) -> Said {
        let mut keywords = Keywords::new();
        match self.standard {
            Some(name) => keywords.push(("format", name.into())),
            None => keywords.push(("x-ytt-format", self.name.into())),
        }
        // Not every program checks formats, and those that do differ, so add the pattern.
        keywords.extend(self.pattern.map(|pattern| ("pattern", pattern.into())));
        if !self.also.is_empty() {
            let also = self.also.iter().map(|pattern| schema([("pattern", (*pattern).into())]));
            keywords.push(("allOf", list(also)));
        }
        keywords.extend(self.longest.map(|longest| ("maxLength", longest.into())));
        let loss = self.pattern.is_none().then_some(Loss::Unchecked);
        Said { keywords, loss }
    }

    /// Whether the format already implies this keyword with this value.
    pub fn implies(&self, keyword: &str, value: &Yaml) -> bool {
        let is_number = |number: i64| matches!(value, Yaml::Int(own) if *own == number);
        match keyword {
            "pattern" => {
                let text = value.as_text();
                let mut own = self.pattern.iter().chain(self.also);
                text.is_some_and(|text| own.any(|own| *text == **own))
            }
            "maxLength" => self.longest.is_some_and(is_number),
            "minimum" => self.bounds.is_some_and(|(least, _)| is_number(least)),
            "maximum" => self.bounds.is_some_and(|(_, most)| is_number(most)),
            _ => false,
        }
    }

    /// Returns the row for the table in the documentation.
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

/// Returns the format called `name`.
pub(crate) fn find(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;

    /// One line for each text: the format, the text, and the message.
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

    /// Generates texts that almost have some format.
    fn near(seed: &mut u64) -> String {
        const PIECES: [&str; 63] = [
            "0",
            "1",
            "9",
            "25",
            "255",
            "256",
            "007",
            "65535",
            "65536",
            "a",
            "f",
            "Z",
            "g",
            "é",
            "µ",
            "ab1",
            "-",
            "--",
            "+",
            ".",
            "..",
            ":",
            "::",
            "/",
            "//",
            "?",
            "#",
            "@",
            "%",
            "%2f",
            "%zz",
            "[",
            "]",
            "v1",
            "2024",
            "2023",
            "1900",
            "2000",
            "-02-29",
            "-02-28",
            "-12-31",
            "-04-31",
            "T",
            "t",
            " ",
            "10:20:30",
            "23:59:60",
            "10:29:60",
            ".5",
            "Z",
            "+02:00",
            "Mi",
            "m",
            "h",
            "ns",
            "e3",
            "=",
            "==",
            "aGVs",
            "\n",
            "[::1]",
            "[1:2::3]",
            "0123456789abcdefghijklmnopqrstuvwxyz",
        ];
        let mut next = || {
            *seed ^= *seed << 13;
            *seed ^= *seed >> 7;
            *seed ^= *seed << 17;
            *seed
        };
        let pieces = next() % 9;
        let mut text: String =
            (0..pieces).map(|_| PIECES[(next() % PIECES.len() as u64) as usize]).collect();
        let starts = ["https://", "a@", "2024-02-", "10.0.0.", "1:2:3::", "10:20:3", ""];
        text.insert_str(0, starts[(next() % starts.len() as u64) as usize]);
        text
    }

    #[test]
    fn patterns_find_what_is_in_the_format() {
        let mut seed = 0x9E37_79B9_7F4A_7C15;
        let compiled = |pattern: &'static str| {
            yardstick_re2::Pattern::of(pattern.as_bytes()).expect("a pattern that Go reads too")
        };
        let of = |format: &'static Format| {
            let all: Vec<_> =
                format.pattern.iter().chain(format.also).map(|one| compiled(one)).collect();
            (!all.is_empty()).then_some((format, all))
        };
        let formats: Vec<_> = FORMATS.iter().filter_map(of).collect();
        assert_eq!(formats.len(), FORMATS.len() - 3, "json, yaml and regex have none");
        for _ in 0..20_000 {
            let text = near(&mut seed);
            for (format, patterns) in &formats {
                let is_short = format.longest.is_none_or(|longest| text.len() as i64 <= longest);
                let found = patterns.iter().all(|pattern| pattern.is_match(text.as_bytes()));
                let judged = (format.check)(&text);
                assert_eq!(
                    found && is_short,
                    judged.is_ok(),
                    "{} {text:?}: {judged:?}",
                    format.name
                );
            }
        }
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
