//! Runs the commands of `console` blocks.

use std::{
    fs,
    io::{Seek as _, Write as _},
    path::Path,
    process::{Command, Output},
};

/// The output of a command, without invisible trailing blanks.
pub(crate) fn printed(command: &str, directory: &Path) -> String {
    let mut words = words(command);
    let redirection = words.iter().position(|word| word == ">").map(|at| words.split_off(at));
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    for stage in words.split(|word| word == "|") {
        let output = run(stage, directory, &stdout);
        stdout = output.stdout;
        stderr.extend(output.stderr);
    }
    if let Some(target) = redirection {
        assert_eq!(target.len(), 2, "one file follows '>': {command}");
        fs::write(directory.join(&target[1]), std::mem::take(&mut stdout)).expect("scratch space");
    }
    let text = String::from_utf8([stdout, stderr].concat()).expect("output is text");
    let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
    if lines.is_empty() { String::new() } else { lines.join("\n") + "\n" }
}

/// Runs the program with `input` as its standard input.
fn run(words: &[String], directory: &Path, input: &[u8]) -> Output {
    let mut stdin = tempfile::tempfile().expect("scratch space");
    stdin.write_all(input).expect("scratch space");
    stdin.rewind().expect("scratch space");
    let program = words.iter().position(|word| word == "yardstick").expect("yardstick is called");
    let variables =
        words[..program].iter().map(|word| word.split_once('=').expect("a variable comes first"));
    Command::new(env!("CARGO_BIN_EXE_yardstick"))
        .env_remove("YARDSTICK_DIAGNOSTICS")
        .env_remove("YARDSTICK_NOTES")
        .envs(variables)
        .args(&words[program + 1..])
        .current_dir(directory)
        .env("NO_COLOR", "1")
        .stdin(stdin)
        .output()
        .expect("the binary starts")
}

/// Splits a command into words. Quotes keep blanks together.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quote, mut is_open) = (String::new(), None, false);
    for c in line.chars() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            ('\'' | '"', None) => (quote, is_open) = (Some(c), true),
            (' ', None) => {
                if is_open {
                    words.push(std::mem::take(&mut word));
                }
                is_open = false;
            }
            (c, _) => {
                word.push(c);
                is_open = true;
            }
        }
    }
    if is_open {
        words.push(word);
    }
    words
}
