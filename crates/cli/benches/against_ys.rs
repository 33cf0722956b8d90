//! Compares the speed with that of `ys`: one large document, many small files, one large schema.
//!
//!     YS=/path/to/ys cargo bench -p yardstick --bench against_ys
//!
//! Both run in turn as separate processes on the same generated files; the best of three runs counts. Without `YS`,
//! only our times are shown. `OURS` names a program whose `check` is measured instead of the one built with this
//! benchmark. `SCALE` (default 1) multiplies the size of the work.

#![allow(clippy::print_stdout, clippy::format_collect)]

use std::{
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

use yardstick_world::{Real, World};

/// The same allocator as in the command.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The argument that turns this program into `yardstick check`.
const AS_CHECK: &str = "--as-check";
const ROUNDS: usize = 3;

fn main() -> io::Result<()> {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    if arguments.first().is_some_and(|first| first == AS_CHECK) {
        let world: Arc<dyn World> = Arc::new(Real::new());
        let words = [&["check".into()], &arguments[1..]].concat();
        std::process::exit(yardstick_cli::run(&words, &world).print().code().into());
    }
    let scale: f64 =
        std::env::var("SCALE").ok().and_then(|scale| scale.parse().ok()).unwrap_or(1.0);
    let directory = std::env::temp_dir().join(format!("yardstick-bench-{}", std::process::id()));
    fs::create_dir_all(&directory)?;
    let workloads = [
        large_document(&directory, scale)?,
        small_files(&directory, scale)?,
        large_schema(&directory, scale, "a part")?,
        large_schema(&directory, scale, "all")?,
    ];
    let ys = std::env::var_os("YS").map(PathBuf::from);
    println!(
        "{:<16}{:>12}{:>10}{:>12}{:>10}{:>8}{:>8}",
        "", "ours", "", "ys", "", "faster", "memory"
    );
    for workload in &workloads {
        compare(workload, ys.as_deref())?;
    }
    fs::remove_dir_all(&directory)
}

struct Workload {
    name: &'static str,
    schema: PathBuf,
    files: Vec<PathBuf>,
}

fn compare(workload: &Workload, ys: Option<&Path>) -> io::Result<()> {
    let (ours, word) = match std::env::var_os("OURS") {
        Some(path) => (PathBuf::from(path), "check"),
        None => (std::env::current_exe()?, AS_CHECK),
    };
    let mut best = [None::<Measured>, None];
    for _ in 0..ROUNDS {
        let mut command = Command::new(&ours);
        better(&mut best[0], measure(command.arg(word), workload)?);
        if let Some(ys) = ys {
            better(&mut best[1], measure(&mut Command::new(ys), workload)?);
        }
    }
    let show = |measured: &Option<Measured>| match measured {
        Some(measured) => format!(
            "{:>9.1} ms{:>7} MB",
            measured.time.as_secs_f64() * 1e3,
            measured.peak_kilobytes / 1024
        ),
        None => format!("{:>12}{:>10}", "-", ""),
    };
    print!("{:<16}{}{}", workload.name, show(&best[0]), show(&best[1]));
    if let [Some(ours), Some(theirs)] = &best {
        let faster = theirs.time.as_secs_f64() / ours.time.as_secs_f64();
        let memory = ours.peak_kilobytes as f64 / theirs.peak_kilobytes.max(1) as f64;
        print!("{faster:>7.1}x{memory:>7.2}x");
    }
    println!();
    Ok(())
}

struct Measured {
    time: Duration,
    peak_kilobytes: u64,
}

fn better(best: &mut Option<Measured>, new: Measured) {
    if best.as_ref().is_none_or(|known| new.time < known.time) {
        *best = Some(new);
    }
}

fn measure(command: &mut Command, workload: &Workload) -> io::Result<Measured> {
    command.arg("-f").arg(&workload.schema).args(&workload.files);
    let start = Instant::now();
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    // The high-water mark only grows, so the last reading before the end is close to it.
    let status_file = format!("/proc/{}/status", child.id());
    let mut peak_kilobytes = 0;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        let status = fs::read_to_string(&status_file).unwrap_or_default();
        let mark = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let mark = mark.and_then(|mark| mark.trim().strip_suffix(" kB")?.parse().ok());
        peak_kilobytes = mark.unwrap_or(0).max(peak_kilobytes);
        std::thread::sleep(Duration::from_millis(1));
    };
    let time = start.elapsed();
    if !status.success() {
        return Err(io::Error::other(format!("{} fails: {status}", workload.name)));
    }
    Ok(Measured { time, peak_kilobytes })
}

const RESOURCE_SCHEMA: &str = r#"
type: object
required: [kind, name, replicas, labels]
properties:
  kind: {enum: [Deployment, Service]}
  name: {type: string, minLength: 1, maxLength: 63, pattern: "^[a-z0-9-]+$"}
  replicas: {type: integer, minimum: 0, maximum: 1000}
  enabled: {type: boolean}
  labels:
    type: object
    additionalProperties: {type: string}
  ports:
    type: array
    items:
      type: object
      required: [port]
      properties:
        port: {type: integer, minimum: 1, maximum: 65535}
        protocol: {enum: [TCP, UDP]}
  command: {type: array, items: {type: string}}
  ratio: {type: number, minimum: 0, exclusiveMaximum: 1}
additionalProperties: false
"#;

fn resource(out: &mut String, number: usize, indent: &str, first: &str) {
    let _ = write!(
        out,
        "{first}kind: {}
{indent}name: resource-{number}
{indent}replicas: {}
{indent}enabled: true
{indent}labels:
{indent}  app: app-{number}
{indent}  tier: backend
{indent}  region: \"eu-{}\"
{indent}ports:
{indent}- port: {}
{indent}  protocol: TCP
{indent}- port: 9090
{indent}command: [serve, --verbose, \"--id={number}\"]
{indent}ratio: 0.{number}
",
        if number.is_multiple_of(2) { "Deployment" } else { "Service" },
        number % 100,
        number % 7,
        number % 60_000 + 1,
    );
}

/// A list of resources, 48 MB.
fn large_document(directory: &Path, scale: f64) -> io::Result<Workload> {
    let indented: String =
        RESOURCE_SCHEMA.trim().lines().map(|line| format!("  {line}\n")).collect();
    let schema = directory.join("list.yaml");
    fs::write(&schema, format!("type: array\nitems:\n{indented}"))?;
    let mut text = String::new();
    let mut number = 0;
    while (text.len() as f64) < 48e6 * scale {
        resource(&mut text, number, "  ", "- ");
        number += 1;
    }
    let file = directory.join("large.yaml");
    fs::write(&file, text)?;
    Ok(Workload { name: "48 MB document", schema, files: vec![file] })
}

/// 5,000 files of 3 KB, the size of an ordinary manifest. (With much smaller files, a check spends most of its time
/// opening and closing them, which costs every program the same.)
fn small_files(directory: &Path, scale: f64) -> io::Result<Workload> {
    let schema = directory.join("list.yaml");
    let folder = directory.join("small");
    fs::create_dir_all(&folder)?;
    let mut files = Vec::new();
    for number in 0..(5_000.0 * scale) as usize {
        let mut text = String::new();
        for at in 0..8 {
            resource(&mut text, number * 8 + at, "  ", "- ");
        }
        let file = folder.join(format!("{number}.yaml"));
        fs::write(&file, text)?;
        files.push(file);
    }
    Ok(Workload { name: "5,000 files", schema, files })
}

/// A schema of 5 MB with thousands of definitions. The document can reach some or all of them.
fn large_schema(directory: &Path, scale: f64, reach: &str) -> io::Result<Workload> {
    let indented: String =
        RESOURCE_SCHEMA.trim().lines().map(|line| format!("    {line}\n")).collect();
    let (mut properties, mut definitions) = (String::new(), String::new());
    let mut number = 0;
    while (definitions.len() as f64) < 5e6 * scale {
        if reach == "all" || number < 20 {
            let _ = writeln!(properties, "  p{number}: {{$ref: \"#/$defs/d{number}\"}}");
        }
        let _ = write!(definitions, "  d{number}:\n{indented}");
        number += 1;
    }
    let name = if reach == "all" { "5 MB, all used" } else { "5 MB schema" };
    let schema = directory.join(format!("{}.yaml", name.replace(' ', "-")));
    fs::write(&schema, format!("type: object\nproperties:\n{properties}$defs:\n{definitions}"))?;
    let mut text = String::from("p7:\n");
    resource(&mut text, 7, "  ", "  ");
    let file = directory.join("instance.yaml");
    fs::write(&file, text)?;
    Ok(Workload { name, schema, files: vec![file] })
}
