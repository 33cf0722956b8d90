//! Scopes of local names, and variables captured across functions.

use rustc_hash::FxHashMap;

use super::{Binding, Capture, Resolver, Slot};
use crate::value::Text;

/// The names bound in a function or comprehension.
pub(super) struct Scope {
    pub(super) function: usize,
    pub(super) parent: Option<usize>,
    names: FxHashMap<Text, u32>,
}

impl Scope {
    pub(super) fn new(function: usize, parent: Option<usize>) -> Self {
        Self { function, parent, names: FxHashMap::default() }
    }
}

impl Resolver<'_> {
    pub(super) fn open_scope(&mut self, function: usize, parent: usize) -> usize {
        self.scopes.push(Scope::new(function, Some(parent)));
        self.scopes.len() - 1
    }

    /// Binds `name` in `scope`, once.
    pub(super) fn bind_local(&mut self, name: &Text, scope: usize) -> u32 {
        let function = self.scopes[scope].function;
        let bindings = &mut self.out.functions[function].bindings;
        *self.scopes[scope].names.entry(name.clone()).or_insert_with(|| {
            bindings.push(Binding { name: name.clone(), captured: false });
            bindings.len() as u32 - 1
        })
    }

    /// Returns the variable of a function or comprehension that `name` refers to in `scope`.
    pub(super) fn lookup_local(&mut self, name: &Text, scope: usize) -> Option<Slot> {
        let function = self.scopes[scope].function;
        let mut at = Some(scope);
        while let Some(current) = at {
            if let Some(&binding) = self.scopes[current].names.get(name) {
                let owner = self.scopes[current].function;
                if owner == function {
                    return Some(Slot::Local(binding));
                }
                self.out.functions[owner].bindings[binding as usize].captured = true;
                return Some(Slot::Free(self.capture(function, owner, binding, name)));
            }
            at = self.scopes[current].parent;
        }
        None
    }

    /// Passes a variable of `owner` down to `function`, through every function between them.
    fn capture(&mut self, function: usize, owner: usize, binding: u32, name: &Text) -> u32 {
        let known =
            self.out.functions[function].sources.iter().position(|&s| s == (owner, binding));
        if let Some(known) = known {
            return known as u32;
        }
        let parent = self.out.functions[function].parent;
        let from = if parent == owner {
            Capture::Local(binding)
        } else {
            Capture::Free(self.capture(parent, owner, binding, name))
        };
        let info = &mut self.out.functions[function];
        info.captures.push((name.clone(), from));
        info.sources.push((owner, binding));
        info.captures.len() as u32 - 1
    }

    /// Returns all local names visible in `scope`, for suggestions.
    pub(super) fn visible_names(&self, scope: usize) -> Vec<String> {
        let mut names = Vec::new();
        let mut at = Some(scope);
        while let Some(current) = at {
            names
                .extend(self.scopes[current].names.keys().map(|name| name.to_lossy().into_owned()));
            at = self.scopes[current].parent;
        }
        names
    }
}
