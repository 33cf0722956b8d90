//! Suggestions for flags and commands that people expect of one particular command, because other tools or other
//! commands have them. Suggestions for all commands with templates are in [`habits`](super::habits).

use super::command::Command;

/// Suggests a replacement for the flag `name`, which `command` does not have.
pub(super) fn instead_of_flag(command: &Command, name: &str) -> Option<&'static str> {
    Some(match (command.path, name) {
        (["build"], "dry-run" | "diff" | "verify") => {
            "write --check: it shows what differs and writes nothing"
        }
        (["build"], "target" | "env" | "environment" | "targets") => {
            "name targets without a flag: yardstick build prod"
        }
        (["validate"], "target" | "environment" | "targets") => {
            "name targets without a flag: yardstick validate prod"
        }
        (["test"], "target" | "env" | "environment" | "targets") => {
            "write --filter TEXT, or name a directory of cases: yardstick test tests/prod"
        }
        (["build"], "file" | "config") => {
            "write --project FILE to name a project file; the targets in it say what is read"
        }
        (["build"], "output-files" | "out" | "output-dir" | "output-directory") => {
            "each target of yardstick.yaml says where it writes: `output: DIRECTORY`"
        }
        (["build"], name) if name.starts_with("data-value") => {
            "the targets of yardstick.yaml have the values: `set: {replicas: 5}`, or a file below `values:`; for one run write `yardstick -f config --data-value-yaml replicas=5`"
        }
        (["test"], "grep" | "run" | "match" | "name" | "only") => "write --filter TEXT",
        (["check"], "format" | "output-format" | "formatter" | "reporter") => {
            "write -o FORM, such as -o json"
        }
        (["check"], "summary" | "verbose") => {
            "the last line of the report counts files and errors; -o json has all numbers"
        }
        (["check"], "builtin-schema" | "schemastore") => {
            "write --catalog schemastore: it finds schemas by the names of files"
        }
        (["check"], "schemafile" | "schema-file" | "json-schema" | "jsonschema") => {
            "write -f SCHEMA, or --schema SCHEMA"
        }
        (["check"], "schema-location" | "kubernetes" | "crd" | "crds" | "schema-dir") => {
            "write --k8s PLACE: a directory of schemas, or a file of custom resource definitions"
        }
        (["check"], "kubernetes-version") => {
            "write --k8s-version VERSION, together with --k8s PLACE"
        }
        (["check"], "ignore-missing-schemas") => "write --missing-schema skip",
        (["check"], "default-filetype" | "filetype") => "write --input FORMAT",
        (["check"], "file" | "files" | "instance" | "document") => {
            "write files without a flag: yardstick check -f SCHEMA FILES"
        }
        (["fmt"], "in-place" | "inplace" | "fix") => "write -w",
        (["fmt"], "dry-run" | "list" | "verify") => "write --check, or --diff",
        (
            ["schema", "import" | "infer" | "bundle" | "check" | "diff"],
            "file" | "input" | "schema",
        ) => "write the file without a flag",
        (["schema", "export"], "format" | "target") => "write -o FORMAT",
        (_, "json") if has(command, "output") => "write -o json",
        (_, "format" | "output-format" | "formatter" | "reporter" | "report")
            if has(command, "diagnostics") =>
        {
            "reports are written in another form with --diagnostics FORM, such as --diagnostics json"
        }
        _ => return None,
    })
}

/// Suggests a replacement for the short flag `letter`, which `command` does not have.
pub(super) fn instead_of_letter(command: &Command, letter: char) -> Option<&'static str> {
    Some(match (command.path, letter) {
        (["build"], 'f' | 'C' | 'p') => {
            "write --project FILE to name a project file; the targets in it say what is read"
        }
        (["build"], 'v') => {
            "the targets of yardstick.yaml have the values: `set: {replicas: 5}`, or a file below `values:`; for one run write `yardstick -f config --data-value-yaml replicas=5`"
        }
        (["build"], 'n') => "write --check: it shows what differs and writes nothing",
        (["test"], 'k' | 't') => "write --filter TEXT",
        (["check"], 's') => "write -f SCHEMA, or --schema SCHEMA",
        (["fmt"], 'i') => "write -w",
        (["fmt"], 'l' | 'd') => "write --check, or --diff",
        (["schema", "import" | "infer" | "bundle" | "check" | "diff"], 'f') => {
            "write the file without a flag"
        }
        (_, 'V') => "write `yardstick version`",
        (_, 'R' | 'r') if has(command, "file") => {
            "directories given with -f are read with everything below them"
        }
        _ => return None,
    })
}

/// Suggests a replacement for the command `word` below `command`.
pub(super) fn instead_of_command(command: &Command, word: &str) -> Option<&'static str> {
    Some(match (command.path, word) {
        (["schema"], "convert" | "from" | "generate" | "gen") => {
            "`yardstick schema infer VALUES` makes a data values schema from a file of values, `yardstick schema import SCHEMA` from a JSON Schema; `yardstick schema export -f FILE` makes a JSON Schema"
        }
        (["schema"], "validate" | "lint" | "verify") => {
            "`yardstick schema check FILE` checks a YAML Schema; `yardstick check -f SCHEMA FILES` checks documents"
        }
        (["schema"], "to-json" | "json" | "openapi" | "docs" | "print") => {
            "`yardstick schema export -f FILE -o FORMAT` writes it in another form"
        }
        _ => return None,
    })
}

fn has(command: &Command, flag: &str) -> bool {
    command.flags().any(|known| known.name == flag)
}
