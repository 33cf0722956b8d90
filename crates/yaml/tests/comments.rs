//! Tests which node a comment belongs to.
#![allow(clippy::format_push_string, clippy::format_collect, reason = "short beats fast here")]

mod support;

use yardstick_yaml::tree::Owner;
use yardstick_yaml::{Options, Tree};

/// Lists each comment with its owner, one per line: `text -> owner`.
fn owners(text: &str) -> String {
    let tree = support::read(text.as_bytes(), &Options::reference()).unwrap();
    let mut out = String::new();
    for attached in &tree.attach_comments().comments {
        let comment = tree.comment_text(&attached.comment);
        let owner = describe(&tree, attached.owner);
        let line = if attached.same_line { ", same line" } else { "" };
        let copy: String = attached
            .through
            .iter()
            .map(|&id| format!(" through *{}", tree.node(id).text()))
            .collect();
        out.push_str(&format!("{}: {comment} -> {owner}{copy}{line}\n", attached.line));
    }
    out
}

fn describe(tree: &Tree, owner: Owner) -> String {
    match owner {
        Owner::Document(index) => format!("document {index}"),
        Owner::MapItem(key) => format!("map item {}", tree.node(key).text()),
        Owner::ArrayItem(item) => {
            let line = tree.line(tree.node(item).indicator());
            format!("array item of line {line} {:?}", tree.node(item).kind())
        }
    }
}

#[test]
fn lines_decide() {
    insta::assert_snapshot!(owners("\
# A
top:
  # B
  - k: # C
    # D
    m: 1
  # E
other: 2 # F
# G
--- # H
# I
"), @r"
    1:  A -> map item top
    3:  B -> array item of line 4 Map
    4:  C -> map item k, same line
    5:  D -> map item m
    7:  E -> map item other
    8:  F -> map item other, same line
    9:  G -> document 1
    10:  H -> document 1, same line
    11:  I -> document 2
    ");
}

#[test]
fn a_comment_before_the_first_marker_goes_to_its_document() {
    insta::assert_snapshot!(owners("# A\n---\n# B\na: 1\n"), @r"
    1:  A -> document 1
    3:  B -> map item a
    ");
}

#[test]
fn flow_items_stand_where_they_are_introduced() {
    insta::assert_snapshot!(owners("a: {b: # A\n}\nc: [1, # B\n2] # C\n- [\n"
        .trim_end_matches("- [\n")), @r"
    1:  A -> map item b, same line
    3:  B -> array item of line 3 Scalar, same line
    4:  C -> document 1
    ");
}

#[test]
fn innermost_item_of_a_line() {
    insta::assert_snapshot!(owners("- - a # A\n- # B\n  # C\n  x\n"), @r"
    1:  A -> array item of line 1 Scalar, same line
    2:  B -> array item of line 2 Scalar, same line
    3:  C -> document 1
    ");
}

#[test]
fn comments_inside_an_anchored_node_belong_to_the_last_copy() {
    insta::assert_snapshot!(owners("\
base: &b
  x: # A
mid: &m
  inner: *b
end:
  <<: *m
  z: # B
"), @r"
    2:  A -> map item x through *m through *b, same line
    7:  B -> map item z, same line
    ");
}

#[test]
fn merge_keys_own_nothing() {
    insta::assert_snapshot!(owners("a: &x {b: 1}\nd:\n  <<: *x # A\n  e: 1\n"), @"3:  A -> map item e");
}

#[test]
fn headers_of_block_scalars_and_directives_are_overlooked() {
    let text = "a: | # A\n  text # no comment\nb: 1 # B\n";
    insta::assert_snapshot!(owners(text), @"3:  B -> map item b, same line");
    let tree = support::read(text.as_bytes(), &Options::reference()).unwrap();
    let overlooked: Vec<_> =
        tree.overlooked_comments().iter().map(|comment| tree.comment_text(comment)).collect();
    assert_eq!(overlooked, [" A"]);
}

#[test]
fn carriage_returns_are_not_part_of_a_comment() {
    insta::assert_snapshot!(owners("a: 1 # A\r\n"), @"1:  A -> map item a, same line");
}
