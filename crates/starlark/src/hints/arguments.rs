//! Hints for wrong arguments of built-in functions and functions of modules.

use super::{NOTHING, signatures};
use crate::value::Value;

/// The prefixes of messages about the number and the names of arguments.
const ABOUT_ARGUMENTS: [&str; 6] = [
    "unexpected keyword argument",
    "missing argument for",
    "got multiple values for keyword argument",
    "expected exactly",
    "expected no argument",
    "expected at least",
];

/// Returns how to call the function `name`, a method of `receiver` if there is one, if `message` complains about the
/// number or the names of its arguments.
pub(crate) fn how_to_call(name: &str, receiver: Option<&Value>, message: &str) -> Option<String> {
    let own = message.strip_prefix(name).and_then(|rest| rest.strip_prefix(": "));
    let message = own.unwrap_or(message);
    let is_number = message.starts_with("got ") && message.contains(" arguments, want");
    let is_about = ABOUT_ARGUMENTS.iter().any(|start| message.starts_with(start));
    if !is_number && !is_about {
        return not_there(name, message).map(str::to_owned);
    }
    let call = signatures::call(name, receiver)?;
    let unnamed = if message == "unexpected keyword arguments" {
        "; arguments are given by position, without their names"
    } else if call.contains('[') {
        "; what is in brackets may be left out"
    } else {
        ""
    };
    Some(format!("write {call}{unnamed}"))
}

/// Returns a hint for something that a method did not find.
fn not_there(name: &str, message: &str) -> Option<&'static str> {
    Some(match (name, message) {
        ("pop", "missing key") => {
            "for a key that may be missing give a second argument: x.pop(key, None)"
        }
        (_, "missing key" | "element not found") => "test it first, as in `if item in x:`",
        (_, "substring not found") => "x.find(text) gives -1 for a text that is not there",
        (_, "argument is an empty sequence") => "test it first, as in `if items:`",
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
