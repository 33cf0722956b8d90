//! Measures reading in bytes per second, compared with other parsers on the same texts.
//!
//! The other parsers only produce events. `tree` does more: it builds the tree, with comments and positions.

use std::fmt::Write;
use std::sync::{Arc, OnceLock};

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use yardstick_diagnostics::{FileId, SourceFile};
use yardstick_yaml::{Options, parse, read};

#[global_allocator]
static ALLOCATOR: divan::AllocProfiler = divan::AllocProfiler::system();

fn main() {
    divan::main();
}

const TEXTS: [&str; 3] = ["manifests", "nested", "blocks"];

/// Returns the text called `name` as a file.
fn source(name: &str) -> Arc<SourceFile> {
    static FILES: [OnceLock<Arc<SourceFile>>; 3] = [const { OnceLock::new() }; 3];
    let index = TEXTS.iter().position(|text| *text == name).unwrap();
    Arc::clone(FILES[index].get_or_init(|| {
        let text = match name {
            "manifests" => manifests(50_000_000),
            "nested" => nested(10_000_000),
            _ => blocks(10_000_000),
        };
        Arc::new(SourceFile::new(name, text.into_bytes()))
    }))
}

/// Typical deployments and services.
fn manifests(bytes: usize) -> String {
    let mut out = String::with_capacity(bytes + 2_000);
    let mut number = 0;
    while out.len() < bytes {
        number += 1;
        let _ = write!(
            out,
            "---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: service-{number}
  namespace: team-{team}
  labels:
    app.kubernetes.io/name: service-{number}
    app.kubernetes.io/part-of: \"platform\"
  annotations:
    example.com/checksum: 3f786850e387550fdab836ed7e6dc881de23001b
spec:
  replicas: {replicas}
  selector:
    matchLabels:
      app: service-{number}
  template:
    spec:
      # Two containers: the service and what speaks for it.
      containers:
      - name: main
        image: \"registry.example.com/team-{team}/service-{number}:1.{replicas}.0\"
        args: [\"--port\", \"8080\", '--verbose']
        env:
        - name: DATABASE_URL
          value: postgres://user@db-{team}.example.com:5432/service_{number}
        - name: FEATURES
          value: 'a,b,c'
        ports:
        - containerPort: 8080
          protocol: TCP
        resources:
          requests: {{cpu: 100m, memory: 128Mi}}
          limits:
            cpu: 500m
            memory: 512Mi
        readinessProbe:
          httpGet:
            path: /healthz
            port: 8080
          initialDelaySeconds: 5
          periodSeconds: 10
      - name: proxy
        image: registry.example.com/proxy:2.4.1
        securityContext:
          runAsNonRoot: true
          readOnlyRootFilesystem: true
",
            team = number % 37,
            replicas = number % 9 + 1,
        );
    }
    out
}

/// Maps in sequences in maps, twelve levels deep.
fn nested(bytes: usize) -> String {
    let mut out = String::with_capacity(bytes + 2_000);
    while out.len() < bytes {
        for depth in 0..12 {
            let indent = "  ".repeat(depth);
            let lead = if depth == 0 { "- " } else { "  " };
            let _ = writeln!(out, "{indent}{lead}level{depth}: {depth}");
            let _ = writeln!(out, "{indent}  list{depth}: [1, {{a: b}}, \"c\"]");
            let _ = writeln!(out, "{indent}  below{depth}:");
        }
        let _ = writeln!(out, "{}  end: true", "  ".repeat(12));
    }
    out
}

/// Config maps that contain files.
fn blocks(bytes: usize) -> String {
    let mut out = String::with_capacity(bytes + 4_000);
    while out.len() < bytes {
        out.push_str("- file.conf: |\n");
        for line in 0..40 {
            let _ = writeln!(out, "    setting_{line} = \"some value {line}\"; # not a comment");
        }
        out.push_str(
            "  note: >-\n    folded text that\n    goes over lines\n\n    and paragraphs\n",
        );
    }
    out
}

/// Records as JSON, indented or on one line.
fn records(bytes: usize, is_indented: bool) -> String {
    let mut out = String::with_capacity(bytes + 2_000);
    out.push('[');
    let mut number = 0;
    while out.len() < bytes {
        number += 1;
        let _ = write!(
            out,
            "{comma}
  {{
    \"id\": {number},
    \"name\": \"user-{number}\",
    \"email\": \"user{number}@example.com\",
    \"active\": true,
    \"balance\": {number}.25,
    \"tags\": [
      \"red\",
      \"green\"
    ],
    \"address\": {{
      \"street\": \"{number}-Main-St\",
      \"position\": {{
        \"latitude\": -12.345678,
        \"longitude\": 98.7654
      }}
    }},
    \"manager\": null
  }}",
            comma = if number > 1 { "," } else { "" },
        );
    }
    out.push_str("\n]\n");
    if is_indented { out } else { out.replace([' ', '\n'], "") }
}

fn text(source: &SourceFile) -> &str {
    std::str::from_utf8(source.bytes()).unwrap()
}

#[divan::bench(args = TEXTS, sample_count = 5, sample_size = 1)]
fn tree(bencher: Bencher<'_, '_>, name: &str) {
    let source = source(name);
    bencher
        .counter(BytesCount::new(source.bytes().len()))
        .bench(|| parse(Arc::clone(&source), FileId(0), &Options::reference()).unwrap());
}

#[divan::bench(args = TEXTS, sample_count = 5, sample_size = 1)]
fn tree_yaml12(bencher: Bencher<'_, '_>, name: &str) {
    let source = source(name);
    bencher
        .counter(BytesCount::new(source.bytes().len()))
        .bench(|| parse(Arc::clone(&source), FileId(0), &Options::yaml12()).unwrap());
}

#[divan::bench(args = [true, false], sample_count = 5, sample_size = 1)]
fn json(bencher: Bencher<'_, '_>, is_indented: bool) {
    let text = records(10_000_000, is_indented).into_bytes();
    let source = Arc::new(SourceFile::new("records", text));
    bencher
        .counter(BytesCount::new(source.bytes().len()))
        .bench(|| read::parse_json(&source, FileId(0), &Options::yaml12()).unwrap());
}

#[divan::bench(args = TEXTS, sample_count = 5, sample_size = 1)]
fn scan(bencher: Bencher<'_, '_>, name: &str) {
    let source = source(name);
    bencher
        .counter(BytesCount::new(source.bytes().len()))
        .bench(|| read::count_tokens(source.bytes(), &Options::reference()));
}

#[divan::bench(args = TEXTS, sample_count = 2, sample_size = 1)]
fn granit(bencher: Bencher<'_, '_>, name: &str) {
    let source = source(name);
    bencher
        .counter(BytesCount::new(source.bytes().len()))
        .bench(|| granit_parser::Parser::new_from_str(text(&source)).map(black_box).count());
}

#[divan::bench(args = TEXTS, sample_count = 2, sample_size = 1)]
fn saphyr(bencher: Bencher<'_, '_>, name: &str) {
    let source = source(name);
    bencher
        .counter(BytesCount::new(source.bytes().len()))
        .bench(|| saphyr_parser::Parser::new_from_str(text(&source)).map(black_box).count());
}

#[divan::bench(args = TEXTS, sample_count = 2, sample_size = 1)]
fn libyaml(bencher: Bencher<'_, '_>, name: &str) {
    let source = source(name);
    bencher
        .counter(BytesCount::new(source.bytes().len()))
        .bench(|| count_libyaml_events(source.bytes()));
}

#[allow(unsafe_code, reason = "the interface is that of the C library")]
fn count_libyaml_events(bytes: &[u8]) -> usize {
    use std::mem::MaybeUninit;

    #[allow(clippy::unsafe_removed_from_name, reason = "each use is in an unsafe block")]
    use unsafe_libyaml as c;
    // SAFETY: one parser, initialized, fed from memory that outlives it, each event deleted once.
    unsafe {
        let mut parser = MaybeUninit::<c::yaml_parser_t>::uninit();
        let parser = parser.as_mut_ptr();
        assert!(c::yaml_parser_initialize(parser).ok);
        c::yaml_parser_set_input_string(parser, bytes.as_ptr(), bytes.len() as u64);
        let mut count = 0;
        loop {
            let mut event = MaybeUninit::<c::yaml_event_t>::uninit();
            let event = event.as_mut_ptr();
            assert!(c::yaml_parser_parse(parser, event).ok);
            count += 1;
            let last = (*event).type_ == c::YAML_STREAM_END_EVENT;
            c::yaml_event_delete(event);
            if last {
                c::yaml_parser_delete(parser);
                return count;
            }
        }
    }
}
