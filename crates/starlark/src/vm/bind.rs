//! Binds arguments to parameters.

use super::Thread;
use crate::error::{Error, Result};
use crate::format::quoted;
use crate::hints;
use crate::meter;
use crate::value::{Dict, Function, Text, Value};

/// The number of parameter names that are compared in the time of one step.
const NAMES_PER_STEP: usize = 16;

impl Thread {
    /// Fills the parameter slots, which start at `base` and are empty.
    pub(super) fn bind(
        &mut self,
        function: &Function,
        base: usize,
        positional: &[Value],
        keywords: &[(Text, Value)],
    ) -> Result<()> {
        let params = &function.proto.params;
        let plain = params.positional + params.keyword_only;
        let given = positional.len();
        if given > params.positional && !params.star {
            return Err(too_many(function, given));
        }
        let direct = given.min(params.positional);
        for (slot, value) in positional[..direct].iter().enumerate() {
            self.locals[base + slot] = Some(value.clone());
        }
        let extra = params.star_star.then(Dict::new);
        // Each keyword is searched among all names.
        meter::work(keywords.len().saturating_mul(plain) / NAMES_PER_STEP)?;
        for (keyword, value) in keywords {
            if let Some(slot) = params.names[..plain].iter().position(|param| param == keyword) {
                let local = &mut self.locals[base + slot];
                if local.is_some() {
                    return Err(given_twice(function, keyword));
                }
                *local = Some(value.clone());
            } else if let Some(extra) = &extra {
                if extra.insert(Value::Str(keyword.clone()), value.clone())?.is_some() {
                    return Err(given_twice(function, keyword));
                }
            } else {
                return Err(unexpected_keyword(function, keyword, plain));
            }
        }
        let mut missing = Vec::new();
        for slot in direct..plain {
            let local = &mut self.locals[base + slot];
            if local.is_none() {
                *local = function.defaults.get(slot).cloned().flatten();
                if local.is_none() {
                    missing.push(params.names[slot].to_string());
                }
            }
        }
        if !missing.is_empty() {
            let plural = if missing.len() == 1 { "" } else { "s" };
            let (count, missing) = (missing.len(), missing.join(", "));
            let name = &function.proto.name;
            let message = format!("function {name} missing {count} argument{plural} ({missing})");
            return Err(misfit(function, message));
        }
        let mut slot = base + plain;
        if params.star {
            self.locals[slot] = Some(Value::tuple(positional[direct..].to_vec()));
            slot += 1;
        }
        if let Some(extra) = extra {
            self.locals[slot] = Some(Value::Dict(extra));
        }
        Ok(())
    }
}

/// Creates the error for arguments that do not fit the parameters.
#[cold]
fn misfit(function: &Function, message: String) -> Error {
    Error::new(message).of_call(function.proto.span).note(Some(hints::signature(function)))
}

#[cold]
fn given_twice(function: &Function, keyword: &Text) -> Error {
    let (name, keyword) = (&function.proto.name, quoted(keyword));
    misfit(function, format!("function {name} got multiple values for parameter {keyword}"))
}

#[cold]
fn too_many(function: &Function, given: usize) -> Error {
    let params = &function.proto.params;
    let name = &function.proto.name;
    let most = params.positional;
    if most == 0 && params.keyword_only == 0 {
        let message = format!("function {name} accepts no arguments ({given} given)");
        return misfit(function, message);
    }
    let optional = params.optional.iter().any(|slot| (*slot as usize) < most);
    let bound = if optional { "at most " } else { "" };
    let plural = if most == 1 { "" } else { "s" };
    let message = format!(
        "function {name} accepts {bound}{most} positional argument{plural} ({given} given)"
    );
    misfit(function, message)
}

#[cold]
fn unexpected_keyword(function: &Function, keyword: &Text, plain: usize) -> Error {
    let names: Vec<_> = function.proto.params.names[..plain].iter().map(Text::to_lossy).collect();
    let near = crate::spelling::suggestion(&keyword.to_lossy(), "", names.iter().map(|n| &**n));
    let name = &function.proto.name;
    let keyword = quoted(keyword);
    misfit(function, format!("function {name} got an unexpected keyword argument {keyword}{near}"))
}
