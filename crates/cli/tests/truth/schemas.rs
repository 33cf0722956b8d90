//! Generates random schemas with all features, and random values that nearly match them.

use std::fmt::Write as _;

use super::chance::Chance;

/// A node of a schema.
#[derive(Clone)]
pub(crate) struct Node {
    kind: Kind,
    /// The annotations, without `#@`.
    annotations: Vec<String>,
    is_nullable: bool,
}

#[derive(Clone)]
enum Kind {
    /// A scalar of a type, as written.
    Scalar(Scalar, String),
    Array(Box<Node>),
    Map(Vec<(Key, Node)>),
    Any(String),
    /// Several types, and the example.
    Union(Vec<Scalar>, Box<Node>),
    /// Whether exactly one schema must match, and the schemas.
    Choice(bool, Vec<Node>),
    /// A string that distinguishes alternatives.
    Fixed(&'static str),
    /// A named shape.
    Shape(Box<Node>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Scalar {
    Int,
    Float,
    Text,
    Bool,
}

#[derive(Clone)]
enum Key {
    Named(String),
    Optional(String),
    /// The arguments of `allowed=` and `expects=`.
    Pattern(&'static str, Option<&'static str>),
    Removed(String),
}

const NAMES: [&str; 7] = ["a", "b", "c", "db-main", "x_y", "80", "true"];
const PATTERNS: [&str; 7] = [
    "\"any\"",
    "\"^db-\"",
    "\"^[a-c]$\"",
    "r\"^x\\d+$\"",
    "\"(?i)^DB\"",
    "\"^(?:a|x1)$|b\"",
    "lambda k: len(k) == 1",
];
const COUNTS: [Option<&str>; 7] =
    [None, Some("0"), Some("2"), Some("\"0+\""), Some("\"1+\""), Some("\"0+\""), Some("[0, 2]")];
const TEXTS: [&str; 49] = [
    "",
    "a",
    "b",
    "ab",
    "abc",
    "abcdef",
    "é",
    "ééé",
    "日本",
    "A1",
    "x9",
    "db-1",
    "a b",
    "a.b",
    "\\n",
    "a\\n",
    "80",
    "65536",
    "0080",
    "50%",
    "%",
    "1h30m",
    "1x",
    "0",
    "128Mi",
    "12Q",
    "1e3",
    "10.0.0.1",
    "10.0.0.300",
    "::1",
    "2001:db8::1",
    "1::2::3",
    "a@example.com",
    "a@b@c",
    "host.example.com",
    "-a",
    "https://example.com/a?b#c",
    "/a/b",
    "2024-02-29",
    "2023-02-29",
    "10:20:30Z",
    "2024-02-29T10:20:30Z",
    "aGVsbG8=",
    "{\\\"a\\\": 1}",
    "😀",
    "éab",
    "ab\\n",
    "10.0.0.1\\n",
    "https://[::1]:80/",
];
const INTS: [&str; 12] =
    ["-7", "-1", "0", "1", "2", "3", "5", "6", "10", "80", "65536", "9007199254740993"];
const FLOATS: [&str; 10] =
    ["-1.5", "0.5", "1.5", "2.25", "3.75", "10.5", "0.1", "1e10", "0.3", "19.99"];
const FORMATS: [&str; 19] = [
    "base64",
    "date",
    "date-time",
    "duration",
    "email",
    "hostname",
    "ip",
    "ipv4",
    "ipv6",
    "json",
    "percent",
    "port",
    "quantity",
    "regex",
    "time",
    "uri",
    "uri-reference",
    "uriref",
    "yaml",
];
const EXPRESSIONS: [&str; 18] = [
    "^[a-z]+$",
    "b",
    r"^\w+$",
    r"\d",
    r"\Aab",
    "(?i)AB",
    "[[:alpha:]]{2}",
    "(?P<n>a|b)c",
    "^.$",
    r"^\s*$",
    "a|^b$",
    r"\pL$",
    r"\bab\b",
    r"\B",
    "^*a",
    "^[^a]{1,2}$",
    "a$|^b",
    r"^[^\n]*$",
];

pub(crate) fn root(chance: &mut Chance) -> Node {
    let mut node = map(chance, 3);
    node.annotations.retain(|text| !text.starts_with("schema/default"));
    node.is_nullable = false;
    node.annotations.retain(|text| text.starts_with("schema/validation"));
    node
}

fn node(chance: &mut Chance, depth: usize) -> Node {
    match chance.below(if depth == 0 { 7 } else { 14 }) {
        0..=4 => scalar(chance),
        5 => {
            let examples =
                ["1", "\"a\"", "[]", "{}", "{a: 1}", "null", "true", "[1, 2]", "{$ref: \"#/x\"}"];
            let kind = Kind::Any((*chance.one(&examples)).to_owned());
            let annotations = rules(chance, 4, "any");
            Node { kind, annotations, is_nullable: false }
        }
        6 => union(chance, depth),
        7 | 8 => {
            let item = node(chance, depth - 1);
            let mut made = with_rules(chance, Kind::Array(Box::new(item)), 3, "array");
            if chance.once_in(3) && !made.is_required() {
                made.array_default(chance);
            }
            made
        }
        9..=11 => map(chance, depth - 1),
        12 => {
            let mut shape = map(chance, 0);
            shape.annotations.retain(|text| text.starts_with("schema/validation"));
            shape.is_nullable = false;
            with_rules(chance, Kind::Shape(Box::new(shape)), 6, "map")
        }
        _ => choice(chance, depth - 1),
    }
}

fn scalar(chance: &mut Chance) -> Node {
    let (type_, name, example) = match chance.below(6) {
        0 | 1 => (Scalar::Int, "int", (*chance.one(&INTS)).to_owned()),
        2 => (Scalar::Float, "float", (*chance.one(&FLOATS)).to_owned()),
        3 => (Scalar::Bool, "bool", (*chance.one(&["true", "false"])).to_owned()),
        _ => (Scalar::Text, "text", quoted(chance)),
    };
    with_rules(chance, Kind::Scalar(type_, example), 2, name)
}

fn union(chance: &mut Chance, depth: usize) -> Node {
    let all = [Scalar::Int, Scalar::Text, Scalar::Bool, Scalar::Float];
    let mut types = vec![*chance.one(&all)];
    let second = *chance.one(&all);
    if second != types[0] {
        types.push(second);
    }
    let example = if depth > 0 && chance.once_in(3) { map(chance, 0) } else { scalar(chance) };
    let example = Node { annotations: Vec::new(), is_nullable: false, ..example };
    with_rules(chance, Kind::Union(types, Box::new(example)), 3, "union")
}

fn choice(chance: &mut Chance, depth: usize) -> Node {
    let alternatives = (0..2 + chance.below(2)).map(|_| {
        let one = if chance.once_in(2) { map(chance, depth.min(1)) } else { scalar(chance) };
        let annotations = one.annotations.into_iter();
        let annotations =
            annotations.filter(|text| text.starts_with("schema/validation")).collect();
        Node { annotations, is_nullable: false, ..one }
    });
    let mut alternatives: Vec<Node> = alternatives.collect();
    // Sometimes a key distinguishes them.
    if chance.once_in(2) {
        let is_required = chance.once_in(3);
        for (one, value) in alternatives.iter_mut().zip(["a", "b", "ab"]) {
            if !matches!(one.kind, Kind::Map(_)) {
                *one = Node { kind: Kind::Map(Vec::new()), ..map(chance, 0) };
                one.annotations.clear();
                one.is_nullable = false;
            }
            let mut annotations = vec![format!("schema/validation one_of=[\"{value}\"]")];
            if is_required {
                annotations.push("schema/required".to_owned());
            }
            let fixed = Node { kind: Kind::Fixed(value), annotations, is_nullable: false };
            if let Kind::Map(items) = &mut one.kind {
                items.insert(0, (Key::Named("kind".to_owned()), fixed));
            }
        }
    }
    let exclusive = chance.once_in(2);
    let mut made = with_rules(chance, Kind::Choice(exclusive, alternatives), 8, "union");
    // A default that matches exactly one is hard to guess, but null always matches.
    if !made.is_nullable {
        made.is_nullable = true;
        made.annotations.push("schema/nullable".to_owned());
    }
    made
}

fn map(chance: &mut Chance, depth: usize) -> Node {
    let mut items: Vec<(Key, Node)> = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    for _ in 0..chance.below(5) {
        let name = *chance.one(&NAMES);
        if names.contains(&name) {
            continue;
        }
        names.push(name);
        let key = match chance.below(8) {
            0 => Key::Optional(name.to_owned()),
            1 if chance.once_in(2) => Key::Removed(name.to_owned()),
            _ => Key::Named(name.to_owned()),
        };
        let mut value = node(chance, depth.saturating_sub(usize::from(depth > 0)));
        if !matches!(key, Key::Named(_)) {
            value
                .annotations
                .retain(|text| text != "schema/required" && !text.starts_with("schema/default"));
        }
        items.push((key, value));
    }
    if chance.once_in(4) {
        for _ in 0..=chance.below(2) {
            let pattern: &'static str = chance.one::<&str>(&PATTERNS);
            let key = Key::Pattern(pattern, *chance.one(&COUNTS));
            let mut value = node(chance, 0);
            value
                .annotations
                .retain(|text| text != "schema/required" && !text.starts_with("schema/default"));
            items.push((key, value));
        }
    }
    with_rules(chance, Kind::Map(items), 4, "map")
}

/// A node with annotations: rules once in `times`, null, documentation.
fn with_rules(chance: &mut Chance, kind: Kind, times: usize, name: &str) -> Node {
    let mut annotations = rules(chance, times, name);
    let is_nullable = chance.once_in(5);
    if is_nullable {
        annotations.push("schema/nullable".to_owned());
    } else if chance.once_in(12) {
        annotations.push("schema/required".to_owned());
    }
    if chance.once_in(12) {
        annotations.push("schema/deprecated \"use something else\"".to_owned());
    }
    if chance.once_in(12) {
        annotations.push("schema/desc \"What it is.\"".to_owned());
    }
    Node { kind, annotations, is_nullable }
}

/// Once in `times` an annotation with rules, rarely with two.
fn rules(chance: &mut Chance, times: usize, name: &str) -> Vec<String> {
    let mut all = Vec::new();
    if !chance.once_in(times) {
        return all;
    }
    let mut arguments: Vec<String> = Vec::new();
    for _ in 0..=chance.below(3) {
        let argument = rule(chance, name);
        let of = |text: &str| text.split('=').next().unwrap_or_default().to_owned();
        if !arguments.iter().any(|known| of(known) == of(&argument)) {
            arguments.push(argument);
        }
    }
    if chance.once_in(10) {
        arguments.insert(0, "(\"fine\", lambda v: True)".to_owned());
    }
    if chance.once_in(10) {
        arguments.push("when=lambda v: True".to_owned());
    }
    all.push(format!("schema/validation {}", arguments.join(", ")));
    all
}

fn rule(chance: &mut Chance, name: &str) -> String {
    let number = |chance: &mut Chance| (*chance.one(&["0", "1", "2", "5", "2.5"])).to_owned();
    let small = chance.below(4);
    // Sometimes add a rule for another type.
    let name =
        if chance.once_in(15) { *chance.one(&["int", "text", "array", "map"]) } else { name };
    let name = match name {
        "any" | "union" => *chance.one(&["int", "text", "array", "map", "bool"]),
        other => other,
    };
    match (name, chance.below(9)) {
        (_, 0) => "not_null=True".to_owned(),
        ("int" | "float", 1) => format!("min={}", number(chance)),
        ("int" | "float", 2) => format!("max={}", number(chance)),
        ("int" | "float", 3) => format!("min_excl={}", number(chance)),
        ("int" | "float", 4) => format!("max_excl={}", number(chance)),
        ("int", 5) => (*chance.one(&["even=True", "odd=True", "format=\"port\""])).to_owned(),
        ("int" | "float", 6) => {
            (*chance.one(&["multiple_of=0.5", "multiple_of=0.1", "multiple_of=2.5"])).to_owned()
        }
        ("int" | "float", 7) => "one_of=[1, 1.0, 2, 5, \"a\"]".to_owned(),
        ("int" | "float", _) => "not_one_of=[0, 1.5, \"a\"]".to_owned(),
        ("text", 1) => format!("min_len={small}"),
        ("text", 2) => format!("max_len={small}"),
        ("text", 3) => format!("format=\"{}\"", chance.one(&FORMATS)),
        ("text", 4) => format!("matches=r\"{}\"", chance.one(&EXPRESSIONS)),
        ("text", 5) => "one_of=[\"a\", \"ab\", \"é\", None]".to_owned(),
        ("text", 6) => {
            (*chance.one(&["starts_with=\"a\"", "starts_with=[\"a.\", \"b\"]"])).to_owned()
        }
        ("text", 7) => {
            (*chance.one(&["ends_with=\"b\"", "contains=\".\"", "contains=1"])).to_owned()
        }
        ("text", _) => {
            (*chance.one(&["not_one_of=[\"a\", \"\"]", "len=1", "min=\"b\""])).to_owned()
        }
        ("array", 1 | 2) => format!("min_len={small}"),
        ("array", 3) => format!("max_len={small}"),
        ("array", 4 | 5) => "unique=True".to_owned(),
        ("array", 6) => "contains=1".to_owned(),
        ("array", _) => "one_of=[[], [1], [1, 2], [\"a\"]]".to_owned(),
        ("map", 1 | 2) => format!("min_len={small}"),
        ("map", 3) => format!("max_len={small}"),
        ("map", 4 | 5) => "one_not_null=[\"a\", \"b\"]".to_owned(),
        ("map", 6) => "one_not_null=True".to_owned(),
        ("map", 7) => "contains=\"a\"".to_owned(),
        ("map", _) => (*chance.one(&["one_of=[{}, {\"a\": 1}]", "not_one_of=[{}]"])).to_owned(),
        ("bool", 1..=4) => "one_of=[True]".to_owned(),
        _ => "not_one_of=[False]".to_owned(),
    }
}

fn quoted(chance: &mut Chance) -> String {
    format!("\"{}\"", chance.one(&TEXTS))
}

impl Node {
    fn is_required(&self) -> bool {
        self.annotations.iter().any(|text| text == "schema/required")
    }

    fn array_default(&mut self, chance: &mut Chance) {
        let Kind::Array(item) = &self.kind else { return };
        let default = match &item.kind {
            Kind::Scalar(Scalar::Int, _) => *chance.one(&["[1]", "[1, 2]", "[0, 0]"]),
            Kind::Scalar(Scalar::Text, _) => *chance.one(&["[\"a\"]", "[\"é\", \"\"]"]),
            Kind::Map(_) => "[{}]",
            _ => return,
        };
        self.annotations.push(format!("schema/default {default}"));
    }

    /// The schema document.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        self.definitions(&mut text, &mut 0);
        text.push_str("#@data/values-schema\n");
        for annotation in &self.annotations {
            let _ = writeln!(text, "#@{annotation}");
        }
        text.push_str("---\n");
        let mut number = 0;
        self.content(&mut text, 0, &mut number);
        text
    }

    /// Functions for the alternatives of choices, numbered in order of occurrence.
    fn definitions(&self, text: &mut String, number: &mut usize) {
        match &self.kind {
            Kind::Array(item) | Kind::Union(_, item) => item.definitions(text, number),
            Kind::Map(items) => {
                for (key, value) in items {
                    if !matches!(key, Key::Removed(_)) {
                        value.definitions(text, number);
                    }
                }
            }
            Kind::Choice(_, alternatives) => {
                let first = *number;
                *number += alternatives.len();
                for (at, alternative) in alternatives.iter().enumerate() {
                    let _ = writeln!(text, "#@ def part_{}():", first + at);
                    // A document carries the annotations of the alternative.
                    for annotation in &alternative.annotations {
                        let _ = writeln!(text, "#@{annotation}");
                    }
                    text.push_str("---\n");
                    alternative.content(text, 0, &mut usize::MAX.clone());
                    text.push_str("#@ end\n");
                }
            }
            Kind::Shape(shape) => {
                let _ = writeln!(text, "#@ def part_{number}():");
                *number += 1;
                for annotation in &shape.annotations {
                    let _ = writeln!(text, "#@{annotation}");
                }
                text.push_str("---\n");
                shape.content(text, 0, &mut usize::MAX.clone());
                text.push_str("#@ end\n");
            }
            _ => {}
        }
    }

    fn content(&self, text: &mut String, indent: usize, number: &mut usize) {
        match &self.kind {
            Kind::Scalar(_, example) | Kind::Any(example) => {
                let _ = writeln!(text, "{:indent$}{example}", "");
            }
            Kind::Union(_, example) => example.content(text, indent, number),
            Kind::Fixed(value) => {
                let _ = writeln!(text, "{:indent$}{value}", "");
            }
            Kind::Choice(..) | Kind::Shape(_) => {
                let _ = writeln!(text, "{:indent$}null", "");
            }
            Kind::Array(item) => {
                item.annotate(text, indent, number);
                let _ = write!(text, "{:indent$}- ", "");
                item.inline(text, indent + 2, number);
            }
            Kind::Map(items) if items.is_empty() => {
                let _ = writeln!(text, "{:indent$}{{}}", "");
            }
            Kind::Map(items) => {
                for (at, (key, value)) in items.iter().enumerate() {
                    let name = match key {
                        Key::Named(name) => name.clone(),
                        Key::Optional(name) => {
                            let _ = writeln!(text, "{:indent$}#@schema/key missing_ok=True", "");
                            name.clone()
                        }
                        Key::Removed(name) => {
                            let _ = writeln!(text, "{:indent$}#@schema/removed \"gone\"", "");
                            let _ = writeln!(text, "{:indent$}{name}: 1", "");
                            continue;
                        }
                        Key::Pattern(allowed, expects) => {
                            let expects = match expects {
                                Some(expects) => format!(", expects={expects}"),
                                None => String::new(),
                            };
                            let _ = writeln!(
                                text,
                                "{:indent$}#@schema/key allowed={allowed}{expects}",
                                ""
                            );
                            format!("_{at}")
                        }
                    };
                    value.annotate(text, indent, number);
                    let _ = write!(text, "{:indent$}{name}: ", "");
                    value.inline(text, indent + 2, number);
                }
            }
        }
    }

    fn annotate(&self, text: &mut String, indent: usize, number: &mut usize) {
        match &self.kind {
            Kind::Any(_) => {
                let _ = writeln!(text, "{:indent$}#@schema/type any=True", "");
            }
            Kind::Union(types, _) => {
                let names = types.iter().map(|type_| match type_ {
                    Scalar::Int => "\"int\"",
                    Scalar::Float => "\"float\"",
                    Scalar::Text => "\"string\"",
                    Scalar::Bool => "\"bool\"",
                });
                let names = names.collect::<Vec<_>>().join(", ");
                let _ = writeln!(
                    text,
                    "{:indent$}#@schema/type one_of=[{names}], or_inferred=True",
                    ""
                );
            }
            Kind::Choice(exclusive, alternatives) => {
                let name = if *exclusive { "one-of" } else { "any-of" };
                let parts =
                    (*number..*number + alternatives.len()).map(|at| format!("part_{at}()"));
                let parts = parts.collect::<Vec<_>>().join(", ");
                *number += alternatives.len();
                let _ = writeln!(text, "{:indent$}#@schema/{name} {parts}", "");
            }
            Kind::Shape(_) => {
                let _ = writeln!(text, "{:indent$}#@schema/ref part_{number}", "");
                *number += 1;
            }
            _ => {}
        }
        for annotation in &self.annotations {
            let _ = writeln!(text, "{:indent$}#@{annotation}", "");
        }
    }

    /// The content after a key or a dash.
    fn inline(&self, text: &mut String, indent: usize, number: &mut usize) {
        match &self.kind {
            Kind::Union(_, example) => example.inline(text, indent, number),
            Kind::Map(items) if !items.is_empty() => {
                text.push('\n');
                self.content(text, indent, number);
            }
            Kind::Array(_) => {
                text.push('\n');
                self.content(text, indent, number);
            }
            _ => {
                let mut inner = String::new();
                self.content(&mut inner, 0, number);
                text.push_str(&inner);
            }
        }
    }

    /// A values file that usually matches the schema.
    pub(crate) fn value(&self, chance: &mut Chance) -> String {
        loop {
            let value = self.flow(chance);
            // A file without values is not a values file, whatever the schema.
            if value != "null" {
                return format!("{value}\n");
            }
        }
    }

    /// A value on one line.
    fn flow(&self, chance: &mut Chance) -> String {
        if chance.once_in(14) {
            return whatever(chance);
        }
        if self.is_nullable && chance.once_in(4) {
            return "null".to_owned();
        }
        match &self.kind {
            Kind::Scalar(Scalar::Int, _) => (*chance.one(&INTS)).to_owned(),
            Kind::Scalar(Scalar::Float, _) if chance.once_in(3) => (*chance.one(&INTS)).to_owned(),
            Kind::Scalar(Scalar::Float, _) => (*chance.one(&FLOATS)).to_owned(),
            Kind::Scalar(Scalar::Bool, _) => (*chance.one(&["true", "false"])).to_owned(),
            Kind::Scalar(Scalar::Text, _) => quoted(chance),
            Kind::Fixed(value) if !chance.once_in(4) => (*value).to_owned(),
            Kind::Fixed(_) => (*chance.one(&["a", "b", "ab", "abc"])).to_owned(),
            Kind::Shape(shape) => shape.flow(chance),
            Kind::Any(_) => whatever(chance),
            Kind::Union(types, example) => match *chance.one(types) {
                _ if chance.once_in(2) => example.flow(chance),
                Scalar::Int => (*chance.one(&INTS)).to_owned(),
                Scalar::Float => (*chance.one(&FLOATS)).to_owned(),
                Scalar::Text => quoted(chance),
                Scalar::Bool => "true".to_owned(),
            },
            Kind::Choice(_, alternatives) => {
                let one = chance.below(alternatives.len());
                alternatives[one].flow(chance)
            }
            Kind::Array(item) => {
                let items: Vec<String> = (0..chance.below(4)).map(|_| item.flow(chance)).collect();
                format!("[{}]", items.join(", "))
            }
            Kind::Map(items) => {
                let mut members: Vec<String> = Vec::new();
                for (key, value) in items {
                    match key {
                        Key::Named(name) | Key::Optional(name) if !chance.once_in(3) => {
                            members.push(format!("{name}: {}", value.flow(chance)));
                        }
                        Key::Removed(name) if chance.once_in(6) => {
                            members.push(format!("{name}: 1"));
                        }
                        Key::Pattern(..) => {
                            let keys = [
                                "db-1", "db-main", "DB2", "a", "b", "c", "d", "x1", "x22", "zz",
                                "\"a\\n\"",
                            ];
                            for _ in 0..chance.below(3) {
                                members.push(format!(
                                    "{}: {}",
                                    chance.one(&keys),
                                    value.flow(chance)
                                ));
                            }
                        }
                        _ => {}
                    }
                }
                if chance.once_in(20) {
                    members.push(format!("other: {}", whatever(chance)));
                }
                let mut seen: Vec<String> = Vec::new();
                members.retain(|member| {
                    let key = member.split(':').next().unwrap_or_default().to_owned();
                    let is_new = !seen.contains(&key);
                    seen.push(key);
                    is_new
                });
                format!("{{{}}}", members.join(", "))
            }
        }
    }
}

fn whatever(chance: &mut Chance) -> String {
    match chance.below(9) {
        0 => "null".to_owned(),
        1 => "true".to_owned(),
        2 => (*chance.one(&INTS)).to_owned(),
        3 => (*chance.one(&FLOATS)).to_owned(),
        4 => (*chance.one(&["[]", "[1]", "[1, 1]", "[a]", "[1, 2, 3]"])).to_owned(),
        5 => (*chance.one(&["{}", "{a: 1}", "{a: null, b: 2}", "{a: 1, b: 2}", "{other: x}"]))
            .to_owned(),
        _ => quoted(chance),
    }
}
