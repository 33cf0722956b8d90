//! The world outside: files, standard input, the network. Behind a trait, so that tests, an editor or a
//! web page can bring their own.

use std::{
    io::{self, Read},
    path::{Path, PathBuf},
};

/// What checking needs from outside.
pub trait World: Send + Sync {
    /// The content of a file.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;
    /// Standard input, to its end.
    fn read_stdin(&self) -> io::Result<Vec<u8>>;
    /// The absolute path without links and dots; the path itself if that cannot be said.
    fn canonical(&self, path: &Path) -> PathBuf;
    /// Whether `path` is a directory.
    fn is_directory(&self, path: &Path) -> bool;
    /// The YAML and JSON files below `directory`, in order; ignore files are honoured.
    fn files_below(&self, directory: &Path) -> io::Result<Vec<PathBuf>>;
    /// Writes a file, for caches and bundles.
    fn write(&self, path: &Path, content: &[u8]) -> io::Result<()>;
    /// What an URL answers. Only called when the user has allowed the network.
    fn fetch(&self, url: &str) -> Result<Vec<u8>, String>;
    /// Whether standard output is a terminal that shows colours.
    fn has_colours(&self) -> bool {
        false
    }
}

/// The machine the program runs on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Machine;

impl World for Machine {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        std::fs::read(path)
    }

    fn read_stdin(&self) -> io::Result<Vec<u8>> {
        let mut content = Vec::new();
        io::stdin().lock().read_to_end(&mut content)?;
        Ok(content)
    }

    fn canonical(&self, path: &Path) -> PathBuf {
        path.canonicalize()
            .or_else(|_| std::path::absolute(path))
            .unwrap_or_else(|_| path.to_owned())
    }

    fn is_directory(&self, path: &Path) -> bool {
        path.is_dir()
    }

    fn files_below(&self, directory: &Path) -> io::Result<Vec<PathBuf>> {
        let walk = ignore::WalkBuilder::new(directory).sort_by_file_path(Path::cmp).build();
        let mut files = Vec::new();
        for entry in walk {
            let entry = entry.map_err(io::Error::other)?;
            let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
            if is_file && is_yaml_or_json(entry.path()) {
                files.push(entry.into_path());
            }
        }
        Ok(files)
    }

    fn write(&self, path: &Path, content: &[u8]) -> io::Result<()> {
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(path, content)
    }

    fn fetch(&self, url: &str) -> Result<Vec<u8>, String> {
        let mut response = ureq::get(url).call().map_err(|error| error.to_string())?;
        response.body_mut().read_to_vec().map_err(|error| error.to_string())
    }

    fn has_colours(&self) -> bool {
        std::io::IsTerminal::is_terminal(&io::stdout()) && std::env::var_os("NO_COLOR").is_none()
    }
}

fn is_yaml_or_json(path: &Path) -> bool {
    path.extension().and_then(|extension| extension.to_str()).is_some_and(|extension| {
        ["yaml", "yml", "json"].iter().any(|known| extension.eq_ignore_ascii_case(known))
    })
}
