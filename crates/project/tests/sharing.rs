//! Builds read and compile shared files only once, and write all results or report an error.

use std::{collections::BTreeSet, sync::Arc};

use yardstick_diagnostics::{FileId, Result, Sources};
use yardstick_project::{Build, Mode, Outcome, Project, Target, Work, build};
use yardstick_workspace::{
    Session, SharedFiles, SymlinkRules, Target as Printed, inputs, options::Options, render,
};
use yardstick_world::{Memory, World};

const PROJECT: &str = "targets:
  app:
    matrix: {env: [a, b, c, d, e, f]}
    files: [config]
    values: [\"envs/${env}.yml\"]
    output: out/${env}
";

fn fleet() -> Memory {
    let world = Memory::new()
        .with_file("yardstick.yaml", PROJECT)
        .with_file("config/schema.yml", "#@data/values-schema\n---\nname: \"\"\nsize: 1\n")
        .with_file("config/names.star", "def name(values):\n  return \"app-\" + values.name\nend\n")
        .with_file(
            "config/app.yml",
            "#@ load(\"@ytt:data\", \"data\")\n#@ load(\"names.star\", \"name\")\nname: #@ name(data.values)\nfixed: {a: [1, 2]}\n",
        );
    ["a", "b", "c", "d", "e", "f"].into_iter().fold(world, |world, env| {
        world.with_file(&format!("envs/{env}.yml"), format!("name: {env}\n"))
    })
}

fn run(world: &Arc<dyn World>, sources: &Arc<Sources>) -> Vec<Outcome> {
    let project = Project::find(&**world, sources).expect("it can be read").expect("there is one");
    let targets = project.targets().expect("they make sense");
    let shared = Arc::new(SharedFiles::new(sources));
    let render = |target: &Target, world: Arc<dyn World>| -> Result<Work> {
        let texts = |key: &str| -> Vec<String> {
            target.values(key).map(|word| word.text.clone()).collect()
        };
        let files = inputs::resolve(&*world, &texts("file"), &SymlinkRules::default())?;
        let mut session = Session::new(world, Arc::clone(sources));
        session.shared = Some(Arc::clone(&shared));
        let mut options = Options::default();
        options.data_values.values_files = texts("data-values-file");
        let rendered = render(session, files, &options, Printed::Files)?;
        Ok(Work { files: rendered.files, warnings: rendered.warnings })
    };
    let all: BTreeSet<String> = targets.iter().map(|target| target.name.clone()).collect();
    let job = Build {
        world: Arc::clone(world),
        directory: &project.directory,
        targets,
        all,
        outputs: Vec::new(),
        inputs: Vec::new(),
        removes_other_files: false,
        writes_outside: false,
        mode: Mode::Write,
        version: "test",
        render: &render,
        progress: &|_| {},
    };
    // With one thread, the number of compilations is deterministic.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    pool.install(|| build(&job)).expect("the outputs are distinct")
}

fn count(sources: &Sources, name: &str) -> usize {
    let files = (0..).map_while(|number| sources.find(FileId(number)));
    files.filter(|file| file.name() == name).count()
}

#[test]
fn shared_files_are_read_and_compiled_once() {
    let memory = Arc::new(fleet());
    let world: Arc<dyn World> = memory.clone();
    let sources = Arc::new(Sources::new());
    let outcomes = run(&world, &sources);
    assert!(outcomes.iter().all(|outcome| outcome.built.is_ok()), "{outcomes:?}");
    for env in ["a", "f"] {
        let text =
            String::from_utf8(memory.files()[&format!("/project/out/{env}/app.yml")].clone());
        assert_eq!(
            text.expect("it is text"),
            format!("name: app-{env}\nfixed:\n  a:\n  - 1\n  - 2\n")
        );
    }
    for name in ["schema.yml", "app.yml", "names.star", "a.yml", "f.yml"] {
        assert_eq!(count(&sources, name), 1, "{name}");
    }
    // Nothing remains of the staging directory.
    assert!(
        memory.files().keys().all(|path| !path.contains(".new")),
        "{:?}",
        memory.files().keys()
    );
}

#[test]
fn a_shared_mistake_does_not_stick() {
    let memory = Arc::new(fleet());
    let world: Arc<dyn World> = memory.clone();
    memory.write("config/app.yml", b"a: #@ nothing\n").expect("it is there");
    let outcomes = run(&world, &Arc::new(Sources::new()));
    assert!(outcomes.iter().all(|outcome| outcome.built.is_err()));
    assert!(memory.files().keys().all(|path| !path.starts_with("/project/out")));
    memory.write("config/app.yml", b"a: 1\n").expect("it is there");
    let outcomes = run(&world, &Arc::new(Sources::new()));
    assert!(outcomes.iter().all(|outcome| outcome.built.is_ok()), "{outcomes:?}");
}
