//! Compares looking nodes up in an index with testing every node.

#[path = "../tests/support/trees.rs"]
mod trees;

use divan::{Bencher, black_box};
use trees::{
    annotated_item, annotation, array, dict, document, file, map, overlay, overlay_document, thread,
};
use yardstick_diagnostics::Sources;
use yardstick_overlay::{FileDocuments, OverlayDocument, Overlayer, Strategy};
use yardstick_starlark::{Thread, Value};
use yardstick_template::tree::{ArrayItem, Yaml};

fn main() {
    divan::main();
}

trait Matching {
    const STRATEGY: Strategy;
}

struct Indexed;

impl Matching for Indexed {
    const STRATEGY: Strategy = Strategy::Indexed;
}

struct Scan;

impl Matching for Scan {
    const STRATEGY: Strategy = Strategy::Scan;
}

fn run<M: Matching>(
    bencher: Bencher<'_, '_>,
    left: &[FileDocuments],
    right: impl FnOnce(&mut Thread) -> Vec<OverlayDocument>,
) {
    let (sources, mut thread) = (Sources::new(), thread());
    let right = right(&mut thread);
    bencher.bench_local(|| {
        let mut overlayer = Overlayer::with_strategy(&mut thread, &sources, M::STRATEGY);
        overlayer.documents(black_box(left.to_vec()), &right).unwrap()
    });
}

fn resource(number: usize) -> Yaml {
    let name = Yaml::text(&format!("app-{number}"));
    let labels = map([("a", Yaml::Int(1)), ("b", Yaml::Int(2))]);
    let containers =
        (0..4).map(|at| ArrayItem::new(map([("name", Yaml::text(&format!("c{at}")))])));
    map([
        ("kind", Yaml::text("Deployment")),
        ("metadata", map([("name", name), ("labels", labels)])),
        ("spec", map([("replicas", Yaml::Int(1)), ("containers", array(containers.collect()))])),
    ])
}

/// 100 overlays that each match one of many documents by kind and name.
#[divan::bench(types = [Indexed, Scan], args = [300, 3000], sample_count = 10)]
fn documents_by_subset<M: Matching>(bencher: Bencher<'_, '_>, count: usize) {
    let left = file((0..count).map(|number| document(resource(number))).collect());
    run::<M>(bencher, &left, |thread| {
        let overlay_of = |number: usize| {
            let name = Value::from(format!("app-{}", number * count / 100));
            let pattern =
                dict([("kind", Value::from("Deployment")), ("metadata", dict([("name", name)]))]);
            let by = overlay(thread, "subset", &[pattern]);
            let value = map([("spec", map([("replicas", Yaml::Int(3))]))]);
            overlay_document(value, vec![annotation("match", vec![("by", by)])])
        };
        (0..100).map(overlay_of).collect()
    });
}

/// As many overlay items as there are items in an array, each matching one by name.
#[divan::bench(types = [Indexed, Scan], args = [300, 3000], sample_count = 10)]
fn items_by_name<M: Matching>(bencher: Bencher<'_, '_>, count: usize) {
    let item = |number: usize, value: i64| {
        map([("name", Yaml::text(&format!("item-{number}"))), ("value", Yaml::Int(value))])
    };
    let items = (0..count).map(|number| ArrayItem::new(item(number, 0))).collect();
    let left = file(vec![document(map([("items", array(items))]))]);
    run::<M>(bencher, &left, |thread| {
        let by_name = || vec![annotation("match", vec![("by", Value::from("name"))])];
        let items = (0..count).map(|number| annotated_item(item(number, 1), by_name())).collect();
        let by = overlay(thread, "index", &[Value::Int(0)]);
        let annotations = vec![annotation("match", vec![("by", by)])];
        vec![overlay_document(map([("items", array(items))]), annotations)]
    });
}
