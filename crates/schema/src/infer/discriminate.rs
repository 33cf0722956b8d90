//! Reads `by="type"` of `@schema/one-of`: the key that selects the alternative.
//!
//! Each alternative is a map with that key. The values that it allows there select it: the values of `one_of=`, or
//! else the written value, which is then the only one allowed.

use yardstick_starlark::Value;
use yardstick_template::{
    convert,
    tree::{Annotation, Yaml},
};

use super::{Declared, Inference, error::Result};
use crate::{
    model::{
        Declaration, Discriminator, PlacedRule, Type, Validation,
        discriminator::{allowed_values, rule_for},
    },
    rules::Rule,
};

impl Inference<'_> {
    /// Returns the discriminator called `key`. Adds a rule to alternatives that would allow any value there.
    pub(super) fn discriminator(
        &mut self,
        declared: &Declared<'_>,
        annotation: &Annotation,
        key: &Value,
        alternatives: &mut [Declaration],
    ) -> Result<Discriminator> {
        let Value::Str(name) = key else {
            let found = format!("{} as by=", key.type_name());
            return Err(self.refuse(declared, annotation, found, "a key of all alternatives"));
        };
        let key = Yaml::Text(name.clone());
        let mut values = Vec::with_capacity(alternatives.len());
        for (at, alternative) in alternatives.iter_mut().enumerate() {
            let Some(selecting) = selecting(alternative, &key, annotation) else {
                let found = format!("no value for \"{name}\" in alternative {}", at + 1);
                let expected = "a map with that key in each alternative";
                return Err(self.refuse(declared, annotation, found, expected));
            };
            values.push(selecting);
        }
        let discriminator = Discriminator { key, values, is_named: true };
        if let Some(value) = discriminator.repeated() {
            let value = convert::display_key(value);
            let found = format!("{name}: {value} in two alternatives");
            return Err(self.refuse(declared, annotation, found, "another value in each"));
        }
        Ok(discriminator)
    }
}

/// Returns the values of `key` that select `alternative`.
fn selecting(
    alternative: &mut Declaration,
    key: &Yaml,
    annotation: &Annotation,
) -> Option<Vec<Yaml>> {
    let Type::Map(map) = &mut alternative.type_ else { return None };
    let own = map.known(key)?;
    if let Some(allowed) = allowed_values(own) {
        return Some(allowed);
    }
    let written = own.default.clone();
    if matches!(written, Yaml::Null | Yaml::Map(_) | Yaml::Array(_)) {
        return None;
    }
    let position = annotation.position;
    let rule = PlacedRule { rule: Rule::Named(rule_for(&written)?), position };
    map.fix(
        key,
        Validation {
            position,
            not_null: None,
            rules: vec![rule],
            when: None,
            cel: Vec::new(),
            waits_for_children: false,
        },
    );
    Some(vec![written])
}
