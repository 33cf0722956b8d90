//! Identifies the element at a position, and finds all its occurrences.

use yardstick_yaml::{Kind, NodeId};

use super::{Index, Thing, pointer};
use crate::features::code::{BindingIx, ExprIx, Meaning, Place, Shape, inside};

/// An element with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Symbol {
    /// A data value of the library in this directory.
    Value(String, Vec<String>),
    /// A function, variable or parameter: the index of its file and its own.
    Binding(usize, BindingIx),
    /// The anchor of a node.
    Anchor(usize, NodeId),
    /// A part of a schema: the file and the path in it.
    Pointer(String, Vec<String>),
    /// A file.
    File(String),
}

/// How an occurrence uses its element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Declares it.
    Declares,
    /// Sets its value.
    Writes,
    /// Uses it.
    Reads,
}

/// An occurrence of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Occurrence {
    /// The index of the file.
    pub(crate) file: usize,
    /// The name itself.
    pub(crate) place: Place,
    /// How it uses the element.
    pub(crate) role: Role,
    /// The offset of the dot before the name, if there is one: `object.name`.
    pub(crate) dot: Option<u32>,
}

fn holds(place: &Place, offset: u32) -> bool {
    place.start <= offset && offset <= place.end
}

impl Index {
    /// The element at `offset` of `file`, and the place of its name.
    pub(crate) fn symbol_at(&self, file: usize, offset: u32) -> Option<(Symbol, Place)> {
        self.in_code(file, offset)
            .or_else(|| self.in_values(file, offset))
            .or_else(|| self.anchor_at(file, offset))
            .or_else(|| self.pointer_at(file, offset))
    }

    fn in_code(&self, file: usize, offset: u32) -> Option<(Symbol, Place)> {
        let code = &self.files[file].code;
        for load in &code.loads {
            if holds(&load.place, offset) {
                let other = self.loaded(file, &load.path)?;
                let path = self.files[other].view.path.clone();
                return Some((Symbol::File(path), load.place.clone()));
            }
        }
        // Loads come first, because a loaded name is bound where it is listed.
        for (binding, one) in code.bindings.iter().enumerate() {
            let places = one.definitions.iter().chain(&one.uses);
            if let Some(place) = places.into_iter().find(|place| holds(place, offset)) {
                let (file, binding) = self.origin(file, binding);
                return Some((Symbol::Binding(file, binding), place.clone()));
            }
        }
        for expr in 0..code.exprs.len() {
            if !holds(&code.exprs[expr].place, offset) {
                continue;
            }
            if let Some(place) = self.value_name(file, expr).filter(|place| holds(place, offset))
                && let Some((library, path)) = self.value_of(file, expr)
            {
                return Some((Symbol::Value(library, path), place));
            }
            for (symbol, place) in self.named_in_call(file, expr) {
                if holds(&place, offset) {
                    return Some((symbol, place));
                }
            }
        }
        // A name that a load renames.
        for (number, load) in code.loads.iter().enumerate() {
            for (item, (_, place)) in load.items.iter().enumerate() {
                if holds(place, offset) {
                    let (file, binding) = self.loaded_binding(file, number, item)?;
                    let (file, binding) = self.origin(file, binding);
                    return Some((Symbol::Binding(file, binding), place.clone()));
                }
            }
        }
        None
    }

    fn in_values(&self, file: usize, offset: u32) -> Option<(Symbol, Place)> {
        let mut keys = self.files[file].keys().into_iter();
        if let Some(key) = keys.find(|key| holds(&key.place, offset)) {
            return Some((Symbol::Value(key.library, key.path), key.place));
        }
        self.given_by_functions(file).into_iter().find(|(_, place)| holds(place, offset))
    }

    fn anchor_at(&self, file: usize, offset: u32) -> Option<(Symbol, Place)> {
        let tree = &self.files[file].view.yaml.tree;
        tree.nodes().find_map(|node| {
            let place = if node.kind() == Kind::Alias {
                node.start() + 1..node.end()
            } else {
                self.anchor_place(file, node.id())?
            };
            // The sign before the name is part of it.
            let is_here = place.start <= offset + 1 && offset <= place.end;
            is_here.then(|| (Symbol::Anchor(file, node.dereferenced().id()), place))
        })
    }

    fn anchor_place(&self, file: usize, node: NodeId) -> Option<Place> {
        let known = &self.files[file].view;
        let node = known.yaml.tree.node(node);
        let name = node.anchor()?;
        let head = node.start()..node.content_span().start.max(node.start());
        let head = if head.is_empty() { node.start()..node.end() } else { head };
        let sign = inside(&head, &format!("&{name}"), known.text.as_str())?;
        Some(sign.start + 1..sign.end)
    }

    fn pointer_at(&self, file: usize, offset: u32) -> Option<(Symbol, Place)> {
        let known = &self.files[file].view;
        let text = known.text.as_str();
        for one in pointer::references_in(&known.path, text, &known.yaml.tree) {
            if holds(&one.place, offset) {
                return Some((Symbol::Pointer(one.path, one.steps), one.place));
            }
        }
        // A key that references point to.
        let steps = pointer::steps_to(&known.yaml.tree, offset)?;
        let is_target = self.files.iter().any(|file| {
            let all = pointer::references_in(
                &file.view.path,
                file.view.text.as_str(),
                &file.view.yaml.tree,
            );
            all.iter().any(|one| one.path == known.path && one.steps == steps)
        });
        let key = pointer::follow(&known.yaml.tree, &steps).filter(|_| is_target)?;
        let place = self.files[file].key_place(key)?;
        Some((Symbol::Pointer(known.path.clone(), steps), place))
    }

    /// The original binding of a name, through loads.
    fn origin(&self, file: usize, binding: BindingIx) -> (usize, BindingIx) {
        let mut at = (file, binding);
        for _ in 0..20 {
            let known = &self.files[at.0].code.bindings[at.1];
            let next = known.meanings.iter().find_map(|meaning| match *meaning {
                // If the load renames it, the two names are separate elements.
                Meaning::Loaded(load, item)
                    if self.files[at.0].code.loads[load].items[item].0 == known.name =>
                {
                    self.loaded_binding(at.0, load, item)
                }
                _ => None,
            });
            match next {
                Some(next) if next != at => at = next,
                _ => break,
            }
        }
        at
    }

    /// The data value that an expression evaluates to.
    pub(crate) fn value_of(&self, file: usize, expr: ExprIx) -> Option<(String, Vec<String>)> {
        self.things(file, expr).into_iter().find_map(|thing| match thing {
            Thing::Value(library, path) if !path.is_empty() => Some((library, path)),
            _ => None,
        })
    }

    /// The place of a data value's name, if the expression ends with one.
    fn value_name(&self, file: usize, expr: ExprIx) -> Option<Place> {
        let known = &self.files[file];
        match known.code.exprs[expr].shape {
            Shape::Attr(..) | Shape::Index(..) => {
                known.code.last_name(expr, known.view.text.as_str())
            }
            _ => None,
        }
    }

    /// The names in the arguments of a call: parameters, and data values that are passed to a library or read by name.
    fn named_in_call(&self, file: usize, expr: ExprIx) -> Vec<(Symbol, Place)> {
        let known = &self.files[file];
        let (code, text) = (&known.code, known.view.text.as_str());
        let Shape::Call(callee, args) = &code.exprs[expr].shape else { return Vec::new() };
        let mut found = Vec::new();
        if let Some((other, function)) = self.function_of(file, *callee) {
            let function = &self.files[other].code.functions[function];
            for (name, value) in args {
                let Some(name) = name else { continue };
                let bindings = &self.files[other].code.bindings;
                let param =
                    function.params.iter().find(|(binding, _)| bindings[*binding].name == *name);
                let before = text[..code.exprs[*value].place.start as usize].trim_end();
                let before = before.strip_suffix('=').map(str::trim_end);
                if let (Some((binding, _)), Some(before)) = (param, before)
                    && before.ends_with(name.as_str())
                {
                    let end = before.len() as u32;
                    found.push((Symbol::Binding(other, *binding), end - name.len() as u32..end));
                }
            }
        }
        if let Shape::Attr(object, method) = &code.exprs[*callee].shape {
            for thing in self.things(file, *object) {
                match thing {
                    Thing::Library(library) if method.starts_with("with_data_values") => {
                        for (_, value) in args {
                            self.dict_keys(file, *value, &library, &mut Vec::new(), &mut found);
                        }
                    }
                    Thing::Value(library, mut path) if method == "get" => {
                        let Some(key) = args.first().map(|(_, key)| *key) else { continue };
                        if let (Some(name), Some(place)) =
                            (code.string(key), code.inside_quotes(key, text))
                        {
                            path.push(name.to_owned());
                            found.push((Symbol::Value(library, path), place));
                        }
                    }
                    _ => {}
                }
            }
        }
        let name = self.written(file, &code.exprs[*callee].place);
        if let ("getattr" | "hasattr", [(_, object), (_, key), ..]) = (name, args.as_slice())
            && let (Some(name), Some(place)) = (code.string(*key), code.inside_quotes(*key, text))
        {
            for thing in self.things(file, *object) {
                if let Thing::Value(library, mut path) = thing {
                    path.push(name.to_owned());
                    found.push((Symbol::Value(library, path), place.clone()));
                }
            }
        }
        if name == "fail" {
            found.extend(self.named_by_fail(file, args));
        }
        found
    }

    /// `fail(at="a.b")` in a rule refers to a value below the one that the rule checks.
    fn named_by_fail(
        &self,
        file: usize,
        args: &[(Option<String>, ExprIx)],
    ) -> Vec<(Symbol, Place)> {
        let known = &self.files[file];
        let (code, text) = (&known.code, known.view.text.as_str());
        let Some((_, at)) = args.iter().find(|(name, _)| name.as_deref() == Some("at")) else {
            return Vec::new();
        };
        let (Some(written), Some(place)) = (code.string(*at), code.inside_quotes(*at, text)) else {
            return Vec::new();
        };
        // The enclosing function: the last one that starts before the call.
        let around = (0..code.functions.len())
            .filter(|&one| code.functions[one].place.start < place.start)
            .max_by_key(|&one| code.functions[one].place.start);
        let Some((binding, _)) = around.and_then(|one| code.functions[one].params.first()) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for thing in self.bound_things(file, *binding) {
            let Thing::Value(library, mut path) = thing else { continue };
            let mut start = place.start;
            for step in written.split('.') {
                path.push(step.to_owned());
                let end = start + step.len() as u32;
                found.push((Symbol::Value(library.clone(), path.clone()), start..end));
                start = end + 1;
            }
        }
        found
    }

    /// Keys of YAML that a function of the file builds, if it is passed to a library as data values.
    fn given_by_functions(&self, file: usize) -> Vec<(Symbol, Place)> {
        let known = &self.files[file];
        let code = &known.code;
        let mut found = Vec::new();
        for fact in &code.exprs {
            let Shape::Call(callee, args) = &fact.shape else { continue };
            let Shape::Attr(object, method) = &code.exprs[*callee].shape else { continue };
            if !method.starts_with("with_data_values") {
                continue;
            }
            for (_, value) in args {
                let Shape::Call(made_by, _) = &code.exprs[*value].shape else { continue };
                let Some((other, function)) = self.function_of(file, *made_by) else { continue };
                let header = &code.functions[function].place;
                let holds_header =
                    |block: &&Place| block.start <= header.start && header.start < block.end;
                let block = code.blocks.iter().filter(holds_header).min_by_key(|block| block.len());
                let Some(block) = block.filter(|_| other == file) else { continue };
                for thing in self.things(file, *object) {
                    let Thing::Library(library) = thing else { continue };
                    let keys = known.keys_within(block, &library);
                    found.extend(
                        keys.into_iter()
                            .map(|key| (Symbol::Value(key.library, key.path), key.place)),
                    );
                }
            }
        }
        found
    }

    /// Keys of a dictionary that is passed to a library as data values.
    fn dict_keys(
        &self,
        file: usize,
        expr: ExprIx,
        library: &str,
        path: &mut Vec<String>,
        found: &mut Vec<(Symbol, Place)>,
    ) {
        let known = &self.files[file];
        let Shape::Dict(pairs) = &known.code.exprs[expr].shape else { return };
        for &(key, value) in pairs {
            let Some(name) = known.code.string(key) else { continue };
            path.push(name.to_owned());
            if let Some(place) = known.code.inside_quotes(key, known.view.text.as_str()) {
                found.push((Symbol::Value(library.to_owned(), path.clone()), place));
            }
            self.dict_keys(file, value, library, path, found);
            path.pop();
        }
    }

    /// All occurrences of `symbol`, in file order.
    pub(crate) fn occurrences(&self, symbol: &Symbol) -> Vec<Occurrence> {
        let mut all = match symbol {
            Symbol::Value(..) => self.value_occurrences(symbol),
            Symbol::Binding(file, binding) => self.binding_occurrences(*file, *binding),
            Symbol::Anchor(file, node) => self.anchor_occurrences(*file, *node),
            Symbol::Pointer(path, steps) => self.pointer_occurrences(path, steps),
            Symbol::File(_) => Vec::new(),
        };
        all.sort_by_key(|one| (one.file, one.place.start));
        all.dedup_by(|a, b| a.file == b.file && a.place == b.place);
        all
    }

    fn value_occurrences(&self, symbol: &Symbol) -> Vec<Occurrence> {
        let Symbol::Value(wanted, path) = symbol else { return Vec::new() };
        let mut all = Vec::new();
        for (file, known) in self.files.iter().enumerate() {
            for key in known.keys() {
                if key.library == *wanted && key.path == *path {
                    let role = if key.is_schema { Role::Declares } else { Role::Writes };
                    all.push(Occurrence { file, place: key.place, role, dot: None });
                }
            }
            for (other, place) in self.given_by_functions(file) {
                if other == *symbol {
                    all.push(Occurrence { file, place, role: Role::Writes, dot: None });
                }
            }
            for expr in 0..known.code.exprs.len() {
                let is_it = |thing: &Thing| match thing {
                    Thing::Value(library, known) => library == wanted && known == path,
                    _ => false,
                };
                if let Some(place) = self.value_name(file, expr)
                    && self.things(file, expr).iter().any(is_it)
                {
                    let is_attribute = matches!(known.code.exprs[expr].shape, Shape::Attr(..));
                    let before = &known.view.text.as_str()[..place.start as usize];
                    let dot = is_attribute.then(|| before.rfind('.').map(|at| at as u32)).flatten();
                    all.push(Occurrence { file, place, role: Role::Reads, dot });
                }
                for (other, place) in self.named_in_call(file, expr) {
                    if other == *symbol {
                        all.push(Occurrence { file, place, role: Role::Writes, dot: None });
                    }
                }
            }
        }
        all
    }

    fn binding_occurrences(&self, file: usize, binding: BindingIx) -> Vec<Occurrence> {
        let mut all = Vec::new();
        let mut add = |file: usize, binding: BindingIx, role: Role| {
            let known = &self.files[file].code.bindings[binding];
            for place in &known.definitions {
                all.push(Occurrence { file, place: place.clone(), role, dot: None });
            }
            for place in &known.uses {
                all.push(Occurrence { file, place: place.clone(), role: Role::Reads, dot: None });
            }
        };
        add(file, binding, Role::Declares);
        let mut named = Vec::new();
        for (other, known) in self.files.iter().enumerate() {
            for (number, load) in known.code.loads.iter().enumerate() {
                for (item, (name, place)) in load.items.iter().enumerate() {
                    let Some((from, what)) = self.loaded_binding(other, number, item) else {
                        continue;
                    };
                    if self.origin(from, what) != (file, binding) {
                        continue;
                    }
                    named.push((other, place.clone()));
                    let local = known.code.bindings.iter().position(|one| {
                        one.name == *name && one.meanings.contains(&Meaning::Loaded(number, item))
                    });
                    if let Some(local) = local.filter(|&local| (other, local) != (file, binding)) {
                        add(other, local, Role::Reads);
                    }
                }
            }
            for expr in 0..known.code.exprs.len() {
                if matches!(known.code.exprs[expr].shape, Shape::Call(..)) {
                    let found = self.named_in_call(other, expr).into_iter();
                    let own = found.filter(|(symbol, _)| *symbol == Symbol::Binding(file, binding));
                    named.extend(own.map(|(_, place)| (other, place)));
                }
            }
        }
        let named = named.into_iter().map(|(file, place)| Occurrence {
            file,
            place,
            role: Role::Reads,
            dot: None,
        });
        all.extend(named);
        all
    }

    fn anchor_occurrences(&self, file: usize, node: NodeId) -> Vec<Occurrence> {
        let tree = &self.files[file].view.yaml.tree;
        let declared = self.anchor_place(file, node).map(|place| Occurrence {
            file,
            place,
            role: Role::Declares,
            dot: None,
        });
        let aliases =
            tree.nodes().filter(|one| one.alias_target().is_some_and(|target| target.id() == node));
        let aliases = aliases.map(|one| Occurrence {
            file,
            place: one.start() + 1..one.end(),
            role: Role::Reads,
            dot: None,
        });
        declared.into_iter().chain(aliases).collect()
    }

    /// The occurrences of the last step of a path into a schema.
    fn pointer_occurrences(&self, path: &str, steps: &[String]) -> Vec<Occurrence> {
        let mut all = Vec::new();
        if let Some(file) = self.file(path)
            && let Some(key) = pointer::follow(&self.files[file].view.yaml.tree, steps)
        {
            let root = || key.start()..key.start();
            let place = if steps.is_empty() {
                root()
            } else {
                self.files[file].key_place(key).unwrap_or_else(root)
            };
            all.push(Occurrence { file, place, role: Role::Declares, dot: None });
        }
        for (file, known) in self.files.iter().enumerate() {
            let view = &known.view;
            for one in pointer::references_in(&view.path, view.text.as_str(), &view.yaml.tree) {
                if one.path != path || one.steps != steps {
                    continue;
                }
                let written = self.written(file, &one.place);
                let last = written.rfind('/').map_or(0, |at| at as u32 + 1);
                let place = one.place.start + last..one.place.end;
                all.push(Occurrence { file, place, role: Role::Reads, dot: None });
            }
        }
        all
    }
}
