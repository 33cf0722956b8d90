//! The rules of a test case: expressions that must be true for documents.
//!
//! They are written in the template language and run like templates, without access to the world.

use std::sync::Arc;

use yardstick_diagnostics::{Detail, Diagnostic, Span, codes};
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
            let (reason, notes) = reason(&failure);
            let about_document = undefined(&reason, documents);
            // If there are several documents, name the one for which the rule fails.
            let is_odd = |document: &&Document<'_>| {
                let alone = std::slice::from_ref(*document);
                broken(rule, alone).iter().any(|one| one.code == codes::TEST_CASE)
            };
            let odd = Some(documents).filter(|all| all.len() > 1);
            let odd = odd.and_then(|all| all.iter().find(is_odd)).filter(|_| is_of_values(&reason));
            let message = match odd {
                Some(odd) => {
                    format!("the rule cannot be evaluated for {}: {reason}", odd.name())
                }
                None => format!("the rule cannot be evaluated: {reason}"),
            };
            let problem = Diagnostic::error(codes::TEST_CASE, message).at(at);
            return vec![match about_document {
                Some(note) => problem.note(note),
                None if reason.starts_with("got '=',") => {
                    problem.note("write `==` to compare")
                }
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

/// Suggests a replacement for an undefined name: the document is called `doc`.
fn undefined(reason: &str, documents: &[Document<'_>]) -> Option<String> {
    let name = reason.strip_prefix("undefined: ")?.split_whitespace().next()?;
    let has = |document: &Document<'_>| {
        let node = document.view.node(document.root);
        node.is_map() && document.view.get(document.root, name).is_some()
    };
    documents.iter().any(has).then(|| format!("the document is `doc`: write doc.{name}"))
}

/// True if the error concerns a value that other documents may not have.
fn is_of_values(reason: &str) -> bool {
    !reason.starts_with("undefined: ") && !reason.starts_with("got ")
}

/// The message of a language error, without places in files that the user does not have, and its hints.
fn reason(failure: &Failure) -> (String, Vec<String>) {
    let problem = failure.diagnostic();
    match &problem.detail {
        Detail::Evaluation(errors) if !errors.is_empty() => {
            let first = &errors[0];
            let hints = first.hint.iter().chain(&first.notes).cloned();
            (first.message.clone(), hints.chain(problem.notes.iter().cloned()).collect())
        }
        _ => (problem.message.clone(), problem.notes.clone()),
    }
}
