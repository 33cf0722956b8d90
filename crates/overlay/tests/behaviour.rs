//! Tests what overlays do beyond the recorded cases of the reference.

#[path = "support/templates.rs"]
mod templates;

use insta::assert_snapshot;
use templates::{overlay, render};

#[test]
fn matches_of_one_item_are_separate_copies() {
    assert_snapshot!(overlay(
        "a: null\nb: null\n",
        r"
#@overlay/match by=overlay.all
---
#@overlay/match by=overlay.all, expects=2
_: {k: 1}
#@overlay/match by=overlay.all
---
a: {k: 2}
",
    ), @r"
    a:
      k: 2
    b:
      k: 1
    ");
}

#[test]
fn documents_inserted_on_both_sides_are_separate_copies() {
    assert_snapshot!(overlay(
        "a: 1\n",
        r"
#@overlay/match by=overlay.all
#@overlay/insert before=True, after=True
---
k: 1
#@overlay/match by=overlay.index(0)
---
k: 2
",
    ), @r"
    k: 2
    ---
    a: 1
    ---
    k: 1
    ");
}

#[test]
fn files_are_in_order() {
    let append = "#@ load(\"@ytt:overlay\", \"overlay\")\n#@overlay/match by=overlay.all\n#@overlay/append\n---\nlast: 1\n";
    let add = "#@ load(\"@ytt:overlay\", \"overlay\")\n#@overlay/match by=overlay.index(9), missing_ok=True\n#@overlay/replace or_add=True\n---\nfirst: 1\n";
    assert_snapshot!(
        render(&[("a.yml", "a: 1\n"), ("b.yml", "b: 1\n"), ("c.yml", append), ("d.yml", add)]), @r"
    a: 1
    ---
    first: 1
    ---
    b: 1
    ---
    last: 1
    ");
}

#[test]
fn documents_are_added_to_nothing() {
    assert_snapshot!(overlay("---\n", "#@overlay/match by=overlay.all\n#@overlay/append\n---\na: 1\n"), @"a: 1");
}

#[test]
fn results_carry_no_annotations_of_overlays() {
    let mut project = templates::Project::new();
    let files = [
        ("a.yml", "a: 1\n"),
        (
            "b.yml",
            "#@ load(\"@ytt:overlay\", \"overlay\")\n#@overlay/match by=overlay.all\n#@overlay/replace\n---\nb:\n  #@overlay/remove\n  c: 1\n",
        ),
    ];
    let (documents, _) = project.render(&files).unwrap();
    assert!(documents[0].annotations.is_empty());
    let b = &documents[0].value.as_map().unwrap().items()[0].value;
    assert!(b.as_map().unwrap().items()[0].annotations.is_empty());
}

#[test]
fn many_edits_of_one_array_by_separate_documents() {
    use std::fmt::Write;
    let mut config = "l:\n".to_owned();
    let mut patches = String::new();
    for number in 0..100 {
        writeln!(config, "- name: n{number}\n  v: 0").unwrap();
        let operation = if number % 10 == 0 { "#@overlay/remove\n" } else { "" };
        writeln!(
            patches,
            "#@overlay/match by=overlay.all\n---\nl:\n#@overlay/match by=\"name\"\n{operation}- name: n{number}\n  v: {number}"
        )
        .unwrap();
    }
    let rendered = overlay(&config, &patches);
    assert_eq!(rendered.lines().count(), 1 + 2 * 90);
    for number in (1..100).filter(|number| number % 10 != 0) {
        assert!(rendered.contains(&format!("- name: n{number}\n  v: {number}\n")), "{rendered}");
    }
}

#[test]
fn trees_of_any_depth_end_in_an_answer() {
    let nested = |open: &str, depth: usize, close: &str| {
        format!("a: {}1{}\n", open.repeat(depth), close.repeat(depth))
    };
    let try_depths = move || {
        for depth in [300, 900] {
            let text = nested("{a: ", depth, "}");
            let overlay = format!("#@overlay/match by=overlay.all\n---\n{text}");
            let rendered = templates::overlay(&text, &overlay);
            assert!(rendered.ends_with("a: 1\n") || rendered.contains("nested"), "{rendered}");
        }
    };
    // The command runs on a stack of this size; a test's thread has a quarter of it.
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(try_depths).unwrap();
    assert!(thread.join().is_ok());
}

#[test]
fn matchers_cannot_be_nested_without_bound() {
    let overlay = templates::overlay(
        "a: 1\n",
        r"
#@ def nest():
#@   m = overlay.all
#@   for _ in range(100000):
#@     m = overlay.not_op(m)
#@   end
#@   return m
#@ end
#@overlay/match by=nest()
---
a: 1
",
    );
    assert!(
        overlay.contains("overlay.not_op: matchers are nested deeper than 100 levels"),
        "{overlay}"
    );
}
