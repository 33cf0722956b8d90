//! stub
use crate::dialect::Dialect; use crate::environment::Environment;
pub(crate) fn define(_: &mut Environment, _: &Dialect) {}
use crate::value::*;
pub(crate) fn methods_named(_: &Text, _: &Dialect) -> crate::compile::Methods { Default::default() }
pub(crate) fn method_names(_: &Value, _: &Dialect) -> Vec<Text> { vec![] }
