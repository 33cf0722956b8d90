//! Measures the steps of a template: `cargo bench -p yardstick-template`.

use std::rc::Rc;

use divan::{Bencher, black_box};
use yardstick_diagnostics::{SourceFile, Sources};
use yardstick_starlark::{Error, Limits, Module, Thread};
use yardstick_template::{
    CompileOptions, Environment, Output, TemplateHost, compile_yaml, print, tree::Document,
};

fn main() {
    divan::main();
}

/// A template that makes this many documents.
fn template(count: usize) -> String {
    format!(
        "#@ for number in range({count}):\n---\nname: #@ \"shop-\" + str(number)\n#@ if/end number % 2 == 0:\neven: true\n\
         ports:\n#@ for port in range(3):\n- #@ port + number\n#@ end\n#@ end\n"
    )
}

/// Templates that load nothing.
struct Alone;

impl Environment for Alone {
    fn load(&self, _: &mut Thread, _: &str) -> Result<Rc<Module>, Error> {
        Err(Error::new("there is nothing to load"))
    }
}

fn parse(sources: &Sources, text: &str) -> yardstick_yaml::Tree {
    let id = sources.add(SourceFile::new("template.yml", text.as_bytes()));
    yardstick_yaml::parse(sources.get(id), id, &yardstick_yaml::Options::reference())
        .expect("the template is YAML")
}

fn evaluate(text: &str) -> Vec<Document> {
    let sources = Sources::new();
    let tree = parse(&sources, text);
    let host = Rc::new(TemplateHost::new(|_printed| {}));
    let compiled = compile_yaml(&tree, &sources, CompileOptions::default(), host.language())
        .expect("the template has no mistakes");
    let mut thread = Thread::new(host.clone(), Limits::default());
    let evaluated = host.evaluate(&mut thread, &compiled, Rc::new(Alone)).expect("it runs");
    let Output::Documents(documents) = evaluated.output else { panic!("YAML gives documents") };
    documents
}

/// Comments become code, and nodes statements.
#[divan::bench(args = [100, 1000])]
fn compile(bencher: Bencher<'_, '_>, nodes: usize) {
    let text = "---\nname: #@ \"shop-\" + str(1)\nport: 8080\n".repeat(nodes);
    let sources = Sources::new();
    let tree = parse(&sources, &text);
    let host = TemplateHost::new(|_printed| {});
    bencher.bench_local(|| {
        compile_yaml(black_box(&tree), &sources, CompileOptions::default(), host.language()).is_ok()
    });
}

/// From the text to the documents.
#[divan::bench(args = [100, 1000])]
fn loops(bencher: Bencher<'_, '_>, count: usize) {
    let text = template(count);
    bencher.bench_local(|| evaluate(black_box(&text)));
}

#[divan::bench(args = [100, 1000])]
fn print_documents(bencher: Bencher<'_, '_>, count: usize) {
    let documents = evaluate(&template(count));
    bencher.bench_local(|| print::yaml(black_box(&documents)));
}
