//! The rules of a test case: expressions that must be true for documents.
//!
//! They are written in the template language and run like templates, without access to the world.

use std::sync::Arc;

use yardstick_diagnostics::{About, Detail, Diagnostic, Span, codes};
use yardstick_workspace::{Failure, Renderer};
use yardstick_world::Memory;

use super::{Rule, documents::Document};

/// The maximum number of documents that a message names.
const SHOWN: usize = 8;

const MAIN: &str = "\
#@ load('@ytt:data', 'data')
#@ load('@ytt:yaml', 'yaml')
#@ load('@ytt:struct', 'struct')
#@ load('rule.star', 'rule')
#@ for number in range(COUNT):
--- #@ bool(rule(struct.encode(yaml.decode(data.read('document-%d.txt' % number)))))
#@ end
";

/// Runs the rule. Returns the problems of `documents`, or of the rule itself.
pub(super) fn broken(rule: &Rule, documents: &[Document<'_>]) -> Vec<Diagnostic> {
    let at = rule.must.span;
    // Inside parentheses, an expression may span several lines.
    let code = format!("def rule(doc):\n  return (\n{}\n  )\nend\n", rule.must.text.trim_end());
    let mut renderer = Renderer::new()
        .world(Arc::new(Memory::new()))
        .file("rule.star", code)
        .file("main.yml", MAIN.replace("COUNT", &documents.len().to_string()));
    for (number, document) in documents.iter().enumerate() {
        renderer = renderer.file(format!("document-{number}.txt"), document.text());
    }
    let answers = match renderer.render() {
        Ok(output) => output.file("main.yml").unwrap_or_default(),
        Err(failure) => {
            let Reason { text: reason, about, notes } = Reason::new(&failure);
            let about_document = undefined(&about, documents);
            // Of several documents, the one that the rule fails for.
            let is_odd = |document: &&Document<'_>| {
                let alone = std::slice::from_ref(*document);
                broken(rule, alone).iter().any(|one| one.code == codes::TEST_CASE)
            };
            let odd = Some(documents).filter(|all| all.len() > 1);
            let odd = odd.and_then(|all| all.iter().find(is_odd)).filter(|_| is_of_values(&about));
            let message = match odd {
                Some(odd) => {
                    format!("the rule cannot be evaluated for {}: {reason}", odd.name())
                }
                None => format!("the rule cannot be evaluated: {reason}"),
            };
            let problem = Diagnostic::error(codes::TEST_CASE, message).at(at);
            return vec![match about_document {
                Some(note) => problem.note(note),
                None if odd.is_some() && rule.which.is_none() => problem.note(
                    "the rule is about all documents: say about which with `where`, as in `where: {kind: Deployment}`",
                ),
                None => problem.notes(notes),
            }];
        }
    };
    let answers = answers.lines().filter(|line| *line != "---");
    let broken = documents.iter().zip(answers).filter(|(_, answer)| *answer != "true");
    let said = rule.message.as_deref().unwrap_or(rule.must.text.trim());
    broken
        .map(|(document, _)| {
            let message = format!("{} breaks the rule: {said}", document.name());
            Diagnostic::error(codes::TEST_FAILED, message).at(at)
        })
        .collect()
}

/// The problem that no document matches `which`, so that the rule checks nothing.
pub(super) fn about_nothing(which: Span, documents: &[Document<'_>]) -> Diagnostic {
    let message = "the rule applies to no document: none matches `where`";
    let problem = Diagnostic::error(codes::TEST_FAILED, message).at(which);
    let names: Vec<String> = documents.iter().take(SHOWN).map(Document::name).collect();
    let more = if documents.len() > SHOWN { ", ..." } else { "" };
    problem.note(match names.len() {
        0 => "no document was rendered".to_owned(),
        _ => format!("the documents are: {}{more}", names.join(", ")),
    })
}

/// What to write in place of a name that is not defined: documents are `doc`.
fn undefined(about: &About, documents: &[Document<'_>]) -> Option<String> {
    let About::Undefined { name, .. } = about else { return None };
    let has = |document: &Document<'_>| {
        let node = document.view.node(document.root);
        node.is_map() && document.view.get(document.root, name).is_some()
    };
    documents.iter().any(has).then(|| format!("the document is `doc`: write doc.{name}"))
}

/// Whether an error is one of a value, which other documents may not have.
fn is_of_values(about: &About) -> bool {
    !matches!(about, About::Undefined { .. } | About::Syntax)
}

/// An error of the language, without places in files that the user does not have.
struct Reason {
    text: String,
    about: About,
    notes: Vec<String>,
}

impl Reason {
    fn new(failure: &Failure) -> Self {
        let problem = failure.diagnostic();
        match &problem.detail {
            Detail::Evaluation(errors) if !errors.is_empty() => {
                let first = &errors[0];
                let hints = first.hint.iter().chain(&first.notes).chain(&problem.notes);
                let (text, about) = (first.message.clone(), first.about.clone());
                Self { text, about, notes: hints.cloned().collect() }
            }
            _ => {
                let (text, notes) = (problem.message.clone(), problem.notes.clone());
                Self { text, about: About::Other, notes }
            }
        }
    }
}
