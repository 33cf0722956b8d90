//! Limits which files on disk the references of schemas may lead to.
//!
//! Schemas come from other people, and messages quote the files they refer to. So a reference may only lead to a file
//! below the current directory or below the directory of a schema that the user named, unless the user allows more.
//! For symbolic links, the target counts.

use std::sync::Mutex;

use url::Url;
use yardstick_world::{EntryKind, World, paths};

use super::origin::file_path;

/// The directories that references may lead to.
#[derive(Debug, Default)]
pub(super) struct Reach {
    /// Whether any file is allowed.
    pub(super) is_unlimited: bool,
    /// Directories of the schemas that the user named.
    named: Mutex<Vec<String>>,
    /// The files that the user named.
    given: Mutex<Vec<String>>,
}

impl Reach {
    /// Allows the directory of a schema that the user named.
    pub(super) fn add_named(&self, url: &str, world: &dyn World) {
        let path = Url::parse(url).ok().and_then(|url| file_path(&url));
        let Some(path) = path else { return };
        let path = world.canonical(&path);
        let directory = path.rsplit_once('/').map_or("", |(directory, _)| directory);
        let mut named = self.named.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if !named.iter().any(|known| known == directory) {
            named.push(directory.to_owned());
        }
    }

    /// Checks that `path` is a regular file. Only the command line may name a pipe, because reading one may never
    /// end.
    pub(super) fn check_kind(&self, path: &str, world: &dyn World) -> Result<(), String> {
        let is_given = self.given().iter().any(|given| given == path);
        match world.kind(path) {
            Ok(EntryKind::Pipe | EntryKind::Other) if !is_given => {
                Err("not a regular file".to_owned())
            }
            _ => Ok(()),
        }
    }

    /// Records that the command line names the file at `url`.
    pub(super) fn add_given(&self, url: &str) {
        let path = Url::parse(url).ok().and_then(|url| file_path(&url));
        self.given().extend(path);
    }

    fn given(&self) -> std::sync::MutexGuard<'_, Vec<String>> {
        self.given.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Checks that a reference may lead to `path`.
    pub(super) fn check(&self, path: &str, world: &dyn World) -> Result<(), String> {
        if self.is_unlimited {
            return Ok(());
        }
        let real = world.canonical(path);
        let within = |directory: &str| {
            // The root directory is not a project, so it does not allow everything below it.
            !matches!(directory, "" | "/") && paths::is_within(&real, directory)
        };
        let named = self.named.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let is_own = |directory: &String| {
            within(directory)
                || real.rsplit_once('/').is_some_and(|(parent, _)| parent == directory)
        };
        if within(&world.canonical(".")) || named.iter().any(is_own) {
            return Ok(());
        }
        Err("the file is outside the directory of the schema; allow it with --allow-ref-outside"
            .to_owned())
    }

    /// Checks that `path` does not lead out of the mapped `directory` that contains it.
    pub(super) fn check_mapped(
        &self,
        path: &str,
        directory: &str,
        world: &dyn World,
    ) -> Result<(), String> {
        let is_inside = paths::is_within(&world.canonical(path), &world.canonical(directory));
        if self.is_unlimited || is_inside {
            return Ok(());
        }
        Err(format!(
            "the file is outside the mapped directory '{directory}'; allow it with --allow-ref-outside"
        ))
    }
}

#[cfg(test)]
mod tests {
    use yardstick_world::Memory;

    use super::*;

    #[test]
    fn references_stay_near_what_the_user_named() {
        let world = Memory::new()
            .with_file("schemas/a.json", "{}")
            .with_file("/etc/passwd", "secret")
            .with_file("/srv/schemas/b.json", "{}")
            .with_link("leak.json", "/etc/passwd");
        let reach = Reach::default();
        assert!(reach.check("/project/schemas/a.json", &world).is_ok());
        assert!(reach.check("/project/schemas/../../etc/passwd", &world).is_err());
        assert!(reach.check("/etc/passwd", &world).is_err());
        assert!(reach.check("/project/leak.json", &world).is_err());
        assert!(reach.check("/srv/schemas/b.json", &world).is_err());
        reach.add_named("file:///srv/schemas/main.json", &world);
        assert!(reach.check("/srv/schemas/b.json", &world).is_ok());
        assert!(reach.check("/srv/c.json", &world).is_err());
        assert!(Reach { is_unlimited: true, ..reach }.check("/etc/passwd", &world).is_ok());
    }
}
