//! Hints for wrong arguments of built-in functions and functions of modules.

use super::{NOTHING, signatures};
use crate::error::About;
use crate::value::Value;

/// How to call the function `name`, a method of `receiver` if there is one, that failed.
pub(crate) fn how_to_call(name: &str, receiver: Option<&Value>, about: &About) -> Option<String> {
    if !matches!(about, About::Arguments | About::NamedArguments) {
        return not_there(name, about).map(str::to_owned);
    }
    let call = signatures::call(name, receiver)?;
    let unnamed = if *about == About::NamedArguments {
        "; arguments are given by position, without their names"
    } else if call.contains('[') {
        "; what is in brackets may be left out"
    } else {
        ""
    };
    Some(format!("write {call}{unnamed}"))
}

/// What to do about something that a method looks for and does not find.
fn not_there(name: &str, about: &About) -> Option<&'static str> {
    Some(match (name, about) {
        ("pop", About::MissingItem) => {
            "for a key that may be missing give a second argument: x.pop(key, None)"
        }
        (_, About::MissingItem) => "test it first, as in `if item in x:`",
        (_, About::MissingText) => "x.find(text) gives -1 for a text that is not there",
        (_, About::Empty) => "test it first, as in `if items:`",
        _ => return None,
    })
}

/// Returns how to convert an argument to the type `want`.
pub(crate) fn wrong_type(value: &Value, want: &str) -> Option<String> {
    Some(match (value, want) {
        (Value::None, _) => NOTHING.to_owned(),
        (Value::Float(_), "int") => {
            "`/` gives a number with a fraction: write a // b, or int(...) around the value"
                .to_owned()
        }
        (Value::Str(_), "int") => "it is text: write int(...) around the value".to_owned(),
        (Value::List(_) | Value::Dict(_) | Value::Tuple(_), "int") => {
            "write len(x) for how many there are".to_owned()
        }
        (Value::Str(text), "callable") => {
            format!("give a function: lambda x: x[\"{}\"]", text.to_lossy())
        }
        (_, "string") => return super::not_a_string(value),
        (_, "iterable") => return super::not_iterable(value),
        _ => return None,
    })
}
