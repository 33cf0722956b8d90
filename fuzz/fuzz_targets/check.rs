//! Any schema and any document must give a report. The two are separated by the byte 0xFF.
#![no_main]

use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use libfuzzer_sys::fuzz_target;
use yardstick_check::{command, world::World};

/// A disk with two files.
struct Two {
    schema: Vec<u8>,
    document: Vec<u8>,
}

impl World for Two {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        match path.file_name().and_then(|name| name.to_str()) {
            Some("schema.yml") => Ok(self.schema.clone()),
            Some("document.yml") => Ok(self.document.clone()),
            _ => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn read_stdin(&self) -> io::Result<Vec<u8>> {
        Ok(Vec::new())
    }

    fn canonical(&self, path: &Path) -> PathBuf {
        Path::new("/").join(path)
    }

    fn is_directory(&self, _: &Path) -> bool {
        false
    }

    fn files_below(&self, _: &Path) -> io::Result<Vec<PathBuf>> {
        Ok(Vec::new())
    }

    fn write(&self, _: &Path, _: &[u8]) -> io::Result<()> {
        Ok(())
    }

    fn fetch(&self, _: &str) -> Result<Vec<u8>, String> {
        Err("there is no network".to_owned())
    }
}

fuzz_target!(|bytes: &[u8]| {
    let mut parts = bytes.splitn(2, |&byte| byte == 0xFF);
    let mut part = || parts.next().unwrap_or_default().to_vec();
    let world: Arc<dyn World> = Arc::new(Two { schema: part(), document: part() });
    let arguments = ["-f", "schema.yml", "document.yml"].map(Into::into);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let status = command::check(&arguments, &world, &mut out, &mut err);
    assert!(status.is_ok_and(|status| status == 0 || !out.is_empty() || !err.is_empty()));
});
