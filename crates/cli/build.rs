//! Sets how the binary is linked, records the commit it was built from, and embeds the page of the playground if that
//! was built before (see playground/README.md).

#[path = "build/linking.rs"]
mod linking;

use std::{env, fmt::Write as _, fs, path::Path, process::Command};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    linking::link();
    println!("cargo::rerun-if-env-changed=YARDSTICK_COMMIT");
    println!("cargo::rustc-env=YARDSTICK_COMMIT={}", commit().unwrap_or_default());
    page();
}

/// The commit of a release: from the environment, the package or the repository. Other builds do not record it,
/// because then every commit would cause a rebuild.
fn commit() -> Option<String> {
    let is_commit =
        |text: &String| text.len() >= 9 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let given = env::var("YARDSTICK_COMMIT").ok();
    let release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let known = given.filter(is_commit).or_else(|| {
        if release {
            packaged().filter(is_commit).or_else(|| repository().filter(is_commit))
        } else {
            None
        }
    })?;
    Some(known[..9].to_owned())
}

/// The commit that `cargo package` recorded.
fn packaged() -> Option<String> {
    let text = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let rest = &text[text.find("\"sha1\"")? + 6..];
    rest.split('"').nth(1).map(str::to_owned)
}

/// The commit that is checked out.
fn repository() -> Option<String> {
    // HEAD names the branch that is checked out, and its log the commit.
    for path in ["../../.git/HEAD", "../../.git/logs/HEAD"] {
        if Path::new(path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    let answer = Command::new("git").args(["rev-parse", "HEAD"]).output().ok()?;
    let text = String::from_utf8(answer.stdout).ok()?;
    answer.status.success().then(|| text.trim().to_owned())
}

/// Writes the table of the page's files: path, media type and bytes.
fn page() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo says where the crate is");
    let page = Path::new(&root).join("../../playground/dist");
    // Watch the page only if it exists: a missing path would run this script every time. The program in the page
    // embeds no page.
    let is_browser = env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm");
    if page.exists() && !is_browser {
        println!("cargo::rerun-if-changed={}", page.display());
    }
    let mut table = String::from("pub(super) static PAGE: &[(&str, &str, &[u8])] = &[\n");
    if !is_browser {
        list(&page, "", &mut table);
    }
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
        let path = path.display().to_string();
        let _ = writeln!(
            table,
            "    ({:?}, {kind:?}, include_bytes!({path:?})),",
            format!("{prefix}{name}")
        );
    }
}
