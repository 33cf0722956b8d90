//! `help`: what a command does and which flags it has.

use crate::{
    args::{Subject, help_about},
    report::Output,
};

/// The help text about `subject`.
pub(crate) fn run(subject: Subject) -> Output {
    Output::text(help_about(subject).render_help().to_string())
}
