//! Expands definitions to targets: inheritance, matrices and variables.

use rustc_hash::FxHashSet;
use yardstick_diagnostics::{
    Result, Span, bail, codes,
    limits::{EXTENDED_TARGETS, PROJECT_TARGETS},
    spelling,
};

use crate::{
    definition::{Checks, Definition, Matrix, Word},
    variables::Variables,
};

/// A target to build, with everything expanded.
#[derive(Clone, Debug)]
pub struct Target {
    /// Its name: that of the definition, followed by the values of the matrix: `shop/prod/eu`.
    pub name: String,
    /// The place of its definition in the project file.
    pub place: Span,
    /// The flags of `template` by name, with their values, in order.
    pub settings: Vec<(Word, Vec<Word>)>,
    /// Data values as YAML documents, merged after those of files.
    pub set: Vec<Word>,
    /// The directory to write to.
    pub output: Option<Word>,
    /// Whether files in that directory that the target does not write are kept.
    pub keeps_other_files: bool,
    /// The checks for rendered documents.
    pub checks: Option<Checks>,
    /// The names and values of the matrix.
    pub matrix: Vec<(String, String)>,
}

impl Target {
    /// The values of one setting.
    pub fn values(&self, name: &str) -> impl Iterator<Item = &Word> {
        let named = self.settings.iter().filter(move |(key, _)| key.text == name);
        named.flat_map(|(_, values)| values)
    }
}

/// Expands `definitions` to targets, in order.
pub(crate) fn targets(
    definitions: &[Definition],
    variables: &[(Word, Word)],
) -> Result<Vec<Target>> {
    let mut targets = Vec::new();
    for definition in definitions.iter().filter(|definition| !definition.is_abstract) {
        let merged = inherit(definitions, definition, &mut ExtendsChain::default())?;
        let size = merged.matrix.as_ref().map_or(1, Matrix::size);
        if size.saturating_add(targets.len()) > PROJECT_TARGETS {
            bail!(
                codes::PROJECT_FILE, "the project has more than {PROJECT_TARGETS} targets";
                at: definition.name.span; note: "a matrix makes a target for each combination of its values"
            );
        }
        for combination in combinations(merged.matrix.as_ref()) {
            targets.push(instance(&merged, variables, &combination)?);
        }
    }
    Ok(targets)
}

/// The path from a definition to those that it extends.
#[derive(Default)]
pub(crate) struct ExtendsChain {
    above: Vec<String>,
    /// The number of definitions visited; one counts each time it is extended.
    count: usize,
}

/// The definition merged with those that it extends. In lists, inherited items come first. Single values override
/// inherited ones, and a matrix replaces an inherited one.
pub(crate) fn inherit(
    all: &[Definition],
    one: &Definition,
    way: &mut ExtendsChain,
) -> Result<Definition> {
    way.count += 1;
    if way.count > EXTENDED_TARGETS {
        bail!(
            codes::PROJECT_FILE, "a target is made of more than {EXTENDED_TARGETS} others by `extends`";
            at: one.name.span
        );
    }
    let above = &mut way.above;
    if above.contains(&one.name.text) {
        bail!(
            codes::PROJECT_FILE, "the target '{}' extends itself: {}", one.name.text, above.join(" -> ");
            at: one.name.span
        );
    }
    above.push(one.name.text.clone());
    let mut merged: Option<Definition> = None;
    for base in &one.extends {
        let Some(found) = all.iter().find(|other| other.name.text == base.text) else {
            let hint = spelling::hint(&base.text, all.iter().map(|other| other.name.text.as_str()));
            bail!(codes::PROJECT_FILE, "there is no target '{}'", base.text; at: base.span; notes: hint);
        };
        let found = inherit(all, found, way)?;
        merged = Some(match merged {
            None => found,
            Some(earlier) => over(earlier, found),
        });
    }
    way.above.pop();
    Ok(match merged {
        None => one.clone(),
        Some(base) => over(base, one.clone()),
    })
}

pub(crate) fn over(base: Definition, top: Definition) -> Definition {
    let chain = |mut first: Vec<_>, second: Vec<_>| {
        first.extend(second);
        first
    };
    let mut settings = base.settings;
    settings.extend(top.settings);
    let mut set = base.set;
    set.extend(top.set);
    Definition {
        name: top.name,
        extends: top.extends,
        is_abstract: top.is_abstract,
        variables: chain(base.variables, top.variables),
        matrix: top.matrix.or(base.matrix),
        set,
        output: top.output.or(base.output),
        keeps_other_files: top.keeps_other_files.or(base.keeps_other_files),
        checks: top.checks.or(base.checks),
        settings,
    }
}

type Combination = Vec<(Word, Word)>;

/// All combinations of a matrix except the excluded ones; one empty combination without a matrix.
fn combinations(matrix: Option<&Matrix>) -> Vec<Combination> {
    let mut all: Vec<Combination> = vec![Vec::new()];
    let Some(matrix) = matrix else { return all };
    for (name, values) in &matrix.axes {
        let mut seen = FxHashSet::default();
        let distinct: Vec<&Word> = values.iter().filter(|value| seen.insert(&value.text)).collect();
        let longer = |one: &Combination| {
            let extend =
                |value: &&Word| [one.as_slice(), &[(name.clone(), (*value).clone())]].concat();
            distinct.iter().map(extend).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    let fits = |one: &Combination, left_out: &Combination| {
        left_out.iter().all(|(name, value)| {
            one.iter().any(|(known, is)| known.text == name.text && is.text == value.text)
        })
    };
    all.retain(|one| !matrix.exclude.iter().any(|left_out| fits(one, left_out)));
    all
}

pub(crate) fn instance(
    merged: &Definition,
    shared: &[(Word, Word)],
    combination: &[(Word, Word)],
) -> Result<Target> {
    let mut variables = Variables::default();
    variables.set("target", merged.name.text.clone());
    // A value may use the variables defined before it.
    for (name, value) in shared {
        let value = variables.replace(value)?;
        variables.set(&name.text, value.text);
    }
    for (name, value) in combination {
        variables.set(&name.text, value.text.clone());
    }
    for (name, value) in &merged.variables {
        let value = variables.replace(value)?;
        variables.set(&name.text, value.text);
    }
    let replace = |words: &[Word]| -> Result<Vec<Word>> {
        words.iter().map(|word| variables.replace(word)).collect()
    };
    let mut settings = Vec::with_capacity(merged.settings.len());
    for (key, values) in &merged.settings {
        let are_paths = ["file", "data-values-file"].contains(&key.text.as_str());
        let values = if are_paths {
            values.iter().map(|path| variables.replace_in_path(path)).collect()
        } else {
            replace(values)
        };
        settings.push((key.clone(), values?));
    }
    let values = combination.iter().map(|(_, value)| value.text.as_str());
    let name: Vec<&str> = [merged.name.text.as_str()].into_iter().chain(values).collect();
    Ok(Target {
        name: name.join("/"),
        place: merged.name.span,
        settings,
        set: replace(&merged.set)?,
        output: merged.output.as_ref().map(|path| variables.replace_in_path(path)).transpose()?,
        keeps_other_files: merged.keeps_other_files.unwrap_or(false),
        checks: merged
            .checks
            .as_ref()
            .map(|checks| checks.map(&|word| variables.replace(word)))
            .transpose()?,
        matrix: combination
            .iter()
            .map(|(name, value)| (name.text.clone(), value.text.clone()))
            .collect(),
    })
}
