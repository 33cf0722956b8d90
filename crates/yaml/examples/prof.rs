use std::sync::Arc;
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let bytes = std::fs::read(&a[1]).unwrap();
    let s = Arc::new(yardstick_diagnostics::SourceFile::new("x", bytes));
    for _ in 0..a[2].parse::<u32>().unwrap() {
        let t = Instant::now();
        let n =
            yardstick_yaml::read::count_tokens(s.bytes(), &yardstick_yaml::Options::reference());
        let e1 = t.elapsed();
        let t = Instant::now();
        let tree = yardstick_yaml::parse(
            s.clone(),
            yardstick_diagnostics::FileId(0),
            &yardstick_yaml::Options::reference(),
        )
        .unwrap();
        let e2 = t.elapsed();
        let mb = s.bytes().len() as f64 / 1e6;
        println!(
            "{n} tokens {:.0} MB/s; {} nodes {:.0} MB/s",
            mb / e1.as_secs_f64(),
            tree.node_count(),
            mb / e2.as_secs_f64()
        );
    }
}
