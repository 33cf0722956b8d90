//! Tests the messages for overlays that do not apply.

#[path = "support/templates.rs"]
mod templates;

use insta::assert_snapshot;
use templates::{overlay, warnings};

#[test]
fn a_key_that_is_not_there() {
    assert_snapshot!(overlay(
        "metadata:\n  name: app\n  labels: {}\n",
        "#@overlay/match by=overlay.all\n---\nmetadata:\n  lables:\n    a: 1\n",
    ), @r"
    Overlaying (in following order: overlay.yml):
      Document on line overlay.yml:3:
        Map item (key 'metadata') on line overlay.yml:4:
          Map item (key 'lables') on line overlay.yml:5:
            Expected number of matched nodes to be 1, but was 0
      at overlay.yml:5
      note: did you mean 'labels'? (config.yml:3)
      note: to add a missing key, annotate it with @overlay/match missing_ok=True
    ");
}

#[test]
fn a_document_that_is_not_there() {
    assert_snapshot!(overlay(
        "kind: Service\nmetadata:\n  name: web\n---\nkind: Deployment\nmetadata:\n  name: wbe\n",
        r#"
#@overlay/match by=overlay.subset({"kind": "Deployment", "metadata": {"name": "web"}})
---
replicas: 1
"#,
    ), @r#"
    Overlaying (in following order: overlay.yml):
      Document on line overlay.yml:3:
        Expected number of matched nodes to be 1, but was 0
      at overlay.yml:2
      note: closest match: document (config.yml:4): metadata.name is "wbe", not "web"
      note: closest match: document (config.yml:1): kind is "Service", not "Deployment"
    "#);
}

#[test]
fn an_array_item_that_is_not_there() {
    assert_snapshot!(overlay(
        "containers:\n- name: main\n- name: sidecar\n",
        r#"
#@overlay/match by=overlay.all
---
containers:
#@overlay/match by="name"
- name: sidcar
  image: x
"#,
    ), @r#"
    Overlaying (in following order: overlay.yml):
      Document on line overlay.yml:3:
        Map item (key 'containers') on line overlay.yml:4:
          Array item on line overlay.yml:6:
            Expected number of matched nodes to be 1, but was 0
      at overlay.yml:5
      note: closest match: array item (config.yml:3): name is "sidecar", not "sidcar"
      note: to add the item if it is missing, write @overlay/match by=..., missing_ok=True
    "#);
}

#[test]
fn an_index_that_is_not_there() {
    assert_snapshot!(overlay(
        "a: 1\n",
        "#@overlay/match by=overlay.index(3)\n---\na: 2\n",
    ), @r"
    Overlaying (in following order: overlay.yml):
      Document on line overlay.yml:3:
        Expected number of matched nodes to be 1, but was 0
      at overlay.yml:2
      note: there is 1 document, its index is 0
    ");
}

#[test]
fn too_many_matches() {
    assert_snapshot!(overlay(
        "l:\n- 1\n- 2\n- 3\n- 4\n",
        "#@overlay/match by=overlay.all\n---\nl:\n#@overlay/match by=overlay.all\n- 0\n",
    ), @r#"
    Overlaying (in following order: overlay.yml):
      Document on line overlay.yml:3:
        Map item (key 'l') on line overlay.yml:4:
          Array item on line overlay.yml:6:
            Expected number of matched nodes to be 1, but was 4 (lines: config.yml:2, config.yml:3, config.yml:4, config.yml:5)
      at overlay.yml:5
      at config.yml:2 this array item matches
      at config.yml:3 this array item matches
      at config.yml:4 this array item matches
      note: to change all of them, add expects="1+" to @overlay/match (or expects=4); to change one array item, narrow by=
    "#);
}

#[test]
fn a_map_over_a_scalar() {
    assert_snapshot!(overlay(
        "a:\n  b: 1\n",
        "#@overlay/match by=overlay.all\n---\na:\n  b:\n    c: 1\n",
    ), @r"
    Overlaying (in following order: overlay.yml):
      Document on line overlay.yml:3:
        Map item (key 'a') on line overlay.yml:4:
          Map item (key 'b') on line overlay.yml:5:
            Expected map, but was integer
      at overlay.yml:5
      at config.yml:2 the overlay is applied to this integer
      note: the overlay is applied to this integer, at config.yml:2
      note: to put another kind of value there, write `#@overlay/replace` above the node
    ");
}

#[test]
fn an_assertion_that_does_not_hold() {
    assert_snapshot!(overlay(
        "a:\n  b: 1\n",
        "#@overlay/match by=overlay.all\n---\na:\n  #@overlay/assert\n  b: 2\n",
    ), @r"
    Overlaying (in following order: overlay.yml):
      Document on line overlay.yml:3:
        Map item (key 'a') on line overlay.yml:4:
          Map item (key 'b') on line overlay.yml:6:
            Expected objects to equal, but did not:
              Expected leaf values to match integer integer
      at overlay.yml:6
      at config.yml:2 the overlay is applied to this integer
      note: the overlay is applied to this integer, at config.yml:2
    ");
}

#[test]
fn a_function_that_fails() {
    assert_snapshot!(overlay(
        "a: 1\n",
        r#"
#@ def bad(left, right):
#@   return left + "x"
#@ end
#@overlay/match by=overlay.all
---
#@overlay/replace via=bad
a: 2
"#,
    ), @r"
    Overlaying (in following order: overlay.yml):
      Document on line overlay.yml:6:
        Map item (key 'a') on line overlay.yml:8: unknown binary op: int + string
      at overlay.yml:8
      at overlay.yml:3 in bad
      note: write str(...) around the left side to join text, or int(...) around the right side to add numbers
    ");
}

#[test]
fn a_key_that_is_there_already() {
    assert_snapshot!(overlay(
        "a: 1\nb: 2\n",
        r#"
#@overlay/match by=overlay.all
---
#@overlay/match by=lambda k, l, r: k == "b"
#@overlay/replace
a: 2
"#,
    ), @r"
    Overlaying (in following order: overlay.yml):
      Document on line overlay.yml:3:
        Map item (key 'a') on line overlay.yml:6:
          Expected key to be unique in map
      at overlay.yml:6
    ");
}

#[test]
fn a_key_that_is_not_text() {
    assert_snapshot!(overlay("a: 1\n", "#@overlay/match by=overlay.all\n---\n7: 1\n"), @r"
    Overlaying (in following order: overlay.yml):
      Document on line overlay.yml:3:
        Map item (key '7') on line overlay.yml:4:
          Expected number of matched nodes to be 1, but was 0
      at overlay.yml:4
      note: keys there: 'a'
      note: to add a missing key, annotate it with @overlay/match missing_ok=True
    ");
}

#[test]
fn misspelt_annotations() {
    assert_snapshot!(warnings("#@overlay/matches missing_ok=True\n---\n#@overlay/remvoe\na: 1\nb:\n#@overlay/zzz\n- 1\n"), @r"
    Unknown annotation @overlay/matches has no effect
      at overlay.yml:1
      note: did you mean '@overlay/match'?
    Unknown annotation @overlay/remvoe has no effect
      at overlay.yml:3
      note: did you mean '@overlay/remove'?
    Unknown annotation @overlay/zzz has no effect
      at overlay.yml:6
    ");
}
