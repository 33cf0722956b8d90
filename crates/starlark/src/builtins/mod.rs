//! The functions of the language and the methods of its types.

mod collections;
mod convert;
mod dict;
mod hex_float;
mod inspect;
mod list;
mod sequence;
mod set;
mod sort;
mod string;

use std::rc::Rc;

use crate::compile::Methods;
use crate::dialect::Dialect;
use crate::environment::Environment;
use crate::value::{Builtin, Method, MethodBody, NativeFunction, Presence, Text, Value};
use crate::vm::attr_names;

/// Defines the global functions.
pub(crate) fn define(environment: &mut Environment, dialect: &Dialect) {
    const FUNCTIONS: &[(&str, NativeFunction)] = &[
        ("all", sequence::all),
        ("any", sequence::any),
        ("bool", convert::bool),
        ("chr", convert::chr),
        ("dict", collections::dict),
        ("dir", inspect::dir),
        ("enumerate", sequence::enumerate),
        ("fail", inspect::fail),
        ("float", convert::float),
        ("getattr", inspect::getattr),
        ("hasattr", inspect::hasattr),
        ("hash", inspect::hash),
        ("int", convert::int),
        ("len", sequence::len),
        ("list", collections::list),
        ("max", sequence::max),
        ("min", sequence::min),
        ("ord", convert::ord),
        ("print", inspect::print),
        ("range", sequence::range),
        ("repr", convert::repr),
        ("reversed", sequence::reversed),
        ("set", collections::set),
        ("sorted", sort::sorted),
        ("str", convert::str),
        ("tuple", collections::tuple),
        ("type", inspect::type_of),
        ("zip", sequence::zip),
    ];
    const EXTENSIONS: &[(&str, NativeFunction)] =
        &[("abs", convert::abs), ("bytes", convert::bytes)];
    let extensions = if dialect.extensions { EXTENSIONS } else { &[] };
    for &(name, run) in FUNCTIONS.iter().chain(extensions) {
        let function = match name {
            "len" => Builtin::at_a_glance(name, run, sequence::len_of),
            "str" => Builtin::at_a_glance(name, run, convert::str_of_int),
            _ => Builtin::core(name, run),
        };
        environment.set(name, Value::Builtin(Rc::new(function)));
    }
}

/// Returns the names that can follow a dot after `value` in templates, for editors.
pub fn names_of(value: &Value) -> Vec<String> {
    let names = attr_names(value, &Dialect::template());
    names.iter().map(|name| name.to_lossy().into_owned()).collect()
}

/// Creates a method that every dialect has.
const fn method(name: &'static str, body: MethodBody) -> Method {
    Method { name, body, presence: Presence::Always }
}

/// Creates a method of dialects with extensions.
const fn extension(name: &'static str, body: MethodBody) -> Method {
    Method { name, body, presence: Presence::Extension }
}

/// Creates a method of dialects with extensions that not every implementation of the language has.
const fn unlisted(name: &'static str, body: MethodBody) -> Method {
    Method { name, body, presence: Presence::Unlisted }
}

/// Returns the methods called `name`, by type.
pub(crate) fn methods_named(name: &Text, dialect: &Dialect) -> Methods {
    let bytes = name.as_bytes();
    let Some(&first) = bytes.first() else { return Methods::default() };
    // Most names are those of no method, which their length and first letter tell.
    let find = |methods: &'static [Method], starts: &Starts| {
        if starts[length_index(bytes.len())] & letter_bit(first) == 0 {
            return None;
        }
        let index = methods.binary_search_by(|method| method.name.as_bytes().cmp(bytes));
        let method = &methods[index.ok()?];
        (dialect.extensions || method.presence == Presence::Always).then_some(method)
    };
    Methods {
        string: find(string::METHODS, const { &starts(string::METHODS) }),
        list: find(list::METHODS, const { &starts(list::METHODS) }),
        dict: find(dict::METHODS, const { &starts(dict::METHODS) }),
        set: find(set::METHODS, const { &starts(set::METHODS) }),
    }
}

/// The first letters of the names of methods, by length: one bit for each letter.
type Starts = [u32; 16];

/// Returns how the names of `methods` start.
const fn starts(methods: &[Method]) -> Starts {
    let (mut starts, mut at) = ([0; 16], 0);
    while at < methods.len() {
        let name = methods[at].name.as_bytes();
        starts[length_index(name.len())] |= letter_bit(name[0]);
        at += 1;
    }
    starts
}

/// Returns the index for a length. Long names share the last one.
const fn length_index(length: usize) -> usize {
    if length < 15 { length } else { 15 }
}

/// Returns the bit for a letter. Other characters share those of letters.
const fn letter_bit(letter: u8) -> u32 {
    1 << (letter % 32)
}

/// Returns the names of the methods of a value of a built-in type.
pub(crate) fn method_names(value: &Value, dialect: &Dialect) -> Vec<Text> {
    let methods = match value {
        Value::Str(_) => string::METHODS,
        Value::List(_) => list::METHODS,
        Value::Dict(_) => dict::METHODS,
        Value::Set(_) => set::METHODS,
        _ => &[],
    };
    methods
        .iter()
        .filter(|method| match method.presence {
            Presence::Always => true,
            Presence::Extension => dialect.extensions,
            Presence::Unlisted => false,
        })
        .map(|method| method.name.into())
        .collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn methods_are_sorted_for_the_search() {
        for methods in [
            super::string::METHODS,
            super::list::METHODS,
            super::dict::METHODS,
            super::set::METHODS,
        ] {
            assert!(methods.is_sorted_by_key(|method| method.name));
        }
    }
}
