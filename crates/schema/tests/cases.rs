//! Runs the cases in `tests/cases`: schemas, values, and the expected results.
//!
//! A case starts with `=== its name`. Its parts start with `--- a name`: `schema.yml`, then any number of plain
//! values files (`*values*.yml`, merged into the defaults in order) and files to load, then the expected results:
//! `--- values` is the final values or the message, `--- warnings` the deprecation warnings, `--- output` the result
//! of the template `config.yml`. Each case is a test of its own, named after its file and its name:
//! `cargo test -p yardstick-schema --test cases -- unions/`. `UPDATE_CASES=1` rewrites the expected results.

mod support;

use std::{fmt::Write as _, path::Path, process::ExitCode};

use support::{World, merge};
use yardstick_diagnostics::{Result, render::reference};
use yardstick_schema::{Schema, invalid_values};
use yardstick_template::{print, tree::Document};
use yardstick_testing::parts::{self, Case};

fn world_of(case: &Case) -> World {
    World::new(case.parts.iter().filter(|(name, _)| name.contains('.')).cloned())
}

fn run(case: &Case) -> String {
    let mut world = world_of(case);
    let (expectation, _) = case.expected();
    let result = match expectation {
        "values" => {
            values(case, &mut world).map(|(_, document)| print::to_yaml_text(&document.value))
        }
        "warnings" => warnings(case, &mut world),
        "output" => output(&mut world),
        other => panic!("{}: what is {other}?", case.name),
    };
    let text = result.unwrap_or_else(|diagnostic| reference::message(&diagnostic, &world.sources));
    // Trailing spaces would be invisible in the files.
    text.trim_end().lines().fold(String::new(), |mut out, line| {
        let _ = writeln!(out, "{}", line.trim_end());
        out
    })
}

fn values(case: &Case, world: &mut World) -> Result<(Schema, Document)> {
    let has_schema = case.parts.iter().any(|(name, _)| name == "schema.yml");
    let schema = if has_schema { schema(world)? } else { Schema::anything() };
    let mut document = schema.defaults();
    let mut misfits = Vec::new();
    for (name, _) in
        case.parts.iter().filter(|(name, _)| name.contains("values") && name.contains('.'))
    {
        let previous = document.clone();
        if name.starts_with("annotated") {
            document = world.annotated(name, "data/values")?;
        } else {
            for layer in world.plain(name)? {
                merge(&mut document.value, &layer.value);
            }
        }
        let found = schema.assign(&mut world.thread, &mut document, &world.sources);
        schema.restore(&mut world.thread, &mut document, &previous, &found);
        misfits.extend(found);
    }
    misfits.extend(schema.check_counts(&mut world.thread, &document, &world.sources));
    if !misfits.is_empty() {
        return Err(invalid_values(misfits));
    }
    schema.validate(&mut world.thread, &document, &world.sources)?;
    Ok((schema, document))
}

fn warnings(case: &Case, world: &mut World) -> Result<String> {
    let (schema, document) = values(case, world)?;
    let found = schema.deprecations(&mut world.thread, &document);
    Ok(found.iter().fold(String::new(), |mut out, found| {
        let _ = writeln!(out, "{}", found.warning(&world.sources).message);
        out
    }))
}

fn schema(world: &mut World) -> Result<Schema> {
    let mut document = world.annotated("schema.yml", "data/values-schema")?;
    yardstick_schema::spread_string_rules(&mut document, &world.sources)?;
    Schema::new(&mut world.thread, &document, &world.sources)
}

fn output(world: &mut World) -> Result<String> {
    let documents = world.template("config.yml")?;
    Ok(String::from_utf8_lossy(&print::yaml(&documents)).into_owned())
}

fn main() -> ExitCode {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    yardstick_testing::run(parts::trials(&directory, run))
}
