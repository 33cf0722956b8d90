//! Input files as a tree of directories, and how code finds files in it.
//!
//! Code sees only what was given as input: downwards from its own directory, from the root of its
//! library (`/path`), or inside a private library next to it. There is no way up.

use crate::{InputFile, PRIVATE_LIBRARY};

/// The number of a directory in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct DirectoryId(u32);

/// The number of a file in the list the tree was built from.
pub(crate) type FileIndex = usize;

#[derive(Debug, Default)]
struct Directory {
    name: String,
    /// From the root, without a slash at the end.
    path: String,
    /// In input order.
    files: Vec<(String, FileIndex)>,
    /// In order of first appearance.
    children: Vec<DirectoryId>,
}

/// All directories of the input.
#[derive(Debug)]
pub(crate) struct FileTree {
    directories: Vec<Directory>,
}

impl FileTree {
    /// The directory that holds everything.
    pub(crate) const ROOT: DirectoryId = DirectoryId(0);

    pub(crate) fn new<'a>(files: impl IntoIterator<Item = &'a InputFile>) -> Self {
        let mut tree = FileTree { directories: vec![Directory::default()] };
        for (index, file) in files.into_iter().enumerate() {
            let mut here = Self::ROOT;
            let (directories, name) = file.path().rsplit_once('/').unwrap_or(("", file.path()));
            for piece in directories.split('/').filter(|_| !directories.is_empty()) {
                here = tree.child_or_new(here, piece);
            }
            tree.get_mut(here).files.push((name.to_owned(), index));
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

    /// Files at and below `directory`, private libraries left out, with the directory each stands in:
    /// the files of a directory first, then those of its sub-directories.
    pub(crate) fn walk(&self, directory: DirectoryId) -> Vec<(DirectoryId, FileIndex)> {
        let mut found = Vec::new();
        let mut pending = vec![directory];
        while let Some(here) = pending.pop() {
            let node = self.get(here);
            found.extend(node.files.iter().map(|(_, index)| (here, *index)));
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
        let mut here = from;
        let mut found = String::new();
        for piece in path.split('/').filter(|_| !path.is_empty()) {
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

    /// The file `path` below `from`, and its directory.
    pub(crate) fn find_file(
        &self,
        from: DirectoryId,
        path: &str,
    ) -> Result<(DirectoryId, FileIndex), String> {
        let (directories, name) = path.rsplit_once('/').unwrap_or(("", path));
        let directory = self
            .find_directory(from, directories)
            .map_err(|why| format!("Expected to find file '{path}', but did not: {why}"))?;
        let files = &self.get(directory).files;
        let found = files.iter().find(|(file, _)| file == name);
        found.map(|(_, index)| (directory, *index)).ok_or_else(|| {
            format!(
                "Expected to find file '{path}' (hint: only files included via -f flag are available)"
            )
        })
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
}
