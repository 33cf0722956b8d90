//! Formats with a name, for `format=`: what each accepts, and what is wrong with a text that it does not.
//!
//! Reasons tell where the text goes wrong without repeating all of it: it may be a secret.

mod date_time;
mod duration;
mod email;
mod encoded;
mod hostname;
mod ip;
mod port;
mod quantity;
mod uri;

pub(crate) use port::number as port_number;

/// Whether a text is in a format; if not, why.
pub(crate) type Check = fn(&str) -> Result<(), String>;

/// A format.
#[derive(Debug)]
pub(crate) struct Format {
    /// Its name.
    pub(crate) name: &'static str,
    /// Whether JSON Schema has a format of this name that means the same.
    pub(crate) is_standard: bool,
    /// Judges a text.
    pub(crate) check: Check,
}

const fn standard(name: &'static str, check: Check) -> Format {
    Format { name, is_standard: true, check }
}

const fn own(name: &'static str, check: Check) -> Format {
    Format { name, is_standard: false, check }
}

/// All formats, sorted by name.
pub(crate) const ALL: [Format; 19] = [
    own("base64", encoded::base64),
    standard("date", date_time::date),
    standard("date-time", date_time::date_time),
    // JSON Schema means the durations of ISO 8601.
    own("duration", duration::check),
    standard("email", email::check),
    standard("hostname", hostname::check),
    own("ip", ip::check),
    standard("ipv4", ip::v4),
    standard("ipv6", ip::v6),
    own("json", encoded::json),
    own("percent", port::percent),
    own("port", port::check),
    own("quantity", quantity::check),
    standard("regex", encoded::regex),
    standard("time", date_time::time),
    standard("uri", uri::absolute),
    standard("uri-reference", uri::reference),
    standard("uriref", uri::reference),
    own("yaml", encoded::yaml),
];

/// The format called `name`.
pub(crate) fn named(name: &str) -> Option<&'static Format> {
    static TABLE: [Format; ALL.len()] = ALL;
    TABLE.iter().find(|format| format.name == name)
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
            let format = named(name).expect("a known format");
            let judged = (format.check)(text).map_or_else(|reason| reason, |()| "valid".into());
            let _ = writeln!(said, "{name} {text:?}: {judged}");
        }
        insta::assert_snapshot!(said);
    }

    #[test]
    fn every_format_survives_anything() {
        let texts =
            ["", " ", "é", "\u{0}", ":::", "....", "%%%", "999999999999999999999999", "---"];
        for format in &ALL {
            for text in texts {
                let _ = (format.check)(text);
            }
        }
    }

    #[test]
    fn names_are_sorted() {
        assert!(ALL.is_sorted_by_key(|format| format.name));
    }
}
