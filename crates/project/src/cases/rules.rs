//! Rules of a case: expressions that must be true of documents.
//!
//! They are written in the language of templates and run as templates do, with nothing of the world in reach.

use std::sync::Arc;

use yardstick_diagnostics::{Detail, Diagnostic, codes};
use yardstick_workspace::{Failure, Renderer};
use yardstick_world::Memory;

use super::{Rule, documents::Document};

const MAIN: &str = "\
#@ load('@ytt:data', 'data')
#@ load('@ytt:yaml', 'yaml')
#@ load('@ytt:struct', 'struct')
#@ load('rule.star', 'rule')
#@ for number in range(COUNT):
--- #@ bool(rule(struct.encode(yaml.decode(data.read('document-%d.txt' % number)))))
#@ end
";

/// What is wrong with `documents`, or with the rule itself.
pub(super) fn broken(rule: &Rule, documents: &[Document<'_>]) -> Vec<Diagnostic> {
    let at = rule.must.span;
    if documents.is_empty() {
        let message = "the rule is about no document: none is as `where` says";
        return vec![Diagnostic::error(codes::TEST_FAILED, message).at(at)];
    }
    // Inside parentheses an expression may have several lines.
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
            let message = format!("the rule cannot be evaluated: {}", reason(&failure));
            return vec![Diagnostic::error(codes::TEST_CASE, message).at(at)];
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

/// What an error of the language says, without the places in files that nobody sees.
fn reason(failure: &Failure) -> String {
    let problem = failure.diagnostic();
    match &problem.detail {
        Detail::Evaluation(errors) if !errors.is_empty() => errors[0].message.clone(),
        _ => problem.message.clone(),
    }
}
