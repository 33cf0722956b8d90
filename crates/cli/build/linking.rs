//! Links the binary statically and position-independent, where the C library allows it, and puts together what small
//! runs call.
//!
//! Loading and binding shared libraries takes longer than a small run. The compiler's own switch for static linking
//! (`crt-static`) applies to the whole build, which then cannot compile procedural macros. So this module gives the
//! linker static libraries under the names of the shared ones. Host names still resolve: the C library has included
//! `files` and `dns` since 2.34. If a static library is missing, the binary is linked as usual.
//!
//! A fixed address would save a third of the start-up time, which is spent on relocations. It is not worth it: the
//! program reads files of strangers, and an unpredictable address is the last line of defense.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// The shared libraries that the compiler requests, with the static ones that replace them.
const LIBRARIES: [(&str, &[&str]); 7] = [
    ("gcc_s", &["libgcc_eh.a", "libgcc.a"]),
    // The C library uses the library of the compiler, which GNU's linker must find after it.
    ("c", &["libc.a", "libgcc_eh.a", "libgcc.a"]),
    ("m", &["libm.a"]),
    ("pthread", &["libpthread.a"]),
    ("dl", &["libdl.a"]),
    ("rt", &["librt.a"]),
    ("util", &["libutil.a"]),
];

/// The functions that small runs call, as patterns of their names or of files of the C library; `scripts/first-functions`
/// writes them.
const FIRST: &str = "build/first-functions.txt";

/// What starts a static program that can be loaded anywhere.
const START: &str = "rcrt1.o";

/// Tells cargo how to link the binary. Only the usual Linux has static libraries of C that can take the place of the
/// shared ones, and a linker that is known to understand a script with thousands of names.
pub(crate) fn link() {
    println!("cargo::rerun-if-changed=build/linking.rs");
    println!("cargo::rustc-check-cfg=cfg(threads_are_announced)");
    println!("cargo::rerun-if-env-changed=RUSTC_LINKER");
    println!("cargo::rerun-if-changed={FIRST}");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    let is_native = env::var("HOST").ok() == env::var("TARGET").ok();
    if is("CARGO_CFG_TARGET_OS", "linux")
        && is("CARGO_CFG_TARGET_ENV", "gnu")
        && is("CARGO_CFG_TARGET_ARCH", "x86_64")
        && is_native
    {
        statically();
        // Other builds have other names of functions.
        if is("PROFILE", "release") {
            in_order();
        }
    }
}

/// Links statically, if the static libraries are installed.
fn statically() {
    let Some(directory) = static_libraries() else { return };
    println!("cargo::rustc-link-arg-bins=-static-pie");
    println!("cargo::rustc-link-arg-bins=-L{}", directory.display());
    // Lets the program know of each new thread (src/new_threads.rs).
    println!("cargo::rustc-link-arg-bins=-Wl,--wrap=pthread_create");
    println!("cargo::rustc-cfg=threads_are_announced");
    // Stores the relocations in a hundredth of the space.
    println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
}

/// Puts the functions that small runs call next to each other. The system maps a program on demand, in pieces of 64 KiB
/// and more, and each piece takes longer than most functions in it. They come last, and those of the smallest runs at the
/// very end, because what follows is needed in every run, too: what the C library calls first, and data with addresses to
/// fill in. Names of functions that no longer exist do no harm.
fn in_order() {
    let (Ok(names), Some(out)) = (fs::read_to_string(FIRST), env::var_os("OUT_DIR")) else {
        return;
    };
    let mut script = String::from("SECTIONS {\n  .text.first : {\n");
    for name in names.lines().rev() {
        let _ = if name.contains(':') {
            writeln!(script, "    *{name}(.text .text.*)")
        } else {
            // The compiler puts cold functions, such as those that let vectors grow, into sections of their own.
            writeln!(script, "    *(.text.{name} .text.unlikely.{name})")
        };
    }
    script.push_str("  }\n}\nINSERT AFTER .text;\n");
    let path = PathBuf::from(out).join("first.ld");
    if fs::write(&path, script).is_ok() {
        println!("cargo::rustc-link-arg-bins=-Wl,-T,{}", path.display());
    }
}

/// A directory in which the names of the shared libraries lead to static ones; nothing where one of those is missing.
fn static_libraries() -> Option<PathBuf> {
    let linker = env::var_os("RUSTC_LINKER").unwrap_or_else(|| "cc".into());
    let find = |name: &str| -> Option<String> {
        let run = Command::new(&linker).arg(format!("-print-file-name={name}")).output().ok()?;
        let path = String::from_utf8(run.stdout).ok()?.trim().to_owned();
        // The compiler repeats a name that it cannot find.
        Path::new(&path).is_absolute().then_some(path)
    };
    find(START)?;
    let directory = PathBuf::from(env::var_os("OUT_DIR")?).join("static");
    let mut scripts = Vec::new();
    for (shared, statics) in LIBRARIES {
        let paths: Option<Vec<String>> = statics.iter().map(|name| find(name)).collect();
        scripts.push((format!("lib{shared}.a"), format!("GROUP({})\n", paths?.join(" "))));
    }
    write(&directory, &scripts).ok()?;
    Some(directory)
}

/// Writes linker scripts, which the linker accepts instead of libraries.
fn write(directory: &Path, scripts: &[(String, String)]) -> io::Result<()> {
    fs::create_dir_all(directory)?;
    scripts.iter().try_for_each(|(name, script)| fs::write(directory.join(name), script))
}
