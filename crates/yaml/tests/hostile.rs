//! Malicious texts: each must quickly result in a tree or a diagnostic with a position.
#![allow(clippy::format_push_string, clippy::format_collect, reason = "short beats fast here")]

mod support;

use std::time::{Duration, Instant};

use proptest::prelude::*;
use yardstick_diagnostics::Diagnostic;
use yardstick_yaml::{Kind, Limits, Mode, NodeRef, Options, Resolver, Tree, mapping};

const MODES: [Mode; 2] = [Mode::Reference, Mode::Yaml12];

/// Reads `bytes` in both modes, and requires a result within seconds even on a slow machine.
fn read(bytes: &[u8]) -> Vec<Result<Tree, Box<Diagnostic>>> {
    MODES
        .map(|mode| {
            let start = Instant::now();
            let read = support::read(bytes, &Options { mode, ..Options::default() });
            assert!(start.elapsed() < Duration::from_secs(20), "took {:?}", start.elapsed());
            read
        })
        .into()
}

/// Returns the message and the offset with which both modes reject `bytes`.
fn refusal(bytes: &[u8]) -> (String, u32) {
    let problems: Vec<_> = read(bytes).into_iter().map(Result::unwrap_err).collect();
    assert_eq!(problems[0].message_in_context(), problems[1].message_in_context());
    (problems[0].message_in_context(), problems[0].labels[0].span.start)
}

#[test]
fn a_million_open_brackets() {
    let expected = "yaml: line 1: exceeded the limit of 1000 nested collections";
    assert_eq!(refusal("[".repeat(1_000_000).as_bytes()), (expected.to_owned(), 1_000));
    assert_eq!(refusal("{a: ".repeat(1_000_000).as_bytes()).0, expected);
    assert_eq!(refusal("- ".repeat(1_000_000).as_bytes()).0, expected);
    assert_eq!(refusal("? ".repeat(1_000_000).as_bytes()).0, expected);
}

#[test]
fn depth_costs_no_stack_when_the_limit_is_lifted() {
    let depth = 200_000;
    let text = "[".repeat(depth) + &"]".repeat(depth);
    let limits = Limits { nesting: u32::MAX, ..Limits::default() };
    for mode in MODES {
        let tree = support::read(text.as_bytes(), &Options { mode, limits, ..Options::default() })
            .unwrap();
        assert_eq!(tree.node_count(), depth);
        tree.attach_comments();
    }
}

#[test]
fn deep_block_nesting_is_linear() {
    // Each line closes all levels but one.
    let mut text = String::new();
    for _ in 0..2_000 {
        text.push_str(&"- ".repeat(500));
        text.push_str("x\n");
    }
    assert!(read(text.as_bytes()).iter().all(Result::is_ok));
}

#[test]
fn possible_keys_in_many_levels_take_linear_time() {
    let text = "[[[[[[[[[a, b], c], d], e], f], g], h], i], j]\n".repeat(20_000).replace('\n', ",");
    assert!(read(format!("[{text}]").as_bytes()).iter().all(Result::is_ok));
}

#[test]
fn alias_bombs() {
    let mut text = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for level in 1..12 {
        let aliases = vec![format!("*a{}", level - 1); 10].join(", ");
        text.push_str(&format!("a{level}: &a{level} [{aliases}]\n"));
    }
    let (message, at) = refusal(text.as_bytes());
    assert_eq!(message, "yaml: line 7: aliases stand for more than 10000000 nodes");
    assert_eq!(&text[at as usize..at as usize + 3], "*a5");
}

#[test]
fn aliases_of_one_large_node_are_counted_not_copied() {
    let text = format!("a: &a [{}]\nb: [{}]\n", "x, ".repeat(1_000), "*a, ".repeat(9_000));
    assert!(read(text.as_bytes()).iter().all(Result::is_ok));
}

#[test]
fn bytes_that_are_not_text() {
    let expected = "yaml: control characters are not allowed";
    assert_eq!(refusal(b"a: \0"), (expected.to_owned(), 3));
    assert_eq!(refusal(b"\0"), (expected.to_owned(), 0));
    assert_eq!(refusal(b"a: \x80").0, "yaml: invalid leading UTF-8 octet");
    assert_eq!(refusal(b"a: \xE2\x82").0, "yaml: incomplete UTF-8 octet sequence");
    assert_eq!(refusal(b"a: \xF8\x88\x80\x80\x80").0, "yaml: invalid leading UTF-8 octet");
    assert_eq!(refusal(b"a: \xF4\x90\x80\x80").0, "yaml: invalid Unicode character");
    assert_eq!(refusal(&[0xFF; 1_000]).0, "yaml: invalid leading UTF-8 octet");
}

#[test]
fn a_bad_byte_far_behind_a_syntax_error_is_not_reported() {
    let far = format!("a: b: c\n{}\0", "# \n".repeat(1_000));
    assert_eq!(refusal(far.as_bytes().split_last().unwrap().1).0, expected_values());
    let problem = support::read(far.as_bytes(), &Options::reference()).unwrap_err();
    assert_eq!(problem.message_in_context(), expected_values());
    let near = support::read(b"a: b: c\n\0", &Options::reference()).unwrap_err();
    assert_eq!(near.message_in_context(), "yaml: control characters are not allowed");
}

fn expected_values() -> &'static str {
    "yaml: line 1: mapping values are not allowed in this context"
}

#[test]
fn one_long_line() {
    let size = 20_000_000;
    let plain = "x".repeat(size);
    assert!(read(plain.as_bytes()).iter().all(Result::is_ok));
    assert!(read(" ".repeat(size).as_bytes()).iter().all(Result::is_ok));
    let (message, at) = refusal(format!("\"{plain}").as_bytes());
    assert_eq!(
        (message.as_str(), at),
        ("yaml: line 1: found unexpected end of stream", size as u32 + 1)
    );
    assert_eq!(
        refusal(format!("a: 1\n{plain}: 2").as_bytes()).0,
        "yaml: line 2: could not find expected ':'"
    );
    assert!(read(format!("[{}]", "a, ".repeat(size / 10)).as_bytes()).iter().all(Result::is_ok));
}

#[test]
fn many_comments_and_documents() {
    let text = "# c\n---\na: 1 # d\n".repeat(50_000);
    for tree in read(text.as_bytes()) {
        let tree = tree.unwrap();
        assert_eq!(tree.attach_comments().comments.len(), 100_000);
    }
}

#[test]
fn many_comments_inside_what_is_aliased() {
    let items: String = (0..2_000).map(|n| format!("  k{n}: # c\n")).collect();
    let aliases: String = (0..2_000).map(|n| format!("b{n}: *a\n")).collect();
    let text = format!("a: &a\n{items}{aliases}");
    let tree = support::read(text.as_bytes(), &Options::reference()).unwrap();
    let attached = tree.attach_comments();
    assert!(attached.comments.iter().all(|comment| comment.through.len() == 1));
}

#[test]
fn many_duplicate_keys_are_settled_in_linear_time() {
    let text = "k: 1\n".repeat(200_000);
    let tree = support::read(text.as_bytes(), &Options::reference()).unwrap();
    let root = tree.document(0).unwrap().root();
    assert_eq!(mapping::reference_entries(root).count(), 1);
}

#[test]
fn files_larger_than_the_limit() {
    let limits = Limits { input_bytes: 3, ..Limits::default() };
    let options = Options { limits, ..Options::reference() };
    let problem = support::read(b"a: 1", &options).unwrap_err();
    assert_eq!(problem.message_in_context(), "yaml: the file is larger than 3 bytes");
}

/// Calls everything that a tree offers.
fn walk(tree: &Tree) {
    let mut nodes = 0;
    for document in tree.documents() {
        let _ = (document.span(), document.position(), document.directives());
        nodes += document.nodes().count();
    }
    assert_eq!(nodes, tree.node_count());
    for node in tree.nodes() {
        let _ = (node.text(), node.anchor(), node.tag(), node.line(), node.indicator());
        let (span, content) = (node.span(), node.content_span());
        assert!(span.start <= span.end && span.start <= content.start && content.end == span.end);
        assert_eq!(node.text().as_bytes(), node.text_bytes());
        let inside = match node.kind() {
            Kind::Map => node.entries().map(|entry| entry.value.subtree_end()).last(),
            Kind::Sequence => node.items().map(NodeRef::subtree_end).last(),
            Kind::Scalar | Kind::Alias => None,
        };
        assert_eq!(inside.map_or(node.id().0 + 1, |end| end.0), node.subtree_end().0);
        let _ = (node.scalar(Resolver::Yaml11), node.scalar(Resolver::Core12));
        if node.is_map() {
            let _ = mapping::reference_entries(node).count();
            let _ = mapping::merged_entries(node);
        }
    }
    tree.attach_comments();
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read(&bytes).into_iter().flatten().for_each(|tree| walk(&tree));
    }

    #[test]
    fn bytes_that_matter(text in "[-\\[\\]{}:,?#&*!|>'\"%@` a0~<=\\\\\t\n\r.é\u{85}\u{2028}\u{feff}]{0,60}") {
        read(text.as_bytes()).into_iter().flatten().for_each(|tree| walk(&tree));
    }

    #[test]
    fn problems_point_into_the_file(text in "[-\\[\\]{}:,?#&*!|>'\"% a0\t\n]{0,40}") {
        for problem in read(text.as_bytes()).into_iter().filter_map(Result::err) {
            prop_assert!(problem.labels.iter().all(|label| label.span.end as usize <= text.len()));
            prop_assert!(problem.message_in_context().starts_with("yaml: "));
        }
    }
}
