//! Recognizes texts in the form of a timestamp. They stay strings; only their form matters.

/// Whether `text` is `Y-M-D`, or a date with a time: `Th:m:s[.f]` and a zone, or ` h:m:s[.f]` without one.
pub(super) fn is_timestamp(text: &str) -> bool {
    let bytes = text.as_bytes();
    // This rules out nearly everything.
    if bytes.len() < 8 || bytes[4] != b'-' || !bytes[..4].iter().all(u8::is_ascii_digit) {
        return false;
    }
    let mut cursor = Cursor(&bytes[5..]);
    let year = bytes[..4].iter().fold(0, |year, digit| year * 10 + u32::from(digit - b'0'));
    date_and_time(year, &mut cursor).is_some() && cursor.0.is_empty()
}

/// Parses the rest of a timestamp, after the year and its dash. Returns `None` if it is not one.
fn date_and_time(year: u32, cursor: &mut Cursor<'_>) -> Option<()> {
    let month = cursor.number(1, 12)?;
    cursor.take(b'-')?;
    cursor.number(1, days(year, month))?;
    match cursor.0.first() {
        None => return Some(()),
        Some(b' ') => {
            cursor.skip();
            cursor.time()?;
        }
        Some(b'T' | b't') => {
            cursor.skip();
            cursor.time()?;
            cursor.zone()?;
        }
        Some(_) => return None,
    }
    Some(())
}

/// Returns the number of days in a month.
pub fn days(year: u32, month: u32) -> u32 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

struct Cursor<'t>(&'t [u8]);

impl Cursor<'_> {
    fn skip(&mut self) {
        self.0 = &self.0[1..];
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        self.0 = self.0.strip_prefix(&[byte])?;
        Some(())
    }

    /// Parses a number of one or two digits within bounds.
    fn number(&mut self, least: u32, most: u32) -> Option<u32> {
        let digits = super::number::count_digits(self.0).min(2);
        let number =
            self.0[..digits].iter().fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'));
        self.0 = &self.0[digits..];
        (digits > 0 && (least..=most).contains(&number)).then_some(number)
    }

    /// Parses `h:m:s` and an optional fraction.
    fn time(&mut self) -> Option<()> {
        self.number(0, 23)?;
        self.take(b':')?;
        self.number(0, 59)?;
        self.take(b':')?;
        self.number(0, 59)?;
        if let [b'.' | b',', b'0'..=b'9', ..] = self.0 {
            self.skip();
            self.0 = &self.0[super::number::count_digits(self.0)..];
        }
        Some(())
    }

    /// Parses `Z` or `+hh:mm`.
    fn zone(&mut self) -> Option<()> {
        if self.take(b'Z').is_some() {
            return Some(());
        }
        let [b'+' | b'-', h1, h2, b':', m1, m2, ..] = *self.0 else {
            return None;
        };
        let valid = [h1, h2, m1, m2].iter().all(u8::is_ascii_digit)
            && (h1 - b'0') * 10 + (h2 - b'0') <= 24
            && (m1 - b'0') * 10 + (m2 - b'0') < 60;
        self.0 = &self.0[6..];
        valid.then_some(())
    }
}
