//! Splits the values of flags that take several in one word: `a,b,"c,d"`. The syntax is the CSV of Go's pflag.

/// The fields of one comma-separated record; none for an empty word. A field in double quotes may contain commas, and
/// `""` for a quote.
pub(super) fn split(word: &str) -> Vec<String> {
    if word.is_empty() {
        return Vec::new();
    }
    let mut fields = vec![String::new()];
    let mut quoted = false;
    let mut characters = word.chars().peekable();
    while let Some(c) = characters.next() {
        let field = fields.last_mut().expect("there is always a field under way");
        match c {
            '"' if quoted && characters.peek() == Some(&'"') => {
                characters.next();
                field.push('"');
            }
            '"' if quoted || field.is_empty() => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            _ => field.push(c),
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn fields_of_a_record() {
        assert_eq!(split(""), [""; 0]);
        assert_eq!(split("a,b"), ["a", "b"]);
        assert_eq!(split("a,,b,"), ["a", "", "b", ""]);
        assert_eq!(split(r#""a,""b""",c"#), [r#"a,"b""#, "c"]);
    }
}
