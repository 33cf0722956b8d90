//! Reads files of an earlier git revision: `REV:path`, as git itself writes it.
//!
//! It runs the command `git`, so that every notation of a revision works.

use std::process::Command;

use yardstick_diagnostics::{Diagnostic, Result, codes};

/// A file or directory at a revision.
pub(super) struct Revision<'a> {
    revision: &'a str,
    path: &'a str,
}

/// A file of a revision: its path and its content.
pub(super) type Blob = (String, Vec<u8>);

impl<'a> Revision<'a> {
    /// Parses `word` as `REV:path`. URLs and Windows drives look similar and are not revisions.
    pub(super) fn parse(word: &'a str) -> Option<Self> {
        let (revision, path) = word.split_once(':')?;
        let is_drive = revision.len() == 1 && path.starts_with(['\\', '/']);
        let is_revision = !revision.is_empty()
            && !revision.starts_with('-')
            && !path.starts_with("//")
            && !is_drive;
        is_revision.then_some(Self { revision, path })
    }

    fn name(&self) -> String {
        format!("{}:{}", self.revision, self.path)
    }

    /// The file, or all files of the directory.
    pub(super) fn files(&self) -> Result<Vec<Blob>> {
        let name = self.name();
        let kind = git(&["cat-file", "-t", &name])?;
        if kind.trim_ascii() == b"blob" {
            let base = self.path.rsplit('/').next().unwrap_or(self.path);
            return Ok(vec![(base.to_owned(), git(&["cat-file", "blob", &name])?)]);
        }
        let mut files = Vec::new();
        let listing = git(&["ls-tree", "-r", "-z", &name])?;
        for line in String::from_utf8_lossy(&listing).split('\0') {
            // The mode, type, hash and, after a tab, the path.
            let Some((facts, path)) = line.split_once('\t') else { continue };
            let mut facts = facts.split(' ').skip(1);
            if let (Some("blob"), Some(number)) = (facts.next(), facts.next()) {
                files.push((path.to_owned(), git(&["cat-file", "blob", number])?));
            }
        }
        files.sort();
        Ok(files)
    }
}

/// Runs git and returns its output.
fn git(arguments: &[&str]) -> Result<Vec<u8>> {
    let failed = |reason: &str| {
        let message = format!("git {}: {reason}", arguments.join(" "));
        Box::new(Diagnostic::error(codes::UNREADABLE_FILE, message))
    };
    let output = Command::new("git").args(arguments).output();
    let output = output.map_err(|error| failed(&yardstick_world::reason(&error)))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(failed(said.trim().trim_start_matches("fatal: ")))
}
