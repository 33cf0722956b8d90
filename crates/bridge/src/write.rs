//! Writes a schema by example as text.

use std::fmt::Write;

use rustc_hash::FxHashSet;

use crate::{
    condition::modules,
    literal::Literal,
    model::{Item, Key, Map, Model, Node, Rules, Shape, Words},
    text::{code, code_string, identifier, yaml_scalar, yaml_string},
};

/// Writes the document for `model`, after the functions that it needs.
pub(crate) fn write(model: &Model) -> String {
    let mut writer = Writer {
        model,
        fragments: Vec::new(),
        written: Vec::new(),
        shapes: Vec::new(),
        taken: FxHashSet::default(),
    };
    let document = match model.document_shape() {
        Some(number) => writer.call(number),
        None => writer.document(&model.root),
    };
    let mut out = writer.preamble();
    out.push_str("#@data/values-schema\n");
    out.push_str(&document);
    out
}

struct Writer<'m> {
    model: &'m Model,
    /// Functions that return fragments, as pairs of a name and lines.
    fragments: Vec<(String, String)>,
    /// Definitions whose functions have been written, by number, with the names.
    written: Vec<(usize, String)>,
    /// Functions of named shapes: number, name and document.
    shapes: Vec<(usize, String, String)>,
    taken: FxHashSet<String>,
}

impl Writer<'_> {
    /// Writes what comes before the document: modules, functions of rules, and fragments.
    fn preamble(&self) -> String {
        let mut out = String::new();
        let functions = &self.model.functions;
        if !functions.is_empty() {
            let codes: Vec<&str> = functions.iter().map(|(_, code)| code.as_str()).collect();
            out.push_str(&modules(&codes));
            out.push_str("#@ load(\"@ytt:json\", \"json\")\n\n");
        }
        for (name, code) in functions {
            let _ = writeln!(out, "#@ def {name}(v):");
            // YAML fragments do not have the usual types and equality; plain values do, so convert them through JSON.
            // Integers are plain already, and JSON would round large ones.
            out.push_str("#@   v = v if type(v) == \"int\" else json.decode(json.encode(v))\n");
            let _ = writeln!(out, "#@   return {code}\n#@ end\n");
        }
        for (name, lines) in &self.fragments {
            let _ = writeln!(out, "#@ def {name}():\n{lines}#@ end\n");
        }
        // These contain documents, and no fragment could start after one.
        for (_, name, document) in self.shapes.iter().filter(|(.., lines)| !lines.is_empty()) {
            let _ = writeln!(out, "#@ def {name}():\n{document}#@ end\n");
        }
        out
    }

    /// Writes a document that consists of shape `number`.
    fn call(&mut self, number: usize) -> String {
        let mut lines = Vec::new();
        words(&mut lines, &self.model.root.words);
        let comments = self.model.root.words.comments.iter();
        lines.splice(0..0, comments.map(|comment| format!("! {}", one_line(comment))));
        let mut out = String::new();
        for line in lines {
            let _ = writeln!(out, "#{line}");
        }
        let _ = writeln!(out, "--- #@ {}()", self.shape(number).unwrap_or_default());
        out
    }

    /// Writes a node with its annotations as a document.
    fn document(&mut self, node: &Node) -> String {
        let mut out = String::new();
        self.annotations(&mut out, 0, &Key::Named, node);
        out.push_str("---\n");
        match written_shape(node) {
            Shape::Map(map) if map.items.is_empty() => out.push_str("{}\n"),
            Shape::Map(map) => self.items(&mut out, 0, map),
            Shape::Array(item) => self.array_item(&mut out, 0, item),
            _ => literal(&mut out, 0, &shown(node)),
        }
        out
    }

    /// Returns the name of the function that returns shape `number`. Writes the function on first use.
    fn shape(&mut self, number: usize) -> Option<String> {
        if let Some((_, name, _)) = self.shapes.iter().find(|(known, ..)| *known == number) {
            return Some(name.clone());
        }
        let (wanted, node) = self.model.shapes.get(number)?;
        // The nodes that refer to it say whether it may be null.
        let node = Node { nullable: false, ..node.clone()? };
        let name = self.name(wanted);
        // Register the name before writing the shape, because it may refer to itself.
        let at = self.shapes.len();
        self.shapes.push((number, name.clone(), String::new()));
        let document = self.document(&node);
        // A map without annotations becomes a fragment.
        match document.strip_prefix("---\n") {
            Some(lines) if self.model.is_fragment(number) => {
                self.fragments.push((name.clone(), lines.to_owned()));
            }
            _ => self.shapes[at].2 = document,
        }
        Some(name)
    }

    /// Writes the annotations of a node, one per line.
    fn annotations(&mut self, out: &mut String, indent: usize, key: &Key, node: &Node) {
        let mut lines = Vec::new();
        words(&mut lines, &node.words);
        match key {
            Key::Named => {}
            Key::Optional => lines.push("@schema/key missing_ok=True".to_owned()),
            Key::Any => lines.push("@schema/any-key".to_owned()),
            Key::Refused => lines.push("@schema/removed \"Not allowed.\"".to_owned()),
            Key::Matching(expression) => {
                // The bare word `any` would mean any key.
                let expression = if expression == "any" { "(any)" } else { expression };
                let expression = code_string(expression);
                lines.push(format!("@schema/key allowed={expression}, missing_ok=True"));
            }
        }
        if *key != Key::Refused {
            self.type_annotations(&mut lines, node);
        }
        rules(&mut lines, &node.rules);
        let comments = node.words.comments.iter();
        lines.splice(0..0, comments.map(|comment| format!("! {}", one_line(comment))));
        for line in lines {
            let _ = writeln!(out, "{:indent$}#{line}", "");
        }
    }

    /// Adds the annotations for type and default.
    fn type_annotations(&mut self, lines: &mut Vec<String>, node: &Node) {
        match &node.shape {
            Shape::Any(_) => lines.push("@schema/type any=True".to_owned()),
            Shape::Union(kinds, inferred, _) => {
                let names = kinds.iter().filter_map(|kind| kind.type_name());
                let names: Vec<_> = names.map(code_string).collect();
                let names = match names.as_slice() {
                    [only] => only.clone(),
                    names => format!("[{}]", names.join(", ")),
                };
                let or_inferred = if inferred.is_some() { ", or_inferred=True" } else { "" };
                lines.push(format!("@schema/type one_of={names}{or_inferred}"));
            }
            Shape::Choice { exclusive, alternatives } => {
                let word = if *exclusive { "one-of" } else { "any-of" };
                let alternatives: Vec<_> =
                    alternatives.iter().map(|shape| self.alternative(shape)).collect();
                lines.push(format!("@schema/{word} {}", alternatives.join(", ")));
            }
            Shape::Ref(number) => lines.push(match self.shape(*number) {
                Some(name) => format!("@schema/ref {name}"),
                None => "@schema/type any=True".to_owned(),
            }),
            Shape::Scalar(_) | Shape::Array(_) | Shape::Map(_) => {}
        }
        if node.required {
            lines.push("@schema/required".to_owned());
        } else if node.nullable || self.model.is_nullable_shape(&node.shape) {
            lines.push("@schema/nullable".to_owned());
        }
        if let Some(default) = node.default.as_ref().filter(|_| !node.required) {
            let is_shown = match &node.shape {
                Shape::Any(_) => true,
                _ if node.nullable => *default == Literal::Null,
                Shape::Scalar(_) | Shape::Union(_, None, _) | Shape::Choice { .. } => true,
                shape => *default == shape.example(),
            };
            if !is_shown {
                lines.push(format!("@schema/default {}", code(default)));
            }
        }
    }

    /// Writes a shape as an argument: a value, or a call of a function that returns it.
    fn alternative(&mut self, shape: &Shape) -> String {
        match shape {
            Shape::Map(map) if map.items.is_empty() => "{}".to_owned(),
            Shape::Map(map) => format!("{}()", self.fragment(map)),
            // A function returns a map, so wrap the array in one.
            Shape::Array(item) => {
                let mut lines = String::from("items:\n");
                self.array_item(&mut lines, 0, item);
                format!("{}()[\"items\"]", self.function("items", lines))
            }
            shape => code(&shape.example()),
        }
    }

    /// Returns the name of the function that returns `map`. Writes the function on first use.
    fn fragment(&mut self, map: &Map) -> String {
        let number = map.definition.as_ref().map(|(number, _)| *number);
        if let Some((_, name)) = self.written.iter().find(|(known, _)| Some(*known) == number) {
            return name.clone();
        }
        let mut lines = String::new();
        self.items(&mut lines, 0, map);
        let name = map.definition.as_ref().map_or("object", |(_, name)| name.as_str());
        let name = self.function(name, lines);
        if let Some(number) = number {
            self.written.push((number, name.clone()));
        }
        name
    }

    /// Adds a function that returns the fragment `lines`, and returns its name.
    fn function(&mut self, wanted: &str, lines: String) -> String {
        let name = self.name(wanted);
        self.fragments.push((name.clone(), lines));
        name
    }

    /// Returns a name that is not yet in use by a function or module.
    fn name(&mut self, wanted: &str) -> String {
        let wanted = identifier(wanted);
        let wanted = wanted.strip_suffix("_schema").unwrap_or(&wanted);
        let mut name = format!("{wanted}_schema");
        let mut number = 1;
        while !self.taken.insert(name.clone()) {
            number += 1;
            name = format!("{wanted}_{number}_schema");
        }
        name
    }

    fn items(&mut self, out: &mut String, indent: usize, map: &Map) {
        for Item { key, is_plain, kind, node } in &map.items {
            self.annotations(out, indent, kind, node);
            let key = if *is_plain { key.clone() } else { yaml_string(key) };
            let _ = write!(out, "{:indent$}{key}:", "");
            self.value(out, indent, node);
        }
    }

    /// Writes what follows `key:`.
    fn value(&mut self, out: &mut String, indent: usize, node: &Node) {
        match written_shape(node) {
            Shape::Map(map) if map.items.is_empty() => out.push_str(" {}\n"),
            Shape::Map(map) if self.is_shared(map) => {
                let _ = writeln!(out, " #@ {}()", self.fragment(map));
            }
            Shape::Map(map) => {
                out.push('\n');
                self.items(out, indent + 2, map);
            }
            Shape::Array(item) => {
                out.push('\n');
                self.array_item(out, indent, item);
            }
            Shape::Ref(_) => out.push('\n'),
            _ => inner_literal(out, indent, &shown(node)),
        }
    }

    /// Whether a function is worthwhile: the map is used more than once and has more than one line.
    fn is_shared(&self, map: &Map) -> bool {
        let is_used_again = |(number, _): &(usize, String)| self.model.uses[*number] > 1;
        map.items.len() > 1 && map.definition.as_ref().is_some_and(is_used_again)
    }

    /// Writes the only item of an array, with its annotations.
    fn array_item(&mut self, out: &mut String, indent: usize, node: &Node) {
        self.annotations(out, indent, &Key::Named, node);
        if let Shape::Array(item) = written_shape(node) {
            let _ = writeln!(out, "{:indent$}-", "");
            return self.array_item(out, indent + 2, item);
        }
        let mut value = String::new();
        self.value(&mut value, indent, node);
        // The first line moves up after the dash, unless it is an annotation.
        let inner = " ".repeat(indent + 2);
        match value.strip_prefix('\n').and_then(|lines| lines.strip_prefix(&inner)) {
            Some(lines) if !lines.starts_with(['#', '-']) => {
                let _ = write!(out, "{:indent$}- {lines}", "");
            }
            _ => {
                let _ = write!(out, "{:indent$}-{value}", "");
            }
        }
    }
}

/// Returns the shape to write as an example. In a union, this is the map or array, which has no type name.
fn written_shape(node: &Node) -> &Shape {
    match &node.shape {
        Shape::Union(_, Some(inferred), _) => inferred,
        shape => shape,
    }
}

/// Returns the value to write for `node`: its default, or an example of its type.
fn shown(node: &Node) -> Literal {
    let default = node.default.as_ref().filter(|default| **default != Literal::Null);
    match (&node.shape, default) {
        (Shape::Any(_), _) => node.default.clone().unwrap_or(Literal::Null),
        // The default is null, or an annotation sets it.
        (shape, _) if node.nullable || node.required => shape.example(),
        (_, Some(default)) => default.clone(),
        (shape, None) => shape.example(),
    }
}

fn is_empty(value: &Literal) -> bool {
    match value {
        Literal::List(items) => items.is_empty(),
        Literal::Map(members) => members.is_empty(),
        _ => false,
    }
}

/// Writes a value on lines of its own.
fn literal(out: &mut String, indent: usize, value: &Literal) {
    match value {
        Literal::Map(members) if !members.is_empty() => {
            for (key, value) in members {
                let _ = write!(out, "{:indent$}{}:", "", yaml_string(key));
                inner_literal(out, indent, value);
            }
        }
        Literal::List(items) if !items.is_empty() => {
            for item in items {
                let mut lines = String::new();
                literal(&mut lines, indent + 2, item);
                let _ = write!(out, "{:indent$}- {}", "", lines.trim_start());
            }
        }
        value => {
            let _ = writeln!(out, "{:indent$}{}", "", yaml_scalar(value));
        }
    }
}

/// Writes what follows `key:`.
fn inner_literal(out: &mut String, indent: usize, value: &Literal) {
    if value.is_scalar() || is_empty(value) {
        let _ = writeln!(out, " {}", yaml_scalar(value));
    } else {
        out.push('\n');
        // List items are not indented further than their key.
        let deeper = if matches!(value, Literal::List(_)) { 0 } else { 2 };
        literal(out, indent + deeper, value);
    }
}

fn words(lines: &mut Vec<String>, words: &Words) {
    if let Some(title) = &words.title {
        lines.push(format!("@schema/title {}", code_string(title)));
    }
    if let Some(description) = &words.description {
        lines.push(format!("@schema/desc {}", code_string(description)));
    }
    match words.examples.as_slice() {
        [] => {}
        [(None, value)] => lines.push(format!("@schema/example {}", code(value))),
        examples => {
            let example = |(description, value): &(Option<String>, Literal)| {
                let description = description.as_deref().unwrap_or_default();
                format!("({}, {})", code_string(description), code(value))
            };
            let examples: Vec<_> = examples.iter().map(example).collect();
            lines.push(format!("@schema/examples {}", examples.join(", ")));
        }
    }
    if words.secret {
        lines.push("@schema/secret".to_owned());
    }
    if let Some(notice) = &words.deprecated {
        lines.push(format!("@schema/deprecated {}", code_string(notice)));
    }
}

fn rules(lines: &mut Vec<String>, rules: &Rules) {
    let functions = rules.functions.iter();
    let mut all: Vec<String> =
        functions.map(|(words, name)| format!("({}, {name})", code_string(words))).collect();
    let mut left: Vec<_> = rules.named.iter().collect();
    // An annotation can have each rule only once, so further rules of the same kind get their own annotations.
    for number in 1.. {
        let mut more = Vec::new();
        let mut names: Vec<&str> = Vec::new();
        for rule in left {
            let (kind, argument) = rule;
            if names.contains(&kind.name) {
                more.push(rule);
            } else {
                names.push(kind.name);
                all.push(format!("{}={}", kind.name, code(&Literal::of_yaml(argument))));
            }
        }
        if all.is_empty() {
            return;
        }
        let number = if number == 1 { String::new() } else { number.to_string() };
        lines.push(format!("@schema/validation{number} {}", all.join(", ")));
        (left, all) = (more, Vec::new());
    }
}

/// Returns the text on one line, for a comment.
fn one_line(text: &str) -> String {
    let is_break = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}');
    text.chars().map(|c| if is_break(c) { ' ' } else { c }).collect()
}
