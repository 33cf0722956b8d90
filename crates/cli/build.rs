//! Puts the page of the playground into the program, where it was built before (see playground/README.md).

use std::{env, fmt::Write as _, fs, path::Path};

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo says where the crate is");
    let page = Path::new(&root).join("../../playground/dist");
    println!("cargo:rerun-if-changed=build.rs");
    // Only where it is: a path that is missing would run this script every time.
    if page.exists() {
        println!("cargo:rerun-if-changed={}", page.display());
    }
    let mut table = String::from("pub(super) static PAGE: &[(&str, &str, &[u8])] = &[\n");
    list(&page, "", &mut table);
    table.push_str("];\n");
    let out = env::var("OUT_DIR").expect("cargo says where to write");
    fs::write(Path::new(&out).join("page.rs"), table).expect("the directory is cargo's");
}

fn list(directory: &Path, prefix: &str, table: &mut String) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    let mut entries: Vec<_> = entries.flatten().collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if path.is_dir() {
            list(&path, &format!("{prefix}{name}/"), table);
            continue;
        }
        let kind = match path.extension().and_then(|extension| extension.to_str()) {
            Some("html") => "text/html; charset=utf-8",
            Some("js") => "text/javascript",
            Some("css") => "text/css",
            Some("wasm") => "application/wasm",
            _ => "application/octet-stream",
        };
        let _ = writeln!(
            table,
            "    ({:?}, {kind:?}, include_bytes!({path:?})),",
            format!("{prefix}{name}")
        );
    }
}
