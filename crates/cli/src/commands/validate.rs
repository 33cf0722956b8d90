//! `validate`: whether data values fit their schema and its rules.

use std::sync::Arc;

use yardstick_diagnostics::{Result, Severity, Sources, bail, codes};
use yardstick_workspace::{World, marks, validate::validate};

use super::setting::Setting;
use crate::{
    args::RenderArgs,
    report::{Output, Reporter},
};

/// Reports all that is wrong. Standard output stays empty; that all is well is said on standard error,
/// where a log shows that something was looked at.
pub(crate) fn run(
    args: &RenderArgs,
    world: &Arc<dyn World>,
    sources: &Arc<Sources>,
    reporter: Reporter,
) -> Result<Output> {
    let setting = Setting::new(args, world, sources, reporter)?;
    let mut files = setting.files()?;
    if files.is_empty() {
        // "Valid" would be a lie that a script with an empty variable believes.
        bail!(
            codes::NOTHING_TO_CHECK,
            "Nothing to validate: no files were given (expected files or directories with -f)"
        );
    }
    marks::apply(&mut files, &args.marks)?;
    let progress = Setting::progress("validating", &files);
    let found = validate(setting.session(), files, &args.options);
    drop(progress);
    let diagnostics: Vec<_> = found
        .into_iter()
        .map(|one| match one.severity {
            Severity::Error => *setting.explain(Box::new(one)),
            Severity::Warning => one,
        })
        .collect();
    let is_valid = diagnostics.iter().all(|one| one.severity == Severity::Warning);
    let stderr = if is_valid { "data values are valid\n" } else { "" };
    Ok(Output { stderr: stderr.to_owned(), ..Output::default() }.warn(diagnostics))
}
