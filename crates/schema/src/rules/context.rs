//! What functions of rules and conditions can look at besides the value itself.

use yardstick_starlark::Value;
use yardstick_template::{fragment::Fragment, structs::Struct, tree::Yaml};

/// Where a value is: the second argument of functions that take two.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    /// The map or array that holds the node; nothing for the document.
    pub(crate) parent: Option<&'a Yaml>,
    /// What the document holds.
    pub(crate) root: &'a Yaml,
}

impl Context<'_> {
    /// The context as code sees it: `ctx.parent`, `ctx.root`.
    pub(crate) fn to_struct(self) -> Value {
        let parent = self.parent.map_or(Value::None, Fragment::of_yaml);
        let root = Fragment::of_yaml(self.root);
        Value::host(Struct::new(vec![("parent".into(), parent), ("root".into(), root)]))
    }
}
