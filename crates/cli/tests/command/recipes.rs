//! Runs the recipes of `examples/deployment-tools` as the tools would run them.

use std::{
    env, fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use serde_json::Value;

use super::support::{stderr, stdout, yardstick};

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/deployment-tools")
}

fn read(path: &str) -> String {
    fs::read_to_string(example().join(path)).expect("the example has it")
}

/// Parses a file of the example.
fn data(path: &str) -> Value {
    let args = ["-f", path, "--file-mark", "**/*:type=yaml-plain", "-o", "json"];
    let printed = yardstick(&example(), &args).output().expect("it starts");
    assert!(printed.status.success(), "{path}: {}", stderr(&printed));
    serde_json::from_slice(&printed.stdout).expect("it is JSON")
}

/// The strings in a list.
fn texts(list: &Value) -> Vec<String> {
    let list = list.as_array().expect("it is a list");
    list.iter().map(|one| one.as_str().expect("it is text").to_owned()).collect()
}

/// Runs a command in a directory of the example, with the program on the path under its name.
fn run(directory: &str, words: &[String], variables: &[(&str, &str)], input: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_yardstick"));
    let mut path = program.parent().expect("it lies somewhere").as_os_str().to_owned();
    path.push(":");
    path.push(env::var_os("PATH").unwrap_or_default());
    let mut child = Command::new(&words[0])
        .args(&words[1..])
        .current_dir(example().join(directory))
        .env("PATH", path)
        .envs(variables.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    // A command that fails early does not read its input.
    let _ = child.stdin.take().expect("it is piped").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

#[test]
fn the_argo_cd_plugin_renders_the_application() {
    let plugin = data("argo-cd/plugin.yaml");
    let generate = &plugin["spec"]["generate"];
    let words = [texts(&generate["command"]), texts(&generate["args"])].concat();
    assert!(example().join(plugin["spec"]["discover"]["fileName"].as_str().unwrap()).is_file());

    let application = data("argo-cd/application.yaml");
    let used = &application["spec"]["source"]["plugin"];
    assert_eq!(used["name"], plugin["metadata"]["name"]);
    // The tool adds a prefix to variables that applications set.
    let name = format!("ARGOCD_ENV_{}", used["env"][0]["name"].as_str().unwrap());
    let value = used["env"][0]["value"].as_str().unwrap();
    let rendered = run(".", &words, &[(&name, value)], "");
    assert!(rendered.status.success(), "{}", stderr(&rendered));
    assert_eq!(stdout(&rendered), read("deploy/prod/app.yml"));

    let refused = run(".", &words, &[(&name, "nowhere")], "");
    assert!(!refused.status.success() && refused.stdout.is_empty());
}

#[test]
fn flux_applies_output_that_is_up_to_date() {
    let path = data("flux/kustomization.yaml")["spec"]["path"].as_str().unwrap().to_owned();
    let args = ["-f", "config", "--data-values-file", "envs/prod.yml", "--diff", &path];
    let compared = yardstick(&example(), &args).output().expect("it starts");
    assert!(compared.status.success(), "{}", stdout(&compared));
}

#[test]
fn kapp_controller_renders_the_same() {
    let app = data("kapp-controller/app.yaml");
    let template = &app["spec"]["template"][0]["ytt"];
    let mut args = Vec::new();
    for path in texts(&template["paths"]) {
        args.extend(["-f".to_owned(), path]);
    }
    for values in template["valuesFrom"].as_array().unwrap() {
        let path = values["path"].as_str().unwrap().to_owned();
        args.extend(["--data-values-file".to_owned(), path]);
    }
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let rendered = yardstick(&example(), &args).output().expect("it starts");
    assert_eq!(stdout(&rendered), read("deploy/prod/app.yml"), "{}", stderr(&rendered));

    let inspect =
        "-f config --data-values-schema-inspect -o openapi-v3 -o json --openapi-validations=false";
    let args: Vec<&str> = inspect.split(' ').collect();
    let exported = yardstick(&example(), &args).output().expect("it starts");
    let exported: Value = serde_json::from_slice(&exported.stdout).expect("it is JSON");
    let package = data("kapp-controller/package.yaml");
    assert_eq!(
        package["spec"]["valuesSchema"]["openAPIv3"],
        exported["components"]["schemas"]["dataValues"]
    );
}

#[test]
fn the_post_renderer_changes_what_a_chart_renders() {
    let words = ["./helm/post-render".to_owned()];
    let rendered = run(".", &words, &[], &read("helm/chart-output.yml"));
    assert!(rendered.status.success(), "{}", stderr(&rendered));
    let expected = "apiVersion: v1\nkind: Service\nmetadata:\n  name: release-shop\n---\napiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: release-shop\n  labels:\n    team: web\n";
    assert_eq!(stdout(&rendered), expected);
    // If the chart lacks what the overlay matches, rendering fails and nothing is installed.
    let refused = run(".", &words, &[], "kind: Service\n");
    assert!(!refused.status.success() && refused.stdout.is_empty());
}

#[test]
fn the_function_changes_the_resources_of_a_kustomization() {
    let kustomization = data("kustomize/kustomization.yaml");
    let [transformer] = &texts(&kustomization["transformers"])[..] else { panic!("there is one") };
    let function = data(&format!("kustomize/{transformer}"));
    let exec = function["metadata"]["annotations"]["config.kubernetes.io/function"].as_str();
    let program = exec.unwrap().lines().find_map(|line| line.trim().strip_prefix("path: "));
    let resources = texts(&kustomization["resources"]);
    let items: Vec<Value> =
        resources.iter().map(|path| data(&format!("kustomize/{path}"))).collect();
    let list = serde_json::json!({
        "apiVersion": "config.kubernetes.io/v1",
        "kind": "ResourceList",
        "items": items,
        "functionConfig": function,
    });
    let words = [program.expect("it is named").to_owned()];
    let done = run("kustomize", &words, &[], &list.to_string());
    assert!(done.status.success(), "{}", stderr(&done));
    assert!(
        stdout(&done).contains("  metadata:\n    name: shop\n    labels:\n      team: web\n"),
        "{}",
        stdout(&done)
    );
}
