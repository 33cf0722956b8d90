//! Conditions: what a schema requires of a value, as an expression that can be written as template code and evaluated
//! on a value by running that code.
//!
//! Conditions express what types by example cannot. A property that is null counts as absent, because data values
//! always have all their keys.

use std::fmt::Write;

use yardstick_schema::Standalone;
use yardstick_template::tree::Yaml;

use crate::{
    kind::Kind,
    literal::Literal,
    text::{self, code, code_list, code_string},
};

/// A condition on a value.
#[derive(Clone, Debug)]
pub(crate) enum Condition {
    All(Vec<Condition>),
    Any(Vec<Condition>),
    /// Exactly one of the conditions holds.
    One(Vec<Condition>),
    Not(Box<Condition>),
    Is(Vec<Kind>),
    /// Applies only to values of this type; holds for all others.
    For(Kind, Box<Condition>),
    /// A comparison operator of template code, and the right-hand side.
    Compare(&'static str, Literal),
    MultipleOf(i128),
    /// A comparison of the length: the type of values it applies to, the operator, and the right-hand side.
    Length(Kind, &'static str, i128),
    Matches(String),
    /// The text has the format with this name.
    Format(String),
    OneOf(Vec<Literal>),
    Has(String),
    Property(String, Box<Condition>),
    /// All keys that match the regular expression have values that satisfy the condition.
    Matching(String, Box<Condition>),
    /// All keys that are not in the list of names and match none of the regular expressions have values that satisfy
    /// the condition.
    Others(Vec<String>, Vec<String>, Box<Condition>),
    Keys(Box<Condition>),
    Item(usize, Box<Condition>),
    ItemsFrom(usize, Box<Condition>),
    /// The number of items that satisfy the condition is between the bounds.
    Contains(i128, Option<i128>, Box<Condition>),
    Unique,
}

use Condition::{
    All, Any, Compare, Contains, For, Format, Has, Is, Item, ItemsFrom, Keys, Length, Matches,
    Matching, MultipleOf, Not, One, OneOf, Others, Property, Unique,
};

impl Condition {
    /// Returns the condition that holds for every value.
    pub(crate) fn always() -> Self {
        All(Vec::new())
    }

    /// Returns the condition that holds for no value.
    pub(crate) fn never() -> Self {
        Any(Vec::new())
    }

    pub(crate) fn is_always(&self) -> bool {
        matches!(self, All(parts) if parts.is_empty())
    }

    /// Removes the parts that always hold for values of the types `known`. An empty list means that the type is
    /// unknown.
    pub(crate) fn simplified(self, known: &[Kind]) -> Self {
        let inner = |part: Box<Condition>| Box::new(part.simplified(&[]));
        let each = |parts: Vec<Condition>, known: &[Kind]| -> Vec<Condition> {
            parts.into_iter().map(|part| part.simplified(known)).collect()
        };
        let all_are = |kind: Kind| !known.is_empty() && known.iter().all(|one| kind.includes(*one));
        match self {
            All(parts) => {
                let said = parts.iter().find_map(|part| match part {
                    Is(kinds) => Some(kinds.clone()),
                    _ => None,
                });
                let narrowed = said.as_deref().unwrap_or(known);
                let mut simple = Vec::new();
                for part in parts {
                    // Simplify a type test with what was known before this part.
                    let known = if matches!(part, Is(_)) { known } else { narrowed };
                    match part.simplified(known) {
                        All(parts) => simple.extend(parts),
                        part => simple.push(part),
                    }
                }
                All(simple)
            }
            Any(parts) => Any(each(parts, known)),
            One(parts) => One(each(parts, known)),
            Not(part) => Not(Box::new(part.simplified(known))),
            Is(kinds)
                if !known.is_empty()
                    && known.iter().all(|one| kinds.iter().any(|kind| kind.includes(*one))) =>
            {
                Condition::always()
            }
            For(kind, part) if all_are(kind) => part.simplified(known),
            For(kind, part) => For(kind, Box::new(part.simplified(&[kind]))),
            Property(name, part) => Property(name, inner(part)),
            Matching(expression, part) => Matching(expression, inner(part)),
            Others(names, expressions, part) => Others(names, expressions, inner(part)),
            Keys(part) => Keys(Box::new(part.simplified(&[Kind::Text]))),
            Item(at, part) => Item(at, inner(part)),
            ItemsFrom(from, part) => ItemsFrom(from, inner(part)),
            Contains(least, most, part) => Contains(least, most, inner(part)),
            simple => simple,
        }
    }

    /// Evaluates the condition on `value` by running its template code. Returns `None` if that fails.
    pub(crate) fn holds(&self, value: &Literal) -> Option<bool> {
        if self.is_always() {
            return Some(true);
        }
        let code = self.code("v", 0);
        let (modules, value) = (modules(&[&code]), text::code(value));
        let text =
            format!("{modules}#@ v = {value}\n\n#@data/values-schema\n---\nholds: #@ {code}\n");
        let tried = Standalone::new("condition", &text).ok()?;
        let answer = tried.schema.root().default.as_map()?.items().first()?.value.clone();
        Some(matches!(answer, Yaml::Bool(true)))
    }

    /// Returns the condition as an expression of template code over `variable`, which holds plain dictionaries and
    /// lists, not YAML fragments. `depth` makes the names of inner variables unique.
    pub(crate) fn code(&self, variable: &str, depth: usize) -> String {
        let inner = format!("v{}", depth + 1);
        let below = |part: &Condition| part.code(&inner, depth + 1);
        let v = variable;
        match self {
            All(parts) if parts.is_empty() => "True".to_owned(),
            Any(parts) if parts.is_empty() => "False".to_owned(),
            All(parts) => joined(parts, " and ", v, depth),
            Any(parts) => joined(parts, " or ", v, depth),
            One(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| part.code(v, depth)).collect();
                format!("(len([1 for {inner} in [{}] if {inner}]) == 1)", parts.join(", "))
            }
            Not(part) => format!("(not {})", part.code(v, depth)),
            Is(kinds) => {
                let tests: Vec<_> = kinds.iter().map(|kind| kind.test(v)).collect();
                format!("({})", tests.join(" or "))
            }
            For(kind, part) => format!("(not ({}) or {})", kind.test(v), part.code(v, depth)),
            Compare(operator, bound) => format!("({v} {operator} {})", code(bound)),
            MultipleOf(factor) => format!("({v} % {factor} == 0)"),
            Length(Kind::Text, operator, bound) => {
                format!("(len(list({v}.codepoints())) {operator} {bound})")
            }
            Length(Kind::Map, operator, bound) => {
                let given = format!("[1 for {inner} in {v}.values() if {inner} != None]");
                format!("(len({given}) {operator} {bound})")
            }
            Length(_, operator, bound) => format!("(len({v}) {operator} {bound})"),
            Matches(expression) => format!("regexp.match({}, {v})", code_string(expression)),
            Format(name) => {
                let check = format!("assert.format({}).check({v})", code_string(name));
                format!("(assert.try_to(lambda: {check})[1] == None)")
            }
            OneOf(values) => format!("({v} in [{}])", code_list(values)),
            Has(name) => format!("({v}.get({}) != None)", code_string(name)),
            Property(name, part) => {
                let name = code_string(name);
                let get = format!("{v}.get({name})");
                format!("({get} == None or {})", part.code(&format!("{v}[{name}]"), depth))
            }
            Matching(expression, part) => format!(
                "all([{} for {inner}k, {inner} in {v}.items() if regexp.match({}, {inner}k)])",
                below(part),
                code_string(expression)
            ),
            Others(names, expressions, part) => {
                let names: Vec<_> = names.iter().map(|name| code_string(name)).collect();
                let mut tests = vec![format!("{inner}k not in [{}]", names.join(", "))];
                tests.extend(expressions.iter().map(|expression| {
                    format!("not regexp.match({}, {inner}k)", code_string(expression))
                }));
                format!(
                    "all([{} for {inner}k, {inner} in {v}.items() if {}])",
                    below(part),
                    tests.join(" and ")
                )
            }
            Keys(part) => format!("all([{} for {inner} in {v}])", below(part)),
            Item(at, part) => {
                format!("(len({v}) <= {at} or {})", part.code(&format!("{v}[{at}]"), depth))
            }
            ItemsFrom(from, part) => {
                let items = if *from == 0 { v.to_owned() } else { format!("{v}[{from}:]") };
                format!("all([{} for {inner} in {items}])", below(part))
            }
            Contains(least, most, part) => {
                let count = format!("len([1 for {inner} in {v} if {}])", below(part));
                match most {
                    Some(most) => format!("({least} <= {count} and {count} <= {most})"),
                    None => format!("({least} <= {count})"),
                }
            }
            Unique => {
                format!("all([{v}[{inner}] not in {v}[:{inner}] for {inner} in range(len({v}))])")
            }
        }
    }

    /// Returns the number of parts, including nested ones.
    pub(crate) fn size(&self) -> usize {
        match self {
            All(parts) | Any(parts) | One(parts) => {
                1 + parts.iter().map(Condition::size).sum::<usize>()
            }
            // The code contains the part twice.
            Contains(_, Some(_), part) => 1 + 2 * part.size(),
            Not(part)
            | For(_, part)
            | Property(_, part)
            | Matching(_, part)
            | Others(_, _, part)
            | Keys(part)
            | Item(_, part)
            | ItemsFrom(_, part)
            | Contains(_, None, part) => 1 + part.size(),
            OneOf(values) => 1 + values.len(),
            _ => 1,
        }
    }
}

/// Returns the `load` lines for the modules that `codes` need.
pub(crate) fn modules(codes: &[&str]) -> String {
    let mut lines = String::new();
    for name in ["regexp", "assert"] {
        if codes.iter().any(|code| code.contains(name)) {
            let _ = writeln!(lines, "#@ load(\"@ytt:{name}\", \"{name}\")");
        }
    }
    lines
}

fn joined(parts: &[Condition], word: &str, variable: &str, depth: usize) -> String {
    let parts: Vec<_> = parts.iter().map(|part| part.code(variable, depth)).collect();
    match parts.as_slice() {
        [only] => only.clone(),
        _ => format!("({})", parts.join(word)),
    }
}
