//! Hints for operators between incompatible values.

use super::NOTHING;
use crate::syntax::BinaryOp;
use crate::value::Value;

/// Returns what to write instead of `a op b`.
pub(crate) fn unknown_operator(op: BinaryOp, a: &Value, b: &Value) -> Option<String> {
    let is_fragment = |value: &Value| value.type_name() == "yamlfragment";
    let is_struct = |value: &Value| value.type_name() == "struct";
    Some(match (op, a, b) {
        (_, Value::None, _) | (_, _, Value::None) => NOTHING.to_owned(),
        (BinaryOp::Add, Value::Str(_), Value::Int(_) | Value::BigInt(_) | Value::Float(_) | Value::Bool(_)) => {
            "numbers are not turned into text by themselves: write str(...) around the right side".to_owned()
        }
        (BinaryOp::Add, Value::Int(_) | Value::BigInt(_) | Value::Float(_) | Value::Bool(_), Value::Str(_)) => {
            "write str(...) around the left side to join text, or int(...) around the right side to add numbers".to_owned()
        }
        (BinaryOp::Sub | BinaryOp::Div | BinaryOp::FloorDiv, Value::Str(_), _)
            if !matches!(b, Value::Str(_)) =>
        {
            "the left side is text: write int(...) around it to calculate, or x.replace(old, new) to change text".to_owned()
        }
        (BinaryOp::Sub | BinaryOp::Div | BinaryOp::FloorDiv, _, Value::Str(_))
        | (BinaryOp::Mul, Value::Str(_), Value::Str(_) | Value::Float(_))
        | (BinaryOp::Mul, Value::Float(_), Value::Str(_)) => {
            "text is not calculated with: write int(...) around what is text".to_owned()
        }
        (BinaryOp::Add, Value::List(_), _) => {
            "a list is added to a list: write x + [item], or x + list(items)".to_owned()
        }
        (BinaryOp::Add, _, Value::List(_)) => {
            "a list is added to a list: write [item] + x".to_owned()
        }
        (BinaryOp::Add | BinaryOp::BitOr, Value::Dict(_), Value::Dict(_)) => {
            "dicts are not added: copy one with dict(a), then update(b) it".to_owned()
        }
        (BinaryOp::Add | BinaryOp::BitOr, ..)
            if is_struct(a) && (is_struct(b) || matches!(b, Value::Dict(_)))
                || is_struct(b) && matches!(a, Value::Dict(_)) =>
        {
            STRUCTS.to_owned()
        }
        (BinaryOp::Add, Value::Str(_), _) if is_fragment(b) => FRAGMENT_TEXT.to_owned(),
        (BinaryOp::Add, ..) if is_fragment(a) || is_fragment(b) => {
            "YAML from a function is not added: load(\"@ytt:overlay\", \"overlay\") and write overlay.apply(a, b), or make a list with list(x)".to_owned()
        }
        (BinaryOp::Add, Value::Str(_), _) => {
            "only text is added to text: write str(...) around the right side".to_owned()
        }
        (BinaryOp::BitOr, _, Value::Function(_) | Value::Builtin(_)) => {
            "there are no pipes: write f(x) for `x | f`".to_owned()
        }
        (BinaryOp::Mod, _, _) => "the format string goes on the left of %".to_owned(),
        (BinaryOp::In | BinaryOp::NotIn, _, Value::Int(_)) => {
            "the right side of `in` is a list, a dict, a struct or text".to_owned()
        }
        _ => return None,
    })
}

const STRUCTS: &str = "maps are not added: load(\"@ytt:struct\", \"struct\"), make a dict of the struct with `d = struct.decode(x)`, then d.update(other)";

const FRAGMENT_TEXT: &str =
    "the function gives YAML, not text: let it `return` a string to join it with others";

/// Returns what to write instead of `a < b`.
pub(crate) fn not_comparable(a: &Value, b: &Value) -> Option<String> {
    Some(match (a, b) {
        (Value::None, _) | (_, Value::None) => NOTHING.to_owned(),
        (Value::Str(_), Value::Int(_) | Value::Float(_)) => {
            "the left side is text: write int(...) around it to compare numbers".to_owned()
        }
        (Value::Int(_) | Value::Float(_), Value::Str(_)) => {
            "the right side is text: remove its quotes, or write int(...) around it".to_owned()
        }
        (Value::List(_) | Value::Dict(_) | Value::Host(_), Value::Int(_)) => {
            "write len(x) to compare how many there are".to_owned()
        }
        _ => return None,
    })
}
