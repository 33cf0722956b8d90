//! Determines the possible values of an expression: data values, modules, functions, libraries. It follows values
//! through variables, parameters, results and loads; nothing runs.

use std::collections::HashMap;

use super::{Index, values::library_at};
use crate::features::code::{BindingIx, ExprIx, FunctionIx, Meaning, Shape};

/// A possible value of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Thing {
    /// A module of the standard library: `data`.
    Module(String),
    /// A data value of the library in this directory, by path; `[]` is any item.
    Value(String, Vec<String>),
    /// A function: the index of its file and its own.
    Function(usize, FunctionIx),
    /// The library in this directory.
    Library(String),
}

/// The arguments of a function.
#[derive(Debug)]
pub(super) enum Call {
    /// The arguments of a call in a file.
    Arguments(usize, Vec<(Option<String>, ExprIx)>),
    /// A data value for its first parameter: rules of a schema are called with the value that they check.
    Checks(String, Vec<String>),
}

/// Any item of an array, or a key that code computes.
pub(crate) const ITEM: &str = "[]";

impl Index {
    /// The function that an expression evaluates to, with its file.
    pub(crate) fn function_of(&self, file: usize, expr: ExprIx) -> Option<(usize, FunctionIx)> {
        match &self.files[file].code.exprs[expr].shape {
            Shape::Lambda(function) => Some((file, *function)),
            Shape::Name(Some(binding)) => self.bound_function(file, *binding, 0),
            _ => None,
        }
    }

    fn bound_function(
        &self,
        file: usize,
        binding: BindingIx,
        depth: usize,
    ) -> Option<(usize, FunctionIx)> {
        if depth > 20 {
            return None;
        }
        let meanings = &self.files[file].code.bindings[binding].meanings;
        meanings.iter().find_map(|meaning| match *meaning {
            Meaning::Function(function) => Some((file, function)),
            Meaning::Loaded(load, item) => {
                let (other, binding) = self.loaded_binding(file, load, item)?;
                self.bound_function(other, binding, depth + 1)
            }
            Meaning::Assigned(expr) => match &self.files[file].code.exprs[expr].shape {
                Shape::Lambda(function) => Some((file, *function)),
                Shape::Name(Some(other)) if *other != binding => {
                    self.bound_function(file, *other, depth + 1)
                }
                _ => None,
            },
            _ => None,
        })
    }

    /// The binding of a loaded name in the file that it is loaded from.
    pub(crate) fn loaded_binding(
        &self,
        file: usize,
        load: usize,
        item: usize,
    ) -> Option<(usize, BindingIx)> {
        let load = &self.files[file].code.loads[load];
        let other = self.loaded(file, &load.path)?;
        let name = &load.items[item].0;
        let bindings = &self.files[other].code.bindings;
        let binding = bindings.iter().position(|one| one.is_global && one.name == *name)?;
        Some((other, binding))
    }

    /// All calls to functions of the files.
    pub(super) fn find_calls(&self) -> HashMap<(usize, FunctionIx), Vec<Call>> {
        let mut calls: HashMap<(usize, FunctionIx), Vec<Call>> = HashMap::new();
        for (number, file) in self.files.iter().enumerate() {
            for fact in &file.code.exprs {
                if let Shape::Call(callee, args) = &fact.shape
                    && let Some(function) = self.function_of(number, *callee)
                {
                    calls.entry(function).or_default().push(Call::Arguments(number, args.clone()));
                }
            }
            for annotation in &file.code.annotations {
                if !matches!(annotation.name.as_str(), "schema/validation" | "assert/validate") {
                    continue;
                }
                let Some((library, path)) = file.owner_path(annotation.owner) else { continue };
                for &(_, expr) in &annotation.arguments {
                    let parts = match &file.code.exprs[expr].shape {
                        Shape::Items(items) => items.clone(),
                        _ => vec![expr],
                    };
                    for function in
                        parts.into_iter().filter_map(|part| self.function_of(number, part))
                    {
                        let checks = Call::Checks(library.clone(), path.clone());
                        calls.entry(function).or_default().push(checks);
                    }
                }
            }
        }
        calls
    }

    /// The possible values of the expression.
    pub(crate) fn things(&self, file: usize, expr: ExprIx) -> Vec<Thing> {
        if let Some(known) = self.memo.borrow().get(&(file, expr)) {
            return known.clone();
        }
        if !self.active.borrow_mut().insert((file, expr)) {
            return Vec::new();
        }
        let mut found = self.find_things(file, expr);
        found.dedup();
        self.active.borrow_mut().remove(&(file, expr));
        self.memo.borrow_mut().insert((file, expr), found.clone());
        found
    }

    fn find_things(&self, file: usize, expr: ExprIx) -> Vec<Thing> {
        let code = &self.files[file].code;
        match &code.exprs[expr].shape {
            Shape::Name(Some(binding)) => self.bound_things(file, *binding),
            Shape::Attr(object, name) => {
                let below = |thing| match thing {
                    Thing::Module(module) if module == "data" && name == "values" => {
                        Some(Thing::Value(self.files[file].library.clone(), Vec::new()))
                    }
                    Thing::Value(library, path) => Some(Thing::Value(library, with(path, name))),
                    _ => None,
                };
                self.things(file, *object).into_iter().filter_map(below).collect()
            }
            Shape::Index(object, key) => {
                let name = code.string(*key).unwrap_or(ITEM);
                self.below(file, *object, name)
            }
            Shape::Call(callee, args) => self.called(file, *callee, args),
            Shape::Lambda(function) => vec![Thing::Function(file, *function)],
            Shape::Either(all) => all.iter().flat_map(|&one| self.things(file, one)).collect(),
            _ => Vec::new(),
        }
    }

    /// The values below a value.
    fn below(&self, file: usize, object: ExprIx, name: &str) -> Vec<Thing> {
        let things = self.things(file, object).into_iter();
        things
            .filter_map(|thing| match thing {
                Thing::Value(library, path) => Some(Thing::Value(library, with(path, name))),
                _ => None,
            })
            .collect()
    }

    fn called(&self, file: usize, callee: ExprIx, args: &[(Option<String>, ExprIx)]) -> Vec<Thing> {
        let known = &self.files[file];
        let code = &known.code;
        let string = |at: usize| args.get(at).and_then(|(_, expr)| code.string(*expr));
        if let Shape::Attr(object, method) = &code.exprs[callee].shape {
            let mut found = Vec::new();
            for thing in self.things(file, *object) {
                match (thing, method.as_str()) {
                    (Thing::Module(module), "get") if module == "library" => {
                        found.extend(
                            string(0)
                                .map(|name| Thing::Library(library_at(&known.view.path, name))),
                        );
                    }
                    (library @ Thing::Library(_), method) if method.starts_with("with_") => {
                        found.push(library);
                    }
                    (Thing::Value(library, path), "get") => {
                        found.extend(string(0).map(|name| Thing::Value(library, with(path, name))));
                    }
                    _ => {}
                }
            }
            return found;
        }
        let is_getattr = self.written(file, &code.exprs[callee].place) == "getattr";
        if is_getattr && let (Some((_, object)), Some(name)) = (args.first(), string(1)) {
            return self.below(file, *object, name);
        }
        match self.function_of(file, callee) {
            Some((other, function)) => {
                let returns = &self.files[other].code.functions[function].returns;
                returns.iter().flat_map(|&expr| self.things(other, expr)).collect()
            }
            None => Vec::new(),
        }
    }

    /// The possible values of a name.
    pub(crate) fn bound_things(&self, file: usize, binding: BindingIx) -> Vec<Thing> {
        let mut found = Vec::new();
        for meaning in &self.files[file].code.bindings[binding].meanings {
            match *meaning {
                Meaning::Assigned(expr) => found.extend(self.things(file, expr)),
                Meaning::ItemOf(expr) => found.extend(self.below(file, expr, ITEM)),
                Meaning::Function(function) => found.push(Thing::Function(file, function)),
                Meaning::Parameter(function, position) => {
                    found.extend(self.passed(file, function, position));
                }
                Meaning::Loaded(load, item) => {
                    let loaded = &self.files[file].code.loads[load];
                    if loaded.path.starts_with("@ytt:") {
                        found.push(Thing::Module(loaded.items[item].0.clone()));
                    } else if let Some((other, binding)) = self.loaded_binding(file, load, item)
                        && other != file
                    {
                        found.extend(self.bound_things(other, binding));
                    }
                }
                Meaning::Unknown => {}
            }
        }
        found
    }

    /// The values that are passed to a parameter.
    fn passed(&self, file: usize, function: FunctionIx, position: usize) -> Vec<Thing> {
        let name = {
            let code = &self.files[file].code;
            let param = code.functions[function].params.get(position);
            param.map(|(binding, _)| code.bindings[*binding].name.clone())
        };
        let mut found = Vec::new();
        for call in self.calls.get(&(file, function)).into_iter().flatten() {
            match call {
                Call::Checks(library, path) if position == 0 => {
                    found.push(Thing::Value(library.clone(), path.clone()));
                }
                Call::Checks(..) => {}
                Call::Arguments(caller, args) => {
                    let named = args.iter().find(|(given, _)| given.is_some() && *given == name);
                    let plain = args.get(position).filter(|(given, _)| given.is_none());
                    if let Some((_, expr)) = named.or(plain) {
                        found.extend(self.things(*caller, *expr));
                    }
                }
            }
        }
        found
    }
}

fn with(mut path: Vec<String>, name: &str) -> Vec<String> {
    path.push(name.to_owned());
    path
}
