//! Reads the arguments of the annotations that name an operation.

use yardstick_diagnostics::codes;

use yardstick_starlark::Value;
use yardstick_template::{engine_type, expect_bool, tree::Annotations};

use super::{names, unknown_keyword};
use crate::{
    failure::{Failure, Result},
    matching::Counts,
};

/// Reads `@overlay/match-child-defaults`: the defaults that apply below the node.
pub(crate) fn child_defaults(annotations: &Annotations, inherited: &Counts) -> Result<Counts> {
    let Some(annotation) = annotations.get(names::CHILD_DEFAULTS) else {
        return Ok(inherited.clone());
    };
    let mut counts = Counts::default();
    for (name, value) in &annotation.keywords {
        match name.as_bytes() {
            b"expects" => counts.expects = Some(value.clone()),
            b"missing_ok" => counts.missing_ok = Some(value.clone()),
            b"when" => counts.when = Some(value.clone()),
            _ => return Err(unknown_keyword(names::CHILD_DEFAULTS, name)),
        }
    }
    Ok(counts.or(inherited))
}

/// The arguments of `@overlay/replace`.
#[derive(Debug, Default)]
pub(crate) struct ReplaceArguments<'a> {
    pub(crate) via: Option<&'a Value>,
    pub(crate) or_add: bool,
}

impl<'a> ReplaceArguments<'a> {
    pub(crate) fn read(annotations: &'a Annotations) -> Result<Self> {
        let mut arguments = Self::default();
        for (name, value) in
            annotations.get(names::REPLACE).map_or(&[][..], |found| &found.keywords)
        {
            match name.as_bytes() {
                b"via" => arguments.via = Some(function(names::REPLACE, value)?),
                b"or_add" => arguments.or_add = boolean(value)?,
                _ => return Err(unknown_keyword(names::REPLACE, name)),
            }
        }
        Ok(arguments)
    }
}

/// The arguments of `@overlay/insert`.
#[derive(Debug, Default)]
pub(crate) struct InsertArguments<'a> {
    pub(crate) before: bool,
    pub(crate) after: bool,
    pub(crate) via: Option<&'a Value>,
}

impl<'a> InsertArguments<'a> {
    pub(crate) fn read(annotations: &'a Annotations) -> Result<Self> {
        let keywords = annotations.get(names::INSERT).map_or(&[][..], |found| &found.keywords);
        if keywords.is_empty() {
            return Err(Failure::new(
                codes::OVERLAY_ARGUMENTS,
                "Expected 'overlay/insert' annotation to have at least one keyword argument (before=..., after=...)",
            )
            .note("write `#@overlay/insert after=True` or `#@overlay/insert before=True`"));
        }
        let mut arguments = Self::default();
        for (name, value) in keywords {
            match name.as_bytes() {
                b"before" => arguments.before = boolean(value)?,
                b"after" => arguments.after = boolean(value)?,
                b"via" => arguments.via = Some(function(names::INSERT, value)?),
                _ => return Err(unknown_keyword(names::INSERT, name)),
            }
        }
        Ok(arguments)
    }
}

/// Reads `via` of `@overlay/assert`. It may not be a function.
pub(crate) fn assert_via(annotations: &Annotations) -> Result<Option<&Value>> {
    let mut via = None;
    for (name, value) in annotations.get(names::ASSERT).map_or(&[][..], |found| &found.keywords) {
        match name.as_bytes() {
            b"via" => via = Some(value),
            _ => return Err(unknown_keyword(names::ASSERT, name)),
        }
    }
    Ok(via)
}

/// Checks that `via=` is a function.
pub(crate) fn function<'a>(annotation: &str, value: &'a Value) -> Result<&'a Value> {
    if value.is_callable() {
        return Ok(value);
    }
    Err(Failure::new(
        codes::OVERLAY_ARGUMENTS,
        format!(
            "Expected '{annotation}' annotation keyword argument 'via' to be function, but was {}",
            engine_type(value)
        ),
    ))
}

/// Checks that an argument is a boolean.
pub(crate) fn boolean(value: &Value) -> Result<bool> {
    expect_bool(value).map_err(|message| Failure::new(codes::OVERLAY_ARGUMENTS, message))
}
