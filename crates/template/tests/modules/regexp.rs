use super::support::{check, run};

#[test]
fn matches() {
    check(&[
        (r#"regexp.match("^[a-z]+\\d$", "abc1")"#, "True"),
        (r#"regexp.match("z", "abc")"#, "False"),
        (
            r#"regexp.match("a**", "a")"#,
            "error: regexp.match: error parsing regexp: invalid nested repetition operator: `**`",
        ),
        (r#"regexp.is_valid("a**")"#, "False"),
        (r#"regexp.is_valid("a*")"#, "True"),
    ]);
}

#[test]
fn replacements() {
    check(&[
        (r#"regexp.replace("(a)(b)", "ab ab", "$2$1")"#, r#""ba ba""#),
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
fn errors_inside_a_replacement_function() {
    let code =
        "def f(s):\n  return s.nothing\nend\nresult = regexp.replace(\"a\", \"banana\", f)\n";
    let expected = "error: regexp.replace: string has no .nothing field or method";
    assert_eq!(run(code).result, expected);
}
