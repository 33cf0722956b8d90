//! Tests the meaning of RE2 syntax and the messages for mistakes in it.

use yardstick_re2::{Fault, Pattern, Replacement};

fn matches(cases: &[(&str, &str, bool)]) {
    for (pattern, text, expected) in cases {
        let compiled = Pattern::of(pattern.as_bytes()).unwrap();
        assert_eq!(compiled.is_match(text.as_bytes()), *expected, "{pattern} in {text}");
    }
}

fn replace(pattern: &str, text: &[u8], replacement: &str) -> Option<Vec<u8>> {
    let replacement = Replacement::parse(replacement.as_bytes());
    let replaced = Pattern::of(pattern.as_bytes()).unwrap().replace(text, |found, out| {
        found.expand(&replacement, out);
        Ok::<_, Fault>(())
    });
    replaced.unwrap()
}

fn replaces(cases: &[(&str, &str, &str, &str)]) {
    for (pattern, text, replacement, expected) in cases {
        let replaced = replace(pattern, text.as_bytes(), replacement).unwrap();
        assert_eq!(String::from_utf8_lossy(&replaced), *expected, "{pattern} in {text}");
    }
}

#[test]
fn finds() {
    matches(&[
        (r"^[a-z]+\d$", "abc1", true),
        ("z", "abc", false),
        ("", "", true),
        ("^b$", "a\nb", false),
        ("(?m)^b$", "a\nb", true),
        ("a.b", "a\nb", false),
        ("(?s)a.b", "a\nb", true),
        ("(?i:A)b", "ab", true),
        ("(?i:A)B", "ab", false),
        ("a(?i)B|C", "c", true),
        (r"\p{Greek}", "α", true),
        (r"^\P{Greek}$", "α", false),
        (r"^\p{^Greek}\pL$", "zα", true),
    ]);
}

#[test]
fn classes_of_perl_are_ascii() {
    matches(&[
        (r"^\d$", "٣", false),
        (r"^\w$", "é", false),
        (r"^\W$", "é", true),
        (r"^\s$", "\u{b}", false),
    ]);
    replaces(&[(r"\b", "aé b", "|", "|a|é |b|"), (r"\B", "aé", "|", "aé|")]);
}

#[test]
fn brackets() {
    replaces(&[
        ("[a&&b]", "a&c", "-", "--c"),
        ("[[a]", "[ab", "-", "--b"),
        ("[]a]", "]ab", "-", "--b"),
        ("[^]a]", "]ab", "-", "]a-"),
        ("[a-]", "a-b", "+", "++b"),
        ("[a-c~~+--z]", "~-z.", "_", "___."),
        (r"[[:alpha:]\d_-]+", "ab1_- .", "x", "x ."),
        ("[[:^alpha:]]", "a1", "-", "a-"),
        (r"[\x{61}\142\n]", "abc\n", "-", "--c-"),
        (r"[^\D]", "a1", "-", "a-"),
    ]);
}

#[test]
fn syntax_that_other_engines_lack() {
    matches(&[(r"\x{D800}", "a", false), ("#", "# <", true), (r"\<", "# <", true)]);
    replaces(&[
        (r"\Qa.b\E*", "a.bbb a.", "-", "- -"),
        ("a(?i)*", "aaA", "-", "-A-"),
        ("a*(?i)?", "aab", "-", "-b-"),
        ("x{,2}", "x{,2}", "-", "-"),
        ("x{a}", "x{a}", "-", "-"),
        ("(?U)a+", "aa", "-", "--"),
        ("(?U)a+?", "aa", "-", "-"),
        ("^*", "a", "-", "-a-"),
        ("(?P<n>a)|(?P<n>b)", "ab", "<$n>", "<a><b>"),
        ("(?<n>a)", "a", "<$n>", "<a>"),
    ]);
}

#[test]
fn replacements() {
    replaces(&[
        ("(a)(b)", "ab ab", "$2$1", "ba ba"),
        ("(a)(b)", "ab", "${2}x${1}$$", "bxa$"),
        ("(a)", "a", "$1x", ""),
        ("a", "banana", "$9", "bnn"),
        ("a(x)?", "a", "[$1]", "[]"),
        ("x*", "abc", "-", "-a-b-c-"),
        ("x*", "axb", "-", "-a-b-"),
        ("x*", "é", "-", "-é-"),
        ("", "", "-", "-"),
    ]);
}

#[test]
fn text_that_is_not_utf8_or_has_no_match() {
    assert_eq!(replace("a", b"\xffa\xff", "b").as_deref(), Some(&b"\xffb\xff"[..]));
    assert_eq!(replace("z", b"abc", "-"), None);
}

#[test]
fn faults() {
    let cases = [
        ("(", "missing closing ): `(`"),
        ("a(b", "missing closing ): `a(b`"),
        (")", "unexpected ): `)`"),
        ("a)b", "unexpected ): `a)b`"),
        ("[a", "missing closing ]: `[a`"),
        ("x[", "missing closing ]: `[`"),
        ("[z-a]", "invalid character class range: `z-a`"),
        ("[[:foo:]]", "invalid character class range: `[:foo:]`"),
        (r"\p{Foo}", r"invalid character class range: `\p{Foo}`"),
        (r"\p{Greek", r"invalid character class range: `\p{Greek`"),
        (r"[a-\d]", r"invalid escape sequence: `\d`"),
        (r"\1", r"invalid escape sequence: `\1`"),
        (r"\8", r"invalid escape sequence: `\8`"),
        (r"\C", r"invalid escape sequence: `\C`"),
        (r"\Z", r"invalid escape sequence: `\Z`"),
        (r"\xg1", r"invalid escape sequence: `\xg1`"),
        (r"\x{110000}", r"invalid escape sequence: `\x{110000`"),
        ("a\\", "trailing backslash at end of expression: ``"),
        ("*", "missing argument to repetition operator: `*`"),
        ("a|+?", "missing argument to repetition operator: `+?`"),
        ("(*)", "missing argument to repetition operator: `*`"),
        ("a**", "invalid nested repetition operator: `**`"),
        ("a+?{2}", "invalid nested repetition operator: `+?{2}`"),
        ("a{1001}", "invalid repeat count: `{1001}`"),
        ("a{2,1}", "invalid repeat count: `{2,1}`"),
        ("a{99999999999}", "invalid repeat count: `{99999999999}`"),
        ("((a{100}){10}){2}", "invalid repeat count: `{2}`"),
        ("(?=a)", "invalid or unsupported Perl syntax: `(?=`"),
        ("(?!a)", "invalid or unsupported Perl syntax: `(?!`"),
        ("(?<=a)", "invalid or unsupported Perl syntax: `(?<`"),
        ("(?i-)", "invalid or unsupported Perl syntax: `(?i-)`"),
        ("(?x)a", "invalid or unsupported Perl syntax: `(?x`"),
        ("(?P=n)", "invalid or unsupported Perl syntax: `(?P`"),
        ("(?P<a", "invalid named capture: `(?P<a`"),
        ("(?P<a b>c)", "invalid named capture: `(?P<a b>`"),
    ];
    for (pattern, expected) in cases {
        let fault = Pattern::of(pattern.as_bytes()).unwrap_err();
        assert_eq!(fault.to_string(), format!("error parsing regexp: {expected}"), "{pattern}");
    }
}

#[test]
fn no_pattern_takes_the_machine() {
    let result = |pattern: String| match Pattern::of(pattern.as_bytes()) {
        Ok(compiled) => compiled.is_match(b"x").to_string(),
        Err(fault) => fault.reason().to_owned(),
    };
    let nested = |open: &str, close: &str, times: usize| {
        result(format!("{}x{}", open.repeat(times), close.repeat(times)))
    };
    assert_eq!(nested("(", ")", 100_000), "expression nests too deeply");
    assert_eq!(nested("(?:", ")", 999), "true");
    assert_eq!(nested("(?:", "*)", 900), "expression nests too deeply");
    assert_eq!(result("a".repeat(1_000_000)), "false");
    assert_eq!(result(r"\pL{1000}".repeat(100)), "expression too large");
}
