//! The formats `date`, `time` and `date-time` of RFC 3339. Times have an offset.

use yardstick_yaml::resolve::days;

use super::{Format, patterns};

pub(super) const DATE: Format = Format {
    pattern: Some(patterns::DATE),
    ..Format::standard("date", "an RFC 3339 date: `2024-02-29`", date)
};
pub(super) const TIME: Format = Format {
    pattern: Some(patterns::TIME),
    ..Format::standard("time", "an RFC 3339 time with an offset: `10:20:30Z`", time)
};
pub(super) const DATE_TIME: Format = Format {
    pattern: Some(patterns::DATE_TIME),
    ..Format::standard("date-time", "an RFC 3339 date and time: `2024-02-29T10:20:30Z`", date_time)
};

/// The text that remains to be read.
struct Reader<'a> {
    rest: &'a [u8],
}

type Judged<T = ()> = Result<T, String>;

fn date(text: &str) -> Judged {
    let mut reader = Reader { rest: text.as_bytes() };
    reader.date()?;
    reader.end()
}

fn time(text: &str) -> Judged {
    let mut reader = Reader { rest: text.as_bytes() };
    reader.time()?;
    reader.end()
}

fn date_time(text: &str) -> Judged {
    let mut reader = Reader { rest: text.as_bytes() };
    reader.date()?;
    if !reader.skip(b"Tt") {
        return Err("no T between date and time".to_owned());
    }
    reader.time()?;
    reader.end()
}

impl Reader<'_> {
    fn date(&mut self) -> Judged {
        let year = self.number("year", 4)?;
        self.sign(b'-', "year")?;
        let month = self.number("month", 2)?;
        if !(1..=12).contains(&month) {
            return Err(format!("month {month:02} is not between 01 and 12"));
        }
        self.sign(b'-', "month")?;
        let day = self.number("day", 2)?;
        let last = days(year, month);
        if !(1..=last).contains(&day) {
            return Err(format!("day {day:02} is not between 01 and {last}"));
        }
        Ok(())
    }

    fn time(&mut self) -> Judged {
        let minute = self.hour_and_minute()?;
        self.sign(b':', "minute")?;
        let second = self.number("second", 2)?;
        // A leap second comes before midnight UTC, which may be any local hour.
        let may_leap = minute % 30 == 29;
        if second > 60 || (second == 60 && !may_leap) {
            return Err(format!("second {second:02} > 59"));
        }
        if self.skip(b".") {
            let digits = self.rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            if digits == 0 {
                return Err("no digits after the decimal point of the second".to_owned());
            }
            self.rest = &self.rest[digits..];
        }
        if self.skip(b"Zz") {
            return Ok(());
        }
        if !self.skip(b"+-") {
            return Err("no offset (Z, +hh:mm or -hh:mm) after the time".to_owned());
        }
        self.hour_and_minute().map(drop).map_err(|reason| format!("offset: {reason}"))
    }

    /// Reads `hh:mm` and returns the minute.
    fn hour_and_minute(&mut self) -> Judged<u32> {
        let hour = self.number("hour", 2)?;
        if hour > 23 {
            return Err(format!("hour {hour:02} > 23"));
        }
        self.sign(b':', "hour")?;
        let minute = self.number("minute", 2)?;
        if minute > 59 {
            return Err(format!("minute {minute:02} > 59"));
        }
        Ok(minute)
    }

    fn number(&mut self, what: &str, digits: usize) -> Judged<u32> {
        let wrong = || format!("{what} does not have {digits} digits");
        let head = self.rest.get(..digits).ok_or_else(wrong)?;
        if !head.iter().all(u8::is_ascii_digit)
            || self.rest.get(digits).is_some_and(u8::is_ascii_digit)
        {
            return Err(wrong());
        }
        self.rest = &self.rest[digits..];
        Ok(head.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')))
    }

    fn sign(&mut self, sign: u8, what: &str) -> Judged {
        if self.skip(&[sign]) {
            return Ok(());
        }
        Err(format!("no {} after the {what}", char::from(sign)))
    }

    fn skip(&mut self, any: &[u8]) -> bool {
        let found = self.rest.first().is_some_and(|byte| any.contains(byte));
        if found {
            self.rest = &self.rest[1..];
        }
        found
    }

    fn end(&self) -> Judged {
        if self.rest.is_empty() { Ok(()) } else { Err("unexpected text after the end".to_owned()) }
    }
}
