//! The input files as a tree of directories, and how code finds files in it.
//!
//! Code sees only input files: downwards from its own directory, from the root of its library (`/path`), or inside a
//! private library next to it. There is no way to go up.

use rustc_hash::FxHashMap;

use crate::{InputFile, PRIVATE_LIBRARY};

/// The number of a directory in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct DirectoryId(u32);

/// The index of a file in the list that the tree was built from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FileIndex(pub(crate) u32);

/// A file and its directory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FileAt {
    pub(crate) directory: DirectoryId,
    pub(crate) file: FileIndex,
}

#[derive(Debug, Default)]
struct Directory {
    name: String,
    /// The path from the root, without a trailing slash.
    path: String,
    /// In input order.
    files: Vec<FileIndex>,
    /// In order of first appearance.
    children: Vec<DirectoryId>,
}

/// All directories of the input.
#[derive(Debug)]
pub(crate) struct FileTree {
    directories: Vec<Directory>,
    /// The first file with each path.
    by_path: FxHashMap<String, FileIndex>,
}

impl FileTree {
    /// The root directory.
    pub(crate) const ROOT: DirectoryId = DirectoryId(0);

    pub(crate) fn new<'a>(files: impl IntoIterator<Item = &'a InputFile>) -> Self {
        let mut tree =
            FileTree { directories: vec![Directory::default()], by_path: FxHashMap::default() };
        // By path as written. Most files are in the same directory as the previous one.
        let mut known: FxHashMap<&str, DirectoryId> = FxHashMap::default();
        for (file, number) in files.into_iter().zip(0..) {
            let index = FileIndex(number);
            let (directories, _) = file.path().rsplit_once('/').unwrap_or_default();
            let directory = *known.entry(directories).or_insert_with(|| {
                let pieces = directories.split('/').filter(|piece| !piece.is_empty());
                pieces.fold(Self::ROOT, |here, piece| tree.child_or_new(here, piece))
            });
            tree.get_mut(directory).files.push(index);
            tree.by_path.entry(file.path().to_owned()).or_insert(index);
        }
        tree
    }

    fn get(&self, id: DirectoryId) -> &Directory {
        &self.directories[id.0 as usize]
    }

    fn get_mut(&mut self, id: DirectoryId) -> &mut Directory {
        &mut self.directories[id.0 as usize]
    }

    fn child(&self, of: DirectoryId, name: &str) -> Option<DirectoryId> {
        self.get(of).children.iter().copied().find(|&child| self.get(child).name == name)
    }

    fn child_or_new(&mut self, of: DirectoryId, name: &str) -> DirectoryId {
        if let Some(child) = self.child(of, name) {
            return child;
        }
        let id = DirectoryId(self.directories.len() as u32);
        let parent = &self.get(of).path;
        let path = if of == Self::ROOT { name.to_owned() } else { format!("{parent}/{name}") };
        self.directories.push(Directory { name: name.to_owned(), path, ..Directory::default() });
        self.get_mut(of).children.push(id);
        id
    }

    /// The path of a directory from the root.
    pub(crate) fn path(&self, directory: DirectoryId) -> &str {
        &self.get(directory).path
    }

    /// The files at and below `directory`, without private libraries, each with its directory. The files of a
    /// directory come first, then those of its subdirectories.
    pub(crate) fn walk(&self, directory: DirectoryId) -> Vec<FileAt> {
        let mut found = Vec::new();
        let mut pending = vec![directory];
        while let Some(here) = pending.pop() {
            let node = self.get(here);
            found.extend(node.files.iter().map(|&file| FileAt { directory: here, file }));
            let children = node.children.iter().rev();
            pending.extend(children.filter(|&&child| self.get(child).name != PRIVATE_LIBRARY));
        }
        found
    }

    /// The directory `path` below `from`.
    pub(crate) fn find_directory(
        &self,
        from: DirectoryId,
        path: &str,
    ) -> Result<DirectoryId, String> {
        if path.is_empty() {
            return Ok(from);
        }
        let mut here = from;
        let mut found = String::new();
        for piece in path.split('/') {
            if piece == PRIVATE_LIBRARY {
                return Err(format!("Encountered private library '{PRIVATE_LIBRARY}'"));
            }
            here = self.child(here, piece).ok_or_else(|| format!("Did not find '{found}'"))?;
            if !found.is_empty() {
                found.push('/');
            }
            found.push_str(piece);
        }
        Ok(here)
    }

    /// The file `path` below `from`.
    pub(crate) fn find_file(&self, from: DirectoryId, path: &str) -> Result<FileAt, String> {
        let (directories, name) = path.rsplit_once('/').unwrap_or(("", path));
        let directory = self
            .find_directory(from, directories)
            .map_err(|why| format!("Expected to find file '{path}', but did not: {why}"))?;
        let found = match self.path(directory) {
            "" => self.by_path.get(name),
            base => self.by_path.get(&format!("{base}/{name}")),
        };
        found.map(|&file| FileAt { directory, file }).ok_or_else(|| {
            format!(
                "Expected to find file '{path}' (hint: only files included via -f flag are available)"
            )
        })
    }

    /// True if there is any private library.
    pub(crate) fn has_private_libraries(&self) -> bool {
        self.directories.iter().any(|directory| directory.name == PRIVATE_LIBRARY)
    }

    /// The private library `name` next to files in `from`.
    pub(crate) fn find_library(
        &self,
        from: DirectoryId,
        name: &str,
    ) -> Result<DirectoryId, String> {
        let mut here = self.child(from, PRIVATE_LIBRARY).ok_or_else(|| {
            format!("Could not find private library (directory '{PRIVATE_LIBRARY}' missing?)")
        })?;
        let mut found = String::new();
        for piece in name.split('/') {
            if piece == PRIVATE_LIBRARY {
                return Err(format!("Could not load private library '{found}'"));
            }
            here = self.child(here, piece).ok_or_else(|| {
                format!("Expected to find library '{name}', but did not find '{found}'")
            })?;
            if !found.is_empty() {
                found.push('/');
            }
            found.push_str(piece);
        }
        Ok(here)
    }

    /// The names of the private libraries next to files in `from`: directories that contain files.
    pub(crate) fn libraries(&self, from: DirectoryId) -> Vec<String> {
        let Some(all) = self.child(from, PRIVATE_LIBRARY) else { return Vec::new() };
        let base = self.path(all).len() + 1;
        let mut names = Vec::new();
        let mut pending = self.get(all).children.clone();
        while let Some(here) = pending.pop() {
            let directory = self.get(here);
            if directory.files.is_empty() {
                pending.extend(&directory.children);
            } else {
                names.push(directory.path[base..].to_owned());
            }
        }
        names.sort();
        names
    }

    /// The tree as text for tracing: one entry per directory, with its files and subdirectories.
    pub(crate) fn outline(&self, files: &[InputFile]) -> String {
        let mut out = String::new();
        let mut left = vec![(Self::ROOT, 0)];
        while let Some((id, depth)) = left.pop() {
            let directory = self.get(id);
            let margin = "  ".repeat(2 * depth);
            out.extend([&margin, "- ", &directory.name, " (private "]);
            let is_private = directory.name == PRIVATE_LIBRARY;
            out.push_str(if is_private { "true)\n" } else { "false)\n" });
            out.extend([&margin, "  files:\n"]);
            for &file in &directory.files {
                out.extend([&margin, "  - ", files[file.0 as usize].path(), "\n"]);
            }
            if directory.files.is_empty() {
                out.extend([&margin, "    <none>\n"]);
            }
            out.extend([&margin, "  libraries:\n"]);
            if directory.children.is_empty() {
                out.extend([&margin, "    <none>\n"]);
            }
            left.extend(directory.children.iter().rev().map(|&child| (child, depth + 1)));
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SymlinkRules, inputs, world::Memory};

    fn files(paths: &[&str]) -> Vec<InputFile> {
        let world = paths.iter().fold(Memory::new(), |world, path| world.with_file(path, ""));
        let values: Vec<String> = paths.iter().map(|path| format!("{path}={path}")).collect();
        inputs::resolve(&world, &values, &SymlinkRules::default()).unwrap()
    }

    #[test]
    fn files_come_before_directories() {
        let files =
            files(&["b/x.yml", "a.yml", "b/c/y.yml", "b/z.yml", "d/e.yml", "_ytt_lib/l/p.yml"]);
        let tree = FileTree::new(&files);
        let walk = tree.walk(FileTree::ROOT);
        let walked: Vec<&str> = walk.iter().map(|at| files[at.file.0 as usize].path()).collect();
        assert_eq!(walked, ["a.yml", "b/x.yml", "b/z.yml", "b/c/y.yml", "d/e.yml"]);
    }

    #[test]
    fn lookups_go_down_only() {
        let files = files(&["a/b/f.star", "_ytt_lib/org/app/x.yml"]);
        let tree = FileTree::new(&files);
        let at = |path| tree.find_file(FileTree::ROOT, path).map(|at| at.file);
        assert_eq!(at("a/b/f.star"), Ok(FileIndex(0)));
        assert_eq!(
            at("a/c/f.star").unwrap_err(),
            "Expected to find file 'a/c/f.star', but did not: Did not find 'a'"
        );
        assert!(at("_ytt_lib/org/app/x.yml").unwrap_err().contains("Encountered private library"));
        assert!(tree.find_library(FileTree::ROOT, "org/app").is_ok());
        assert_eq!(
            tree.find_library(FileTree::ROOT, "org/other").unwrap_err(),
            "Expected to find library 'org/other', but did not find 'org'"
        );
    }
}
