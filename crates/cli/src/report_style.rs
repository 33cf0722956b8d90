//! Chooses the form and the detail of reports.
//!
//! A flag overrides an environment variable, which overrides the project's configuration. By default, a terminal gets
//! reports with excerpts. Scripts get the reference's text from the commands that the reference has, and reports
//! without colors from the others. All forms include hints. If called by the reference's name, the program prints
//! exactly what the reference prints.

use yardstick_diagnostics::{Diagnostic, codes, render::Format, spelling};
use yardstick_world::{Stream, When, World};

use crate::{
    args::{Command, Terminal, is_called_as_reference},
    settings::Settings,
};

/// The environment variable that selects the form.
const DIAGNOSTICS_VARIABLE: &str = "YARDSTICK_DIAGNOSTICS";
/// The environment variable that turns hints on and off.
const NOTES_VARIABLE: &str = "YARDSTICK_NOTES";

/// The form that a user requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum RequestedForm {
    /// The form that suits the reader.
    #[default]
    Auto,
    /// A specific form.
    Form(Form),
}

/// The form of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// The reference's layout, followed by hints.
    Text,
    /// For people: each problem with its place and an excerpt.
    Rich,
    /// For programs.
    Machine(Format),
}

impl RequestedForm {
    /// The values of the flag.
    pub(crate) const NAMES: [&str; 9] =
        ["auto", "text", "rich", "json", "jsonl", "sarif", "github", "gitlab", "junit"];

    /// The form for the value `word` of the flag.
    pub(crate) fn from_name(word: &str) -> Option<Self> {
        let known = Self::NAMES.contains(&word);
        Some(match word {
            "auto" => Self::Auto,
            "text" => Self::Form(Form::Text),
            "rich" => Self::Form(Form::Rich),
            _ => Self::Form(Form::Machine(Format::from_name(word).filter(|_| known)?)),
        })
    }
}

/// The style of reports.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReportStyle {
    pub(crate) form: Form,
    /// Whether to show hints.
    pub(crate) notes: bool,
}

impl ReportStyle {
    /// Determines the style from flags, environment, configuration and streams. `project` finds the project file.
    pub(crate) fn choose<'p>(
        terminal: Terminal,
        command: &Command,
        world: &dyn World,
        project: impl FnOnce() -> Option<&'p str>,
    ) -> Self {
        let is_reference = is_called_as_reference();
        let by_variable = |name| world.variable(name).filter(|word| !word.is_empty());
        let form =
            || by_variable(DIAGNOSTICS_VARIABLE).and_then(|word| RequestedForm::from_name(&word));
        let when = || by_variable(NOTES_VARIABLE).and_then(|word| When::from_name(&word));
        let (mut form, mut when) =
            (terminal.diagnostics.or_else(form), terminal.notes.or_else(when));
        if !is_reference
            && (form.is_none() || when.is_none())
            && let Some(path) = project()
        {
            let settings = Settings::of_project(path, world);
            form = form.or(settings.diagnostics);
            when = when.or(settings.notes);
        }
        let is_seen = || world.is_terminal(Stream::Error);
        let auto = || {
            let is_theirs = command.is_of_reference() && !terminal.has_operands && !is_seen();
            if is_reference || is_theirs { Form::Text } else { Form::Rich }
        };
        let form = match form.unwrap_or_default() {
            RequestedForm::Auto => auto(),
            RequestedForm::Form(form) => form,
        };
        Self { form, notes: when.unwrap_or_default().decide(|| !is_reference) }
    }

    /// True if warnings are suppressed, because the reference has none.
    pub(crate) fn mutes_warnings(self, command: &Command) -> bool {
        self.form == Form::Text && !self.notes && command.is_of_reference()
    }
}

/// The error for invalid values of the environment variables that this module reads.
pub(crate) fn misspelt_variable(world: &dyn World) -> Option<Box<Diagnostic>> {
    let is_form = |word: &str| RequestedForm::from_name(word).is_some();
    let is_when = |word: &str| When::from_name(word).is_some();
    let wrong = |name: &str, words: &[&'static str], is_known: &dyn Fn(&str) -> bool| {
        let value = world.variable(name).filter(|value| !value.is_empty() && !is_known(value))?;
        let expected = words.join(", ");
        let message = format!(
            "invalid value \"{value}\" for the variable {name}: expected one of {expected}"
        );
        let hint = spelling::hint(&value, words.iter().copied());
        Some(Box::new(Diagnostic::error(codes::INVALID_ARGUMENT, message).notes(hint)))
    };
    wrong(DIAGNOSTICS_VARIABLE, &RequestedForm::NAMES, &is_form)
        .or_else(|| wrong(NOTES_VARIABLE, &When::NAMES, &is_when))
}
