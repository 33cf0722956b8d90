//! Attacks on the binary with limited memory: each one must end in a diagnostic.
//!
//! The times are those of a debug build on a busy machine. The limits in steps and bytes do not depend on the machine.

use std::{
    fmt::Write as _,
    fs,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Command, Output, Stdio},
};

use crate::support::{directory, stderr, stdout, write, yardstick};

/// Kilobytes of address space and seconds of processor time.
const ULIMITS: &str = "ulimit -v 4000000; ulimit -t 120";

pub(crate) fn limited(scratch: &Path, args: &str) -> Output {
    let binary = env!("CARGO_BIN_EXE_yardstick");
    let script = format!("{ULIMITS}; exec '{binary}' {args}");
    Command::new("sh").args(["-c", &script]).current_dir(scratch).output().expect("sh starts")
}

fn render(code: &str) -> Output {
    limited(directory(&[("a.yml", code)]).path(), "-f a.yml")
}

/// Checks that the code ends in an error that contains `reason`.
#[track_caller]
fn refused(code: &str, reason: &str) {
    let output = render(code);
    let message = stderr(&output);
    let start: String = message.chars().take(600).collect();
    assert_eq!(output.status.code(), Some(1), "{start}");
    assert!(message.contains(reason), "{start}");
    assert!(message.len() < 200_000, "{} bytes of message", message.len());
    assert!(output.stdout.is_empty());
}

const LOADS: &str = r#"#@ load("@ytt:struct", "struct")
#@ load("@ytt:json", "json")
#@ load("@ytt:yaml", "yaml")
#@ load("@ytt:toml", "toml")
#@ load("@ytt:regexp", "regexp")
"#;

const STEPS: &str = "program takes more than 100000000 steps";
const VALUE: &str = "exceeds the limit of 268435456 bytes";
const MEMORY: &str = "values exceed the memory limit of 1073741824 bytes";

#[test]
fn deep_values_are_dropped_without_recursion() {
    for make in [
        "struct.make(a=x)",
        "struct.bind(f, x)",
        "[x]",
        "(x,)",
        "{1: x}",
        "struct.make_and_bind(x, g=f)",
    ] {
        let code = format!(
            "{LOADS}#@ def f(*a):\n#@   return None\n#@ end\n#@ def nest():\n#@   x = 1\n#@   for i in range(300000):\n\
             #@     x = {make}\n#@   end\n#@   return 1\n#@ end\na: #@ nest()\n"
        );
        let output = render(&code);
        assert_eq!(stdout(&output), "a: 1\n", "{make}: {}", stderr(&output));
    }
}

#[test]
fn shared_values_count_when_they_are_written_out() {
    let shared = "#@ def shared():\n#@   x = 1\n#@   for i in range(26):\n#@     x = [x, x]\n#@   end\n#@   return x\n#@ end\n";
    for use_ in [
        "json.encode(shared())",
        "yaml.encode(shared())",
        "toml.encode({'a': shared()})",
        "struct.encode(shared())",
        "shared()",
    ] {
        refused(&format!("{LOADS}{shared}a: #@ {use_}\n"), VALUE);
    }
    refused(&format!("{LOADS}{shared}a: #@ str([shared()] * 100)\n"), VALUE);
    let fragment = "#@ def pair(x):\na: #@ x\nb: #@ x\n#@ end\n#@ def shared():\n#@   x = 1\n\
                    #@   for i in range(60):\n#@     x = pair(x)\n#@   end\n#@   return x\n#@ end\na: #@ shared()\n";
    refused(fragment, VALUE);
    let text = "#@ def f():\n#@   s = 'a' * 100000000\n#@   return [s] * 1000\n#@ end\na: #@ f()\n";
    refused(text, VALUE);
}

#[test]
fn memory_is_asked_for_before_it_is_taken() {
    for (code, reason) in [
        ("sorted(range(1000000000))", STEPS),
        ("('{0}' * 1000000).format('a' * 100000)", VALUE),
        ("('%s' * 1000) % tuple(['a' * 10000000] * 1000)", VALUE),
        ("''.join(['a' * 1000000] * 100000)", VALUE),
        ("[('a' * 100000000)[i:] for i in range(1000)]", MEMORY),
        ("(lambda *a: 1)(*range(100000000))", STEPS),
        ("regexp.replace('a', 'a' * 1000000, 'b' * 100000)", VALUE),
        ("yaml.decode('[' + '1,' * 50000000 + ']')", STEPS),
        ("[1] * 1000000 * 1000", VALUE),
        ("int('9' * 10000000)", "an integer of 40000000 bits is too large"),
    ] {
        refused(&format!("{LOADS}a: #@ {code}\n"), reason);
    }
    let bigs = "#@ def f():\n#@   x = 3\n#@   for i in range(18):\n#@     x = x * x\n#@   end\n\
                #@   return [x + i for i in range(1000000)]\n#@ end\n#@ x = f()\na: 1\n";
    refused(bigs, MEMORY);
}

#[test]
fn libraries_that_fork_end_with_their_budget() {
    let call = "#@ load('@ytt:library', 'library')\n#@ load('@ytt:template', 'template')\n\
                --- #@ template.replace(library.get('x').eval())\n\
                --- #@ template.replace(library.get('x').eval())\n";
    let scratch = directory(&[]);
    let mut path = "conf".to_owned();
    for _ in 0..30 {
        write(scratch.path(), &format!("{path}/a.yml"), call);
        path += "/_ytt_lib/x";
    }
    write(scratch.path(), &format!("{path}/a.yml"), "a: 1\n");
    // A hundredth of the limit, in a hundredth of the time.
    let output = limited(scratch.path(), "-f conf --max-steps 1000000");
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("program takes more than 1000000 steps"), "{text}");
}

#[test]
fn patterns_that_are_large_count_as_steps() {
    let code = "[regexp.match('\\\\pL{900}%d' % i, 'a') for i in range(2000)]";
    refused(&format!("{LOADS}a: #@ {code}\n"), STEPS);
}

#[test]
fn patterns_of_a_schema_have_a_limit_together() {
    for pattern in ["\\pL{50}N", "(a{90}b?){90}N"] {
        let mut schema = "allOf:\n".to_owned();
        for at in 0..2_000 {
            let _ = writeln!(schema, "- pattern: '{}'", pattern.replace('N', &at.to_string()));
        }
        let scratch = directory(&[("schema.yml", &schema), ("a.yml", "a\n")]);
        let output = limited(scratch.path(), "check -f schema.yml a.yml");
        let text = stdout(&output) + &stderr(&output);
        assert!(text.contains("more than 4000000 ranges of characters"), "{text}");
        assert_eq!(output.status.code(), Some(2));
    }
    // Many small patterns are fine: large schemas have them.
    let mut schema = "allOf:\n".to_owned();
    for at in 0..2_000 {
        let _ = writeln!(schema, "- pattern: '^[a-z]([-a-z0-9]{{0,61}}[a-z0-9])?(-{at})?$'");
    }
    let scratch = directory(&[("schema.yml", &schema), ("a.yml", "a\n")]);
    let output = limited(scratch.path(), "check -f schema.yml a.yml");
    assert!(output.status.success(), "{}", stdout(&output) + &stderr(&output));
}

#[test]
fn warnings_have_a_limit() {
    let code = "#@overlay/match missing_ok=True\n".repeat(5_000) + "a: 1\n";
    let output = render(&code);
    let text = stderr(&output);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("More warnings are not shown: 4000"), "{}", text.len());
    assert!(text.len() < 300_000, "{} bytes", text.len());
}

#[test]
fn passwords_of_urls_are_in_no_report() {
    let url = "http://user:s3cr3t@127.0.0.1:1/x.yml";
    let named = format!("$ref: {url}\n");
    let model = format!("# yaml-language-server: $schema={url}\na: 1\n");
    let value = format!("#@data/values-schema\n---\nurl: 0\n#@data/values\n---\nurl: {url}\n");
    let scratch = directory(&[
        ("a.yml", "a: 1\n"),
        ("ref.yml", &named),
        ("model.yml", &model),
        ("value.yml", &value),
        ("number.yml", "additionalProperties: {type: integer}\n"),
        ("url.yml", &format!("a: {url}\n")),
    ]);
    for args in [
        format!("-f {url}"),
        format!("check -f {url} a.yml"),
        format!("check {url}"),
        format!("schema import {url}"),
        format!("schema bundle {url}"),
        format!("schema fetch {url}"),
        format!("schema diff {url} a.yml"),
        format!("schema infer {url}"),
        "check -f ref.yml a.yml".to_owned(),
        "schema check ref.yml".to_owned(),
        "schema bundle ref.yml".to_owned(),
        "schema import ref.yml".to_owned(),
        "check model.yml".to_owned(),
        "check -f number.yml url.yml".to_owned(),
        "-f value.yml".to_owned(),
    ] {
        for format in ["text", "rich", "json", "jsonl", "sarif", "github", "gitlab", "junit"] {
            let output = limited(scratch.path(), &format!("{args} --diagnostics {format}"));
            let text = stdout(&output) + &stderr(&output);
            assert!(!output.status.success(), "{args}: {text}");
            assert!(!text.contains("s3cr3t"), "{args} {format}: {text}");
        }
    }
}

#[test]
fn native_work_counts_as_steps() {
    for code in ["max(range(2000000000))", "min(range(2000000000))", "list(range(2000000000))"] {
        refused(&format!("a: #@ {code}\n"), STEPS);
    }
    // One step per item, or per block of bytes.
    for code in [
        "all(range(1, 2000))",
        "any([0] * 2000)",
        "-1 in list(range(2000))",
        "sorted(range(2000))",
        "('a,' * 100000).split(',')",
        "'b' in 'a' * 100000",
        "[0] * 2000 == [0] * 2000",
        "zip(range(2000), range(2000))",
        "('a' * 100000).upper()",
    ] {
        let scratch = directory(&[("a.yml", &format!("#@ x = {code}\na: 1\n"))]);
        let output = limited(scratch.path(), "-f a.yml --max-steps 1000");
        assert_eq!(output.status.code(), Some(1), "{code}");
        assert!(stderr(&output).contains("more than 1000 steps"), "{code}: {}", stderr(&output));
    }
}

#[test]
fn long_texts_and_integers_count_wherever_they_are_read() {
    for (start, turn) in [
        ("x = 'a' * 10000000; y = 'a' * 10000000", "w = x == y"),
        ("x = big(); y = x + 1; z = x + 1", "w = y == z"),
        ("x = big(); d = {}", "d[x] = 1"),
        ("x = ('a' * 10000000, 1); d = {}", "d[x] = 1"),
        ("x = 'a' * 5000000", "w = x.replace('a', 'b')"),
        ("x = 'a' * 5000000", "w = x.capitalize()"),
        ("x = 'a' * 5000000", "w = x.title()"),
        ("x = 'a' * 5000000", "w = x.isalpha()"),
        ("x = 'a' * 5000000; n = 'a' * 2500000 + 'b'", "w = x.find(n)"),
        ("x = {i: 1 for i in range(100000)}; y = {i: 1 for i in range(100000)}", "w = x == y"),
    ] {
        let start = start.replace("; ", "\n#@   ");
        let code = format!(
            "#@ def big():\n#@   x = (1 << 511) - 1\n#@   for i in range(10):\n#@     x = x * x\n#@   end\n\
             #@   return x\n#@ end\n#@ def f():\n#@   {start}\n#@   for i in range(100000000):\n#@     {turn}\n\
             #@   end\n#@ end\na: #@ f()\n"
        );
        let output = limited(directory(&[("a.yml", &code)]).path(), "-f a.yml --max-steps 5000000");
        assert_eq!(output.status.code(), Some(1), "{turn}");
        let message = stderr(&output);
        assert!(message.contains("more than 5000000 steps"), "{turn}: {message}");
    }
}

/// A schema in which `$defs/dN` refers twice to the next one.
fn forked(keyword: &str, levels: usize, leaf: &str) -> String {
    let mut text = "$ref: '#/$defs/d0'\n$defs:\n".to_owned();
    for level in 0..levels {
        let next = format!("{{$ref: '#/$defs/d{}'}}", level + 1);
        text.extend(["  d", &level.to_string(), ": {", keyword, ": [", &next, ", ", &next, "]}\n"]);
    }
    text + &format!("  d{levels}: {leaf}\n")
}

#[test]
fn schemas_that_fork_end_with_their_budget() {
    for (keyword, leaf) in [
        ("anyOf", "{type: string}"),
        ("allOf", "{type: integer}"),
        ("oneOf", "{type: string}"),
        ("anyOf", "{properties: {a: {type: string}}, required: [b]}"),
        // Schemas that test nothing count too.
        ("allOf", "true"),
        ("oneOf", "{}"),
        ("anyOf", "false"),
    ] {
        let schema = forked(keyword, 40, leaf);
        let scratch = directory(&[("schema.yml", &schema), ("a.yml", "1\n")]);
        let output = limited(scratch.path(), "check -f schema.yml a.yml");
        let text = stdout(&output) + &stderr(&output);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{keyword} {leaf}: {text}");
        assert!(text.len() < 100_000, "{keyword}: {} bytes", text.len());
    }
}

#[test]
fn schemas_that_fork_below_unevaluated_keywords_are_refused() {
    for keyword in ["unevaluatedProperties", "unevaluatedItems"] {
        let schema = forked("allOf", 40, "true") + keyword + ": false\n";
        let scratch = directory(&[("schema.yml", &schema), ("a.yml", "1\n")]);
        for args in ["check -f schema.yml a.yml", "schema check schema.yml"] {
            let output = limited(scratch.path(), args);
            let text = stdout(&output) + &stderr(&output);
            assert!(!output.status.success(), "{text}");
            assert!(text.contains("look through more than 100000 schemas"), "{args}: {text}");
        }
    }
}

#[test]
fn long_chains_of_references_are_refused() {
    let mut schema = "$ref: '#/$defs/d0'\n$defs:\n".to_owned();
    for level in 0..20_000 {
        let _ = writeln!(schema, "  d{level}: {{$ref: '#/$defs/d{}'}}", level + 1);
    }
    schema += "  d20000: true\n";
    let scratch = directory(&[("schema.yml", &schema), ("a.yml", "1\n")]);
    let output = limited(scratch.path(), "check -f schema.yml a.yml");
    let text = stdout(&output) + &stderr(&output);
    assert!(text.contains("follow one another over more than 10000 levels"), "{text}");
    assert!(!output.status.success());
}

#[test]
fn chains_of_references_at_every_level_of_a_document_do_not_end_the_stack() {
    for (schema, level) in [
        ("ref", "{$ref: N}"),
        ("all", "{allOf: [{$ref: N}]}"),
        ("if", "{if: true, then: {$ref: N}}"),
    ] {
        let mut text = "$ref: '#/$defs/d0'\n$defs:\n".to_owned();
        for at in 0..4_500 {
            let next = format!("'#/$defs/d{}'", at + 1);
            let _ = writeln!(text, "  d{at}: {}", level.replace('N', &next));
        }
        text += "  d4500: {type: array, items: {$ref: '#/$defs/d0'}}\n";
        let document = "[".repeat(990) + "3" + &"]".repeat(990);
        let scratch = directory(&[("schema.yml", &text), ("a.json", &document)]);
        let output = limited(scratch.path(), "check -f schema.yml a.json");
        assert_eq!(output.status.code(), Some(1), "{schema}: {}", stderr(&output));
    }
}

#[test]
fn every_command_has_a_timeout() {
    let scratch = directory(&[("s.yml", "type: string\n"), ("a.yml", "a\n"), ("t.yml", "a: 1\n")]);
    for args in [
        "check -f s.yml a.yml",
        "schema check s.yml",
        "schema bundle s.yml",
        "schema import s.yml",
        "fmt -f t.yml",
        "-f t.yml",
        "validate -f t.yml",
    ] {
        let output = limited(scratch.path(), &format!("{args} --timeout 600"));
        assert!(!stderr(&output).contains("unknown flag"), "{args}: {}", stderr(&output));
    }
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("it is there").permissions().mode() & 0o777
}

#[test]
fn output_is_for_its_owner_and_modes_are_kept() {
    for flag in ["--output-files", "--dangerous-emptied-output-directory"] {
        let scratch = directory(&[("conf/d/a.yml", "a: 1\n"), ("conf/b.yml", "b: 1\n")]);
        let run = || {
            let args = ["-f", "conf", flag, "out"];
            let mut command = yardstick(scratch.path(), &args);
            assert!(command.stdout(Stdio::null()).status().expect("it starts").success());
        };
        let out = scratch.path().join("out");
        run();
        assert_eq!((mode(&out), mode(&out.join("d"))), (0o700, 0o700), "{flag}");
        assert_eq!((mode(&out.join("d/a.yml")), mode(&out.join("b.yml"))), (0o600, 0o600));
        let set = |path: &str, mode| {
            fs::set_permissions(out.join(path), fs::Permissions::from_mode(mode)).expect("scratch");
        };
        set("b.yml", 0o640);
        set("d", 0o755);
        set(".", 0o750);
        run();
        assert_eq!((mode(&out), mode(&out.join("d"))), (0o750, 0o755), "{flag}");
        assert_eq!((mode(&out.join("d/a.yml")), mode(&out.join("b.yml"))), (0o600, 0o640));
        // Neither run leaves files.
        let names = fs::read_dir(scratch.path()).expect("scratch space").count();
        assert_eq!((names, fs::read_dir(&out).expect("scratch space").count()), (2, 2), "{flag}");
    }
}

#[test]
fn only_directories_are_replaced() {
    let scratch = directory(&[("a.yml", "a: 1\n"), ("out", "precious")]);
    let output = limited(scratch.path(), "-f a.yml --dangerous-emptied-output-directory out");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("to be a directory"), "{}", stderr(&output));
    assert_eq!(fs::read_to_string(scratch.path().join("out")).expect("kept"), "precious");
}

#[test]
fn references_do_not_read_foreign_files() {
    let secret = directory(&[("secret.txt", "root:x:0:0:root:/root:/bin/bash\n")]);
    let path = secret.path().join("secret.txt");
    let path = path.display();
    for reference in [format!("{path}"), format!("file://{path}")] {
        let schema = format!("$ref: '{reference}'\n");
        let scratch = directory(&[("schema.yml", &schema), ("a.yml", "1\n")]);
        for args in ["check -f schema.yml a.yml", "schema bundle schema.yml"] {
            let output = limited(scratch.path(), args);
            let text = stdout(&output) + &stderr(&output);
            assert!(!output.status.success(), "{args}: {text}");
            assert!(!text.contains("root:x"), "{args}: {text}");
        }
    }
}

#[test]
fn documents_do_not_name_foreign_files() {
    let secret = directory(&[("secret.yml", "type: string\n")]);
    let path = secret.path().join("secret.yml");
    let document = format!("# yaml-language-server: $schema={}\n1\n", path.display());
    let scratch = directory(&[("a.yml", &document), ("sub/b.yml", "# $schema: ../s.yml\n1\n")]);
    fs::write(scratch.path().join("s.yml"), "type: integer\n").expect("scratch space");
    let output = limited(scratch.path(), "check a.yml");
    let text = stdout(&output) + &stderr(&output);
    assert!(text.contains("outside the directory of the document"), "{text}");
    assert!(!output.status.success());
    let output = limited(scratch.path(), "check sub/b.yml");
    assert!(output.status.success(), "{}", stdout(&output) + &stderr(&output));
    let output = limited(scratch.path(), "check a.yml --allow-ref-outside");
    assert!(stdout(&output).contains("Expected a string"), "{}", stdout(&output));
}

#[test]
fn printing_has_a_limit() {
    let output = render("#@ x = [print('x' * 1000000) for i in range(1000)]\na: 1\n");
    assert_eq!(output.status.code(), Some(1));
    let message = stderr(&output);
    assert!(message.contains("program prints more than 67108864 bytes"));
    assert!(message.len() < 70_000_000);
}

#[test]
fn wide_overlays_take_time_in_proportion() {
    let keys = |line: &str| (0..16_000).map(|at| line.replace('N', &at.to_string())).collect();
    let base: String = keys("kN: 1\n");
    let removed: String = keys("#@overlay/remove\nkN:\n");
    let overlay = format!(
        "#@ load('@ytt:overlay', 'overlay')\n#@overlay/match by=overlay.all\n---\n{removed}#@overlay/match missing_ok=True\nnew: 1\n"
    );
    let scratch = directory(&[("base.yml", &base), ("overlay.yml", &overlay)]);
    let output = limited(scratch.path(), "-f base.yml -f overlay.yml");
    assert_eq!(stdout(&output), "new: 1\n", "{}", stderr(&output));
}

#[test]
fn a_pipe_in_a_directory_does_not_block() {
    let scratch = directory(&[("conf/a.yml", "a: 1\n")]);
    let pipe = scratch.path().join("conf/pipe.yml");
    let made = Command::new("mkfifo").arg(&pipe).status().expect("there is mkfifo");
    assert!(made.success());
    let output = limited(scratch.path(), "-f conf");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("pipe.yml' to be a regular file"), "{}", stderr(&output));
}

#[test]
fn a_pipe_is_no_schema_that_input_names() {
    let scratch = directory(&[
        ("r.json", "{\"$ref\": \"pipe.yml\"}"),
        ("a.yml", "a: 1\n"),
        ("m.yml", "# yaml-language-server: $schema=pipe.yml\na: 1\n"),
    ]);
    let made = Command::new("mkfifo").arg(scratch.path().join("pipe.yml")).status();
    assert!(made.expect("there is mkfifo").success());
    for args in ["check -f r.json a.yml", "check m.yml", "schema check r.json"] {
        let output = limited(scratch.path(), args);
        let text = stdout(&output) + &stderr(&output);
        assert!(text.contains("not a regular file"), "{args}: {text}");
        assert!(!output.status.success());
    }
    let output = limited(scratch.path(), "check -f /dev/zero a.yml");
    assert!(stderr(&output).contains("larger than the limit"), "{}", stderr(&output));
}

#[test]
fn pipes_that_are_found_are_not_waited_for() {
    let scratch = directory(&[("a.yml", "a: 1\n"), ("p/x", ""), ("o/x", ""), ("t/tests/c/x", "")]);
    for pipe in ["p/yardstick.yaml", "o/a.yml", "t/tests/c/test.yml"] {
        let made = Command::new("mkfifo").arg(scratch.path().join(pipe)).status();
        assert!(made.expect("there is mkfifo").success());
    }
    for (place, args) in [("p", "build"), ("t", "test"), (".", "-f a.yml --diff o")] {
        let output = limited(&scratch.path().join(place), args);
        assert!(!output.status.success(), "{args}: {}", stderr(&output));
    }
    let output = limited(scratch.path(), "-f a.yml --output-files o");
    assert!(output.status.success(), "{}", stderr(&output));
}

#[test]
fn memory_that_is_not_there_is_no_crash() {
    let scratch = directory(&[]);
    let binary = env!("CARGO_BIN_EXE_yardstick");
    let script =
        format!("ulimit -v 400000; head -c 200000000 /dev/zero | tr '\\0' a | '{binary}' -f -");
    let output = Command::new("sh").args(["-c", &script]).current_dir(scratch.path()).output();
    let output = output.expect("sh starts");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains("Out of memory"), "{}", stderr(&output));
}

#[test]
fn names_of_files_start_no_lines() {
    let name = "a\n::error::pwn\u{1b}[31m\u{202e}.yml";
    let scratch = directory(&[("w/x", ""), ("v/x", "")]);
    fs::write(scratch.path().join("w").join(name), "a:   1\n").expect("scratch space");
    fs::write(scratch.path().join("v").join(name), "a:   1\nb: [\n").expect("scratch space");
    for args in [
        "fmt --check w",
        "fmt --diff w",
        "fmt w v",
        "-f w --debug",
        "-f v --diagnostics rich",
        "-f w --diff o",
        "-f w --output-files o",
        "fmt -w w",
    ] {
        let output = limited(scratch.path(), args);
        let text = stdout(&output) + &stderr(&output);
        assert!(!text.contains('\u{1b}') && !text.contains('\u{202e}'), "{args}: {text:?}");
        // Excerpts draw related places with three colons and a space.
        let is_command = |line: &str| {
            line.trim_start().starts_with("::") && !line.trim_start().starts_with("::: ")
        };
        assert!(!text.lines().any(is_command), "{args}: {text:?}");
    }
}

#[test]
fn nothing_escapes_to_the_terminal() {
    let output = render("a: #@ fail(\"\\033[31mred\\nnext\\r\")\n");
    let text = stderr(&output);
    assert!(!text.contains('\u{1b}') && !text.contains('\r'), "{text:?}");
    // A line of input must never be a command to the program that reads the log.
    for code in [
        "#@ x = {}[\"x\\n::error::pwn\"]\na: 1\n",
        "#@ fail(\"x\\n  ::error::pwn\\n##[error]y\")\na: 1\n",
        "#@ load(\"x\\n::error::pwn\", \"y\")\na: 1\n",
        "#@ load(\"@ytt:overlay\", \"overlay\")\n---\na: 1\n#@overlay/match by=overlay.all\n---\n\"x\\n::error::pwn\": 2\n",
    ] {
        let output = render(code);
        assert_eq!(output.status.code(), Some(1), "{code}");
        let text = stderr(&output) + &stdout(&output);
        let is_command = |line: &str| {
            let line = line.trim_start();
            line.starts_with("::") || line.starts_with("##[")
        };
        assert!(!text.lines().any(is_command), "{text}");
    }
    let scratch = directory(&[("schema.yml", "type: string\n")]);
    let name = "x\n::error::\u{1b}[31m.yml";
    fs::write(scratch.path().join(name), "1\n").expect("scratch space");
    for format in ["text", "ys-text"] {
        let args = ["check", "-f", "schema.yml", "-o", format, name];
        let output = yardstick(scratch.path(), &args).output().expect("it starts");
        let text = stdout(&output) + &stderr(&output);
        assert!(!text.contains('\u{1b}') && !text.contains("\n::error"), "{format}: {text:?}");
    }
}
