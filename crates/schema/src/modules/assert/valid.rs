//! `assert.valid(node)`: checks the rules that `@assert/validate` attached to a fragment and everything below it.

use std::sync::Arc;

use yardstick_diagnostics::Sources;
use yardstick_starlark::{Error, Value};
use yardstick_template::{
    convert,
    fragment::{Content, Fragment},
    tree::{Document, Position},
};

use super::{exactly, lines};
use crate::{Proposals, validate::broken};

/// Returns the function.
pub(super) fn function(sources: &Arc<Sources>, proposals: Proposals) -> Value {
    let sources = Arc::clone(sources);
    Value::native("assert.valid", move |thread, args| {
        let [node] = exactly::<1>(&args)?;
        let content = node.downcast::<Fragment>().map(Fragment::content);
        let violations = if let Some(Content::Documents(documents)) = content {
            let several = documents.len() > 1;
            let numbered = documents.iter().enumerate();
            let numbered = numbered.map(|(at, document)| (several.then_some(at), document));
            broken(thread, numbered, &sources, proposals)
        } else {
            let document = Document::new(convert::to_yaml(node)?, Position::UNKNOWN);
            broken(thread, [(None, &document)], &sources, proposals)
        };
        // An error in a rule itself already mentions the position of its annotation.
        let violations =
            violations.map_err(|diagnostic| Error::new(diagnostic.message.trim_start()))?;
        if violations.is_empty() {
            return Ok(Value::Bool(true));
        }
        Err(Error::new(format!("fail:{}", lines(&violations, true, &sources))))
    })
}
