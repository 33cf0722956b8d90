//! Inputs with many parts must take time in proportion to their number. With quadratic growth, each test would take
//! minutes.

use std::{fmt::Write as _, fs};

use crate::attacks::limited;
use crate::support::{directory, stderr, stdout};

const MANY: usize = 8_000;

fn lines(count: usize, line: &str) -> String {
    (0..count).map(|at| line.replace('N', &at.to_string())).collect()
}

#[test]
fn keys_that_the_schema_does_not_have() {
    let schema = "#@data/values-schema\n---\n".to_owned() + &lines(MANY, "kN: ''\n");
    let values = lines(MANY, "jN: ''\n");
    let scratch = directory(&[("schema.yml", &schema), ("values.yml", &values)]);
    let output = limited(scratch.path(), "-f schema.yml --data-values-file values.yml");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("j0"));
}

#[test]
fn comparing_schemas() {
    let old =
        "#@data/values-schema\n---\n".to_owned() + &lines(MANY, "kN: ''\n") + "log_level: ''\n";
    let new =
        "#@data/values-schema\n---\n".to_owned() + &lines(MANY, "jN: ''\n") + "logLevel: ''\n";
    let scratch = directory(&[("old.yml", &old), ("new.yml", &new)]);
    let output = limited(scratch.path(), "schema diff old.yml new.yml");
    let text = stdout(&output);
    assert!(text.contains("logLevel"), "{}", stderr(&output));
    assert!(!output.status.success());
}

#[test]
fn dependencies_of_properties() {
    let schema = "dependentRequired:\n".to_owned() + &lines(MANY, "  kN: [jN]\n");
    let document = lines(MANY, "kN: 1\n");
    let scratch = directory(&[("schema.yml", &schema), ("a.yml", &document)]);
    let output = limited(scratch.path(), "check -f schema.yml a.yml");
    let text = stdout(&output);
    assert!(text.contains("Property 'j0' is missing, which 'k0' requires"), "{text}");
    assert!(text.ends_with("8000 errors in 1 of 1 file\n"), "{}", stderr(&output));
}

#[test]
fn overlays() {
    let base = "a:\n".to_owned() + &lines(MANY, "- name: nN\n");
    for (annotation, expected) in [
        ("#@overlay/match by='name'\n#@overlay/insert before=True\n", 2 * MANY),
        ("#@overlay/append\n", 2 * MANY),
        ("#@overlay/match by='name'\n#@overlay/remove\n", 0),
    ] {
        let mut overlay =
            "#@ load('@ytt:overlay', 'overlay')\n#@overlay/match by=overlay.all\n---\na:\n"
                .to_owned();
        for at in 0..MANY {
            let _ = writeln!(overlay, "{annotation}- name: n{at}");
        }
        let scratch = directory(&[("base.yml", &base), ("overlay.yml", &overlay)]);
        let output = limited(scratch.path(), "-f base.yml -f overlay.yml");
        let items = stdout(&output).matches("name:").count();
        assert_eq!(items, expected, "{annotation}: {}", stderr(&output));
    }
}

#[test]
fn schemas_in_one_call() {
    let scratch = directory(&[]);
    for at in 0..1_000 {
        let schema = format!("type: object\nproperties: {{k{at}: {{type: string}}}}\n");
        fs::write(scratch.path().join(format!("{at}.yml")), schema).expect("scratch space");
    }
    let output = limited(scratch.path(), "schema check *.yml");
    assert!(output.status.success(), "{}", stdout(&output) + &stderr(&output));
}

#[test]
fn values_of_flags() {
    let schema = "#@data/values-schema\n---\nfirst: 0\napp:\n".to_owned()
        + &lines(MANY, "  kN: ''\n")
        + "db: ''\n";
    let template = "#@ load('@ytt:data', 'data')\n---\nlast: #@ data.values.app.k4999\nall: #@ len(data.values.app)\n";
    // An argument of `sh` has at most 128 KiB.
    let flags = lines(5_000, "-v app.kN=vN ");
    let scratch = directory(&[("schema.yml", &schema), ("a.yml", template)]);
    let output = limited(scratch.path(), &format!("-f schema.yml -f a.yml {flags} -v db=x"));
    assert_eq!(stdout(&output), "last: v4999\nall: 8000\n", "{}", stderr(&output));
}

#[test]
fn files_that_load_each_other() {
    let scratch = directory(&[("t.yml", "#@ load('f0.star', 'f0')\na: #@ f0()\n")]);
    for at in 0..800 {
        let next = at + 1;
        let code =
            format!("load('f{next}.star', 'f{next}')\ndef f{at}():\n  return f{next}()\nend\n");
        fs::write(scratch.path().join(format!("f{at}.star")), code).expect("scratch space");
    }
    let last = "def f800():\n  return 1\nend\n";
    fs::write(scratch.path().join("f800.star"), last).expect("scratch space");
    let output = limited(scratch.path(), "-f .");
    let message = stderr(&output);
    assert!(message.contains("files load each other more than 60 deep"), "{message}");
    assert_eq!(message.matches("more than 60 deep").count(), 1);
    assert!(message.len() < 64 << 10);
}

#[test]
fn differences_in_every_line() {
    let scratch = directory(&[("a.yml", &lines(40_000, "kN:    N   \n"))]);
    let output = limited(scratch.path(), "fmt --diff a.yml");
    let text = stdout(&output);
    assert!(text.contains("+k39999: 39999\n"), "{}", stderr(&output));
}

#[test]
fn names_that_are_not_defined() {
    let template = lines(MANY, "#@ nameN=1\n") + &lines(MANY, "aN: #@ naneNx\n");
    let scratch = directory(&[("a.yml", &template)]);
    let output = limited(scratch.path(), "-f a.yml");
    assert!(stderr(&output).contains("undefined: nane0x"), "{}", stderr(&output));
}

#[test]
fn keys_and_choices_of_exports() {
    let texts: Vec<String> = (0..MANY).map(|at| format!("\"t{at}\"")).collect();
    let schema = "#@data/values-schema\n---\n".to_owned()
        + &lines(MANY, "kN: ''\n")
        + &format!("#@schema/validation one_of=[{}]\nchoice: t1\n", texts.join(","));
    let scratch = directory(&[("schema.yml", &schema)]);
    for form in ["json-schema", "openapi-v3", "crd"] {
        let output = limited(scratch.path(), &format!("schema export -f schema.yml -o {form}"));
        assert!(stdout(&output).contains("t7999"), "{form}: {}", stderr(&output));
    }
}

#[test]
fn undeclared_keys_beside_many_declared_ones() {
    let schema = "#@data/values-schema\n---\n".to_owned() + &lines(60_000, "kN: 1\n");
    let values = lines(3_000, "qN: 1\n");
    let scratch = directory(&[("schema.yml", &schema), ("values.yml", &values)]);
    let output = limited(scratch.path(), "validate -f schema.yml --data-values-file values.yml");
    assert!(!output.status.success());
    assert!(stderr(&output).contains("3000 errors"), "{}", stderr(&output));
}

#[test]
fn comments_of_files_to_tidy() {
    let text = lines(60_000, "# N\n") + "a:\n" + &lines(60_000, "      # N\n") + "      b: 1\n";
    let scratch = directory(&[("a.yml", &text)]);
    let output = limited(scratch.path(), "fmt -w a.yml");
    assert!(output.status.success(), "{}", stderr(&output));
    let tidied = fs::read_to_string(scratch.path().join("a.yml")).expect("scratch space");
    assert!(tidied.ends_with("  # 59999\n  b: 1\n"), "{}", &tidied[tidied.len() - 100..]);
}
