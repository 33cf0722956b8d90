//! The project's configuration file: which schemas apply to which files, and default values for command-line flags.

use yardstick_diagnostics::{Diagnostic, Span, codes, spelling};
use yardstick_world::{Glob, World, nearby, paths};
use yardstick_yaml::{
    NodeId, NodeRef,
    json::{Member, Type, View},
};

use super::{
    directory_of,
    patterns::{Match, Patterns},
};

/// The project's configuration.
#[derive(Debug, Default)]
pub struct Config {
    /// The path of the configuration file.
    pub path: String,
    /// The directory of the configuration file, as shown in messages.
    pub directory: String,
    /// That directory as an absolute path.
    absolute: String,
    /// The directory that relative paths on the command line start from.
    here: String,
    schemas: Vec<Listed>,
    /// Paths and patterns to check if the command line names no inputs.
    pub files: Vec<String>,
    excluded: Patterns,
    /// All other keys: command-line flags.
    pub settings: Vec<Setting>,
}

/// A schema and the files that it applies to.
#[derive(Debug)]
struct Listed {
    reference: String,
    patterns: Patterns,
    /// The patterns as written, each with its position.
    written: Vec<(String, Span)>,
}

/// A command-line flag set in the configuration.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The name of the flag.
    pub name: String,
    /// The position of the key.
    pub key: Span,
    /// The position of the value.
    pub at: Span,
    /// The values as the command line would take them. Each entry of a map becomes `KEY=VALUE`.
    pub values: Vec<String>,
    /// Whether it was a map.
    pub is_map: bool,
}

impl Config {
    /// Keys that are not command-line flags.
    pub const KEYS: [&str; 3] = ["schemas", "files", "exclude"];

    /// Keys of the same file that the `build` command reads.
    pub const OTHERS: [&str; 3] = ["targets", "tests", "variables"];

    /// Reads the configuration in `view`, which was parsed from the file at `path`.
    pub fn read(view: &View, path: &str, world: &dyn World) -> Result<Self, Box<Diagnostic>> {
        let here = world.current_directory().unwrap_or_default();
        let directory = directory_of(path).to_owned();
        let absolute = paths::absolute(&here, &directory);
        let path = path.to_owned();
        let mut config = Self { path, directory, absolute, here, ..Self::default() };
        let root = view.tree().document(0).map(|document| document.root().dereferenced().id());
        let Some(root) = root.filter(|&root| view.type_of(root) != Type::Null) else {
            return Ok(config);
        };
        if !view.node(root).is_map() {
            return Err(wrong_at(view, root, "the configuration must be a map"));
        }
        for Member { key, value } in view.members(root) {
            match view.name(key) {
                "schemas" => config.read_schemas(view, value)?,
                "files" => config.read_files(view, value, world)?,
                "exclude" => {
                    for (pattern, place) in texts(view, value, "a file pattern must be a string")? {
                        config.excluded.add(&pattern).map_err(|problem| wrong(problem, place))?;
                    }
                }
                other if Self::OTHERS.contains(&other) => {}
                // Keys that start with `x-` hold YAML anchors for use elsewhere in the file.
                other if other.starts_with("x-") => {}
                _ => config.read_setting(view, key, value)?,
            }
        }
        Ok(config)
    }

    fn read_files(
        &mut self,
        view: &View,
        value: NodeId,
        world: &dyn World,
    ) -> Result<(), Box<Diagnostic>> {
        for (text, place) in texts(view, value, "a file must be a string")? {
            // A file may have a name that looks like a pattern.
            if Glob::special(&text).is_some()
                && !world.is_readable(&paths::join(&self.directory, &text))
            {
                Glob::new(&text).map_err(|problem| wrong(problem, place))?;
            }
            self.files.push(text);
        }
        Ok(())
    }

    fn read_schemas(&mut self, view: &View, table: NodeId) -> Result<(), Box<Diagnostic>> {
        if view.type_of(table) == Type::Null {
            return Ok(());
        }
        if !view.node(table).is_map() {
            let message = "`schemas` must be a map of schemas to file patterns";
            let note =
                "write each schema with the patterns of its files: `schema.yml: [\"docs/*.yml\"]`";
            return Err(Box::new(wrong_at(view, table, message).note(note)));
        }
        for Member { key, value } in view.members(table) {
            let mut patterns = Patterns::default();
            if view.node(value).is_map() {
                let problem =
                    wrong_at(view, value, "a schema has a list of file patterns, not a map");
                let note = format!(
                    "write the patterns after the schema: `{}: [\"*.yml\"]`",
                    view.name(key)
                );
                return Err(Box::new(problem.note(note)));
            }
            let written = texts(view, value, "a file pattern must be a string")?;
            let is_pattern = |text: &str| text.contains(['*', '?']);
            if is_pattern(view.name(key)) && !written.iter().any(|(text, _)| is_pattern(text)) {
                let (pattern, schema) =
                    (view.name(key), written.first().map_or("", |(text, _)| text));
                let problem = wrong_at(view, key, "expected a schema, found a file pattern");
                let note = format!("the schema comes first: {schema}: \"{pattern}\"");
                return Err(Box::new(problem.note(note)));
            }
            for (pattern, place) in &written {
                patterns.add(pattern).map_err(|problem| wrong(problem, *place))?;
            }
            self.schemas.push(Listed { reference: view.name(key).to_owned(), patterns, written });
        }
        Ok(())
    }

    fn read_setting(
        &mut self,
        view: &View,
        key: NodeId,
        value: NodeId,
    ) -> Result<(), Box<Diagnostic>> {
        let node = view.node(value);
        let name = view.name(key).to_owned();
        let mut values = Vec::new();
        if node.is_map() && name == "schema" {
            let problem = wrong_at(view, key, "`schema` must be text, not a map");
            return Err(Box::new(problem.note(spelling::did_you_mean("schemas"))));
        }
        if node.is_map() {
            for member in view.members(value) {
                if !view.node(member.value).is_scalar() {
                    let message = format!("`{name}` must be a map of text to text");
                    return Err(wrong_at(view, member.value, &message));
                }
                values.push(format!(
                    "{}={}",
                    view.name(member.key),
                    view.node(member.value).text()
                ));
            }
        } else {
            let items: Vec<NodeRef<'_>> =
                if node.is_sequence() { node.items().collect() } else { vec![node] };
            for item in items {
                if !item.dereferenced().is_scalar() {
                    return Err(wrong_at(view, item.id(), &format!("`{name}` must be text")));
                }
                values.push(match view.type_of(item.id()) {
                    Type::True => "true".to_owned(),
                    Type::False => "false".to_owned(),
                    _ => item.dereferenced().text().to_owned(),
                });
            }
        }
        let place = |id| view.written(id).content_span();
        let (key, at, is_map) = (place(key), place(value), node.is_map());
        self.settings.push(Setting { name, key, at, values, is_map });
        Ok(())
    }

    /// Returns the schema for the file at `path`, with details about the pattern that matched.
    pub(super) fn find(&self, path: &str) -> Option<(&str, Match)> {
        let path = self.relative(path);
        self.schemas
            .iter()
            .find_map(|listed| Some((listed.reference.as_str(), listed.patterns.find(&path)?)))
    }

    /// Whether the configuration lists neither files nor schemas for files.
    pub(crate) fn lists_nothing(&self) -> bool {
        self.files.is_empty() && self.schemas.is_empty()
    }

    /// Returns an error for each schema that applies to none of `files`, at its first pattern.
    pub(crate) fn unused(&self, files: &[&str], world: &dyn World) -> Vec<Diagnostic> {
        let paths: Vec<String> = files.iter().map(|path| self.relative(path)).collect();
        let is_unused = |listed: &&Listed| !paths.iter().any(|path| listed.patterns.matches(path));
        let problem = |listed: &Listed| {
            let (pattern, place) =
                listed.written.iter().find(|(text, _)| !text.starts_with('!'))?;
            let message = match listed.written.len() {
                1 => "Nothing to check: no file matches this pattern",
                _ => "Nothing to check: no file matches these patterns",
            };
            let near = self.directory_named(pattern, world);
            let near = near.or_else(|| nearby::pattern(world, &self.directory, pattern));
            Some(Diagnostic::error(codes::NOTHING_TO_CHECK, message).at(*place).notes(near))
        };
        self.schemas.iter().filter(is_unused).filter_map(problem).collect()
    }

    /// Returns a warning for each pattern that matches none of `files`, although other patterns of its schema do.
    pub(crate) fn idle_patterns(&self, files: &[&str], world: &dyn World) -> Vec<Diagnostic> {
        let paths: Vec<String> = files.iter().map(|path| self.relative(path)).collect();
        let used = |listed: &&Listed| paths.iter().any(|path| listed.patterns.matches(path));
        let is_idle = |(pattern, _): &&(String, Span)| {
            let mut alone = Patterns::default();
            // An invalid pattern has been reported already.
            alone.add(pattern).is_ok()
                && !pattern.starts_with('!')
                && !paths.iter().any(|path| alone.matches(path))
        };
        let idle = self
            .schemas
            .iter()
            .filter(used)
            .flat_map(|listed| listed.written.iter().filter(is_idle));
        idle.map(|(pattern, place)| {
            let near = self.directory_named(pattern, world);
            let near = near.or_else(|| nearby::pattern(world, &self.directory, pattern));
            let note = near.unwrap_or_else(|| "correct the pattern, or remove it".to_owned());
            Diagnostic::warning(codes::NOTHING_TO_CHECK, "No file matches this pattern")
                .at(*place)
                .note(note)
        })
        .collect()
    }

    /// If `pattern` names a directory, which matches no file, returns the pattern to write instead.
    fn directory_named(&self, pattern: &str, world: &dyn World) -> Option<String> {
        let pattern = pattern.trim_end_matches('/');
        let path = paths::join(&self.directory, pattern);
        world
            .is_directory(&path)
            .then(|| format!("{pattern} is a directory: write {pattern}/**/*.yml"))
    }

    /// Returns the name of the schema `reference` for messages: a path relative to the current directory.
    pub(super) fn shown(&self, reference: &str) -> String {
        if self.directory.is_empty() || reference.starts_with('/') || reference.contains("://") {
            reference.to_owned()
        } else {
            paths::join(&self.directory, reference)
        }
    }

    /// Whether to skip the file at `path` if the user did not name it explicitly.
    pub(super) fn excludes(&self, path: &str) -> bool {
        self.excluded.matches(&self.relative(path))
    }

    /// Whether any pattern explicitly names a hidden file or directory.
    pub(super) fn names_hidden(&self) -> bool {
        self.schemas.iter().any(|listed| listed.patterns.name_hidden())
    }

    /// Returns the schemas that the configuration names.
    pub(super) fn references(&self) -> impl Iterator<Item = &str> {
        self.schemas.iter().map(|listed| listed.reference.as_str())
    }

    /// Returns `path` relative to the configuration's directory if it is below it, otherwise the absolute path.
    fn relative(&self, path: &str) -> String {
        let path = paths::absolute(&self.here, path);
        if paths::is_within(&path, &self.absolute) {
            path[self.absolute.len()..].trim_start_matches('/').to_owned()
        } else {
            path
        }
    }
}

/// Returns a warning about an unknown key in the configuration.
pub fn unknown_setting<'k>(
    setting: &Setting,
    known: impl IntoIterator<Item = &'k str>,
) -> Diagnostic {
    // The configuration has a key `schemas`, so never suggest the flag `schema`.
    let flags = known.into_iter().filter(|name| *name != "schema");
    let known: Vec<&str> = flags.chain(Config::KEYS).chain(Config::OTHERS).collect();
    let name = &setting.name;
    let warning = Diagnostic::warning(
        codes::UNKNOWN_SETTING,
        format!("unknown key '{name}' in the configuration"),
    )
    .at(setting.key);
    match spelling::nearest(name, known) {
        Some(near) => warning.note(spelling::did_you_mean(near)),
        None => warning.note(
            "the keys are schemas, files, exclude, targets, tests, variables, and the flags that `yardstick check --help` lists",
        ),
    }
}

/// Returns the strings of a list, or a single string as a list of one, each with its position.
fn texts(view: &View, id: NodeId, problem: &str) -> Result<Vec<(String, Span)>, Box<Diagnostic>> {
    let node = view.node(id);
    let items: Vec<NodeId> =
        if node.is_sequence() { node.items().map(NodeRef::id).collect() } else { vec![node.id()] };
    let text = |item: NodeId| {
        if view.type_of(item) == Type::String {
            Ok((view.node(item).text().to_owned(), view.written(item).content_span()))
        } else {
            Err(wrong_at(view, item, problem))
        }
    };
    items.into_iter().map(text).collect()
}

fn wrong_at(view: &View, at: NodeId, message: &str) -> Box<Diagnostic> {
    wrong(message.to_owned(), view.written(at).content_span())
}

fn wrong(message: String, place: Span) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::CONFIGURATION, message).at(place))
}
