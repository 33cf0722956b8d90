//! Turns command-line arguments into files to check: paths, directories, glob patterns, and `-` for standard input.

use std::{io, path::Path};

use rustc_hash::FxHashSet;
use yardstick_diagnostics::{shell_word, spelling};
use yardstick_world::{Glob, World, expect_small_pieces, paths};

use super::{Discovery, HELM_SCHEMA, patterns::names_hidden};

/// So many files are taken to be small, as those of a directory are: what is read of one is forgotten before the next.
const MANY: usize = 16;

/// One file to check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A file on disk that the user named.
    File(String),
    /// A file on disk that was found in a directory or matched a pattern.
    Found(String),
    /// Standard input.
    Stdin,
    /// A directory or pattern without any matching file. Rare, and larger than a path.
    Nothing(Box<Nothing>),
}

/// A directory or pattern without any matching file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nothing {
    /// The argument as written.
    pub argument: String,
    /// Why nothing matches.
    pub reason: &'static str,
    /// What to write instead.
    pub hint: Option<String>,
}

/// Finds the files that arguments name.
pub struct Finder<'d> {
    world: &'d dyn World,
    discovery: &'d Discovery,
    /// Absolute paths of files that are not documents, such as schemas and the configuration.
    others: FxHashSet<String>,
    here: String,
}

impl<'d> Finder<'d> {
    /// Creates a finder that uses the rules of `discovery` and skips the files in `others`.
    pub fn new(
        world: &'d dyn World,
        discovery: &'d Discovery,
        others: impl IntoIterator<Item = String>,
    ) -> Self {
        let here = world.current_directory().unwrap_or_default();
        let others = others.into_iter().map(|path| paths::absolute(&here, &path)).collect();
        Self { world, discovery, others, here }
    }

    /// Returns the files that `arguments` name, in order.
    pub fn expand(&self, arguments: &[String]) -> io::Result<Vec<Input>> {
        if arguments.len() >= MANY {
            expect_small_pieces();
        }
        let mut inputs = Vec::new();
        for argument in arguments {
            let from = inputs.len();
            let (mut missing, mut hint) = ("", None);
            if argument == "-" {
                inputs.push(Input::Stdin);
            } else if self.world.is_directory(argument) {
                missing = "no YAML or JSON files in this directory";
                inputs.extend(self.documents_below(argument, false)?.map(Input::Found));
                if inputs.len() == from
                    && let Some((what, instead)) = self.passed_over(argument)?
                {
                    (missing, hint) = (what, Some(instead));
                }
            } else if let Some((directory, pattern)) = as_pattern(self.world, argument) {
                missing = "the pattern matches no YAML or JSON file";
                let glob = Glob::new(&pattern).map_err(|problem| {
                    let problem = problem.replacen(&pattern, argument, 1);
                    io::Error::new(io::ErrorKind::InvalidInput, problem)
                })?;
                let files = self.documents_below(directory, names_hidden(&pattern))?;
                let files: Vec<String> = files.collect();
                hint = with_another_ending(argument, &pattern, &files);
                let matched = files.into_iter().filter(|file| glob.is_match(file));
                inputs.extend(matched.map(Input::Found));
            } else {
                inputs.push(Input::File(argument.clone()));
            }
            if inputs.len() == from {
                let argument = argument.clone();
                inputs.push(Input::Nothing(Box::new(Nothing { argument, reason: missing, hint })));
            }
        }
        Ok(inputs)
    }

    /// If there are files below `directory` but none of them is a document, returns the reason and a hint.
    fn passed_over(&self, directory: &str) -> io::Result<Option<(&'static str, String)>> {
        let start = directory.len();
        let files = self.world.files_below(directory, true)?;
        let mut files = files.into_iter().filter(|path| is_document(path)).peekable();
        let Some(first) = files.peek().cloned() else { return Ok(None) };
        let is_schema = |path: &str| {
            let path = paths::absolute(&self.here, path);
            let of_resources = self.discovery.kubernetes.as_ref();
            self.others.contains(&path)
                || of_resources.is_some_and(|known| known.holds(&path, &self.here))
        };
        let hidden =
            files.find(|path| names_hidden(&path[start.min(path.len())..]) && !is_schema(path));
        if let Some(hidden) = hidden {
            let shown = hidden.strip_prefix("./").unwrap_or(&hidden);
            let mut named = String::new();
            for piece in shown.split_inclusive('/') {
                named.push_str(piece);
                if piece.len() > 1 && piece.starts_with('.') && piece != "../" {
                    break;
                }
            }
            let named = named.trim_end_matches('/');
            let what = "all YAML and JSON files in this directory are hidden";
            return Ok(Some((
                what,
                format!("name what to check: yardstick check {}", shell_word(named)),
            )));
        }
        let first = first.strip_prefix("./").unwrap_or(&first);
        Ok(Some(if is_schema(first) {
            let what = "the YAML and JSON files in this directory are schemas or the project file";
            (what, "name the files or directories to check".to_owned())
        } else {
            let what = "the configuration excludes all YAML and JSON files in this directory";
            (
                what,
                format!(
                    "name a file to check it nevertheless: yardstick check {}",
                    shell_word(first)
                ),
            )
        }))
    }

    /// Returns the files that the configuration lists: those under `files`, or all that it assigns a schema to.
    pub fn listed(&self) -> io::Result<Vec<Input>> {
        let Some(config) = &self.discovery.config else { return Ok(Vec::new()) };
        let directory = match config.directory.as_str() {
            "" => ".",
            directory => directory,
        };
        if !config.files.is_empty() {
            let below = |file: &String| {
                if config.directory.is_empty() || file.starts_with('/') {
                    file.clone()
                } else {
                    format!("{}/{file}", config.directory)
                }
            };
            let arguments: Vec<String> = config.files.iter().map(below).collect();
            return self.expand(&arguments);
        }
        let by_content = self.discovery.kubernetes.is_some();
        let files = self.documents_below(directory, false)?;
        let listed = files.filter(|path| by_content || self.discovery.declares(path).is_some());
        Ok(listed
            .map(|path| Input::Found(path.strip_prefix("./").map_or(path.clone(), str::to_owned)))
            .collect())
    }

    /// Returns the documents below `directory`, in order. Includes hidden files and directories only if a pattern
    /// names them explicitly: the argument itself (`hidden`), or a pattern that assigns a schema.
    fn documents_below(
        &self,
        directory: &str,
        hidden: bool,
    ) -> io::Result<impl Iterator<Item = String>> {
        expect_small_pieces();
        let walk_hidden = hidden || self.discovery.names_hidden();
        let files = self.world.files_below(directory, walk_hidden)?;
        let start = directory.len();
        Ok(files.into_iter().filter(move |path| {
            let declared = self.discovery.declares(path);
            let is_hidden = walk_hidden && names_hidden(&path[start.min(path.len())..]);
            if is_hidden && !hidden && !declared.is_some_and(|found| found.names_hidden) {
                return false;
            }
            (declared.is_some() || is_document(path))
                && !self.others.contains(&paths::absolute(&self.here, path))
                && !self.discovery.excludes(path, &self.here)
        }))
    }
}

/// Whether `path` is read although nothing says which schema it has. A schema of Helm is none.
fn is_document(path: &str) -> bool {
    if paths::base(path) == HELM_SCHEMA {
        return false;
    }
    let extension = Path::new(path).extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| {
        ["yaml", "yml", "json"].iter().any(|known| extension.eq_ignore_ascii_case(known))
    })
}

/// `argument` with the ending that some of `files` have, where it has another one: `*.yaml` for files called `*.yml`.
fn with_another_ending(argument: &str, pattern: &str, files: &[String]) -> Option<String> {
    let endings = ["yaml", "yml", "json"];
    let own = endings
        .into_iter()
        .find(|ending| pattern.strip_suffix(ending).is_some_and(|before| before.ends_with('.')))?;
    let near = endings.into_iter().filter(|ending| *ending != own).find(|ending| {
        let other = format!("{}{ending}", &pattern[..pattern.len() - own.len()]);
        Glob::new(&other).is_ok_and(|glob| files.iter().any(|file| glob.is_match(file)))
    })?;
    let meant = format!("{}{near}", &argument[..argument.len() - own.len()]);
    Some(spelling::did_you_mean(meant))
}

/// A pattern, and the directory before its first special character.
fn as_pattern<'a>(world: &dyn World, argument: &'a str) -> Option<(&'a str, String)> {
    let special = Glob::special(argument)?;
    // A file may have a name that looks like a pattern.
    if world.is_readable(argument) {
        return None;
    }
    match argument[..special].rfind('/') {
        Some(0) => Some(("/", argument.to_owned())),
        Some(at) => Some((&argument[..at], argument.to_owned())),
        // Walking `.` yields paths that start with `./`, so the pattern must too.
        None => Some((".", format!("./{argument}"))),
    }
}
