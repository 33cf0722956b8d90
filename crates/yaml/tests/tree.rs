//! Tests what the tree reports about nodes: kinds, texts, positions, anchors, tags.
#![allow(clippy::format_push_string, clippy::format_collect, reason = "short beats fast here")]

mod support;

use yardstick_yaml::{NodeRef, Options, Tree, read};

fn tree(text: &str) -> Tree {
    support::read(text.as_bytes(), &Options::reference()).unwrap()
}

/// Describes each node: kind, style, start and end, indicator, anchor, tag and text.
fn dump(text: &str) -> String {
    let tree = tree(text);
    let mut out = String::new();
    for document in tree.documents() {
        out.push_str(&format!("document {:?} at {}\n", document.marker(), document.position()));
        for node in document.nodes() {
            let span = node.span();
            out.push_str(&format!(
                "{:?} {:?} {}..{}",
                node.kind(),
                node.style(),
                span.start,
                span.end
            ));
            if node.indicator() != node.start() {
                out.push_str(&format!(" item at {}", node.indicator()));
            }
            if node.content_span() != span {
                out.push_str(&format!(" content at {}", node.content_span().start));
            }
            out.push_str(&node.anchor().map_or(String::new(), |anchor| format!(" &{anchor}")));
            out.push_str(&node.tag().map_or(String::new(), |tag| format!(" <{tag}>")));
            out.push_str(
                &node.alias_target().map_or(String::new(), |node| format!(" -> {}", node.id().0)),
            );
            out.push_str(&format!(" {:?}\n", node.text()));
        }
    }
    out
}

#[test]
fn block_collections() {
    insta::assert_snapshot!(dump("a: 1\nb:\n- x\n-\n  y: 'z'\nc:\n"));
}

#[test]
fn flow_collections() {
    insta::assert_snapshot!(dump("[a, {b: \"c\\n\"},\n d: e, ]\n"));
}

#[test]
fn anchors_tags_and_aliases() {
    insta::assert_snapshot!(dump("&k k: !!str &v 1\nl: *v\nm: &e\nn: !<tag:x.org,2000:y> {}\n"));
}

#[test]
fn scalars_over_several_lines() {
    insta::assert_snapshot!(dump(
        "a: one\n  two\n\n  three\nb: \"x\\\n  y\"\nc: |-\n  l\n   m\nd: >\n  f\n  g\n"
    ));
}

#[test]
fn documents() {
    insta::assert_snapshot!(dump("a\n---\n--- b\n...\n%TAG !e! tag:e.org:\n---\n!e!t c\n"));
}

#[test]
fn an_indicator_far_before_its_item_is_kept() {
    let text = format!("-{}x\n- y\n", "\n".repeat(400));
    let tree = tree(&text.replace('x', " x"));
    let root = tree.document(0).unwrap().root();
    let indicators: Vec<_> = root.items().map(NodeRef::indicator).collect();
    assert_eq!(indicators, [0, 404]);
}

#[test]
fn directives_are_kept() {
    let tree = tree("%YAML 1.1\n%TAG !e! tag:e.org:\n---\na: 1\n");
    let directives = tree.document(1).unwrap().directives().unwrap();
    assert_eq!(directives.version, Some((1, 1)));
    assert_eq!(directives.tags, [("!e!".to_owned(), "tag:e.org:".to_owned())]);
}

#[test]
fn other_encodings_can_be_turned_into_utf8() {
    let text = "\u{FEFF}a: é😀\n";
    let utf16: Vec<u16> = text.encode_utf16().collect();
    let utf32: Vec<u32> = text.chars().map(u32::from).collect();
    let encoded: [Vec<u8>; 4] = [
        utf16.iter().flat_map(|unit| unit.to_le_bytes()).collect(),
        utf16.iter().flat_map(|unit| unit.to_be_bytes()).collect(),
        utf32.iter().flat_map(|unit| unit.to_le_bytes()).collect(),
        utf32.iter().flat_map(|unit| unit.to_be_bytes()).collect(),
    ];
    for (bytes, mark) in encoded.iter().zip([2, 2, 4, 4]) {
        assert_eq!(read::to_utf8(bytes).as_deref(), Some(text));
        // Without the mark, the first character, which is ASCII, shows the encoding.
        assert_eq!(read::to_utf8(&bytes[mark..]).as_deref(), Some(&text[3..]));
    }
    assert_eq!(read::to_utf8(text.as_bytes()), None);
    assert_eq!(read::to_utf8(b"a"), None);
    let tree = support::read(text.as_bytes(), &Options::yaml12()).unwrap();
    assert_eq!(tree.document(0).unwrap().root().entries().next().unwrap().key.text(), "a");
}

#[test]
fn yaml12_allows_some_characters_in_quotes_only() {
    assert!(support::read("a: \"\u{7f}\u{80}\"".as_bytes(), &Options::yaml12()).is_ok());
    for text in ["a: \u{7f}", "a: 1 # \u{80}", "\u{ffff}: 1"] {
        let problem = support::read(text.as_bytes(), &Options::yaml12()).unwrap_err();
        assert_eq!(
            problem.message_in_context(),
            "yaml: control characters are not allowed",
            "{text:?}"
        );
    }
}
