//! How the binary is linked.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = |part: &str| env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default();
    // At a fixed address nothing has to be relocated when the program starts, which takes a third of a small
    // run otherwise. The programs it stands in for are linked like this too.
    if target("OS") == "linux" && target("ENV") == "gnu" && target("ARCH") == "x86_64" {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
