//! Any bytes must give a tree that can be walked, or a diagnostic that points into the file.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use yardstick_diagnostics::{FileId, SourceFile};
use yardstick_yaml::{Options, Resolver, events, mapping, parse};

fuzz_target!(|bytes: &[u8]| {
    for options in [Options::reference(), Options::yaml12()] {
        let source = Arc::new(SourceFile::new("fuzz.yml", bytes));
        match parse(source, FileId(0), &options) {
            Ok(tree) => {
                events::events(&tree);
                tree.attach_comments();
                for node in tree.nodes() {
                    node.scalar(Resolver::Yaml11);
                    node.scalar(Resolver::Core12);
                    if node.is_map() {
                        mapping::reference_entries(node).for_each(drop);
                        let _ = mapping::merged_entries(node);
                    }
                }
            }
            Err(problem) => {
                let inside = |offset: u32| offset as usize <= bytes.len();
                assert!(problem.labels.iter().all(|label| inside(label.span.end)));
            }
        }
    }
});
