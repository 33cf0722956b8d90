//! `format=`: a string in a format with a name.

use yardstick_diagnostics::spelling;
use yardstick_starlark::{Result, Value};

use super::{Unfit, fail, unsuitable};
use crate::validate::formats;

/// A format.
#[derive(Clone, Copy, Debug)]
pub struct Format(&'static formats::Format);

impl Format {
    /// A format by its name.
    pub(super) fn new(argument: &Value) -> Result<Self, Unfit> {
        let Value::Str(name) = argument else { return Err(Unfit::Expected("a string")) };
        let name = name.to_lossy();
        formats::named(&name).map(Self).ok_or_else(|| Unfit::Said {
            text: format!("format \"{name}\" is not known"),
            near: spelling::nearest(&name, formats::ALL.iter().map(|format| format.name)),
        })
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Whether other tools know the format by this name and mean the same.
    pub fn is_standard(self) -> bool {
        self.0.is_standard
    }

    pub(super) fn must_be(self) -> String {
        format!("a valid {}", self.0.name)
    }

    pub(super) fn check(self, value: &Value) -> Result<()> {
        let judged = match value {
            Value::Str(text) => match text.as_str() {
                Some(text) => (self.0.check)(text),
                None => Err("text is not UTF-8".to_owned()),
            },
            Value::Int(number) if self.0.name == "port" => formats::port_number(*number),
            other => return Err(unsuitable(other, "format")),
        };
        judged.map_err(fail)
    }
}
