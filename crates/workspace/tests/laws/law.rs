//! The properties to check.

use yardstick_yaml::{Kind, NodeRef, Resolver, Scalar, Tree};

use crate::{
    mutate::Dice,
    project::{Outcome, Project, is_yaml, render, tree},
};

/// The reason why a law does not hold.
pub(crate) struct Broken(pub(crate) String);

/// Checks a law. Returns false if the law does not apply to this project.
type Law = fn(&Project, &mut Dice) -> Result<bool, Broken>;

pub(crate) const LAWS: [(&str, Law); 10] = [
    ("the same input gives the same bytes", same_twice),
    ("the order of independent files is the order of their documents", order),
    ("a file that is no overlay does not change what others give", one_more),
    ("a plain file is a template without code", plain),
    ("comments for readers mean nothing", comments_added),
    ("comments for readers are not missed", comments_removed),
    ("formatted twice is formatted once, and renders as before", formatted),
    ("straightened twice is straightened once, and renders as before", straightened),
    ("a value by flag is a value by file", values),
    ("a library gives what its files give", library),
];

/// Code that catches errors can print line numbers of messages, which comments and layout change.
fn shows_lines(project: &Project) -> bool {
    project.mentions(&["try_to"])
}

/// Checks that both give the same result, or that both fail. Messages may name other lines.
fn same(what: &str, left: &Outcome, right: &Outcome) -> Result<(), Broken> {
    match (left, right) {
        (Ok(a), Ok(b)) if a == b => Ok(()),
        (Err(_), Err(_)) => Ok(()),
        _ => Err(Broken(format!("{what}\n--- before\n{}\n--- after\n{}", show(left), show(right)))),
    }
}

fn show(outcome: &Outcome) -> String {
    outcome
        .as_ref()
        .map_or_else(|error| format!("failed: {error}"), |documents| documents.join("---\n"))
}

fn same_twice(project: &Project, _: &mut Dice) -> Result<bool, Broken> {
    let (first, second) = (project.render(), project.render());
    if first != second {
        return Err(Broken(format!("{}\n--- again\n{}", show(&first), show(&second))));
    }
    Ok(true)
}

/// Words that show that files affect each other: overlays, data values, libraries, lists of files.
const TOGETHER: [&str; 5] = ["overlay", "data/values", "schema/definition", "library", "data.list"];

/// Independent files: no overlays, data values or libraries, and unique names.
fn are_independent(project: &Project) -> bool {
    let names = project.files.iter().map(|(path, _)| path);
    let distinct: std::collections::BTreeSet<&String> = names.collect();
    !project.mentions(&TOGETHER) && distinct.len() == project.files.len()
}

fn order(project: &Project, dice: &mut Dice) -> Result<bool, Broken> {
    if project.files.len() < 2 || !are_independent(project) {
        return Ok(false);
    }
    let mut permuted = project.clone();
    let by = 1 + dice.below(project.files.len() - 1);
    permuted.files.rotate_left(by);
    let sorted = |outcome: Outcome| {
        outcome.map(|mut documents| {
            documents.sort();
            documents
        })
    };
    same("files in another order", &sorted(project.render()), &sorted(permuted.render()))?;
    Ok(true)
}

/// Overlays may match the new file, and code may list files.
fn one_more(project: &Project, _: &mut Dice) -> Result<bool, Broken> {
    if project.mentions(&["overlay", "data.list"]) {
        return Ok(false);
    }
    let mut more = project.clone();
    more.files.insert(0, ("law-of-one-more.yml".to_owned(), "one: more\n".to_owned()));
    let expected = project.render().map(|mut documents| {
        documents.insert(0, "one: more\n".to_owned());
        documents
    });
    same("one more file", &expected, &more.render())?;
    Ok(true)
}

fn yaml_files(project: &Project) -> Vec<usize> {
    (0..project.files.len()).filter(|&at| is_yaml(&project.files[at].0)).collect()
}

fn pick_yaml(project: &Project, dice: &mut Dice) -> Option<(usize, Tree)> {
    let files = yaml_files(project);
    if files.is_empty() {
        return None;
    }
    let at = *dice.pick(&files);
    Some((at, tree(&project.files[at].1)?))
}

/// In a template, a duplicate key is an error, and so is a comment that is neither code nor prose. In plain YAML, keys
/// that are maps or arrays are compared by content. In a template they are never equal, as in the reference.
fn plain(project: &Project, dice: &mut Dice) -> Result<bool, Broken> {
    let Some((at, tree)) = pick_yaml(project, dice) else { return Ok(false) };
    let is_prose = |comment| tree.comment_text(comment).starts_with('!');
    let has_complex_key =
        |node: NodeRef<'_>| node.is_map() && node.entries().any(|entry| !entry.key.is_scalar());
    if !tree.comments().iter().all(is_prose) || tree.nodes().any(has_complex_key) {
        return Ok(false);
    }
    let text = &project.files[at].1;
    // A final line break belongs to a block scalar, so both need it.
    let end = if text.ends_with('\n') || text.is_empty() { "" } else { "\n" };
    let plain = project.with_text(at, format!("{text}{end}"));
    let templated = project.with_text(at, format!("{text}{end}#@ law = 1\n"));
    match (plain.render(), templated.render()) {
        (Ok(_), Err(error)) if error.contains("to not be specified again") => Ok(false),
        (before, after) => same("with a line of code", &before, &after).map(|()| true),
    }
}

/// The offsets of lines that start with an item of a block collection, or with `---`.
fn item_lines(tree: &Tree) -> Vec<usize> {
    let text = tree.source().bytes();
    let starts_line = |offset: usize| {
        let start = text[..offset].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        // In an empty literal, a comment would be text.
        let before = text[..start].trim_ascii_end();
        let header = before.rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
        let follows_literal = header.iter().any(|byte| b"|>".contains(byte));
        let is_first = text[start..offset].iter().all(|&byte| byte == b' ');
        (is_first && !follows_literal).then_some(start)
    };
    let offset = |node: NodeRef<'_>| {
        node.is_map()
            .then(|| node.entries().map(|entry| entry.key.start()).collect::<Vec<_>>())
            .or_else(|| node.is_sequence().then(|| node.items().map(NodeRef::indicator).collect()))
            .unwrap_or_default()
    };
    let offsets = tree
        .nodes()
        .flat_map(offset)
        .chain(tree.documents().filter_map(yardstick_yaml::Document::marker));
    offsets.filter_map(|offset| starts_line(offset as usize)).collect()
}

/// True if the text starts with an indented `---`. It is content, but the reference takes it for a document marker
/// when it counts lines, so that code after it belongs to the document and not to the next node. A line above it
/// changes that.
fn starts_with_indented_marker(text: &str) -> bool {
    text.starts_with(char::is_whitespace) && text.trim_start().starts_with("---")
}

fn comments_added(project: &Project, dice: &mut Dice) -> Result<bool, Broken> {
    if shows_lines(project) {
        return Ok(false);
    }
    let Some((at, tree)) = pick_yaml(project, dice) else { return Ok(false) };
    if starts_with_indented_marker(&project.files[at].1) {
        return Ok(false);
    }
    let lines = item_lines(&tree);
    if lines.is_empty() {
        return Ok(false);
    }
    let line = *dice.pick(&lines);
    let mut text = project.files[at].1.clone();
    let comments = ["#! law\n", "#! law: [\n", "#!\n", "\n", "#@comment law\n"];
    text.insert_str(line, dice.pick::<&str>(&comments));
    same("with a comment", &project.render(), &project.with_text(at, text).render())?;
    Ok(true)
}

fn comments_removed(project: &Project, dice: &mut Dice) -> Result<bool, Broken> {
    let Some((at, tree)) = pick_yaml(project, dice) else { return Ok(false) };
    let prose: Vec<_> = tree
        .comments()
        .iter()
        .filter(|comment| tree.comment_text(comment).starts_with(['!', ' ']))
        .collect();
    if prose.is_empty() {
        return Ok(false);
    }
    // If the comment is rejected, the result differs, of course.
    let before = project.render();
    if before.is_err() {
        return Ok(false);
    }
    let comment = *dice.pick(&prose);
    let mut text = project.files[at].1.clone();
    text.replace_range(comment.start as usize - 1..comment.end as usize, "");
    same("without a comment", &before, &project.with_text(at, text).render())?;
    Ok(true)
}

/// `fmt` replaces aliases with their targets, without the code in them, and comments on the first line of a block
/// scalar are not comments of the file. An empty first document is not printed, so its `---` is gone the second time.
/// Negative zero prints as `-0`, which is the integer 0. Code that reads a file sees its layout.
fn formatted(project: &Project, dice: &mut Dice) -> Result<bool, Broken> {
    if shows_lines(project) || project.mentions(&["data.read"]) {
        return Ok(false);
    }
    let Some((at, tree)) = pick_yaml(project, dice) else { return Ok(false) };
    let first_is_empty = tree.documents().next().is_some_and(|first| first.root().is_absent());
    // Like the reference, `fmt` writes 1.0 as 1 and `yes` as true. Code then sees another type, and strict mode
    // accepts what it rejected before.
    let has_other_type = |node: NodeRef<'_>| {
        node.is_scalar()
            && matches!(node.scalar(Resolver::Yaml11), Scalar::Float(float) if float.fract() == 0.0)
    };
    // Comments at the end get a `---`, so a function defined there produces a document.
    let defines_at_the_end = tree.comments().last().is_some_and(|last| {
        tree.nodes().all(|node| node.end() <= last.start) && tree.comment_text(last).contains("def")
    });
    let is_strict = project.files.iter().any(|(_, text)| text.contains("strict"));
    if first_is_empty || defines_at_the_end || is_strict || tree.nodes().any(has_other_type) {
        return Ok(false);
    }
    let once = String::from_utf8_lossy(&yardstick_yaml::fmt::format(&tree)).into_owned();
    let Some(again) = self::tree(&once) else {
        return Err(Broken(format!("what was formatted cannot be read\n{once}")));
    };
    let twice = String::from_utf8_lossy(&yardstick_yaml::fmt::format(&again)).into_owned();
    if once != twice {
        return Err(Broken(format!("formatted once\n{once}\n--- twice\n{twice}")));
    }
    let has_alias = tree.nodes().any(|node| node.kind() == Kind::Alias);
    if has_alias && !tree.comments().is_empty() {
        return Ok(true);
    }
    same("formatted", &project.render(), &project.with_text(at, once).render())?;
    Ok(true)
}

/// Only the layout changes, so everything except messages is the same.
fn straightened(project: &Project, dice: &mut Dice) -> Result<bool, Broken> {
    if shows_lines(project) || project.mentions(&["data.read"]) {
        return Ok(false);
    }
    let Some((at, tree)) = pick_yaml(project, dice) else { return Ok(false) };
    let Some(once) = yardstick_yaml::fmt::tidy(&tree) else { return Ok(false) };
    let once = String::from_utf8_lossy(&once).into_owned();
    if starts_with_indented_marker(&project.files[at].1) {
        return Ok(false);
    }
    let twice = self::tree(&once).and_then(|again| yardstick_yaml::fmt::tidy(&again));
    if twice.as_deref() != Some(once.as_bytes()) {
        let twice = twice.map(|twice| String::from_utf8_lossy(&twice).into_owned());
        return Err(Broken(format!("straightened once\n{once}\n--- twice\n{twice:?}")));
    }
    same("straightened", &project.render(), &project.with_text(at, once).render())?;
    Ok(true)
}

/// The paths of keys to the scalars of data values documents.
fn value_paths(project: &Project) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    for (name, text) in &project.files {
        if !is_yaml(name) || !text.contains("#@data/values") || name.contains("_ytt_lib") {
            continue;
        }
        let Some(tree) = tree(text) else { continue };
        for document in tree.documents() {
            walk(document.root(), &mut Vec::new(), &mut paths);
        }
    }
    paths
}

fn walk(node: NodeRef<'_>, above: &mut Vec<String>, paths: &mut Vec<Vec<String>>) {
    if node.kind() == Kind::Scalar && !above.is_empty() {
        paths.push(above.clone());
    }
    if !node.is_map() {
        return;
    }
    for entry in node.entries() {
        let key = String::from_utf8_lossy(entry.key.text_bytes()).into_owned();
        let is_word = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
        if !key.is_empty() && key.bytes().all(is_word) && !entry.key.is_merge_key() && key.len() > 1
        {
            above.push(key);
            walk(entry.value, above, paths);
            above.pop();
        }
    }
}

fn values(project: &Project, dice: &mut Dice) -> Result<bool, Broken> {
    let paths = value_paths(project);
    if paths.is_empty() {
        return Ok(false);
    }
    let path = dice.pick(&paths);
    // A map or list from a flag replaces the existing value; one from a file is merged into it.
    let value = *dice.pick(&["7", "text", "true", "null", "1.5", "\"8\"", "''"]);
    let by_flag = project.renderer().data_value_yaml(&path.join("."), value);
    let nested =
        path.iter().rev().fold(value.to_owned(), |inner, key| format!("{{\"{key}\": {inner}}}"));
    let by_file = project.renderer().data_values(nested);
    same(
        &format!("{} = {value}, by flag and by file", path.join(".")),
        &render(&by_flag),
        &render(&by_file),
    )?;
    Ok(true)
}

/// Values that the caller addresses stay with the caller. Both check the rules of the output.
fn library(project: &Project, _: &mut Dice) -> Result<bool, Broken> {
    let mut moved = project.clone();
    for (path, _) in &mut moved.files {
        path.insert_str(0, "_ytt_lib/law/");
    }
    let caller = "#@ load(\"@ytt:library\", \"library\")\n#@ load(\"@ytt:template\", \"template\")\n\
                  --- #@ template.replace(library.get(\"law\").eval())\n";
    moved.files.push(("caller.yml".to_owned(), caller.to_owned()));
    // Values that contain the text of an error include the file name.
    let shortened = |documents: Vec<String>| -> Vec<String> {
        documents.iter().map(|text| text.replace("_ytt_lib/law/", "")).collect()
    };
    same("as a library", &project.render(), &moved.render().map(shortened))?;
    Ok(true)
}
