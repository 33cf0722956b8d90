//! Hints for code that failed, especially for people who know other languages.
//!
//! Hints are created only after an error, where the values are available. They never change a message, because
//! scripts parse messages.

mod arguments;
mod attributes;
mod operators;
pub mod signatures;

use yardstick_diagnostics::spelling;

pub(crate) use arguments::{how_to_call, wrong_type};
pub(crate) use attributes::missing_attribute;
pub(crate) use operators::{not_comparable, unknown_operator};

use crate::value::{Function, Text, Value};
use crate::vm::Module;

/// The maximum number of names to list.
const MOST_NAMES: usize = 12;

/// Suggests which of `names` was meant by `name`, or lists them: `did you mean 'x'? (there are a, b and x)`.
pub fn choose<'a>(
    name: &str,
    what: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    let names: Vec<&str> = names.into_iter().collect();
    let near = spelling::hint(name, names.iter().copied());
    let all = listed(&names).map(|all| format!("{what}: {all}"));
    match (near, all) {
        (Some(near), Some(all)) => Some(format!("{near} ({all})")),
        (near, all) => near.or(all),
    }
}

/// Lists names as `a, b, c`; truncates long lists.
pub fn listed(names: &[&str]) -> Option<String> {
    if names.is_empty() {
        return None;
    }
    let mut text = names[..names.len().min(MOST_NAMES)].join(", ");
    if names.len() > MOST_NAMES {
        text.push_str(", ...");
    }
    Some(text)
}

/// Returns the signature of a function.
pub(crate) fn signature(function: &Function) -> String {
    let params = &function.proto.params;
    let plain = params.positional + params.keyword_only;
    let mut names: Vec<String> = Vec::new();
    for (at, name) in params.names.iter().enumerate() {
        let optional = function.defaults.get(at).is_some_and(Option::is_some);
        names.push(match at {
            at if at < plain && optional => format!("{name}=..."),
            at if at < plain => name.to_string(),
            at if at == plain && params.star => format!("*{name}"),
            _ => format!("**{name}"),
        });
    }
    format!("the function is `def {}({})`", function.name(), names.join(", "))
}

/// Returns a hint for a key that a dict does not have.
pub(crate) fn missing_key(key: &Value, keys: &[Value]) -> Option<String> {
    let names: Vec<_> = keys
        .iter()
        .filter_map(|key| match key {
            Value::Str(text) => Some(text.to_lossy()),
            _ => None,
        })
        .collect();
    let Value::Str(key) = key else {
        let text = key.to_text();
        let is_text = names.iter().any(|name| text == **name);
        return is_text.then(|| format!("its keys are strings: x[\"{text}\"]"));
    };
    let text = key.to_lossy();
    // A YAML key such as `80:` is a number.
    if let Some(other) =
        keys.iter().find(|other| !matches!(other, Value::Str(_)) && other.to_text() == *text)
    {
        return Some(format!("the key is no string: write x[{}]", other.to_repr()));
    }
    let choice = choose(&text, "its keys are", names.iter().map(|name| &**name));
    let get = format!(".get(\"{text}\") gives None for a missing key");
    Some(match choice {
        Some(choice) => format!("{choice}; {get}"),
        None => get,
    })
}

/// Returns a hint for a value that is not iterable.
pub(crate) fn not_iterable(value: &Value) -> Option<String> {
    Some(match value {
        Value::Str(_) => {
            "a string is no list: write x.elems() for its characters, or [x]".to_owned()
        }
        Value::Int(_) => "write range(x) to count to x".to_owned(),
        Value::None => NOTHING.to_owned(),
        Value::Function(function) => format!("call it: {}()", function.name()),
        _ => return None,
    })
}

/// Returns a hint for a value without a length.
pub(crate) fn without_length(value: &Value) -> Option<String> {
    Some(match value {
        Value::Int(_) | Value::Float(_) | Value::BigInt(_) => {
            "strings, lists and dicts have a length; len(str(x)) counts the digits of a number"
                .to_owned()
        }
        Value::Bool(_) => "strings, lists and dicts have a length".to_owned(),
        Value::None => NOTHING.to_owned(),
        Value::Function(function) => format!("call it: {}()", function.name()),
        Value::Host(_) => "write len(dir(x)) for the number of its fields".to_owned(),
        _ => return None,
    })
}

/// Returns a hint for a value that cannot be converted to a number.
pub(crate) fn not_convertible(value: &Value) -> Option<String> {
    Some(match value {
        Value::None => NOTHING.to_owned(),
        Value::List(_) | Value::Tuple(_) => "write [int(item) for item in x]".to_owned(),
        Value::Function(function) => format!("call it: {}()", function.name()),
        _ => return None,
    })
}

/// Returns a hint for a value where a function of a module expects a string.
pub fn not_a_string(value: &Value) -> Option<String> {
    Some(match value {
        Value::Int(_) | Value::Float(_) | Value::BigInt(_) | Value::Bool(_) => {
            "write str(...) around the value".to_owned()
        }
        Value::None => NOTHING.to_owned(),
        Value::List(_) | Value::Dict(_) | Value::Tuple(_) => {
            "give it as text: \", \".join(x) for a list of strings, json.encode(x) or yaml.encode(x) for anything"
                .to_owned()
        }
        Value::Function(function) => format!("call it: {}()", function.name()),
        Value::Host(_) => "give it as text: json.encode(x) or yaml.encode(x)".to_owned(),
        _ => return None,
    })
}

/// Returns a hint for a value that is not callable.
pub(crate) fn not_callable(value: &Value) -> Option<String> {
    Some(match value {
        Value::None => NOTHING.to_owned(),
        Value::Int(_) | Value::Float(_) | Value::Bool(_) | Value::Str(_) => {
            "it is a value, not a function: remove the parentheses".to_owned()
        }
        Value::List(_) | Value::Dict(_) => "write [...] to read an item".to_owned(),
        _ => return None,
    })
}

/// A value of `type_name` with fields called `names` that is called as if it were a function.
pub(crate) fn module_is_called(type_name: &str, names: &[Text]) -> Option<String> {
    if type_name != "module" {
        return None;
    }
    let names: Vec<String> = names.iter().map(Text::to_string).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let has = listed(&names).map_or_else(String::new, |names| format!("; it has {names}"));
    Some(format!("it is a module: call a function of it, as in module.name(...){has}"))
}

/// A name that was read before it got a value.
pub(crate) fn unassigned(kind: &str, name: &Text) -> String {
    match kind {
        "local" => format!(
            "'{name}' is assigned to in this function, which makes it local there: pass it as a parameter and return the new value"
        ),
        _ => format!("assign to '{name}' above this line, and on every path that leads here"),
    }
}

/// Returns a hint for a value that cannot be unpacked into several names.
pub(crate) fn not_a_sequence(value: &Value) -> Option<String> {
    Some(match value {
        Value::Str(_) => {
            "a loop over a dict gives its keys: write `for k, v in x.items()`".to_owned()
        }
        Value::Int(_) | Value::Float(_) => {
            "write `for i, x in enumerate(items)` to count the items".to_owned()
        }
        Value::None => NOTHING.to_owned(),
        _ => return None,
    })
}

/// The hint for None, no matter what was tried with it.
pub(crate) const NOTHING: &str = "the value is None (null in YAML): test it first, as in `if x:`; a function without `return` gives None too";

/// The hint for a collection that is changed during a loop over it.
pub(crate) const CHANGED_IN_A_LOOP: &str = "a loop goes over it: go over a copy, `for x in list(items):`, or collect the changes in another one";

/// The hint for a collection that belongs to a file that has finished running.
pub(crate) const FROZEN: &str = "values that another file made cannot be changed: make a copy, list(x) or dict(x), and change that";

/// Returns a hint for a name that a loaded file does not define.
pub(crate) fn missing_export(path: &str, name: &str, module: &Module) -> Option<String> {
    let names: Vec<String> = module.names().map(Text::to_string).collect();
    // A built-in module exports one name, with everything else below it.
    if let (Some(_), [only]) = (path.strip_prefix("@ytt:"), names.as_slice()) {
        let load = format!("write load(\"{path}\", \"{only}\")");
        let value = module.get(&Text::from(only.as_str()));
        let has_member = matches!(value, Some(Value::Host(host)) if host.attr_names().iter().any(|member| *member == name));
        return Some(if has_member { format!("{load}, then {only}.{name}") } else { load });
    }
    let public: Vec<&str> =
        names.iter().map(String::as_str).filter(|name| !name.starts_with('_')).collect();
    match choose(name, "it defines", public) {
        None => Some(format!(
            "{path} defines no names: in .star files write `def {name}():` without '#@'"
        )),
        choice => choice,
    }
}
