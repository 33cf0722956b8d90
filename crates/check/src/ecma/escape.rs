//! Escapes for one character or a class, which work the same inside and outside of brackets.

/// The meaning of an escape.
pub(super) enum Escape {
    /// A code point. A lone surrogate matches no text.
    Char(u32),
    /// A class such as `\d`, as its ranges.
    Set(Vec<(u32, u32)>),
    /// A Unicode property, as written.
    Property(String),
}

pub(super) const LAST: u32 = 0x10_FFFF;
const DIGITS: [(u32, u32); 1] = [(0x30, 0x39)];
const WORDS: [(u32, u32); 4] = [(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)];
const SPACES: [(u32, u32); 10] = [
    (0x09, 0x0D),
    (0x20, 0x20),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
    (0xFEFF, 0xFEFF),
];

/// Returns the ranges of `\d`, `\W` and similar classes.
pub(super) fn set(letter: char) -> Option<Vec<(u32, u32)>> {
    let ranges: &[(u32, u32)] = match letter.to_ascii_lowercase() {
        'd' => &DIGITS,
        'w' => &WORDS,
        's' => &SPACES,
        _ => return None,
    };
    Some(if letter.is_ascii_uppercase() { complement(ranges) } else { ranges.to_vec() })
}

/// Returns all code points outside of `ranges`, which must be sorted.
fn complement(ranges: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut next = 0;
    let mut out = Vec::with_capacity(ranges.len() + 1);
    for &(first, last) in ranges {
        if first > next {
            out.push((next, first - 1));
        }
        next = last + 1;
    }
    out.push((next, LAST));
    out
}

/// Parses the escape at the start of `text`, after the backslash, and returns it with the number of characters it
/// takes. Returns `None` if the escape belongs to another regex dialect.
pub(super) fn read(text: &[char]) -> Option<(Escape, usize)> {
    let &first = text.first()?;
    let one = |code: u32| Some((Escape::Char(code), 1));
    match first {
        'd' | 'D' | 'w' | 'W' | 's' | 'S' => set(first).map(|ranges| (Escape::Set(ranges), 1)),
        'f' => one(0x0C),
        'n' => one(0x0A),
        'r' => one(0x0D),
        't' => one(0x09),
        'v' => one(0x0B),
        'x' => match hexadecimal(text.get(1..3).unwrap_or_default()) {
            Some(code) => Some((Escape::Char(code), 3)),
            None => one(u32::from('x')),
        },
        'u' => match unicode(&text[1..]) {
            Some((code, length)) => Some((Escape::Char(code), length + 1)),
            None => one(u32::from('u')),
        },
        'p' | 'P' => property(text),
        '0'..='7' => {
            let (code, length) = octal(text);
            Some((Escape::Char(code), length))
        }
        // Letters with a meaning in other dialects, such as `\A` and `\Z`.
        _ if first.is_ascii_alphabetic() => None,
        _ => one(u32::from(first)),
    }
}

/// Returns the character that `\c` and the following letter mean, with the number of characters read. Without a
/// letter, the backslash is a literal.
pub(super) fn control(text: &[char], in_class: bool) -> (u32, usize) {
    match text.get(1) {
        Some(&letter)
            if letter.is_ascii_alphabetic()
                || in_class && (letter.is_ascii_digit() || letter == '_') =>
        {
            (u32::from(letter) % 32, 2)
        }
        _ => (u32::from('\\'), 0),
    }
}

fn hexadecimal(digits: &[char]) -> Option<u32> {
    let is_fit = !digits.is_empty() && digits.len() <= 8;
    if !is_fit {
        return None;
    }
    digits
        .iter()
        .try_fold(0_u32, |code, digit| code.checked_mul(16)?.checked_add(digit.to_digit(16)?))
}

/// Parses the code point after `\u`: four digits, two escapes that form a surrogate pair, or digits in braces.
fn unicode(text: &[char]) -> Option<(u32, usize)> {
    if text.first() == Some(&'{') {
        let end = text.iter().skip(1).position(|c| !c.is_ascii_hexdigit())? + 1;
        let end = Some(end).filter(|&end| text[end] == '}')?;
        return hexadecimal(&text[1..end]).filter(|&code| code <= LAST).map(|code| (code, end + 1));
    }
    let high = hexadecimal(text.get(..4)?)?;
    if (0xD800..0xDC00).contains(&high) && text.get(4..6) == Some(&['\\', 'u']) {
        let low = text.get(6..10).and_then(hexadecimal);
        if let Some(low) = low.filter(|low| (0xDC00..0xE000).contains(low)) {
            return Some((0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00), 10));
        }
    }
    Some((high, 4))
}

/// Parses up to three octal digits with a value of at most one byte.
fn octal(text: &[char]) -> (u32, usize) {
    let mut code = 0;
    let mut length = 0;
    for digit in text.iter().take(3).map_while(|c| c.to_digit(8)) {
        if code * 8 + digit > 0o377 {
            break;
        }
        code = code * 8 + digit;
        length += 1;
    }
    (code, length)
}

fn property(text: &[char]) -> Option<(Escape, usize)> {
    let is_name = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '=');
    let end = text.iter().skip(2).position(|c| !is_name(c))? + 2;
    let is_fit = text[1] == '{' && end > 2 && text[end] == '}';
    is_fit.then(|| {
        let name: String = text[..=end].iter().collect();
        (Escape::Property(format!("\\{name}")), end + 1)
    })
}
