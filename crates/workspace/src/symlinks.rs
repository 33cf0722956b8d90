//! Decides which symbolic links may be followed.
//!
//! A project of a stranger must not include files that the user did not name. So a link is followed only if its target
//! is in a place that the user allows.

use std::sync::LazyLock;

use regex::Regex;
use yardstick_diagnostics::{Diagnostic, Result, codes};

use crate::{
    World, paths,
    world::{EntryKind, describe},
};

/// The maximum length of a chain of links. A longer one is taken for a cycle.
const LONGEST_CHAIN: usize = 255;

/// The allowed targets of links.
#[derive(Clone, Debug, Default)]
pub struct SymlinkRules {
    /// Any target is allowed.
    pub allow_all: bool,
    /// These paths and everything below them are allowed.
    pub allowed: Vec<String>,
}

impl SymlinkRules {
    /// Checks that the link at `path` may be followed.
    pub(crate) fn check(&self, world: &dyn World, path: &str) -> Result<()> {
        if self.allow_all {
            return Ok(());
        }
        let within = |diagnostic: Diagnostic| {
            Box::new(diagnostic.within(format!("Checking symlink file '{path}'")))
        };
        let target = match resolve(world, path) {
            Ok(target) => target,
            Err(failure) if is_process_substitution(&failure.path) => return Ok(()),
            Err(failure) => {
                return Err(within(
                    Diagnostic::error(codes::BROKEN_LINK, failure.message).within("Eval symlink"),
                ));
            }
        };
        let here = world.current_directory().unwrap_or_else(|_| "/".to_owned());
        let end = paths::absolute(&here, &target);
        let allowed = self
            .allowed
            .iter()
            .any(|allowed| paths::is_within(&end, &paths::absolute(&here, allowed)));
        if allowed {
            return Ok(());
        }
        Err(within(Diagnostic::error(
            codes::LINK_REFUSED,
            format!(
                "Expected symlink file '{path}' -> '{target}' to be allowed, but was not (hint: \
                 symlinks are disallowed as a security feature, use '--allow-symlink-destination' \
                 flags to override)"
            ),
        )))
    }
}

/// The pipe of a shell's `<(command)`. Its name cannot be resolved, but the user typed it.
fn is_process_substitution(path: &str) -> bool {
    static PIPE: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"^/proc/\d+/fd/pipe:\[\d+\]$").ok());
    cfg!(target_os = "linux") && PIPE.as_ref().is_some_and(|pipe| pipe.is_match(path))
}

/// The path where resolving a link failed, and the reason.
struct Failure {
    path: String,
    message: String,
}

/// The absolute `path` with all links resolved; `None` if that fails.
pub(crate) fn real_path(world: &dyn World, path: &str) -> Option<String> {
    if path.starts_with('/') {
        return resolve(world, path).ok();
    }
    let here = world.current_directory().ok()?;
    resolve(world, &format!("{here}/{path}")).ok()
}

/// The path with all links resolved. It is relative if `path` is, unless a link leads to the root.
fn resolve(world: &dyn World, path: &str) -> std::result::Result<String, Failure> {
    let mut left: Vec<String> = path.split('/').rev().map(str::to_owned).collect();
    let mut found = if path.starts_with('/') { "/".to_owned() } else { String::new() };
    let mut links = 0;
    while let Some(piece) = left.pop() {
        match piece.as_str() {
            "" | "." => continue,
            ".." => {
                // The path so far contains no links, so it can be joined as text.
                found = paths::join(&found, "..");
                if found == "." {
                    found.clear();
                }
                continue;
            }
            _ => {}
        }
        let next = paths::join(&found, &piece);
        let failed = |operation: &str, error: &std::io::Error| Failure {
            path: next.clone(),
            message: describe(operation, &next, error),
        };
        if world.entry(&next).map_err(|error| failed("lstat", &error))? != EntryKind::Link {
            found = next;
            continue;
        }
        links += 1;
        if links > LONGEST_CHAIN {
            return Err(Failure { message: format!("{path}: too many links"), path: next });
        }
        let target = world.read_link(&next).map_err(|error| failed("readlink", &error))?;
        if target.starts_with('/') {
            "/".clone_into(&mut found);
        }
        left.extend(target.split('/').rev().map(str::to_owned));
    }
    Ok(if found.is_empty() { ".".to_owned() } else { found })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Memory;

    fn world() -> Memory {
        Memory::new()
            .with_file("shared/real.yml", "a: 1")
            .with_link("conf/link.yml", "../mid.yml")
            .with_link("mid.yml", "shared/real.yml")
            .with_link("loop.yml", "loop.yml")
            .with_link("nowhere.yml", "nope.yml")
    }

    fn check(path: &str, allowed: &[&str]) -> String {
        let rules = SymlinkRules {
            allow_all: false,
            allowed: allowed.iter().map(|&path| path.to_owned()).collect(),
        };
        match rules.check(&world(), path) {
            Ok(()) => "allowed".to_owned(),
            Err(error) => [error.context, vec![error.message]].concat().join(": "),
        }
    }

    #[test]
    fn chains_are_judged_by_their_end() {
        assert_eq!(check("conf/link.yml", &["./shared"]), "allowed");
        assert_eq!(check("conf/link.yml", &["/"]), "allowed");
        assert!(
            check("conf/link.yml", &["share", "mid.yml"]).contains("-> 'shared/real.yml' to be")
        );
    }

    #[test]
    fn links_without_an_end_are_refused() {
        assert_eq!(
            check("nowhere.yml", &["/"]),
            "Checking symlink file 'nowhere.yml': Eval symlink: lstat nope.yml: no such file or directory"
        );
        assert!(check("loop.yml", &["/"]).ends_with("loop.yml: too many links"));
    }
}
