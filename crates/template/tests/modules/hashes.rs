use super::support::check;

#[test]
fn digests_of_bytes() {
    check(&[
        (r#"md5.sum("")"#, r#""d41d8cd98f00b204e9800998ecf8427e""#),
        (r#"md5.sum("\xff")"#, r#""00594fd4f42ba43fc1ca0427a0576295""#),
        (
            r#"sha256.sum("data")"#,
            r#""3a6eb0790f39ac87c94f3856b2dd2c5d110e6811602261a9a923d3bb23adc8b7""#,
        ),
        ("md5.sum(1)", "error: md5.sum: expected a string, but was int"),
        ("sha256.sum()", "error: sha256.sum: expected exactly one argument"),
        ("[md5, sha256]", r#"[<module "md5">, <module "sha256">]"#),
    ]);
}
