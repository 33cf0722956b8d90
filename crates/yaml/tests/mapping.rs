//! Tests how maps are interpreted: merge keys and duplicate keys.
#![allow(clippy::format_push_string, clippy::format_collect, reason = "short beats fast here")]

mod support;

use std::borrow::Cow;

use yardstick_yaml::tree::Entry;
use yardstick_yaml::{Options, Tree, mapping};

fn tree(text: &str, options: &Options) -> Tree {
    support::read(text.as_bytes(), options).unwrap()
}

/// Lists the pairs as `key=value`.
fn pairs<'t>(entries: impl IntoIterator<Item = Entry<'t>>) -> String {
    let pairs: Vec<_> = entries
        .into_iter()
        .map(|entry| format!("{}={}", entry.key.text(), entry.value.dereferenced().text()))
        .collect();
    pairs.join(" ")
}

/// Lists the pairs of the last value in the root map of `text`, as the reference interprets them.
fn reference(text: &str) -> String {
    let tree = tree(text, &Options::reference());
    let root = tree.document(0).unwrap().root();
    pairs(mapping::reference_entries(root.entries().last().unwrap().value))
}

/// Lists the pairs of the last value in the root map of `text`, as YAML 1.2 tools interpret them.
fn merged(text: &str) -> Result<String, String> {
    let tree = tree(text, &Options::yaml12());
    let root = tree.document(0).unwrap().root();
    let entries = mapping::merged_entries(root.entries().last().unwrap().value);
    entries.map(pairs).map_err(|problem| problem.message_in_context())
}

#[test]
fn the_last_value_wins_in_the_first_place() {
    assert_eq!(reference("m: {a: 1, b: 2, a: 3}"), "a=3 b=2");
    assert_eq!(reference("m: {1: a, 0x1: b, \"1\": c}"), "0x1=b 1=c");
    assert_eq!(reference("m: {yes: a, true: b, 'true': c}"), "true=b true=c");
    assert_eq!(reference("m: {~: a, null: b}"), "null=b");
    assert_eq!(reference("m: {[1, 2]: a, [1, 0x2]: b, [1]: c}"), "=b =c");
    assert_eq!(reference("m: {1: a, 1.0: b}"), "1=a 1.0=b");
}

#[test]
fn large_maps_are_settled_too() {
    let mut text = String::from("m:\n");
    for round in 0..2 {
        (0..100).for_each(|n| text.push_str(&format!("  k{n}: {round}\n")));
    }
    let settled = reference(&text);
    assert_eq!(settled.split(' ').count(), 100);
    assert!(settled.starts_with("k0=1 k1=1 "));
}

#[test]
fn the_reference_splices_merged_pairs_in() {
    let base = "x: &x {a: 1, b: 2}\n";
    assert_eq!(reference(&format!("{base}m: {{c: 0, <<: *x, d: 4}}")), "c=0 a=1 b=2 d=4");
    assert_eq!(reference(&format!("{base}m: {{<<: *x, a: 3}}")), "a=3 b=2");
    assert_eq!(reference(&format!("{base}m: {{a: 3, <<: *x}}")), "a=1 b=2");
    assert_eq!(reference("m: {<<: {a: 1, <<: {b: 2}}, c: 3}"), "a=1 b=2 c=3");
    assert_eq!(reference("m: {<<: [], c: 3}"), "c=3");
    assert_eq!(reference("m: {'<<': 1}"), "<<=1");
    assert_eq!(reference("m: {!!merge <<: {a: 1}}"), "a=1");
}

#[test]
fn yaml12_tools_let_written_keys_win() {
    let base = "x: &x {a: 1, b: 2}\ny: &y {b: 3, c: 4}\n";
    assert_eq!(merged(&format!("{base}m: {{<<: [*x, *y], c: 5}}")).unwrap(), "a=1 b=2 c=5");
    assert_eq!(merged(&format!("{base}m: {{<<: [*y, *x]}}")).unwrap(), "b=3 c=4 a=1");
    assert_eq!(merged(&format!("{base}m: {{a: 9, <<: *x}}")).unwrap(), "a=9 b=2");
    assert_eq!(merged("m: {a: 1, a: 2}").unwrap(), "a=1 a=2");
    let refused = "yaml: map merge requires map or sequence of maps as the value";
    assert_eq!(merged("m: {<<: 5}").unwrap_err(), refused);
    assert_eq!(merged("m: {<<: [5]}").unwrap_err(), refused);
}

#[test]
fn property_names_are_texts() {
    let tree =
        tree("{a: 0, 1: 0, 0x10: 0, 2.50: 0, True: 0, ~: 0, '~': 0, [x]: 0}", &Options::yaml12());
    let names: Vec<_> = tree
        .document(0)
        .unwrap()
        .root()
        .entries()
        .map(|entry| mapping::property_name(entry.key).map(Cow::into_owned))
        .collect();
    let names: Vec<_> = names.iter().map(Option::as_deref).collect();
    let expected = ["a", "1", "16", "2.50", "true", "null", "~"].map(Some);
    assert_eq!(names[..7], expected);
    assert_eq!(names[7], None);
}
