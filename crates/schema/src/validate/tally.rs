//! Collects the results of running rules: violations, conditions that failed with an error, and hints.

use yardstick_diagnostics::{
    BrokenRule, Diagnostic, Path, Place, Result, SchemaRule, Secrecy, Sources, Subject, Violation,
    codes,
};
use yardstick_template::tree::{Position, Yaml};

use super::{giving::Below, judge::Broken};
use crate::{
    exact::{ExactPlaces, Part},
    model::Declaration,
    path, place,
    remedy::Remedy,
    values::one_line,
};

/// The maximum number of notes of one kind.
const MAX_NOTES: usize = 50;

/// The results so far.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) violations: Vec<Violation>,
    /// The index of a violation, the index of a rule in it, and the value that was probably meant.
    meant: Vec<(usize, usize, String)>,
    /// The index of a violation of values that were partly given, and the position of one of these.
    given: Vec<(usize, Position)>,
    /// Hints that do not belong to a violation.
    notes: Vec<String>,
    warnings: Vec<Diagnostic>,
    /// Conditions that failed with an error, each with its position.
    failed: Vec<(Box<Diagnostic>, Place)>,
}

impl Tally {
    /// Returns the number of problems so far.
    pub(super) fn count(&self) -> usize {
        self.violations.len() + self.failed.len()
    }

    /// Adds the results for the node called `name` and its parts.
    pub(super) fn add(
        &mut self,
        broken: Vec<Broken>,
        name: &str,
        position: Position,
        yaml: &Yaml,
        about: &About<'_>,
    ) {
        let first = self.violations.len();
        for Broken { at, rule, meant, is_of_author } in broken {
            let inner = at.as_deref().unwrap_or_default();
            let path = path::below(name, inner);
            let from = path::position_below(yaml, inner).unwrap_or(position);
            let known = self.violations[first..].iter().position(|other| other.path == path);
            let number = known.map_or(self.violations.len(), |known| first + known);
            let is_whole = inner.is_empty();
            let note = rule.note.clone().or_else(|| about.note(&path, is_whole, is_of_author));
            let rule = BrokenRule { note, ..rule };
            if known.is_some() {
                self.violations[number].rules.push(rule);
            } else {
                let mut violation = about.violation(path, from, rule);
                let is_scalar = !matches!(yaml, Yaml::Map(_) | Yaml::Array(_) | Yaml::Null);
                let is_shown = inner.is_empty() && is_scalar && about.may_be_shown();
                violation.value = is_shown.then(|| one_line::line(yaml));
                let given = about.below.as_ref().and_then(Below::only_given);
                self.given.extend(given.filter(|_| is_whole).map(|given| (number, given)));
                self.violations.push(violation);
            }
            let rule = self.violations[number].rules.len() - 1;
            self.meant.extend(meant.map(|meant| (number, rule, meant)));
        }
    }

    /// Adds a hint.
    pub(super) fn note(&mut self, note: String) {
        self.notes.push(note);
    }

    /// Adds a warning.
    pub(super) fn warn(&mut self, warning: Diagnostic) {
        self.warnings.push(warning);
    }

    /// Adds a condition that failed with an error.
    pub(super) fn condition_failed(&mut self, error: Box<Diagnostic>, place: Place) {
        self.failed.push((error, place));
    }

    /// Creates the result. A failed condition comes first, as in the reference, and other problems follow.
    pub(super) fn finish(
        self,
        heading: &'static str,
        sources: &Sources,
    ) -> Result<Vec<Diagnostic>> {
        let Self { mut violations, meant, given, mut notes, warnings, failed } = self;
        let mut places = ExactPlaces::new(sources);
        for one in &mut violations {
            let by = one.rules.first().map(|rule| &rule.by);
            one.exact = places.of(&one.from, Part::Value, by);
        }
        for (number, position) in given {
            let one = &mut violations[number];
            let by = one.rules.first().map(|rule| &rule.by);
            one.exact = places.of(&place::of(position), Part::Value, by);
        }
        notes.truncate(MAX_NOTES);
        for (violation, rule, meant) in meant {
            let one = &mut violations[violation];
            let is_secret = one.subject.as_ref().is_some_and(|one| one.secrecy.is_kept());
            if is_secret {
                continue;
            }
            one.rules[rule].fix = Remedy::Value(meant).fix(&one.exact, sources);
        }
        let mut failed = failed.into_iter();
        let Some((error, place)) = failed.next() else {
            if violations.is_empty() {
                return Ok(warnings);
            }
            let error = Diagnostic::violations(codes::BROKEN_RULE, heading, violations);
            return Err(Box::new(error.notes(notes)));
        };
        let written = format!("the condition is written at {}", place.compact(sources));
        let others = failed.map(|(other, place)| {
            let message = other.message.lines().last().unwrap_or_default().to_owned();
            format!("also: {message} (at {})", place.compact(sources))
        });
        let broken = violations.iter().flat_map(|violation| {
            violation
                .rules
                .iter()
                .map(|rule| format!("also: {}", line(&violation.path, rule, sources)))
        });
        let helpful =
            violations.iter().flat_map(|one| &one.rules).filter_map(|rule| rule.note.clone());
        let all = std::iter::once(written).chain(others).chain(broken).take(MAX_NOTES);
        Err(Box::new(error.notes(all.chain(helpful.take(MAX_NOTES)).chain(notes))))
    }

    /// Returns the violations, for template code. A failed condition is an error.
    pub(super) fn into_violations(self) -> Result<Vec<Violation>> {
        match self.failed.into_iter().next() {
            Some((error, _)) => Err(error),
            None => Ok(self.violations),
        }
    }
}

/// What a report says about a node besides its rules.
pub(super) struct About<'y> {
    way: Path,
    secrecy: Secrecy,
    /// Which values in it are defaults; `None` if the whole node was given.
    below: Option<Below<'y>>,
}

impl<'y> About<'y> {
    /// Collects information about `yaml`, which is at path `way`.
    pub(super) fn new(
        declaration: Option<&'y Declaration>,
        position: Position,
        yaml: &'y Yaml,
        way: Path,
    ) -> Self {
        let is_secret = declaration.is_some_and(Declaration::is_secret);
        let secrecy = if is_secret { Secrecy::Declared } else { Secrecy::of_path(&way) };
        let default = declaration.filter(|declaration| declaration.position == position);
        let below = default.map(|declaration| Below::new(declaration, yaml, &way));
        Self { way, secrecy, below }
    }

    /// Returns a hint for violations of the value called `name`, which is the whole node or a part of it. Only custom
    /// rules can be about a combination of values.
    fn note(&self, name: &str, is_whole: bool, is_of_author: bool) -> Option<String> {
        let below = self.below.as_ref()?;
        below.about(name).or_else(|| below.missing().filter(|_| is_whole && is_of_author))
    }

    /// Whether the value was given, as opposed to being a default.
    fn is_given(&self) -> bool {
        self.below.is_none()
    }

    fn may_be_shown(&self) -> bool {
        self.is_given() && !self.secrecy.is_kept()
    }

    /// Creates a violation for the node, or for the part of it called `name` at `from`.
    pub(super) fn violation(&self, name: String, from: Position, rule: BrokenRule) -> Violation {
        let rule_name = Some(SchemaRule::named("validation"));
        let (path, secrecy) = (self.way.clone(), self.secrecy);
        let subject = Subject { path, rule: rule_name, secrecy, ..Subject::default() };
        let mut violation = Violation::new(name, place::of(from), vec![rule]);
        violation.subject = Some(Box::new(subject));
        violation.is_given = self.is_given();
        violation
    }
}

/// Formats a violation on one line.
fn line(path: &str, rule: &BrokenRule, sources: &Sources) -> String {
    let by = rule.by.compact(sources);
    if let Some(message) = &rule.message {
        return format!("{path}: {message} (by: {by})");
    }
    let found = match rule.found.trim() {
        "" => String::new(),
        found => format!(", found: {}", found.replace('\n', " ")),
    };
    format!("{path} must be: {} (by: {by}){found}", rule.must_be)
}
