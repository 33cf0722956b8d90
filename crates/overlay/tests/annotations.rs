//! Tests editing the annotations of matched nodes.

#[path = "support/templates.rs"]
mod templates;

use insta::assert_snapshot;
use templates::{Project, problem, with_annotations};
use yardstick_overlay::Merger;

/// Returns the annotated result of merging a schema into another.
fn merge(base: &str, overlay: &str) -> String {
    let mut project = Project::new();
    let base = project.evaluate("base.yml", base).unwrap().pop().unwrap();
    let overlay = project.evaluate("overlay.yml", overlay).unwrap().pop().unwrap();
    let mut merger = Merger::new(&mut project.thread, &project.sources);
    match merger.merge(base, &overlay) {
        Ok(document) => with_annotations(&document),
        Err(error) => problem(&error, &project.sources),
    }
}

const BASE: &str = r"
#@ def is_even(n): return n % 2 == 0
---
#@schema/validation is_even, not_null=True
#@schema/nullable
foo: 42
bar: 13
";

#[test]
fn merging_leaves_annotations_alone() {
    assert_snapshot!(merge(BASE, "#@schema/validation min=1\nfoo: 1\n"), @r"
    #@schema/validation <function is_even>, not_null=True
    #@schema/nullable
    foo: 1
    bar: 13
    ");
}

#[test]
fn replace() {
    assert_snapshot!(merge(
        BASE,
        "#@schema/validation max=10\n#@overlay/replace-ann\nfoo: 13\n#@schema/validation max=5\n#@overlay/replace-ann\nbar: 1001\n",
    ), @r"
    #@schema/validation max=10
    #@schema/nullable
    foo: 13
    #@schema/validation max=5
    bar: 1001
    ");
}

#[test]
fn replace_named_ones() {
    assert_snapshot!(merge(
        BASE,
        "#@schema/validation max=10\n#@schema/desc \"left out\"\n#@overlay/replace-ann \"schema/validation\"\nfoo: 13\n",
    ), @r"
    #@schema/nullable
    #@schema/validation max=10
    foo: 13
    bar: 13
    ");
}

#[test]
fn merge_combines_arguments() {
    assert_snapshot!(merge(
        BASE,
        r"
#@schema/validation lambda n: n < 1000, min=10, not_null=False
#@overlay/noop
#@overlay/merge-anns
foo: ~
#@schema/validation lambda n: n < 1000
#@overlay/noop
#@overlay/merge-anns
bar: ~
",
    ), @r"
    #@schema/validation <function is_even>, <function lambda>, not_null=False, min=10
    #@schema/nullable
    foo: 42
    #@schema/validation <function lambda>
    bar: 13
    ");
}

#[test]
fn merge_replaces_what_has_one_meaning() {
    assert_snapshot!(merge(
        "#@schema/desc \"old\"\n#@schema/examples (\"a\", 1)\nfoo: 1\n",
        "#@schema/desc \"new\"\n#@schema/examples (\"b\", 2)\n#@overlay/merge-anns\nfoo: 2\n",
    ), @r#"
    #@schema/desc "new"
    #@schema/examples ("a", 1), ("b", 2)
    foo: 2
    "#);
}

#[test]
fn remove() {
    assert_snapshot!(merge(
        BASE,
        "#@overlay/noop\n#@overlay/remove-anns \"schema/validation\"\nfoo: 0\n",
    ), @r"
    #@schema/nullable
    foo: 42
    bar: 13
    ");
}

#[test]
fn remove_by_pattern_and_function() {
    assert_snapshot!(merge(
        BASE,
        "#@overlay/noop\n#@overlay/remove-anns \"schema/*\", via=lambda name, args, kwargs: \"not_null\" in kwargs\nfoo: 0\n",
    ), @r"
    #@schema/nullable
    foo: 42
    bar: 13
    ");
}

#[test]
fn remove_then_take_over() {
    assert_snapshot!(merge(
        BASE,
        "#@overlay/remove-anns \"schema/*\"\n#@overlay/merge-anns\n#@schema/validation min=1, max=1000\nfoo: 0\n",
    ), @r"
    #@schema/validation min=1, max=1000
    foo: 0
    bar: 13
    ");
}

#[test]
fn remove_what_is_not_there() {
    assert_snapshot!(merge(BASE, "#@overlay/remove-anns \"schema/desc\"\nfoo: 0\n"), @r"
    Document on line overlay.yml:1:
      Map item (key 'foo') on line overlay.yml:2:
        Expected to find annotation 'schema/desc' on map item (base.yml:6), but did not
      at overlay.yml:2
    ");
    assert_snapshot!(merge(BASE, "#@overlay/remove-anns \"schema/desc\", missing_ok=True\nbar: 0\n"), @r"
    #@schema/validation <function is_even>, not_null=True
    #@schema/nullable
    foo: 42
    bar: 0
    ");
}

#[test]
fn replace_keeps_combined_annotations() {
    assert_snapshot!(merge(
        BASE,
        "#@overlay/replace\n#@overlay/merge-anns\n#@schema/validation min=1\nfoo: {a: 1}\n",
    ), @r"
    #@schema/validation <function is_even>, not_null=True, min=1
    #@schema/nullable
    foo: a: 1
    bar: 13
    ");
}

#[test]
fn remove_all() {
    assert_snapshot!(merge(BASE, "#@overlay/remove-anns\nfoo: 1\n"), @r"
    foo: 1
    bar: 13
    ");
}

#[test]
fn annotations_beside_removal_or_noop_apply() {
    let right = "#@overlay/noop\n#@overlay/remove-anns \"schema/nullable\"\n#@schema/validation min=1\nfoo: ~\n";
    assert_snapshot!(merge(BASE, right), @r"
    #@schema/validation min=1
    foo: 42
    bar: 13
    ");
}

#[test]
fn combinations_that_make_no_sense() {
    assert_snapshot!(merge(BASE, "#@overlay/remove\n#@overlay/merge-anns\nfoo: 1\n"), @r"
    Document on line overlay.yml:1:
      Map item (key 'foo') on line overlay.yml:3:
        Found @overlay/merge-anns together with @overlay/remove
      at overlay.yml:1
    ");
    assert_snapshot!(merge(BASE, "#@overlay/replace-ann\n#@overlay/merge-anns\nfoo: 1\n"), @r"
    Document on line overlay.yml:1:
      Map item (key 'foo') on line overlay.yml:3:
        Expected only one of 'overlay/replace-ann', 'overlay/merge-anns'
      at overlay.yml:1
    ");
    assert_snapshot!(merge(BASE, "#@overlay/noop\n#@overlay/merge\nfoo: 1\n"), @r"
    Document on line overlay.yml:1:
      Map item (key 'foo') on line overlay.yml:3:
        Expected to find only one overlay operation
      at overlay.yml:3
      note: keep one of @overlay/merge, remove, replace, insert, append, assert and noop above a node
    ");
    assert_snapshot!(merge(BASE, "#@overlay/remove-anns \"validation\"\nfoo: 1\n"), @r"
    Document on line overlay.yml:1:
      Map item (key 'foo') on line overlay.yml:2:
        Expected 'overlay/remove-anns' annotation argument 'validation' to be in format 'namespace/name'
      at overlay.yml:1
    ");
    assert_snapshot!(merge(BASE, "#@overlay/remove-anns 7\nfoo: 1\n"), @r"
    Document on line overlay.yml:1:
      Map item (key 'foo') on line overlay.yml:2:
        Expected 'overlay/remove-anns' annotation argument to be string, but was starlark.Int
      at overlay.yml:1
    ");
    assert_snapshot!(merge(BASE, "#@overlay/merge-anns via=1\nfoo: 1\n"), @r"
    Document on line overlay.yml:1:
      Map item (key 'foo') on line overlay.yml:2:
        Unknown 'overlay/merge-anns' annotation keyword argument 'via'
      at overlay.yml:1
      note: @overlay/merge-anns takes no arguments
    ");
}

#[test]
fn noop_counts_and_adds_nothing() {
    assert_snapshot!(merge(BASE, "#@overlay/noop\nzzz: 1\n"), @r"
    Document on line overlay.yml:1:
      Map item (key 'zzz') on line overlay.yml:2:
        Expected number of matched nodes to be 1, but was 0
      at overlay.yml:2
      note: keys there: 'foo', 'bar'
      note: to add a missing key, annotate it with @overlay/match missing_ok=True
    ");
    assert_snapshot!(merge(BASE, "#@overlay/noop\n#@overlay/match missing_ok=True\nzzz: 1\n"), @r"
    #@schema/validation <function is_even>, not_null=True
    #@schema/nullable
    foo: 42
    bar: 13
    ");
}
