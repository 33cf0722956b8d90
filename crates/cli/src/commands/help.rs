//! `help`: what a command does and which flags it has.

use crate::{
    args::{Subject, help_about},
    report::Output,
};

/// The help text about `subject`, or about a command below it.
pub(crate) fn run(subject: Subject, below: Option<&str>) -> Output {
    Output::text(help_about(subject, below).render_help().to_string())
}
