//! Text that will be printed, but hardly as it was meant: code that ended up in a value, the syntax of other tools,
//! keys that YAML 1.1 takes for booleans.
//!
//! A file is searched for a few rare byte sequences first; its nodes are looked at only where one is found.

use memchr::{memchr_iter, memmem};
use yardstick_diagnostics::{Diagnostic, Fix, codes};
use yardstick_yaml::{Kind, NodeRef, Style, Tree};

/// More than this is not told of one kind and file.
const MOST: usize = 3;

/// What of `tree` is probably not meant.
pub(crate) fn suspicious_text(tree: &Tree, is_template: bool) -> Vec<Diagnostic> {
    let bytes = tree.source().bytes();
    let mut found = Vec::new();
    if memmem::find(bytes, b"{{").is_some() {
        found.extend(braces(tree).take(MOST));
    }
    found.extend(code_after_text(tree, bytes).take(MOST));
    if memmem::find(bytes, b"(@").is_some() && !templates_text(tree) {
        found.extend(code_pieces(tree).take(MOST));
    }
    if is_template {
        // Schemas have names to judge, which is done where they are read.
        if memmem::find(bytes, b"#@data/values-schema").is_none() {
            found.extend(boolean_keys(tree, bytes).take(MOST));
        }
        found.extend(code_without_sign(tree, bytes).take(MOST));
    }
    found
}

/// `{{ x }}` without quotes: for YAML, a map whose key is a map.
fn braces(tree: &Tree) -> impl Iterator<Item = Diagnostic> {
    let is_flow_map = |node: NodeRef<'_>| node.is_map() && node.style() == Style::Flow;
    let is_braces = move |node: &NodeRef<'_>| {
        is_flow_map(*node) && node.entries().next().is_some_and(|entry| is_flow_map(entry.key))
    };
    tree.nodes().filter(is_braces).map(|node| {
        let message = "'{{ }}' is not replaced by a value: YAML reads it as a map";
        Diagnostic::warning(codes::OTHER_TEMPLATES, message)
            .at(node.content_span())
            .note("it belongs to Helm or Jinja: write `key: #@ data.values.name`, after `#@ load(\"@ytt:data\", \"data\")`")
    })
}

/// `foo-#@ x` and `"#@ x"`: code only follows a space, outside quotes.
fn code_after_text<'t>(tree: &'t Tree, bytes: &'t [u8]) -> impl Iterator<Item = Diagnostic> + 't {
    let is_glued = move |&at: &usize| {
        let before = at.checked_sub(1).map(|at| bytes[at]);
        let after = &bytes[at + 2..];
        let starts_code = after.first() == Some(&b' ')
            && after.get(1).is_some_and(|c| c.is_ascii_alphabetic() || b"_(\"'[{".contains(c));
        before.is_some_and(|c| !c.is_ascii_whitespace()) && starts_code
    };
    memmem::find_iter(bytes, b"#@").filter(is_glued).filter_map(move |at| {
        let node = scalar_at(tree, at as u32)?;
        let text = node.text();
        let (before, code) = text.split_once("#@")?;
        // A template inside a text is nothing to complain about.
        if text.contains('\n') {
            return None;
        }
        let code = code.trim();
        let instead = if before.is_empty() {
            format!("#@ {code}")
        } else {
            format!("#@ \"{before}\" + {code}")
        };
        let fix = Fix {
            span: node.content_span(),
            replacement: instead.clone(),
            description: "make it code".to_owned(),
        };
        let message = format!("'#@ {code}' is printed as text, not run");
        Some(
            Diagnostic::warning(codes::CODE_AS_TEXT, message)
                .at(node.content_span())
                .note(format!("code is the whole value: write `{instead}`"))
                .fix(fix),
        )
    })
}

/// `name: data.values.name`, `labels: labels()`: code that lacks its `#@`.
fn code_without_sign<'t>(tree: &'t Tree, bytes: &'t [u8]) -> impl Iterator<Item = Diagnostic> + 't {
    let comments = tree.comments().iter().map(|comment| tree.comment_text(comment));
    let defined: Vec<&str> = comments
        .filter_map(|text| {
            text.strip_prefix('@')?.trim_start().strip_prefix("def ")?.split('(').next()
        })
        .collect();
    let starts = memmem::find_iter(bytes, b"data.values.").chain(
        // Few files define functions; only those are searched for calls.
        memmem::find_iter(if defined.is_empty() { &[] } else { bytes }, b"("),
    );
    starts.filter_map(move |at| {
        let node = scalar_at(tree, at as u32)?;
        let text = node.text();
        let is_path = |c: char| c.is_alphanumeric() || "._[]\"-".contains(c);
        let is_value = text.starts_with("data.values.") && text.chars().all(is_path);
        let is_call = text.ends_with(')')
            && text.split_once('(').is_some_and(|(name, _)| defined.contains(&name));
        if node.style() != Style::Plain || !(is_value || is_call) {
            return None;
        }
        let fix = Fix {
            span: node.content_span(),
            replacement: format!("#@ {text}"),
            description: "make it code".to_owned(),
        };
        let message = format!("'{text}' is printed as text, not run");
        Some(
            Diagnostic::warning(codes::CODE_AS_TEXT, message)
                .at(node.content_span())
                .note(format!("code follows '#@': write `#@ {text}`"))
                .fix(fix),
        )
    })
}

/// `(@= x @)` in a YAML file whose strings are no templates.
fn code_pieces(tree: &Tree) -> impl Iterator<Item = Diagnostic> {
    let is_piece = |node: &NodeRef<'_>| {
        node.kind() == Kind::Scalar
            && memmem::find(node.text_bytes(), b"(@").is_some()
            && memmem::find(node.text_bytes(), b"@)").is_some()
    };
    tree.nodes().filter(is_piece).map(|node| {
        let message = "'(@ @)' is printed as text, not run";
        Diagnostic::warning(codes::CODE_AS_TEXT, message)
            .at(node.content_span())
            .note("write `#@yaml/text-templated-strings` above the key, or `key: #@ \"text\" + x`")
    })
}

/// Whether strings of the file may be templates.
fn templates_text(tree: &Tree) -> bool {
    let is_annotation = |text: &str| text.starts_with("@yaml/text-templated-strings");
    tree.comments().iter().any(|comment| is_annotation(tree.comment_text(comment)))
}

/// Words that YAML 1.1 reads as booleans and people write as names.
const BOOLEANS: [&[u8]; 12] =
    [b"on", b"On", b"ON", b"off", b"Off", b"OFF", b"yes", b"no", b"y", b"n", b"Y", b"N"];

/// `on:`, `y:`, `n:` as keys.
fn boolean_keys<'t>(tree: &'t Tree, bytes: &'t [u8]) -> impl Iterator<Item = Diagnostic> + 't {
    memchr_iter(b':', bytes).filter_map(move |colon| {
        // The word before the colon, if it is short enough to matter.
        let window = &bytes[colon.saturating_sub(4)..colon];
        let letters = window.iter().rev().take_while(|c| c.is_ascii_alphabetic()).count();
        let start = colon - letters;
        let word = &bytes[start..colon];
        if letters == 0 || letters > 3 || !BOOLEANS.contains(&word) {
            return None;
        }
        let before = start.checked_sub(1).map(|at| bytes[at]);
        if before.is_some_and(|c| !(c.is_ascii_whitespace() || b"{,".contains(&c))) {
            return None;
        }
        let node = tree.first_written_from(start as u32)?;
        let is_key = node.kind() == Kind::Scalar
            && node.style() == Style::Plain
            && node.content_span().start == start as u32
            && node.text_bytes() == word;
        if !is_key {
            return None;
        }
        let word = String::from_utf8_lossy(word).into_owned();
        let value = ["on", "yes", "y"].contains(&word.to_lowercase().as_str());
        let fix = Fix {
            span: node.content_span(),
            replacement: format!("\"{word}\""),
            description: "quote the key".to_owned(),
        };
        Some(
            Diagnostic::warning(codes::BOOLEAN_KEY, format!("Key '{word}' is read as {value}"))
                .at(node.content_span())
                .note(format!("YAML 1.1 takes it for a boolean: quote it, \"{word}\""))
                .fix(fix),
        )
    })
}

/// The scalar that holds the byte at `offset`.
fn scalar_at(tree: &Tree, offset: u32) -> Option<NodeRef<'_>> {
    let node = tree.last_scalar_from(offset)?;
    (offset < node.span().end).then_some(node)
}
