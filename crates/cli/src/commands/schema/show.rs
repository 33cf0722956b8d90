//! `schema show`: prints the built-in schemas.
//!
//! The schema of the project file is generated from the tables of flags, so that it includes every key.

use serde_json::{Map, Value as Json, json};
use yardstick_diagnostics::{Diagnostic, Result, codes, spelling};

use super::super::{build, check};
use crate::{
    args::{
        Command, Parsed,
        command::{Operand, Statuses},
        flag::{Kind, Spec},
        groups,
    },
    report::{Output, Session},
    status::ExitStatus,
};

/// The names of the schemas.
const NAMES: [&str; 1] = ["configuration"];

pub(in crate::commands) static COMMAND: Command = Command {
    path: &["schema", "show"],
    aliases: &[],
    about: "Print a schema that comes with the program: configuration, for yardstick.yaml",
    details: "Exit status: 0 printed, 3 wrong usage\n\n\
              Example:\n  yardstick schema show configuration > yardstick.schema.json",
    operands: &[Operand {
        name: "NAME",
        help: "configuration: the schema of yardstick.yaml and .yardstick.yaml",
        is_required: true,
        is_repeated: false,
    }],
    groups: &[&groups::GENERAL],
    statuses: Statuses::own(ExitStatus::Severe),
    run,
};

fn run(parsed: &Parsed, _: &Session) -> Result<Output> {
    let name = parsed.operands.first().map_or("", String::as_str);
    if !NAMES.contains(&name) {
        let error =
            Diagnostic::error(codes::INVALID_ARGUMENT, format!("there is no schema '{name}'"));
        let known = format!("the schemas are: {}", NAMES.join(", "));
        return Err(Box::new(error.notes(spelling::hint(name, NAMES)).note(known)));
    }
    Ok(Output::text(format!("{:#}\n", configuration())))
}

/// The schema of the project file.
pub(in crate::commands) fn configuration() -> Json {
    let mut keys = Map::new();
    let patterns = json!({ "$ref": "#/$defs/texts" });
    let described = |schema: Json, text: &str| with_description(schema, text);
    keys.insert(
        "schemas".to_owned(),
        json!({
            "description": "Schemas, each with the files that `check` checks with it",
            "type": ["object", "null"],
            "additionalProperties": patterns,
        }),
    );
    keys.insert(
        "files".to_owned(),
        described(patterns.clone(), "What `check` without arguments checks"),
    );
    keys.insert("exclude".to_owned(), described(patterns, "Files that `check` leaves out"));
    for flag in check::settings_of_configuration() {
        let own = [groups::DIAGNOSTICS.spec.name, groups::NOTES.spec.name];
        let of = if own.contains(&flag.name) { "all commands" } else { "`check`" };
        let schema = || described(of_flag(flag, true), &format!("For {of}: {}", flag.help));
        keys.entry(flag.name).or_insert_with(schema);
    }
    keys.insert(
        "variables".to_owned(),
        described(json!({ "$ref": "#/$defs/variables" }), "Variables of all targets"),
    );
    keys.insert(
        "targets".to_owned(),
        json!({
            "description": "What `build` can build, by name",
            "type": ["object", "null"],
            "additionalProperties": { "$ref": "#/$defs/target" },
        }),
    );
    keys.insert(
        "tests".to_owned(),
        described(json!({ "$ref": "#/$defs/target" }), "What all test cases have in common"),
    );
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The project file of Yardstick",
        "type": ["object", "null"],
        "properties": keys,
        "additionalProperties": false,
        "$defs": {
            "text": { "type": ["string", "number", "boolean"] },
            "texts": {
                "anyOf": [
                    { "$ref": "#/$defs/text" },
                    { "type": "array", "items": { "$ref": "#/$defs/text" } },
                ],
            },
            "variables": {
                "type": ["object", "null"],
                "additionalProperties": { "$ref": "#/$defs/text" },
            },
            "target": target(),
        },
    })
}

/// The schema of a target.
fn target() -> Json {
    let texts = json!({ "$ref": "#/$defs/texts" });
    let mut keys = Map::new();
    for flag in build::settings_of_target() {
        keys.insert(flag.name.to_owned(), of_flag(flag, false));
    }
    let own = [
        ("files", texts.clone(), "Files and directories to render"),
        ("values", texts.clone(), "Plain values files"),
        ("set", json!({ "type": ["object", "null"] }), "Data values, merged after those of files"),
        ("output", json!({ "$ref": "#/$defs/text" }), "The directory to write to"),
        (
            "keep-other-files",
            json!({ "type": "boolean" }),
            "Keep files that the target does not write",
        ),
        (
            "checks",
            json!({
                "type": "object",
                "properties": {
                    "k8s": with_description(
                        texts.clone(),
                        "Where the schemas of Kubernetes resources are",
                    ),
                    "k8s-version": with_description(
                        json!({ "$ref": "#/$defs/text" }),
                        "The version of Kubernetes that such a place may name",
                    ),
                    "schemas": {
                        "description": "YAML Schemas, each with patterns of output files",
                        "type": "object",
                        "additionalProperties": texts,
                    },
                },
                "additionalProperties": false,
            }),
            "What rendered documents are checked with",
        ),
        ("extends", texts.clone(), "Targets whose settings this one takes over"),
        ("abstract", json!({ "type": "boolean" }), "Do not build this target; others extend it"),
        ("variables", json!({ "$ref": "#/$defs/variables" }), "Variables of this target"),
        (
            "matrix",
            json!({
                "type": "object",
                "properties": {
                    "exclude": { "type": "array", "items": { "$ref": "#/$defs/variables" } },
                },
                "additionalProperties": texts,
            }),
            "Variables with several values: a target for each combination",
        ),
    ];
    for (name, schema, text) in own {
        keys.insert(name.to_owned(), with_description(schema, text));
    }
    json!({ "type": ["object", "null"], "properties": keys, "additionalProperties": false })
}

/// The schema for the value of a flag in a file. In the configuration, a map is a list of `KEY=VALUE`.
fn of_flag(flag: &Spec, takes_maps: bool) -> Json {
    let schema = match flag.kind {
        Kind::Switch => json!({ "type": "boolean" }),
        Kind::Choice(words) => json!({ "enum": words }),
        Kind::Number(least) => json!({ "type": "integer", "minimum": least }),
        Kind::Seconds => json!({ "type": "number", "minimum": 0 }),
        Kind::Text => json!({ "$ref": "#/$defs/text" }),
        Kind::OptionalText => json!({
            "anyOf": [
                { "type": ["boolean", "string"] },
                { "type": "array", "items": { "type": "string" } },
            ],
        }),
        Kind::Array | Kind::List if takes_maps => json!({
            "anyOf": [{ "$ref": "#/$defs/texts" }, { "$ref": "#/$defs/variables" }],
        }),
        Kind::Array | Kind::List => json!({ "$ref": "#/$defs/texts" }),
    };
    with_description(schema, flag.help)
}

fn with_description(mut schema: Json, text: &str) -> Json {
    if let Some(members) = schema.as_object_mut() {
        members.insert("description".to_owned(), Json::from(text));
    }
    schema
}
