//! Measures how fast the printers write, driven by events alone: `cargo bench -p yardstick-yaml --bench print`.

use divan::{Bencher, black_box, counter::BytesCount};
use yardstick_yaml::print::{
    EmptyDocument, JsonOptions, JsonPrinter, Printer, Scalar, YamlPrinter,
};

fn main() {
    divan::main();
}

/// The number of documents to print.
const DOCUMENTS: usize = 20_000;

/// A typical Kubernetes manifest: short words, a few numbers, one block of text.
fn manifest(printer: &mut impl Printer, texts: &Texts, number: i64) {
    let key = |printer: &mut _, name: &str| Printer::key(printer, name.into(), None).unwrap();
    let pair = |printer: &mut _, name: &str, value: Scalar<'_>| {
        Printer::key(printer, name.into(), None).unwrap();
        Printer::scalar(printer, value).unwrap();
    };
    printer.document(EmptyDocument::Skip, None);
    printer.begin_map();
    pair(printer, "apiVersion", "apps/v1".into());
    pair(printer, "kind", "Deployment".into());
    key(printer, "metadata");
    printer.begin_map();
    pair(printer, "name", texts.name.as_str().into());
    key(printer, "labels");
    printer.begin_map();
    pair(printer, "app.kubernetes.io/name", texts.name.as_str().into());
    pair(printer, "app.kubernetes.io/part-of", "suite".into());
    printer.end_map();
    key(printer, "annotations");
    printer.begin_map();
    pair(printer, "description", "service number 12: handles 'things' & more".into());
    printer.end_map();
    printer.end_map();
    key(printer, "spec");
    printer.begin_map();
    pair(printer, "replicas", Scalar::Int(number % 7));
    key(printer, "containers");
    printer.begin_array();
    for _ in 0..3 {
        printer.item(None);
        printer.begin_map();
        pair(printer, "image", texts.image.as_str().into());
        pair(printer, "tty", Scalar::Bool(false));
        key(printer, "args");
        printer.begin_array();
        for arg in ["--port", "8080", "--verbose"] {
            printer.item(None);
            printer.scalar(arg.into()).unwrap();
        }
        printer.end_array();
        pair(printer, "config", texts.block.as_str().into());
        printer.end_map();
    }
    printer.end_array();
    printer.end_map();
    printer.end_map();
}

struct Texts {
    name: String,
    image: String,
    block: String,
}

fn texts() -> Texts {
    Texts {
        name: "app-frontend".to_owned(),
        image: "registry.example.com/app-frontend:1.23.0".to_owned(),
        block: "listen 8080;\nserver_name example.com;\nroot /var/www;\n".to_owned(),
    }
}

fn all<P: Printer>(mut printer: P) -> P {
    let texts = texts();
    for number in 0..DOCUMENTS {
        manifest(&mut printer, black_box(&texts), number as i64);
    }
    printer
}

#[divan::bench]
fn yaml(bencher: Bencher<'_, '_>) {
    let size = all(YamlPrinter::new()).finish().len();
    bencher.counter(BytesCount::new(size)).bench(|| all(YamlPrinter::new()).finish());
}

#[divan::bench]
fn json(bencher: Bencher<'_, '_>) {
    let printer = || JsonPrinter::new(JsonOptions::default());
    let size = all(printer()).finish().len();
    bencher.counter(BytesCount::new(size)).bench(|| all(printer()).finish());
}
