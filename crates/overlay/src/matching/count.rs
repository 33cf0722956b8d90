//! Checks how many nodes an overlay matches: `expects`, `missing_ok`, `when`.

use yardstick_diagnostics::codes;

use num_traits::ToPrimitive;
use yardstick_starlark::{Thread, Value};
use yardstick_template::engine_type;

use crate::failure::{Failure, Result};

/// The arguments about the number of matches, of a node or as defaults for its descendants.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) expects: Option<Value>,
    pub(crate) missing_ok: Option<Value>,
    pub(crate) when: Option<Value>,
}

/// What follows from the number of matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The number is right.
    Proceed,
    /// The condition `when` does not hold, so the node has no effect.
    Skip,
}

/// Why a check of the number failed.
enum Refusal {
    /// Another number is expected.
    Count(String),
    /// The check itself is invalid.
    Other(Failure),
}

/// The number of matches and, for messages, their positions.
struct Matches<'a> {
    count: usize,
    lines: &'a dyn Fn() -> Vec<String>,
}

impl Counts {
    /// Returns the arguments given here, with the inherited ones as defaults.
    #[must_use]
    pub(crate) fn or(self, inherited: &Counts) -> Counts {
        let or = |own: Option<Value>, inherited: &Option<Value>| own.or_else(|| inherited.clone());
        Counts {
            expects: or(self.expects, &inherited.expects),
            missing_ok: or(self.missing_ok, &inherited.missing_ok),
            when: or(self.when, &inherited.when),
        }
    }

    /// Checks whether `count` nodes may match; `lines` returns their positions.
    pub(crate) fn check(
        &self,
        thread: &mut Thread,
        count: usize,
        lines: &dyn Fn() -> Vec<String>,
    ) -> Result<Verdict> {
        let both = |one: &Option<Value>, other: &Option<Value>, names: &str| {
            if one.is_some() && other.is_some() {
                let message = format!("Expected only one of keyword arguments ({names}) specified");
                let note = "keep one: missing_ok=True for 0 or 1 matches, expects=\"1+\" or expects=2 for others, when=1 to do nothing otherwise";
                return Err(Failure::new(codes::OVERLAY_ARGUMENTS, message).note(note));
            }
            Ok(())
        };
        both(&self.missing_ok, &self.expects, "'missing_ok', 'expects'")?;
        both(&self.missing_ok, &self.when, "'missing_ok', 'when'")?;
        both(&self.when, &self.expects, "'when', 'expects'")?;
        let matches = Matches { count, lines };
        let tested = match self {
            Counts { missing_ok: Some(missing_ok), .. } => match missing_ok {
                Value::Bool(true) if count == 0 => Ok(()),
                Value::Bool(_) => matches.are(&Value::Int(1)),
                _ => {
                    let message = "Expected keyword argument 'missing_ok' to be a boolean";
                    return Err(Failure::new(codes::OVERLAY_ARGUMENTS, message));
                }
            },
            Counts { when: Some(when), .. } => match matches.test(thread, when, "when") {
                Err(Refusal::Count(_)) => return Ok(Verdict::Skip),
                tested => tested,
            },
            Counts { expects: Some(expects), .. } => matches.test(thread, expects, "expects"),
            _ => matches.are(&Value::Int(1)),
        };
        match tested {
            Ok(()) => Ok(Verdict::Proceed),
            Err(Refusal::Count(message)) => Err(Failure::new(codes::OVERLAY_COUNT, message)),
            Err(Refusal::Other(failure)) => Err(failure),
        }
    }
}

impl Matches<'_> {
    fn test(&self, thread: &mut Thread, expected: &Value, keyword: &str) -> Result<(), Refusal> {
        self.test_nested(thread, expected, keyword, 0)
    }

    fn test_nested(
        &self,
        thread: &mut Thread,
        expected: &Value,
        keyword: &str,
        depth: usize,
    ) -> Result<(), Refusal> {
        match expected {
            Value::Int(_) | Value::BigInt(_) => self.are(expected),
            Value::Str(text) => {
                let text = text.to_lossy();
                let least = text.strip_suffix('+').and_then(|number| number.parse::<i64>().ok());
                let Some(least) = least else {
                    let message =
                        format!("Expected '{text}' to be in format 'i+' where i is an integer");
                    let example = if let Some(least) = least_of(&text) {
                        format!("write {keyword}=\"{least}+\" for {least} or more")
                    } else if text.parse::<i64>().is_ok() {
                        format!(
                            "write {keyword}={text} without quotes, or {keyword}=\"{text}+\" for that many or more"
                        )
                    } else {
                        format!(
                            "write {keyword}=1 for exactly one, {keyword}=\"1+\" for one or more, {keyword}=[0, 1] for none or one"
                        )
                    };
                    return Err(Refusal::Other(
                        Failure::new(codes::OVERLAY_ARGUMENTS, message).note(example),
                    ));
                };
                if self.count as i64 >= least {
                    return Ok(());
                }
                Err(self.refusal(&format!(">= {least}")))
            }
            Value::List(members) if depth < 100 => {
                let mut last = Ok(());
                for member in members.to_vec() {
                    last = self.test_nested(thread, &member, keyword, depth + 1);
                    match last {
                        Ok(()) | Err(Refusal::Other(Failure::Stopped(_))) => break,
                        Err(_) => {}
                    }
                }
                last
            }
            function if function.is_callable() => {
                let returned = thread.call(function, &[Value::from(self.count)], &[]);
                match returned.map_err(|error| Refusal::Other(error.into()))? {
                    Value::Bool(true) => Ok(()),
                    Value::Bool(false) => {
                        let message = "Expectation of number of matched nodes failed";
                        Err(Refusal::Count(message.to_owned()))
                    }
                    _ => Err(refused(format!(
                        "Expected keyword argument '{keyword}' to have a function that returns a boolean"
                    ))),
                }
            }
            other => Err(refused(format!(
                "Expected 'overlay/match' annotation keyword argument '{keyword}' to be either int, string or function, but was {}",
                engine_type(other)
            ))),
        }
    }

    /// Checks that there are exactly `expected`. Huge numbers are simply never right.
    fn are(&self, expected: &Value) -> Result<(), Refusal> {
        let number = match expected {
            Value::Int(number) => usize::try_from(*number).ok(),
            Value::BigInt(number) => number.to_usize(),
            _ => None,
        };
        if number == Some(self.count) {
            return Ok(());
        }
        Err(self.refusal(&expected.to_repr()))
    }

    fn refusal(&self, expected: &str) -> Refusal {
        let count = self.count;
        let mut lines = (self.lines)();
        // Sort as text, because scripts compare output in this order.
        lines.sort_unstable();
        let lines = if lines.is_empty() {
            String::new()
        } else {
            format!(" (lines: {})", lines.join(", "))
        };
        Refusal::Count(format!(
            "Expected number of matched nodes to be {expected}, but was {count}{lines}"
        ))
    }
}

fn refused(message: String) -> Refusal {
    Refusal::Other(Failure::new(codes::OVERLAY_ARGUMENTS, message))
}

/// Parses `+1`, `>=1` and `1 or more`: ways to write "at least".
fn least_of(text: &str) -> Option<u32> {
    let text = text.trim();
    let number = ["+", ">="]
        .iter()
        .find_map(|sign| text.strip_prefix(sign))
        .or_else(|| text.strip_suffix("or more"))?;
    number.trim().parse().ok()
}
