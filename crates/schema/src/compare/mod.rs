//! Compares two schemas: what changed, and whether values that were valid still are.
//!
//! A change is breaking if the new schema rejects a value that the old one accepts, or requires a value that was not
//! required. Functions cannot be compared, so custom rules count as equal if their descriptions are equal.

mod change;
mod covers;
mod documentation;
mod keys;
mod kinds;
mod markdown;
mod renames;
mod rules;
mod summary;

use yardstick_diagnostics::MASK;
use yardstick_starlark::Thread;
use yardstick_template::{
    print,
    tree::{Kind, Yaml},
};
use yardstick_yaml::print::JsonOptions;

use self::kinds::Kinds;
pub use self::{
    change::{Aspect, Change, Effect, What},
    markdown::page as to_markdown,
    summary::Summary,
};
use crate::{
    Need, Schema,
    model::{Declaration, Type},
};

/// A schema, and the thread that runs the functions of its rules.
pub struct Side<'a> {
    /// The schema.
    pub schema: &'a Schema,
    /// The thread that the schema was read in.
    pub thread: &'a mut Thread,
}

/// Returns all changes from `old` to `new`: breaking changes first, then by path.
pub fn compare(old: Side<'_>, new: Side<'_>) -> Vec<Change> {
    let Side { schema: old, thread: old_thread } = old;
    let Side { schema: new, thread: new_thread } = new;
    let mut walk = Walk { old_thread, new_thread, path: Vec::new(), changes: Vec::new() };
    walk.node(Here::own(old.root()), Here::own(new.root()), Filled::Always);
    // Shapes are compared once, by name, because they may be recursive.
    for shape in old.shapes() {
        let same = new.shapes().iter().find(|other| other.name == shape.name);
        let pair = (shape.declaration(), same.and_then(|same| same.declaration()));
        if let (Some(old), Some(new)) = pair {
            walk.below(format!("({})", shape.name), |walk| {
                walk.node(Here::own(old), Here::own(new), Filled::Never);
            });
        }
    }
    let mut changes = walk.changes;
    changes.sort_by(|one, other| {
        other.effect.cmp(&one.effect).then_with(|| one.path.cmp(&other.path))
    });
    changes
}

/// Whether a node has a value if the user gives none.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Filled {
    /// Yes, so its default matters.
    Always,
    /// No: it is an array item, an optional key or a pattern.
    Never,
}

/// A node of a schema, and its value if the user gives none.
#[derive(Clone, Copy)]
struct Here<'d> {
    declared: &'d Declaration,
    held: &'d Yaml,
}

impl<'d> Here<'d> {
    /// Returns a node that has its own default.
    fn own(declared: &'d Declaration) -> Self {
        Self { declared, held: &declared.default }
    }

    /// Returns the value, unless it is a secret.
    fn shown(self) -> Yaml {
        let is_map = matches!(self.declared.type_.not_null(), Type::Map(_));
        let is_kept =
            self.declared.is_secret() || !is_map && self.declared.has_secret_in(self.held);
        if is_kept { Yaml::text(MASK) } else { self.held.clone() }
    }
}

struct Walk<'a> {
    old_thread: &'a mut Thread,
    new_thread: &'a mut Thread,
    /// The path of the current node.
    path: Vec<String>,
    changes: Vec<Change>,
}

impl Walk<'_> {
    fn push(&mut self, what: What, effect: Effect) {
        self.changes.push(Change { path: self.path.clone(), what, effect, reason: None });
    }

    /// Adds a reason to the last change.
    fn because(&mut self, reason: Option<String>) {
        if let Some(last) = self.changes.last_mut() {
            last.reason = reason;
        }
    }

    fn changed(&mut self, aspect: Aspect, old: Option<Yaml>, new: Option<Yaml>, effect: Effect) {
        self.push(What::Changed { aspect, old, new }, effect);
    }

    /// Runs `go_on` with the path extended by `piece`.
    fn below(&mut self, piece: impl Into<String>, go_on: impl FnOnce(&mut Self)) {
        self.path.push(piece.into());
        go_on(self);
        self.path.pop();
    }

    // Recursion is safe because the depth of schemas is bounded.
    fn node(&mut self, old: Here<'_>, new: Here<'_>, filled: Filled) {
        self.types(old.declared, new.declared);
        if filled == Filled::Always {
            self.given(old, new);
        }
        self.rules(old.declared, new.declared);
        self.documentation(old.declared, new.declared);
        self.content(old, new);
    }

    fn types(&mut self, old: &Declaration, new: &Declaration) {
        let (before, after) = (Kinds::of(old), Kinds::of(new));
        let effect = if alternatives(&old.type_).is_some() || alternatives(&new.type_).is_some() {
            if paired(&old.type_, &new.type_).is_some() && before.null == after.null {
                return;
            }
            let accepts_all = (after.null || !before.null) && new.type_.covers(&old.type_);
            let is_same = accepts_all && before.null == after.null && old.type_.covers(&new.type_);
            if is_same {
                return;
            }
            Effect::breaking_unless(accepts_all)
        } else if before == after {
            return;
        } else {
            Effect::breaking_unless(after.cover(&before))
        };
        let (before, after) = (kinds::name(old), kinds::name(new));
        self.changed(Aspect::Type, Some(Yaml::text(&before)), Some(Yaml::text(&after)), effect);
    }

    /// Compares whether a value is required, and what applies if the user gives none.
    fn given(&mut self, old: Here<'_>, new: Here<'_>) {
        let was_needed = need(self.old_thread, old).is_some();
        let need = need(self.new_thread, new);
        let is_needed = need.is_some();
        if was_needed != is_needed {
            let effect = Effect::breaking_unless(was_needed);
            let (was, is) = (Yaml::Bool(was_needed), Yaml::Bool(is_needed));
            self.changed(Aspect::Required, Some(was), Some(is), effect);
            self.because(need.and_then(|need| reason(&need, new)));
        }
        let is_map = |one: Here<'_>| matches!(one.declared.type_, Type::Map(_));
        // The default of a map follows from its keys, and a required value has no default.
        if is_map(old) && is_map(new) || is_needed {
            return;
        }
        if json(old.held) != json(new.held) {
            let (was, is) = (old.shown(), new.shown());
            self.changed(Aspect::Default, Some(was), Some(is), Effect::Compatible);
        }
    }

    fn content(&mut self, old: Here<'_>, new: Here<'_>) {
        let (before, after) = (&old.declared.type_, &new.declared.type_);
        if paired(before, after).is_some() {
            return self.alternatives(old.declared, new.declared);
        }
        if let (Some(Type::Map(before)), Some(Type::Map(after))) =
            (kinds::collection(before, Kind::Map), kinds::collection(after, Kind::Map))
        {
            self.keys((before, old.held), (after, new.held));
        }
        if let (Some(Type::Array(old)), Some(Type::Array(new))) =
            (kinds::collection(before, Kind::Array), kinds::collection(after, Kind::Array))
        {
            self.below("[]", |walk| walk.node(Here::own(old), Here::own(new), Filled::Never));
        }
    }
}

impl Walk<'_> {
    /// Compares alternatives pairwise. If one alternative no longer accepts a value, another one may. If one accepts
    /// more, another may have accepted that before.
    fn alternatives(&mut self, old: &Declaration, new: &Declaration) {
        let Some(pairs) = paired(&old.type_, &new.type_) else { return };
        let Some((all, exclusive)) = alternatives(&new.type_) else { return };
        let accepts_all = new.type_.covers(&old.type_);
        for (at, (old, new)) in pairs.enumerate() {
            let first = self.changes.len();
            self.below(format!("<{}>", at + 1), |walk| {
                walk.node(Here::own(old), Here::own(new), Filled::Never);
            });
            let is_apart = all
                .iter()
                .enumerate()
                .all(|(other_at, other)| other_at == at || other.type_.is_apart_from(&new.type_));
            let changes = self.changes[first..].iter_mut();
            for change in changes.filter(|change| change.what.is_about_type()) {
                if accepts_all {
                    change.effect = change.effect.min(Effect::Compatible);
                } else if exclusive && !is_apart {
                    change.effect = Effect::Breaking;
                }
            }
        }
    }
}

/// Returns why a value is required, because the default is invalid.
fn need(thread: &mut Thread, here: Here<'_>) -> Option<Need> {
    Need::of_node(thread, here.declared, here.held)
}

/// Describes the reason, if it is not obvious.
fn reason(need: &Need, here: Here<'_>) -> Option<String> {
    match need {
        Need::NoDefault => None,
        Need::Inside(path) => Some(format!("{path} must be given")),
        Need::Broken(rule) => {
            Some(format!("the default {} breaks a rule: {rule}", json(&here.shown())))
        }
    }
}

/// Returns the alternatives of a choice, and whether a value must fit exactly one.
fn alternatives(type_: &Type) -> Option<(&[Declaration], bool)> {
    match type_ {
        Type::Nullable(inner) => alternatives(inner),
        Type::Choice(choice) => Some((&choice.alternatives, choice.exclusive)),
        // These types are not compared further.
        Type::Except(_) => Some((&[], false)),
        _ => None,
    }
}

/// Returns pairs of alternatives if both sides have the same number.
fn paired<'a>(
    old: &'a Type,
    new: &'a Type,
) -> Option<impl Iterator<Item = (&'a Declaration, &'a Declaration)>> {
    let ((old, one), (new, other)) = (alternatives(old)?, alternatives(new)?);
    let is_alike = one == other && old.len() == new.len() && !old.is_empty();
    is_alike.then(|| old.iter().zip(new))
}

/// Formats a value on one line.
fn json(value: &Yaml) -> String {
    let options = JsonOptions { escape_html: false, ..JsonOptions::default() };
    match print::to_json(value, options) {
        Ok(text) => String::from_utf8_lossy(&text).trim_end().to_owned(),
        // JSON cannot represent the number.
        Err(_) => print::to_yaml_text(value).trim_end().replace('\n', " "),
    }
}
