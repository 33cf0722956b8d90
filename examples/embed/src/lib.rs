//! How a program embeds Yardstick: it takes files that somebody sent, renders them, and checks the result.
//!
//! Nothing of the machine can be reached: all files are in memory, and template code has limits.

use std::sync::Arc;

use yardstick_check::{
    checker::{Checker, Options},
    discover::Discovery,
    schema::{Network, SchemaStore, rewrite::Rewrite},
};
use yardstick_diagnostics::{Diagnostic, Sources};
use yardstick_project::Project;
use yardstick_workspace::{Limits, Renderer};
use yardstick_world::{Memory, World};

/// What somebody sent.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Files by path. A project file among them decides what is rendered.
    pub files: Vec<(String, String)>,
    /// A YAML Schema for the documents; empty if they are not checked.
    pub policy: String,
}

/// What they get back: for each target, its documents or what is wrong.
pub type Answer = Vec<(String, Result<String, Vec<String>>)>;

/// Renders all targets and checks their documents.
pub fn answer(request: &Request) -> Result<Answer, Box<Diagnostic>> {
    let mut memory = Memory::new().with_file("policy.yml", request.policy.as_str());
    for (path, text) in &request.files {
        memory = memory.with_file(path, text.as_str());
    }
    let world: Arc<dyn World> = Arc::new(memory);
    let Some(project) = Project::find(&*world, &Sources::new())? else { return Ok(Vec::new()) };
    let checker = (!request.policy.is_empty()).then(|| policy(&world));
    let mut answers = Vec::new();
    for target in project.targets()? {
        let mut renderer = Renderer::new()
            .world(Arc::clone(&world))
            .limits(Limits { steps: 1_000_000, ..Limits::default() });
        for file in target.values("file") {
            renderer = renderer.path(&file.text);
        }
        for file in target.values("data-values-file") {
            renderer = renderer.data_values_file(&file.text);
        }
        for values in &target.set {
            renderer = renderer.data_values(&values.text);
        }
        let outcome = match renderer.render() {
            Err(failure) => Err(vec![failure.to_string()]),
            Ok(output) => {
                let problems = checker.as_ref().map_or_else(Vec::new, |checker| {
                    let report = checker.check(&target.name, None, output.text().into_bytes());
                    report.findings.iter().map(Diagnostic::message_with_help).collect()
                });
                if problems.is_empty() { Ok(output.text()) } else { Err(problems) }
            }
        };
        answers.push((target.name, outcome));
    }
    Ok(answers)
}

fn policy(world: &Arc<dyn World>) -> Checker {
    let network = Network::default();
    let store = SchemaStore::new(
        Arc::clone(world),
        Arc::default(),
        Vec::new(),
        network,
        Rewrite::default(),
    );
    let fixed = Some((store.url_of("policy.yml", ""), "policy.yml".to_owned()));
    Checker::new(Arc::new(store), Discovery { fixed, ..Discovery::default() }, Options::default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(policy: &str) -> Request {
        let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
        Request {
            files: vec![
                file(
                    "yardstick.yaml",
                    "targets:\n  shop:\n    matrix: {replicas: [0, 3]}\n    files: [config]\n    set: {replicas: \"${replicas}\"}\n",
                ),
                file(
                    "config/schema.yml",
                    "#@data/values-schema\n---\n#@schema/type any=True\nreplicas: 1\n",
                ),
                file(
                    "config/app.yml",
                    "#@ load(\"@ytt:data\", \"data\")\nreplicas: #@ int(data.values.replicas)\n",
                ),
            ],
            policy: policy.to_owned(),
        }
    }

    #[test]
    fn targets_are_rendered() {
        let answers = answer(&request("")).expect("the project file is right");
        let texts: Vec<_> = answers.iter().map(|(_, outcome)| outcome.clone()).collect();
        assert_eq!(texts, [Ok("replicas: 0\n".to_owned()), Ok("replicas: 3\n".to_owned())]);
        assert_eq!(answers[1].0, "shop/3");
    }

    #[test]
    fn documents_are_checked() {
        let answers = answer(&request("properties: {replicas: {minimum: 1}}\n"));
        let answers = answers.expect("the project file is right");
        assert!(answers[0].1.is_err() && answers[1].1.is_ok(), "{answers:?}");
    }

    #[test]
    fn a_mistake_is_told() {
        let mut request = request("");
        request.files[0].1 = "targets: [shop]\n".to_owned();
        let error = answer(&request).expect_err("targets are a map");
        assert_eq!(error.message, "`targets` must be a map");
    }
}

/// The page about these libraries: its examples are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/rust-api.md")]
struct Page;
