//! Checks exports: an exported schema and the program must agree on every value, or the export has a warning about
//! what it could not express. It omits what it cannot express, so an export with warnings still accepts everything
//! that the program accepts.
//!
//! Schemas and values are random, from a seed. `YARDSTICK_TRUTH=20000` sets the number of schemas; the default is a
//! few hundred. `YARDSTICK_TRUTH_OUT=FILE` records every schema, value and verdict, to compare them with other
//! validators.

#![allow(clippy::match_same_arms)] // Each kind of value lists its rules.
#![allow(clippy::print_stdout)] // A long run reports its findings.

#[path = "truth/chance.rs"]
mod chance;
#[path = "truth/resources.rs"]
mod resources;
#[path = "truth/schemas.rs"]
mod schemas;
#[path = "truth/verdicts.rs"]
mod verdicts;

use std::{collections::BTreeMap, env, fmt::Write as _, fs};

use chance::Chance;
use verdicts::{Program, Reader};
use yardstick_bridge::export::{Options, Target};

const SCHEMAS: u64 = 200;
const VALUES: usize = 12;

const TARGETS: [(&str, Target); 4] = [
    ("json-schema", Target::JsonSchema),
    ("json-schema-draft7", Target::JsonSchemaDraft7),
    ("openapi-v3", Target::OpenApi30),
    ("openapi-v3.1", Target::OpenApi31),
];

#[test]
fn exports_and_the_program_agree() {
    let schemas = env::var("YARDSTICK_TRUTH").ok().and_then(|text| text.parse().ok());
    let first = env::var("YARDSTICK_TRUTH_SEED").ok().and_then(|text| text.parse().ok());
    let mut tally = Tally::default();
    for seed in 0..schemas.unwrap_or(SCHEMAS) {
        tally.schema(first.unwrap_or(0) + seed);
    }
    if let Ok(path) = env::var("YARDSTICK_TRUTH_OUT") {
        fs::write(path, &tally.records).expect("the records can be written");
    }
    let Tally { schemas, values, accepted, warned, .. } = tally;
    let shown = tally.disagreements.iter().take(5).cloned().collect::<Vec<_>>().join("\n\n");
    let found = tally.disagreements.len();
    assert_eq!(found, 0, "{found} disagreements; the first:\n\n{shown}");
    if env::var_os("YARDSTICK_TRUTH_OUT").is_some() {
        tally.tell_reasons();
    }
    // Rejected schemas and values prove nothing, so there must be few of them.
    let refused = tally.refused.len() as u64;
    assert!(refused * 10 < schemas, "{refused} refused:\n{}", tally.refused.join("\n"));
    assert!(
        schemas > 0 && values > 10 * schemas && accepted > values / 10,
        "{accepted} of {values}"
    );
    // An export with warnings only has to accept what the program accepts.
    let exports = schemas * TARGETS.len() as u64;
    assert!(warned * 10 < exports * 9, "{warned} of {exports} exports warn");
}

#[derive(Default)]
struct Tally {
    schemas: u64,
    values: u64,
    accepted: u64,
    /// Exports with warnings.
    warned: u64,
    /// The number of occurrences of each reason for a warning.
    reasons: BTreeMap<String, u64>,
    /// Schemas that the program rejects.
    refused: Vec<String>,
    disagreements: Vec<String>,
    records: String,
}

impl Tally {
    fn schema(&mut self, seed: u64) {
        let mut chance = Chance::new(seed);
        let node = schemas::root(&mut chance);
        let text = node.text();
        let program = Program::new(&text);
        if let Err(problem) = program.export(Target::JsonSchema, &Options::default()) {
            self.refused.push(format!("seed {seed}: {problem}\n{text}"));
            return;
        }
        self.schemas += 1;
        let mut values = vec!["{}\n".to_owned()];
        values.extend((0..VALUES).map(|_| node.value(&mut chance)));
        let verdicts: Vec<bool> = values.iter().map(|value| program.accepts(value)).collect();
        self.values += values.len() as u64;
        self.accepted += verdicts.iter().filter(|accepted| **accepted).count() as u64;
        for (name, target) in TARGETS {
            let exported = program.export(target, &Options::default());
            let exported =
                exported.unwrap_or_else(|problem| panic!("seed {seed}: {problem}\n{text}"));
            let warnings: Vec<String> =
                exported.warnings.iter().map(|warning| warning.message.clone()).collect();
            self.warned += u64::from(!warnings.is_empty());
            for warning in &warnings {
                let reason = warning.split_once(": ").map_or(&**warning, |(_, reason)| reason);
                *self.reasons.entry(format!("{name}: {reason}")).or_default() += 1;
            }
            let document = exported.to_text();
            let reader = Reader::new(target, &document);
            for (value, &accepted) in values.iter().zip(&verdicts) {
                let read = reader.accepts(value);
                // For the length of text that is not ASCII, the export is only approximate.
                let counts_bytes = warnings.iter().any(|text| text.contains("counts bytes"));
                let is_told =
                    !warnings.is_empty() && (!accepted || counts_bytes && !value.is_ascii());
                if read != accepted && !is_told {
                    let why = program.complaint(value);
                    self.disagreements.push(format!(
                        "seed {seed}, {name}: the program says {accepted}, the export {read}\n--- value\n{value}\
                         --- schema\n{text}--- export\n{document}--- warnings\n{}\n--- the program\n{why}",
                        warnings.join("\n")
                    ));
                }
                self.record(name, &document, value, accepted, !warnings.is_empty());
            }
        }
        self.resource(seed, &program, &text, &values);
    }

    /// Kubernetes fills in defaults before it validates. So the schema of a custom resource must accept the final
    /// values of everything that the program accepts. It must be structural for every schema. Values that it rejects
    /// prove nothing here, because the server drops unknown keys and evaluates expressions.
    fn resource(&mut self, seed: u64, program: &Program<'_>, text: &str, values: &[String]) {
        let exported = program.export(Target::Crd, &Options::default());
        let exported = exported.unwrap_or_else(|problem| panic!("seed {seed}: {problem}\n{text}"));
        let document = exported.to_text();
        for problem in resources::not_structural(&document) {
            self.disagreements.push(format!("seed {seed}, crd: {problem}\n{text}---\n{document}"));
        }
        let reader = Reader::new(Target::Crd, &document);
        let counts_bytes =
            exported.warnings.iter().any(|warning| warning.message.contains("counts bytes"));
        for value in values {
            let Some(filled) = program.final_values(value) else { continue };
            // Printed values escape some characters.
            let is_ascii = filled.is_ascii() && !filled.contains('\\');
            if !(reader.accepts(&filled) || counts_bytes && !is_ascii) {
                self.disagreements.push(format!(
                    "seed {seed}, crd: it refuses final values\n{filled}---\n{text}---\n{document}"
                ));
            }
        }
    }

    /// Prints the reasons for warnings, the most frequent last.
    fn tell_reasons(&self) {
        let mut all: Vec<_> = self.reasons.iter().collect();
        all.sort_by_key(|(_, count)| **count);
        for (reason, count) in all {
            println!("{count:>6} {reason}");
        }
        println!("{} of {} exports warn", self.warned, self.schemas * TARGETS.len() as u64);
    }

    /// One line of JSON: the target, the document, the value, the verdict, and whether there were warnings.
    fn record(&mut self, name: &str, document: &str, value: &str, accepted: bool, warned: bool) {
        if env::var_os("YARDSTICK_TRUTH_OUT").is_none() {
            return;
        }
        let record = serde_json::json!([name, document, value, accepted, warned]);
        let _ = writeln!(self.records, "{record}");
    }
}
