//! Checks the rules of one annotation on one value.

use std::fmt::Write;

use yardstick_diagnostics::{BrokenRule, Place, Sources, render::reference::error_text, spelling};
use yardstick_starlark::{About, Error, Result, Thread, Value};
use yardstick_template::tree::Position;

use super::{NotNull, PlacedRule, Validation, giving};
use crate::{
    Proposals,
    model::Type,
    place,
    rules::{Answer, Context, Custom, Named, Rule, comparable, message::Facts},
};

/// The value to check, and its name in messages.
pub(crate) trait Subject {
    /// The path of the node.
    fn path(&self) -> String;
    /// The last segment of the path.
    fn key(&self) -> String;
}

/// The context for checking rules.
#[derive(Clone, Copy)]
pub(crate) struct Judging<'a> {
    pub(crate) proposals: Proposals,
    /// The source files for positions in messages.
    pub(crate) sources: &'a Sources,
    /// What functions can access besides the value.
    pub(crate) context: Context<'a>,
    /// The declared type of the value.
    pub(crate) type_: Option<&'a Type>,
}

/// A rule that the value violates.
#[derive(Debug)]
pub(crate) struct Broken {
    /// The part of the value that is wrong, if it is not the whole value.
    pub(crate) at: Option<String>,
    pub(crate) rule: BrokenRule,
    /// The allowed value that was probably meant.
    pub(crate) meant: Option<String>,
    /// Whether it is a custom function.
    pub(crate) is_of_author: bool,
}

/// The result of checking a value.
#[derive(Default)]
struct Verdict {
    found: String,
    /// The text for `{failure}` in the author's message, if it differs from what was found.
    failure: Option<String>,
    at: Option<String>,
    note: Option<String>,
    meant: Option<String>,
}

impl Validation {
    /// Returns the position of a part of the annotation, which is at `by`.
    fn place(&self, by: &Place, written: Position) -> Place {
        if written == self.position { by.clone() } else { place::of(written) }
    }

    /// Describes a pair of rules that no value can satisfy, of which `one` is one. The mistake is in the schema then.
    fn contradiction(&self, one: &Named) -> Option<String> {
        self.rules.iter().filter_map(|placed| placed.rule.named()).find_map(|other| {
            let (low, high) = if one.rule.excludes(&*other.rule) {
                (one, other)
            } else if other.rule.excludes(&*one.rule) {
                (other, one)
            } else {
                return None;
            };
            let (low, high) = (low.kind.name, high.kind.name);
            Some(format!(
                "no value keeps both {low}= and {high}=: correct one of them in the schema"
            ))
        })
    }

    /// Checks the rules on `value`. Returns an error only if checking cannot continue because a limit was reached.
    pub(crate) fn broken_rules(
        &self,
        thread: &mut Thread,
        value: &Value,
        by: &Place,
        subject: &dyn Subject,
        judging: Judging<'_>,
    ) -> Result<Vec<Broken>> {
        let Judging { proposals, sources, type_, .. } = judging;
        let mut broken = Vec::new();
        // Null cannot violate any other rule.
        if let Value::None = value {
            if let Some(not_null) = &self.not_null {
                let rule = BrokenRule {
                    must_be: not_null.must_be().to_owned(),
                    by: self.place(by, not_null.position),
                    found: NotNull::FOUND.to_owned(),
                    message: None,
                    note: Some(giving::required(&subject.path(), type_)),
                    fix: None,
                };
                broken.push(Broken { at: None, rule, meant: None, is_of_author: false });
            }
            return Ok(broken);
        }
        for (number, PlacedRule { rule, position }) in self.rules.iter().enumerate() {
            if type_.is_some_and(|type_| !rule.applies_to(type_, value)) {
                continue;
            }
            let judged = match rule {
                Rule::Custom(custom) => ask(thread, custom, number + 1, value, judging),
                Rule::Named(named) => named.rule.check(value).map(|()| None),
            };
            let verdict = match judged {
                Ok(None) => continue,
                Ok(Some(verdict)) => verdict,
                Err(error) if error.is_catchable() => {
                    let is_unsuitable = error.evaluation().about == About::Unsupported;
                    let own = match rule {
                        Rule::Custom(_) => error.evaluation().notes.first().cloned(),
                        // The mistake is in the schema, not in the value.
                        Rule::Named(_) if is_unsuitable => Some(
                            "the rule does not suit a value of this type: change it in the schema"
                                .to_owned(),
                        ),
                        Rule::Named(named) => self.contradiction(named),
                    };
                    let mut note = own.map(|note| format!("{}: {note}", subject.path()));
                    let mut found = reason(&error, sources);
                    let meant = rule.suggestion(value);
                    match meant {
                        Some(near) if proposals.suggest_values => {
                            let _ = write!(found, " ({})", spelling::did_you_mean(near));
                        }
                        Some(near) => {
                            note = Some(format!(
                                "{}: {}",
                                subject.path(),
                                spelling::did_you_mean(near)
                            ));
                        }
                        None => {}
                    }
                    let at = error.path().map(str::to_owned);
                    let meant = meant.map(str::to_owned);
                    Verdict { found, at, note, meant, ..Verdict::default() }
                }
                Err(error) => return Err(error),
            };
            let message = match rule {
                Rule::Custom(custom) => in_own_words(thread, custom, value, &verdict, subject)?,
                Rule::Named(_) => None,
            };
            let Verdict { found, at, note, meant, .. } = verdict;
            let is_of_author = matches!(rule, Rule::Custom(_));
            let by = self.place(by, *position);
            let rule = BrokenRule { must_be: rule.must_be(), by, found, message, note, fix: None };
            broken.push(Broken { at, rule, meant, is_of_author });
        }
        Ok(broken)
    }
}

/// Asks a function of the author, the `number`-th of its annotation.
fn ask(
    thread: &mut Thread,
    custom: &Custom,
    number: usize,
    value: &Value,
    judging: Judging<'_>,
) -> Result<Option<Verdict>> {
    let Judging { proposals, context, .. } = judging;
    let refused = |what: &str| {
        let note = Some(format!(
            "a rule returned {what}, which only @schema/validate accepts: return True"
        ));
        Some(Verdict { note, ..Verdict::default() })
    };
    Ok(match custom.ask(thread, value, context)? {
        Answer::Valid => None,
        Answer::None if proposals.none_passes => None,
        Answer::None => refused("None"),
        Answer::Pair => refused("a pair that starts with a true value"),
        Answer::False(Some(found)) => Some(Verdict { found, ..Verdict::default() }),
        Answer::False(None) => {
            let failure = match custom.function_name() {
                Some(name) => format!("{name}() returned False"),
                None => format!("rule {number} returned False"),
            };
            let found =
                if proposals.name_false_functions { failure.clone() } else { String::new() };
            Some(Verdict { found, failure: Some(failure), ..Verdict::default() })
        }
        Answer::Other(true_value) => {
            let note = true_value.map(|type_name| match type_name.as_str() {
                "string" => "the function returned a string, and only True passes: to fail with a message return (False, \"...\") or call fail(\"...\"), otherwise return True".to_owned(),
                _ => format!("the function returned a value of type {type_name}, and only True passes: write bool(...) around it"),
            });
            Some(Verdict { note, ..Verdict::default() })
        }
    })
}

/// Returns the author's message.
fn in_own_words(
    thread: &Thread,
    custom: &Custom,
    value: &Value,
    verdict: &Verdict,
    subject: &dyn Subject,
) -> Result<Option<String>> {
    let Some(message) = &custom.message else { return Ok(None) };
    // Format the value only if the message shows it.
    let value = if message.shows_value() {
        thread.to_repr(&comparable(value).unwrap_or_else(|_| value.clone()))?
    } else {
        String::new()
    };
    let failure = verdict.failure.as_deref().unwrap_or(&verdict.found);
    Ok(Some(message.fill(&Facts {
        key: &subject.key(),
        path: &subject.path(),
        value: &value,
        description: &custom.description,
        // The argument of `assert.fail`.
        failure: failure.strip_prefix("assert.fail: fail: ").unwrap_or(failure),
    })))
}

/// Functions whose message lists violated rules.
const LISTING: [&str; 3] = ["assert.validate", "assert.validate_all", "assert.valid"];

/// Returns the reason in an error message, without the words that only say that it failed.
fn reason(error: &Error, sources: &Sources) -> String {
    let text = error_text(error.evaluation(), sources);
    let message = match text.as_str() {
        // `fail("")`
        "fail" => "",
        message => message.strip_prefix("fail: ").unwrap_or(message),
    };
    let message = message.strip_prefix("check: ").unwrap_or(message);
    let listed =
        LISTING.iter().find_map(|name| message.strip_prefix(name)?.strip_prefix(": fail:"));
    match listed {
        // Indent the list below its heading.
        Some(list) => list.trim_end().replace('\n', "\n      "),
        None => message.to_owned(),
    }
}
