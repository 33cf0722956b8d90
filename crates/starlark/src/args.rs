//! Arguments of native functions.

use crate::error::{About, Error, Result};
use crate::hints;
use crate::value::{Iter, Text, Value};

/// The arguments of a call of native code.
#[derive(Clone, Copy)]
pub struct Args<'a> {
    /// By position.
    pub positional: &'a [Value],
    /// By name, in the order given.
    pub keywords: &'a [(Text, Value)],
}

/// A type that an argument can be converted to. The error says what is expected.
pub trait FromValue<'a>: Sized {
    /// The expected type, for messages.
    const WANT: &'static str;

    /// Converts the value to this type.
    fn from_value(value: &'a Value) -> Option<Self>;
}

impl<'a> FromValue<'a> for &'a Value {
    const WANT: &'static str = "value";

    fn from_value(value: &'a Value) -> Option<Self> {
        Some(value)
    }
}

impl<'a> FromValue<'a> for &'a Text {
    const WANT: &'static str = "string";

    fn from_value(value: &'a Value) -> Option<Self> {
        match value {
            Value::Str(text) => Some(text),
            _ => None,
        }
    }
}

impl FromValue<'_> for bool {
    const WANT: &'static str = "bool";

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Bool(b) => Some(*b),
            _ => None,
        }
    }
}

impl FromValue<'_> for i64 {
    const WANT: &'static str = "int";

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Int(int) => Some(*int),
            _ => None,
        }
    }
}

impl FromValue<'_> for Iter {
    const WANT: &'static str = "iterable";

    fn from_value(value: &Value) -> Option<Self> {
        value.iterate()
    }
}

/// A callable argument.
pub struct Callable<'a>(
    /// The value itself.
    pub &'a Value,
);

impl<'a> FromValue<'a> for Callable<'a> {
    const WANT: &'static str = "callable";

    fn from_value(value: &'a Value) -> Option<Self> {
        value.is_callable().then_some(Self(value))
    }
}

impl<'a> Args<'a> {
    /// Creates arguments by position and by name.
    pub fn new(positional: &'a [Value], keywords: &'a [(Text, Value)]) -> Self {
        Self { positional, keywords }
    }

    /// Rejects keyword arguments.
    pub fn no_keywords(&self) -> Result<()> {
        if self.keywords.is_empty() {
            Ok(())
        } else {
            Err(Error::new("unexpected keyword arguments").about(About::NamedArguments))
        }
    }

    /// Rejects all arguments.
    pub fn none(&self) -> Result<()> {
        let [] = self.exactly::<0>()?;
        Ok(())
    }

    /// Returns exactly `N` positional arguments.
    pub fn exactly<const N: usize>(&self) -> Result<&'a [Value; N]> {
        self.no_keywords()?;
        self.positional.try_into().map_err(|_| Error::argument_count(self.positional.len(), N))
    }

    /// Returns `at_least` to `at_most` positional arguments.
    pub fn between(&self, at_least: usize, at_most: usize) -> Result<&'a [Value]> {
        self.no_keywords()?;
        let got = self.positional.len();
        if got < at_least {
            let bound = if at_least == at_most { "" } else { "at least " };
            return Err(Error::argument_count(got, format_args!("{bound}{at_least}")));
        }
        if got > at_most {
            let bound = if at_least == at_most { "" } else { "at most " };
            return Err(Error::argument_count(got, format_args!("{bound}{at_most}")));
        }
        Ok(self.positional)
    }

    /// Binds arguments by position only. The first `at_least` are required.
    pub(crate) fn by_place<const N: usize>(
        &self,
        at_least: usize,
    ) -> Result<[Option<&'a Value>; N]> {
        let given = self.between(at_least, N)?;
        let mut taken: [Option<&Value>; N] = [None; N];
        for (slot, value) in taken.iter_mut().zip(given) {
            *slot = Some(value);
        }
        Ok(taken)
    }

    /// Binds arguments by position or name. Names that end in `?` are optional.
    pub fn bind<const N: usize>(&self, names: [&str; N]) -> Result<[Option<&'a Value>; N]> {
        let got = self.positional.len();
        if got > N {
            return Err(Error::argument_count(got, format_args!("at most {N}")));
        }
        let mut bound: [Option<&Value>; N] = [None; N];
        for (slot, value) in bound.iter_mut().zip(self.positional) {
            *slot = Some(value);
        }
        for (keyword, value) in self.keywords {
            let plain = |name: &str| name.trim_end_matches('?').to_owned();
            let Some(at) = names.iter().position(|name| *keyword == plain(name).as_str()) else {
                let near = crate::spelling::suggestion(
                    &keyword.to_lossy(),
                    "",
                    names.iter().map(|name| name.trim_end_matches('?')),
                );
                return Err(Error::arguments(format!(
                    "unexpected keyword argument \"{keyword}\"{near}"
                )));
            };
            if bound[at].is_some() {
                return Err(Error::arguments(format!(
                    "got multiple values for keyword argument \"{keyword}\""
                )));
            }
            bound[at] = Some(value);
        }
        for (name, value) in names.iter().zip(&bound) {
            if value.is_none() && !name.ends_with('?') {
                return Err(Error::arguments(format!("missing argument for {name}")));
            }
        }
        Ok(bound)
    }

    /// Returns the keyword argument `name`.
    pub fn keyword(&self, name: &str) -> Option<&'a Value> {
        self.keywords.iter().find(|(keyword, _)| *keyword == name).map(|(_, value)| value)
    }
}

/// Converts a required argument to `T`.
pub fn required<'a, T: FromValue<'a>>(value: Option<&'a Value>, name: &str) -> Result<T> {
    let value = value.ok_or_else(|| Error::arguments(format!("missing argument for {name}")))?;
    typed(value, name)
}

/// Converts an optional argument to `T`.
pub fn optional<'a, T: FromValue<'a>>(value: Option<&'a Value>, name: &str) -> Result<Option<T>> {
    value.map(|value| typed(value, name)).transpose()
}

fn typed<'a, T: FromValue<'a>>(value: &'a Value, name: &str) -> Result<T> {
    T::from_value(value).ok_or_else(|| {
        Error::new(format!("for parameter {name}: got {}, want {}", value.type_name(), T::WANT))
            .note(hints::wrong_type(value, T::WANT))
    })
}
