//! What changed from one schema to another, and whether values that were fine before still are.
//!
//! Values are what counts: a change is breaking if some value that the old schema accepts is refused by the
//! new one, or if a value has to be given that did not have to. Functions cannot be compared; rules of the
//! author's own are taken to be the same if their descriptions are.

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

/// A schema, and where the functions of its rules run.
pub struct Side<'a> {
    /// The schema.
    pub schema: &'a Schema,
    /// The thread it was read in.
    pub thread: &'a mut Thread,
}

/// Everything that changed from `old` to `new`, what breaks values first, then by path.
pub fn compare(old: Side<'_>, new: Side<'_>) -> Vec<Change> {
    let Side { schema: old, thread: old_thread } = old;
    let Side { schema: new, thread: new_thread } = new;
    let mut walk = Walk { old_thread, new_thread, path: Vec::new(), changes: Vec::new() };
    walk.node(Here::own(old.root()), Here::own(new.root()), Filled::Always);
    // Shapes are compared by name, once: they may contain themselves.
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

/// Whether a node exists even if no value is given for it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Filled {
    /// It is: its default counts.
    Always,
    /// It is not: items of arrays, optional keys and patterns.
    Never,
}

/// A node of a schema, and what it holds if nothing is given.
#[derive(Clone, Copy)]
struct Here<'d> {
    declared: &'d Declaration,
    held: &'d Yaml,
}

impl<'d> Here<'d> {
    /// A node that holds its own default.
    fn own(declared: &'d Declaration) -> Self {
        Self { declared, held: &declared.default }
    }

    /// What it holds, unless it is a secret.
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
    /// Keys from the document to the node under way.
    path: Vec<String>,
    changes: Vec<Change>,
}

impl Walk<'_> {
    fn push(&mut self, what: What, effect: Effect) {
        self.changes.push(Change { path: self.path.clone(), what, effect, reason: None });
    }

    /// Says why the last change is one.
    fn because(&mut self, reason: Option<String>) {
        if let Some(last) = self.changes.last_mut() {
            last.reason = reason;
        }
    }

    fn changed(&mut self, aspect: Aspect, old: Option<Yaml>, new: Option<Yaml>, effect: Effect) {
        self.push(What::Changed { aspect, old, new }, effect);
    }

    /// Goes on below `piece` of the path.
    fn below(&mut self, piece: impl Into<String>, go_on: impl FnOnce(&mut Self)) {
        self.path.push(piece.into());
        go_on(self);
        self.path.pop();
    }

    // As deep as the schemas, whose depth is bounded.
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

    /// Whether a value must be given, and what there is if none is.
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
        // The default of a map is that of its keys; what must be given has none.
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
    /// Alternatives side by side. What one of them refuses now another may take, and what one of them takes
    /// now may be another's already.
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

/// Why a value has to be given, if it has: the default is refused.
fn need(thread: &mut Thread, here: Here<'_>) -> Option<Need> {
    Need::of_node(thread, here.declared, here.held)
}

/// The reason in words, where it is not plain to see.
fn reason(need: &Need, here: Here<'_>) -> Option<String> {
    match need {
        Need::NoDefault => None,
        Need::Inside(path) => Some(format!("{path} must be given")),
        Need::Broken(rule) => {
            Some(format!("the default {} breaks a rule: {rule}", json(&here.shown())))
        }
    }
}

/// The schemas of which a value fits one, and whether it may fit only one.
fn alternatives(type_: &Type) -> Option<(&[Declaration], bool)> {
    match type_ {
        Type::Nullable(inner) => alternatives(inner),
        Type::Choice(choice) => Some((&choice.alternatives, choice.exclusive)),
        // There is no going into it.
        Type::Except(_) => Some((&[], false)),
        _ => None,
    }
}

/// The alternatives of both, side by side, if there are as many.
fn paired<'a>(
    old: &'a Type,
    new: &'a Type,
) -> Option<impl Iterator<Item = (&'a Declaration, &'a Declaration)>> {
    let ((old, one), (new, other)) = (alternatives(old)?, alternatives(new)?);
    let is_alike = one == other && old.len() == new.len() && !old.is_empty();
    is_alike.then(|| old.iter().zip(new))
}

/// A value on one line.
fn json(value: &Yaml) -> String {
    let options = JsonOptions { escape_html: false, ..JsonOptions::default() };
    match print::to_json(value, options) {
        Ok(text) => String::from_utf8_lossy(&text).trim_end().to_owned(),
        // Numbers that JSON does not have.
        Err(_) => print::to_yaml_text(value).trim_end().replace('\n', " "),
    }
}
