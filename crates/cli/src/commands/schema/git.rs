//! Files of an earlier state of a git checkout: `REV:path`, as git itself writes it.
//!
//! The command `git` reads them, so that everything a revision may be called works.

use std::process::Command;

use yardstick_diagnostics::{Diagnostic, Result, codes};

/// A file or directory as it was.
pub(super) struct Revision<'a> {
    revision: &'a str,
    path: &'a str,
}

/// A file of a revision: its path and its content.
pub(super) type Blob = (String, Vec<u8>);

impl<'a> Revision<'a> {
    /// What `word` means if it is `REV:path`. Addresses of the web and drives of Windows look alike.
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
            // mode, type, number and, after a tab, the path
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

/// What git prints.
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
