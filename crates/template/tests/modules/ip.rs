use super::support::check;

#[test]
fn addresses() {
    check(&[
        (r#"ip.parse_addr("192.0.2.1").string()"#, r#""192.0.2.1""#),
        (r#"ip.parse_addr("2001:DB8:0:0:0:0:0:1").string()"#, r#""2001:db8::1""#),
        (r#"ip.parse_addr("::ffff:192.0.2.128").string()"#, r#""192.0.2.128""#),
        (r#"ip.parse_addr("::ffff:192.0.2.128").is_ipv4()"#, "True"),
        (r#"ip.parse_addr("::192.0.2.1").string()"#, r#""::c000:201""#),
        (r#"ip.parse_addr("::").is_ipv6()"#, "True"),
        (r#"ip.parse_addr("1.1.1.1")"#, "struct(...)"),
        (r#"ip.parse_addr("010.0.0.1")"#, "error: ip.parse_addr: invalid IP address: 010.0.0.1"),
        (
            r#"ip.parse_addr("fe80::1%eth0")"#,
            "error: ip.parse_addr: invalid IP address: fe80::1%eth0",
        ),
        (r#"ip.parse_addr(" 1.1.1.1")"#, "error: ip.parse_addr: invalid IP address:  1.1.1.1"),
        ("ip.parse_addr(None)", "error: ip.parse_addr: expected a string, but was NoneType"),
        (r#"ip.parse_addr("1.1.1.1").string(1)"#, "error: ip.addr.string: expected no argument"),
        (
            r#"yaml.encode([ip.parse_addr("1.1.1.1")])"#,
            "error: yaml.encode: Unable to convert value: @ytt:ip.addr does not automatically encode (hint: use .string())",
        ),
    ]);
}

#[test]
fn networks() {
    check(&[
        (r#"ip.parse_cidr("192.0.2.17/24")[0].string()"#, r#""192.0.2.17""#),
        (r#"ip.parse_cidr("192.0.2.17/24")[1].string()"#, r#""192.0.2.0/24""#),
        (r#"ip.parse_cidr("192.0.2.17/024")[1].addr().string()"#, r#""192.0.2.0""#),
        (r#"ip.parse_cidr("2001:db8::1/32")[1].string()"#, r#""2001:db8::/32""#),
        (r#"ip.parse_cidr("::ffff:10.1.2.3/120")[1].string()"#, r#""10.1.2.0/24""#),
        (r#"ip.parse_cidr("::ffff:10.1.2.3/40")[1].string()"#, r#""::/40""#),
        (
            r#"ip.parse_cidr("10.0.0.0/33")"#,
            "error: ip.parse_cidr: invalid CIDR address: 10.0.0.0/33",
        ),
        (r#"ip.parse_cidr("10.0.0.0/")"#, "error: ip.parse_cidr: invalid CIDR address: 10.0.0.0/"),
        (
            r#"ip.parse_cidr("10.0.0.0/+8")"#,
            "error: ip.parse_cidr: invalid CIDR address: 10.0.0.0/+8",
        ),
        (r#"ip.parse_cidr("10.0.0.0")"#, "error: ip.parse_cidr: invalid CIDR address: 10.0.0.0"),
    ]);
}
