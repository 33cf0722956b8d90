//! `@ytt:ip`: IP addresses and networks.

use std::net::IpAddr;

use ipnet::{IpNet, Ipv4Net};
use yardstick_starlark::{Args, Error, Result, Thread, Value};

use super::args;
use crate::structs::Struct;

/// Builds the module `ip`.
pub fn module() -> Value {
    super::of_functions("ip", &[("parse_addr", parse_addr), ("parse_cidr", parse_cidr)])
}

fn parse_addr(_: &mut Thread, args: &Args<'_>) -> Result<Value> {
    let text = args::one_string(args)?;
    text.as_str()
        .and_then(address)
        .map(address_value)
        .ok_or_else(|| Error::new(format!("invalid IP address: {text}")))
}

fn parse_cidr(_: &mut Thread, args: &Args<'_>) -> Result<Value> {
    let text = args::one_string(args)?;
    let (address, network) = text
        .as_str()
        .and_then(network)
        .ok_or_else(|| Error::new(format!("invalid CIDR address: {text}")))?;
    Ok(Value::tuple(vec![address_value(address), network_value(network)]))
}

/// Parses an address. IPv4 addresses in IPv6 notation count as IPv4.
fn address(text: &str) -> Option<IpAddr> {
    text.parse::<IpAddr>().ok().map(|address| address.to_canonical())
}

/// Parses the address and the network of `address/bits`.
fn network(text: &str) -> Option<(IpAddr, IpNet)> {
    let (written, bits) = text.split_once('/')?;
    if bits.is_empty() || !bits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let written: IpAddr = written.parse().ok()?;
    let network = IpNet::new(written, bits.parse().ok()?).ok()?.trunc();
    Some((written.to_canonical(), canonical(network)))
}

/// Converts a network in IPv6 notation to IPv4 if the prefix reaches that far.
fn canonical(network: IpNet) -> IpNet {
    const MAPPED: u8 = 96;
    match (network.addr().to_canonical(), network.prefix_len().checked_sub(MAPPED)) {
        (IpAddr::V4(address), Some(bits)) if network.addr().is_ipv6() => {
            Ipv4Net::new(address, bits).map_or(network, IpNet::V4)
        }
        _ => network,
    }
}

fn address_value(address: IpAddr) -> Value {
    let fields = vec![
        ("is_ipv4".into(), method("ip.addr.is_ipv4", move || Value::Bool(address.is_ipv4()))),
        ("is_ipv6".into(), method("ip.addr.is_ipv6", move || Value::Bool(address.is_ipv6()))),
        ("string".into(), method("ip.addr.string", move || Value::from(address.to_string()))),
    ];
    Value::host(Struct::opaque(
        "@ytt:ip.addr",
        fields,
        "@ytt:ip.addr does not automatically encode (hint: use .string())",
    ))
}

fn network_value(network: IpNet) -> Value {
    let address = network.addr();
    let fields = vec![
        ("addr".into(), method("ip.net.addr", move || address_value(address))),
        ("string".into(), method("ip.net.string", move || Value::from(network.to_string()))),
    ];
    Value::host(Struct::opaque(
        "@ytt:ip.net",
        fields,
        "@ytt:ip.net does not automatically encode (hint: use .string())",
    ))
}

fn method(name: &str, result: impl Fn() -> Value + 'static) -> Value {
    Value::native(name, move |_, args| {
        args::none(&args)?;
        Ok(result())
    })
}
