//! Checks values that have several alternatives.

use yardstick_diagnostics::{Failure, Role, Statement, spelling};
use yardstick_template::{
    convert::display_key,
    tree::{Map, Position, Yaml},
};

use super::conform::{MismatchKind, Walk};
use crate::{
    model::{Choice, Declaration, Discriminator, discriminator::Selected},
    place::{self, Node, NodeKind},
    remedy::Remedy,
};

impl<'t> Walk<'_, 't> {
    pub(super) fn choice(
        &mut self,
        choice: &'t Choice,
        declared: Position,
        value: &Yaml,
        node: Node<'_>,
    ) {
        if let (Some(by), Yaml::Map(map)) = (&choice.by, value) {
            match by.select(map) {
                Selected::Alternative(at) => {
                    return self.selected(choice, by, &choice.alternatives[at], value, node);
                }
                Selected::Nothing(at) => {
                    self.selects_nothing(choice, by, map, at);
                    return;
                }
                // Only a discriminator that the annotation names is required.
                Selected::Absent if by.is_named && choice.count(value) != 1 => {
                    self.no_discriminator(choice, by, value, node);
                    return;
                }
                Selected::Absent => {}
            }
        }
        let fitting = if choice.exclusive { choice.count(value) } else { 1 };
        if fitting > 1 {
            self.ambiguous(choice, fitting, value, node);
            return;
        }
        if let Some(chosen) = choice.chosen(value) {
            return self.value(&chosen.type_, chosen.position, value, node);
        }
        let Some(nearest) = choice.nearest(value) else {
            let kind = match value {
                Yaml::Map(_) | Yaml::Array(_) => MismatchKind::Structure,
                _ => MismatchKind::Scalar,
            };
            let failure = Failure::at(node.place(value, self.sources))
                .found(Statement::new(value.kind().name()))
                .expected(Statement::from(choice.name(), Role::By, place::of(declared)));
            let remedy = choice.alternatives.iter().find_map(|one| Remedy::kind(&one.type_, value));
            self.push_kind(kind, choice.kind(), failure, value, remedy);
            return;
        };
        let before = self.mismatches.len();
        self.value(&nearest.type_, nearest.position, value, node);
        let of = choice.alternatives.len();
        for mismatch in self.mismatches.iter_mut().skip(before) {
            let text = format!(
                "matches none of the {of} alternatives of {}; this is the closest.",
                choice.annotation()
            );
            mismatch.failure.hints.push(text);
        }
    }

    #[cold]
    fn ambiguous(&mut self, choice: &Choice, fitting: usize, value: &Yaml, node: Node<'_>) {
        let of = choice.alternatives.len();
        let annotation = place::of(choice.position);
        let failure = Failure::at(node.place(value, self.sources))
            .found(Statement::new(format!("a value that fits {fitting} of {of} alternatives")))
            .expected(Statement::from("a value that fits exactly one", Role::By, annotation));
        let path = self.path.clone();
        self.push(MismatchKind::Structure, path, failure, value, None);
    }

    /// Checks a value against the alternative that the discriminator selects.
    fn selected(
        &mut self,
        choice: &Choice,
        by: &Discriminator,
        selected: &'t Declaration,
        value: &Yaml,
        node: Node<'_>,
    ) {
        let before = self.mismatches.len();
        self.value(&selected.type_, selected.position, value, node);
        if self.mismatches.len() > before {
            let given = value.as_map().and_then(|map| map.get(&by.key));
            let given = given.map(|item| display_key(&item.value)).unwrap_or_default();
            let text = format!(
                "{}: {given} selects this alternative of {}.",
                display_key(&by.key),
                choice.annotation()
            );
            for mismatch in self.mismatches.iter_mut().skip(before) {
                mismatch.failure.hints.push(text.clone());
            }
        }
    }

    /// Reports a discriminator, item `at` of `map`, whose value selects no alternative.
    #[cold]
    fn selects_nothing(&mut self, choice: &Choice, by: &Discriminator, map: &Map, at: usize) {
        let item = &map.items()[at];
        let node = Node { position: item.position, kind: NodeKind::MapItem(&item.key) };
        let (name, found) = (display_key(&by.key), display_key(&item.value));
        let known: Vec<String> = by.values.iter().flatten().map(display_key).collect();
        let near = spelling::nearest(&found, known.iter().map(String::as_str));
        let mut failure = Failure::at(node.place(&item.value, self.sources))
            .found(Statement::new(format!("{name}: {found}")))
            .expected(Statement::from(expected(by), Role::By, place::of(choice.position)));
        failure.hints.extend(near.map(spelling::did_you_mean));
        let mut path = self.path.clone();
        path.push(at as u32);
        let remedy = near.map(|near| Remedy::Value(near.to_owned()));
        self.push(MismatchKind::Scalar, path, failure, &item.value, remedy);
    }

    /// Reports a missing discriminator, if nothing else distinguishes the alternatives.
    #[cold]
    fn no_discriminator(
        &mut self,
        choice: &Choice,
        by: &Discriminator,
        value: &Yaml,
        node: Node<'_>,
    ) {
        let name = display_key(&by.key);
        let failure = Failure::at(node.place(value, self.sources))
            .found(Statement::new(format!("a map without {name}:")))
            .expected(Statement::from(expected(by), Role::By, place::of(choice.position)))
            .hint(format!("{name}: says which alternative of {} is meant.", choice.annotation()));
        self.push(MismatchKind::Structure, self.path.clone(), failure, value, None);
    }
}

/// Lists the values of a discriminator: `type: oidc or ldap`.
fn expected(by: &Discriminator) -> String {
    let known: Vec<String> = by.values.iter().flatten().map(display_key).collect();
    format!("{}: {}", display_key(&by.key), known.join(" or "))
}
