//! The formats as regular expressions, for programs that do not know them by name.
//!
//! Each expression matches a text if and only if the check of the format accepts it, apart from what
//! [`Format::longest`](super::Format) and [`Format::also`](super::Format) add; a test ensures that. They use only
//! what all engines understand in the same way: no lookaheads, which Go does not have. And there is only one way to
//! match a text, because some engines try them all.

macro_rules! digit_pairs {
    (hour) => {
        "(?:[01][0-9]|2[0-3])"
    };
    (minute) => {
        "[0-5][0-9]"
    };
}

/// A date that exists: months of 31, 30 or 28 days, and February 29 in leap years.
macro_rules! date {
    () => {
        concat!(
            "(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])",
            "|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)",
            "|02-(?:0[1-9]|1[0-9]|2[0-8]))",
            "|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)",
        )
    };
}

/// A time with an offset. A leap second comes before midnight UTC, which may be any local hour.
macro_rules! time {
    () => {
        concat!(
            digit_pairs!(hour),
            ":(?:",
            digit_pairs!(minute),
            ":[0-5][0-9]|[25]9:60)(?:\\.[0-9]+)?(?:[Zz]|[+-]",
            digit_pairs!(hour),
            ":",
            digit_pairs!(minute),
            ")",
        )
    };
}

macro_rules! label {
    () => {
        "[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)*"
    };
}

macro_rules! hostname {
    () => {
        concat!(label!(), "(?:\\.", label!(), ")*")
    };
}

/// The characters before the `@` of an address.
macro_rules! atom {
    () => {
        "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
    };
}

macro_rules! ipv4 {
    () => {
        concat!(
            "(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])\\.){3}",
            "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])",
        )
    };
}

/// A group of an IPv6 address.
macro_rules! group {
    () => {
        "[0-9a-fA-F]{1,4}"
    };
}

/// What follows `::` after some groups: at most this many groups before an IPv4 address, or this many in total.
macro_rules! rest {
    ($before:literal, $all:literal) => {
        concat!(
            "::(?:(?:",
            group!(),
            ":){0,",
            $before,
            "}",
            ipv4!(),
            "|(?:",
            group!(),
            "(?::",
            group!(),
            "){0,",
            $all,
            "})?)"
        )
    };
}

/// The groups before `::`.
macro_rules! start {
    ($before:literal) => {
        concat!("(?:", group!(), ":){", $before, "}", group!())
    };
}

macro_rules! ipv6 {
    () => {
        concat!(
            "(?:(?:",
            group!(),
            ":){7}",
            group!(),
            "|(?:",
            group!(),
            ":){6}",
            ipv4!(),
            "|",
            rest!(5, 6),
            "|",
            group!(),
            rest!(4, 5),
            "|",
            start!(1),
            rest!(3, 4),
            "|",
            start!(2),
            rest!(2, 3),
            "|",
            start!(3),
            rest!(1, 2),
            "|",
            start!(4),
            rest!(0, 1),
            "|",
            start!(5),
            "::(?:",
            group!(),
            ")?|",
            start!(6),
            "::)"
        )
    };
}

/// A character of a URI: these, letters, digits, `-._~!$&'()*+,;=`, or any character encoded as `%2f`.
macro_rules! sign {
    ($signs:literal) => {
        concat!("(?:[A-Za-z0-9\\-._~!$&'()*+,;=", $signs, "]|%[0-9A-Fa-f]{2})")
    };
}

/// `//`, the user and host, and a path that starts with `/`. A host that starts with `[` is an IP address.
macro_rules! authority {
    () => {
        concat!(
            "//(?:",
            sign!(":@\\[\\]"),
            "*@)?(?:\\[(?:",
            ipv6!(),
            "|[vV]",
            sign!(":\\["),
            "*)\\]:?[0-9]*|(?:",
            sign!("\\]"),
            sign!("\\[\\]"),
            "*)?(?::[0-9]*)?)(?:/",
            sign!(":/@"),
            "*)?"
        )
    };
}

/// A path that does not start with two slashes.
macro_rules! segment {
    () => {
        concat!(sign!(":@"), sign!(":/@"), "*")
    };
}

/// The query and fragment that may follow a path.
macro_rules! query_and_fragment {
    () => {
        concat!("(?:\\?", sign!(":/?@\\[\\]"), "*)?(?:#", sign!(":/?@\\[\\]"), "*)?")
    };
}

macro_rules! scheme {
    () => {
        "[A-Za-z][A-Za-z0-9+.-]*:"
    };
}

pub(super) const BASE64: &str = concat!(
    r"^[\r\n]*(?:(?:[A-Za-z0-9+/][\r\n]*){4})*",
    r"(?:(?:[A-Za-z0-9+/][\r\n]*){2}=[\r\n]*=[\r\n]*|(?:[A-Za-z0-9+/][\r\n]*){3}=[\r\n]*)?$",
);
pub(super) const DATE: &str = concat!("^", date!(), "$");
pub(super) const DATE_TIME: &str = concat!("^", date!(), "[Tt]", time!(), "$");
pub(super) const DURATION: &str =
    r"^[+-]?(?:0|(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:ns|us|µs|μs|ms|s|m|h))+)$";
pub(super) const EMAIL: &str = concat!("^", atom!(), "(?:\\.", atom!(), ")*@", hostname!(), "$");
/// The maximum lengths of the two parts of an address and of the labels of the host.
pub(super) const EMAIL_LENGTHS: [&str; 2] =
    [r"^[^@\n]{1,64}@[^@\n]{1,253}$", r"@[^@.\n]{1,63}(?:\.[^@.\n]{1,63})*$"];
pub(super) const HOSTNAME: &str = concat!("^", hostname!(), "$");
/// The maximum length of the labels of a host name.
pub(super) const HOSTNAME_LENGTHS: [&str; 1] = [r"^[^.\n]{1,63}(?:\.[^.\n]{1,63})*$"];
pub(super) const IP: &str = concat!("^(?:", ipv4!(), "|", ipv6!(), ")$");
pub(super) const IPV4: &str = concat!("^", ipv4!(), "$");
pub(super) const IPV6: &str = concat!("^", ipv6!(), "$");
pub(super) const PERCENT: &str = "^[0-9]+%$";
pub(super) const PORT: &str =
    "^0*(?:[0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])$";
pub(super) const QUANTITY: &str =
    r"^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[numkMGTPE]|[KMGTPE]i|[eE][+-]?[0-9]+)?$";
pub(super) const TIME: &str = concat!("^", time!(), "$");
pub(super) const URI: &str = concat!(
    "^",
    scheme!(),
    "(?:",
    authority!(),
    "|(?:/|/?",
    segment!(),
    ")?)",
    query_and_fragment!(),
    "$"
);
/// Without a scheme, there is no colon before the first slash.
pub(super) const URI_REFERENCE: &str = concat!(
    "^(?:(?:",
    scheme!(),
    ")?(?:",
    authority!(),
    "|/(?:",
    segment!(),
    ")?)|",
    scheme!(),
    "(?:",
    segment!(),
    ")?|(?:",
    sign!("@"),
    "+(?:/",
    sign!(":/@"),
    "*)?)?)",
    query_and_fragment!(),
    "$"
);
