//! The formats `ip`, `ipv4` and `ipv6`: IP addresses.

use std::net::Ipv6Addr;

use super::{Format, patterns};

pub(super) const IP: Format = Format {
    keywords: &[("format", "ip")],
    pattern: Some(patterns::IP),
    ..Format::own("ip", "an IPv4 or IPv6 address", check)
};
pub(super) const IPV4: Format = Format {
    within: &["ip"],
    pattern: Some(patterns::IPV4),
    ..Format::standard("ipv4", "an IPv4 address without leading zeros: `10.0.0.1`", v4)
};
pub(super) const IPV6: Format = Format {
    within: &["ip"],
    pattern: Some(patterns::IPV6),
    ..Format::standard("ipv6", "an IPv6 address without a zone: `2001:db8::1`", v6)
};

fn check(text: &str) -> Result<(), String> {
    if text.contains(':') {
        return v6(text);
    }
    if text.contains('.') {
        return v4(text);
    }
    Err("neither an IPv4 nor an IPv6 address".to_owned())
}

fn v4(text: &str) -> Result<(), String> {
    let octets: Vec<&str> = text.split('.').collect();
    if octets.len() != 4 {
        let plural = if octets.len() == 1 { "" } else { "s" };
        return Err(format!("{} octet{plural} instead of 4", octets.len()));
    }
    for (at, octet) in octets.into_iter().enumerate() {
        let number = at + 1;
        if octet.is_empty() {
            return Err(format!("octet {number} is empty"));
        }
        if !octet.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(format!("octet {number} is not a number"));
        }
        if octet.len() > 1 && octet.starts_with('0') {
            return Err(format!("octet {octet} has a leading zero"));
        }
        if octet.parse::<u8>().is_err() {
            return Err(format!("octet {octet} > 255"));
        }
    }
    Ok(())
}

pub(super) fn v6(text: &str) -> Result<(), String> {
    if text.parse::<Ipv6Addr>().is_ok() {
        return Ok(());
    }
    Err(reason(text))
}

/// Returns why a text is not an address.
fn reason(text: &str) -> String {
    if text.contains('%') {
        return "a zone (%) is not allowed".to_owned();
    }
    if text.matches("::").count() > 1 || text.contains(":::") {
        return ":: more than once".to_owned();
    }
    let groups: Vec<&str> = text.split(':').filter(|group| !group.is_empty()).collect();
    for group in &groups {
        if group.contains('.') {
            if let Err(reason) = v4(group) {
                return reason;
            }
        } else if let Some(other) = group.chars().find(|c| !c.is_ascii_hexdigit()) {
            return format!("character {other:?} is not a hexadecimal digit");
        } else if group.len() > 4 {
            return format!("group {group} has more than 4 digits");
        }
    }
    let width: usize = groups.iter().map(|group| if group.contains('.') { 2 } else { 1 }).sum();
    match (text.contains("::"), width) {
        (true, 8..) => "no room for ::".to_owned(),
        (false, width) if width != 8 => format!("{width} groups instead of 8"),
        _ => "a colon at an end".to_owned(),
    }
}
