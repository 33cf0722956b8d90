//! The directories that the effective paths of input files make up.
//!
//! Files of several inputs form one tree. Evaluation walks it: first the files of a directory in their
//! order, then its sub-directories in order of first appearance.

use std::collections::HashMap;

use crate::{InputFile, file::PRIVATE_LIBRARY};

/// A directory.
#[derive(Debug, Default)]
pub struct Directory {
    /// Its files, as indexes into the list of files, in order.
    pub files: Vec<usize>,
    /// Its sub-directories in order of first appearance: name and index.
    pub directories: Vec<(String, usize)>,
    /// Whether it holds private libraries.
    pub is_private: bool,
}

/// All directories; the first one is the root.
#[derive(Debug)]
pub struct Directories {
    all: Vec<Directory>,
}

impl Directories {
    /// The directories of `files`.
    pub fn of(files: &[InputFile]) -> Self {
        let mut all = vec![Directory::default()];
        // By the directory's path as written; most files lie where the one before them does.
        let mut known: HashMap<&str, usize> = HashMap::from([("", 0)]);
        for (index, file) in files.iter().enumerate() {
            let directory = file.path().rsplit_once('/').map_or("", |(directory, _)| directory);
            let at = *known.entry(directory).or_insert_with(|| insert(&mut all, directory));
            all[at].files.push(index);
        }
        Self { all }
    }

    /// The directory at the top.
    pub fn root(&self) -> &Directory {
        &self.all[0]
    }

    /// The directory at `index`, which must come from this tree.
    pub fn get(&self, index: usize) -> &Directory {
        &self.all[index]
    }

    /// The directory called `name` in `directory`.
    pub fn child(&self, directory: &Directory, name: &str) -> Option<usize> {
        directory.directories.iter().find(|(other, _)| other == name).map(|&(_, index)| index)
    }

    /// Indexes of all files that are not in private libraries, in the order of evaluation.
    pub fn accessible(&self) -> Vec<usize> {
        let mut files = Vec::new();
        let mut left = vec![0];
        while let Some(at) = left.pop() {
            let directory = &self.all[at];
            files.extend_from_slice(&directory.files);
            let open = directory.directories.iter().map(|&(_, index)| index);
            left.extend(open.filter(|&index| !self.all[index].is_private).rev());
        }
        files
    }
}

impl Directories {
    /// The tree as text, for tracing: one entry a directory, with its files and sub-directories.
    pub fn outline(&self, files: &[InputFile]) -> String {
        let mut out = String::new();
        let mut left = vec![("", 0, 0)];
        while let Some((name, at, depth)) = left.pop() {
            let directory = &self.all[at];
            let margin = "  ".repeat(2 * depth);
            out.extend([&margin, "- ", name, " (private "]);
            out.push_str(if directory.is_private { "true)\n" } else { "false)\n" });
            out.extend([&margin, "  files:\n"]);
            for &file in &directory.files {
                out.extend([&margin, "  - ", files[file].path(), "\n"]);
            }
            if directory.files.is_empty() {
                out.extend([&margin, "    <none>\n"]);
            }
            out.extend([&margin, "  libraries:\n"]);
            if directory.directories.is_empty() {
                out.extend([&margin, "    <none>\n"]);
            }
            let below = directory.directories.iter().rev();
            left.extend(below.map(|(name, index)| (name.as_str(), *index, depth + 1)));
        }
        out
    }
}

fn insert(all: &mut Vec<Directory>, path: &str) -> usize {
    path.split('/').filter(|piece| !piece.is_empty()).fold(0, |at, piece| {
        if let Some(&(_, index)) = all[at].directories.iter().find(|(name, _)| name == piece) {
            return index;
        }
        let index = all.len();
        all[at].directories.push((piece.to_owned(), index));
        all.push(Directory { is_private: piece == PRIVATE_LIBRARY, ..Directory::default() });
        index
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SymlinkRules, inputs, world::MemoryWorld};

    #[test]
    fn files_come_before_directories() {
        let mut world = MemoryWorld::new();
        for name in ["b/x.yml", "b/c/y.yml", "a.yml", "b/z.yml", "_ytt_lib/l/p.yml", "d/e.yml"] {
            world = world.with_file(name, "");
        }
        let files = inputs::resolve(
            &world,
            &[
                "b/x.yml=b/x.yml",
                "a.yml",
                "b/c/y.yml=b/c/y.yml",
                "b/z.yml=b/z.yml",
                "d/e.yml=d/e.yml",
                "_ytt_lib/l/p.yml=_ytt_lib/l/p.yml",
            ],
            &SymlinkRules::default(),
        )
        .unwrap();
        let directories = Directories::of(&files);
        let walked: Vec<&str> =
            directories.accessible().into_iter().map(|index| files[index].path()).collect();
        assert_eq!(walked, ["a.yml", "b/x.yml", "b/z.yml", "b/c/y.yml", "d/e.yml"]);
        let library = directories.child(directories.root(), "_ytt_lib").unwrap();
        assert!(directories.get(library).is_private);
    }
}
