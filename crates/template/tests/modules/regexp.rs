use super::support::{check, run};

#[test]
fn matches() {
    check(&[
        (r#"regexp.match("^[a-z]+\\d$", "abc1")"#, "True"),
        (r#"regexp.match("z", "abc")"#, "False"),
        (r#"regexp.match("", "")"#, "True"),
        (r#"regexp.match("^b$", "a\nb")"#, "False"),
        (r#"regexp.match("(?m)^b$", "a\nb")"#, "True"),
        (r#"regexp.match("a.b", "a\nb")"#, "False"),
        (r#"regexp.match("(?s)a.b", "a\nb")"#, "True"),
        (r#"regexp.match("(?i:A)b", "ab")"#, "True"),
        (r#"regexp.match("(?i:A)B", "ab")"#, "False"),
        (r#"regexp.match("a(?i)B|C", "c")"#, "True"),
        (r#"regexp.match("\\p{Greek}", "α")"#, "True"),
        (r#"regexp.match("^\\P{Greek}$", "α")"#, "False"),
        (r#"regexp.match("^\\p{^Greek}\\pL$", "zα")"#, "True"),
    ]);
}

#[test]
fn classes_of_perl_are_ascii() {
    check(&[
        (r#"regexp.match("^\\d$", "٣")"#, "False"),
        (r#"regexp.match("^\\w$", "é")"#, "False"),
        (r#"regexp.match("^\\W$", "é")"#, "True"),
        (r#"regexp.match("^\\s$", "\v")"#, "False"),
        (r#"regexp.replace("\\b", "aé b", "|")"#, r#""|a|é |b|""#),
        (r#"regexp.replace("\\B", "aé", "|")"#, r#""aé|""#),
    ]);
}

#[test]
fn brackets() {
    check(&[
        (r#"regexp.replace("[a&&b]", "a&c", "-")"#, r#""--c""#),
        (r#"regexp.replace("[[a]", "[ab", "-")"#, r#""--b""#),
        (r#"regexp.replace("[]a]", "]ab", "-")"#, r#""--b""#),
        (r#"regexp.replace("[^]a]", "]ab", "-")"#, r#""]a-""#),
        (r#"regexp.replace("[a-]", "a-b", "+")"#, r#""++b""#),
        (r#"regexp.replace("[a-c~~+--z]", "~-z.", "_")"#, r#""___.""#),
        (r#"regexp.replace("[[:alpha:]\\d_-]+", "ab1_- .", "x")"#, r#""x .""#),
        (r#"regexp.replace("[[:^alpha:]]", "a1", "-")"#, r#""a-""#),
        (r#"regexp.replace("[\\x{61}\\142\\n]", "abc\n", "-")"#, r#""--c-""#),
        (r#"regexp.replace("[^\\D]", "a1", "-")"#, r#""a-""#),
    ]);
}

#[test]
fn syntax_that_only_the_reference_has() {
    check(&[
        (r#"regexp.replace("\\Qa.b\\E*", "a.bbb a.", "-")"#, r#""- -""#),
        (r#"regexp.replace("a(?i)*", "aaA", "-")"#, r#""-A-""#),
        (r#"regexp.replace("a*(?i)?", "aab", "-")"#, r#""-b-""#),
        (r#"regexp.replace("x{,2}", "x{,2}", "-")"#, r#""-""#),
        (r#"regexp.replace("x{a}", "x{a}", "-")"#, r#""-""#),
        (r#"regexp.replace("(?U)a+", "aa", "-")"#, r#""--""#),
        (r#"regexp.replace("(?U)a+?", "aa", "-")"#, r#""-""#),
        (r#"regexp.replace("^*", "a", "-")"#, r#""-a-""#),
        (r#"regexp.replace("(?P<n>a)|(?P<n>b)", "ab", "<$n>")"#, r#""<a><b>""#),
        (r#"regexp.replace("(?<n>a)", "a", "<$n>")"#, r#""<a>""#),
        (r#"regexp.match("\\x{D800}", "a")"#, "False"),
        (r##"regexp.match("#", "# <")"##, "True"),
        (r##"regexp.match("\\<", "# <")"##, "True"),
    ]);
}

#[test]
fn replacements() {
    check(&[
        (r#"regexp.replace("(a)(b)", "ab ab", "$2$1")"#, r#""ba ba""#),
        (r#"regexp.replace("(a)(b)", "ab", "${2}x${1}$$")"#, r#""bxa$""#),
        (r#"regexp.replace("(a)", "a", "$1x")"#, r#""""#),
        (r#"regexp.replace("a", "banana", "$9")"#, r#""bnn""#),
        (r#"regexp.replace("a(x)?", "a", "[$1]")"#, r#""[]""#),
        (r#"regexp.replace("x*", "abc", "-")"#, r#""-a-b-c-""#),
        (r#"regexp.replace("x*", "axb", "-")"#, r#""-a-b-""#),
        (r#"regexp.replace("x*", "é", "-")"#, r#""-é-""#),
        (r#"regexp.replace("", "", "-")"#, r#""-""#),
        (r#"regexp.replace("z", "abc", "-")"#, r#""abc""#),
        (r#"regexp.replace("a", "\xffa\xff", "b")"#, r#""\xffb\xff""#),
        (r#"regexp.replace("a", "banana", lambda s: s + s)"#, r#""baanaanaa""#),
        (
            r#"regexp.replace("a", "banana", lambda s: 5)"#,
            "error: regexp.replace: expected a string, but was int",
        ),
        (
            r#"regexp.replace("a", "banana", 5)"#,
            "error: regexp.replace: expected a string, but was int",
        ),
        (r#"regexp.replace("a", "b")"#, "error: regexp.replace: expected exactly 3 arguments"),
        (r#"regexp.match("a")"#, "error: regexp.match: expected exactly two arguments"),
        (r#"regexp.match(1, "a")"#, "error: regexp.match: expected a string, but was int"),
    ]);
}

#[test]
fn faults_of_patterns() {
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
        let quoted = pattern.replace('\\', r"\\");
        let outcome = run(&format!("result = regexp.match(\"{quoted}\", \"x\")\n"));
        let expected = format!("error: regexp.match: error parsing regexp: {expected}");
        assert_eq!(outcome.result, expected, "{pattern}");
    }
}

#[test]
fn no_pattern_takes_the_machine() {
    let code = |pattern: &str| format!("result = regexp.match({pattern}, \"x\")\n");
    let result = |pattern: &str| run(&code(pattern)).result;
    assert!(result(r#""(" * 100000 + ")" * 100000"#).contains("expression nests too deeply"));
    assert!(result(r#""(?:" * 999 + "x" + ")" * 999"#).contains("True"));
    assert!(result(r#""(?:" * 900 + "x" + "*)" * 900 "#).starts_with("error"));
    assert!(result(r#""a" * 1000000"#).contains("False"));
    assert!(result(r#""\\pL{1000}" * 100"#).contains("expression too large"));
}

#[test]
fn errors_inside_a_replacement_function() {
    let code =
        "def f(s):\n  return s.nothing\nend\nresult = regexp.replace(\"a\", \"banana\", f)\n";
    let expected = "error: regexp.replace: string has no .nothing field or method";
    assert_eq!(run(code).result, expected);
}
