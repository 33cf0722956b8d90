//! Compares values with the literals of a schema, under `const` and `enum`.

use serde_json::Value as Literal;
use yardstick_yaml::{
    NodeId,
    json::{Number, Type, View},
};

use crate::rules::exact;

/// Whether the value of node `id` equals `literal`.
pub(crate) fn equals_literal(view: &View, id: NodeId, literal: &Literal) -> bool {
    match (view.type_of(id), literal) {
        (Type::Null, Literal::Null)
        | (Type::True, Literal::Bool(true))
        | (Type::False, Literal::Bool(false)) => true,
        (Type::String, Literal::String(text)) => view.node(id).text() == text,
        (Type::Integer | Type::Float, Literal::String(_)) => {
            let number = exact::unmark(literal).map(Number::from_text);
            number.is_some_and(|number| view.number(id).is_some_and(|value| value.same(&number)))
        }
        (Type::Integer | Type::Float, Literal::Number(number)) => {
            view.number(id).is_some_and(|value| value.same(&literal_number(number)))
        }
        (Type::Array, Literal::Array(items)) => {
            let node = view.node(id);
            node.len() == items.len()
                && node
                    .items()
                    .zip(items)
                    .all(|(item, literal)| equals_literal(view, item.id(), literal))
        }
        (Type::Object, Literal::Object(members)) => {
            view.member_count(id) == members.len()
                && members.iter().all(|(name, literal)| {
                    view.get(id, name).is_some_and(|value| equals_literal(view, value, literal))
                })
        }
        _ => false,
    }
}

fn literal_number(number: &serde_json::Number) -> Number<'static> {
    if let Some(value) = number.as_i64() {
        Number::Int(value)
    } else if let Some(value) = number.as_u64() {
        Number::UInt(value)
    } else {
        Number::Float(number.as_f64().unwrap_or(f64::NAN))
    }
}
