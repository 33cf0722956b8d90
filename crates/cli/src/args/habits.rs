//! Suggestions for users who type flags and commands of other tools.

use yardstick_diagnostics::spelling;

/// Suggests a replacement for a flag of another tool.
pub(super) fn instead_of_flag(name: &str) -> Option<&'static str> {
    Some(match name {
        "set" => "Helm's --set is --data-value-yaml key=value here (--data-value for text)",
        "set-string" => "Helm's --set-string is --data-value key=text here",
        "set-file" => "Helm's --set-file is --data-value-file key=path here",
        "set-json" => "Helm's --set-json is --data-value-yaml key=json here",
        "values" | "data-values" | "values-file" | "var-file" | "vars-file" => {
            "a values file is given with --data-values-file path"
        }
        "value" | "var" | "data" | "vlaue" => {
            "a data value is given with --data-value key=text, or --data-value-yaml key=value"
        }
        "data-values-schema" | "schema" => {
            "schemas are input files with `#@data/values-schema`: give them with -f; --data-values-schema-inspect shows the schema"
        }
        "inspect-data-values" => "write --data-values-inspect",
        "inspect-schema" | "data-values-schema-show" => "write --schema-inspect",
        "inspect-files" => "write --files-inspect",
        "namespace" | "release-name" | "name" | "name-template" => {
            "there are no releases: declare a data value for it in the schema, and give it with --data-value"
        }
        "dry-run" | "validate" | "lint" => {
            "rendering changes nothing by itself; `yardstick validate` checks data values, --diff shows what --output-files would change"
        }
        "env" | "environment" => "variables become data values with --data-values-env PREFIX",
        "out" | "output-dir" | "output-directory" | "outdir" | "out-dir" => {
            "results are written to a directory with --output-files directory"
        }
        "kustomize" | "chart" | "directory" | "dir" | "path" | "input" | "filename" => {
            "files and directories are given with -f"
        }
        "patch" | "patches" | "overlay" | "overlays" | "merge" => {
            "an overlay is an input file: give it with -f, and write `#@overlay/match by=...` above its `---`"
        }
        "recursive" => "directories given with -f are read with everything below them",
        "show-only" | "include" | "only" => {
            "leave files out with --file-mark 'path:exclude=true', or give only some with -f"
        }
        "json" | "output-type" | "output-format" | "format" => "write -o json",
        "quiet" | "silent" => "write --no-warnings",
        "verbose" => "write --debug",
        "werror" | "warnings-as-error" => "write --warnings-as-errors",
        _ => return None,
    })
}

/// Suggests a replacement for a short flag of another tool.
pub(super) fn instead_of_letter(letter: char) -> Option<&'static str> {
    Some(match letter {
        'k' | 'i' => "files and directories are given with -f",
        'R' | 'r' => "directories given with -f are read with everything below them",
        's' => "a data value is given with --data-value key=text, or --data-value-yaml key=value",
        'e' => "variables become data values with --data-values-env PREFIX",
        'n' => {
            "declare a data value for the namespace in the schema, and give it with --data-value"
        }
        'q' => "write --no-warnings",
        'd' => "results are written to a directory with --output-files directory",
        _ => return None,
    })
}

/// Commands of other tools that are recognized even if misspelled.
const COMMANDS: [&str; 8] =
    ["render", "generate", "install", "upgrade", "deploy", "verify", "inspect", "create"];

/// Suggests a replacement for a command of another tool.
pub(super) fn instead_of_command(word: &str) -> Option<&'static str> {
    command(word).or_else(|| command(spelling::nearest(word, COMMANDS)?))
}

fn command(word: &str) -> Option<&'static str> {
    Some(match word {
        "render" | "generate" | "gen" | "eval" => {
            "rendering needs no command: write `yardstick -f config`"
        }
        "install" | "upgrade" | "apply" | "deploy" => {
            "yardstick only renders: give its output to kubectl, as in `yardstick -f config | kubectl apply -f -`"
        }
        "lint" | "verify" => {
            "`yardstick validate -f config` checks data values, `yardstick check` checks YAML files"
        }
        "show" | "inspect" | "docs" => {
            "--schema-inspect and --data-values-inspect show what there is"
        }
        "diff" => {
            "`yardstick -f config --diff DIRECTORY` shows what would change there; `yardstick schema diff` compares schemas"
        }
        "init" | "create" | "scaffold" => "`yardstick new DIRECTORY` makes a project",
        _ => return None,
    })
}
