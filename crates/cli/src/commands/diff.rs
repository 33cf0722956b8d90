//! `--diff`: what would change in a directory, as a unified diff.

use std::{borrow::Cow, fmt::Write as _};

use similar::{Algorithm, ChangeTag, TextDiff};
use yardstick_diagnostics::render::safe;
use yardstick_workspace::output::Change;

use crate::{
    report::{Output, Reporter},
    status::ExitStatus,
};

/// Lines around a change that are shown with it.
const CONTEXT: usize = 3;

/// Lines of both sides from which on the way of comparing is another one.
const MANY_LINES: usize = 20_000;

/// The diff; the exit status says whether there is one.
pub(super) fn run(changes: &[Change], reporter: &Reporter) -> Output {
    let paint = if reporter.output_color { Paint::ANSI } else { Paint::NONE };
    let text: String = changes.iter().map(|change| describe(change, &paint)).collect();
    let status = if changes.is_empty() { ExitStatus::Success } else { ExitStatus::Findings };
    Output { status, ..Output::text(text) }
}

/// One change without colors.
pub(super) fn plain(change: &Change) -> String {
    describe(change, &Paint::NONE)
}

struct Paint {
    head: &'static str,
    hunk: &'static str,
    removed: &'static str,
    added: &'static str,
    plain: &'static str,
}

impl Paint {
    const NONE: Self = Self { head: "", hunk: "", removed: "", added: "", plain: "" };
    const ANSI: Self = Self {
        head: "\x1B[1m",
        hunk: "\x1B[36m",
        removed: "\x1B[31m",
        added: "\x1B[32m",
        plain: "\x1B[0m",
    };
}

fn describe(change: &Change, paint: &Paint) -> String {
    let name = |side: &Option<Vec<u8>>| match side {
        Some(_) => change.path.as_str(),
        None => "/dev/null",
    };
    let (before, after) = (name(&change.before), name(&change.after));
    let text = |side: &Option<Vec<u8>>| String::from_utf8(side.clone().unwrap_or_default()).ok();
    let Paint { head, plain, .. } = paint;
    let (Some(old), Some(new)) = (text(&change.before), text(&change.after)) else {
        return format!("{head}Binary files {before} and {after} differ{plain}\n");
    };
    let mut out = format!("{head}--- {before}{plain}\n{head}+++ {after}{plain}\n");
    // The usual way takes time with the square of the changes; the other one looks at unique lines first.
    let lines = old.lines().count() + new.lines().count();
    let algorithm = if lines > MANY_LINES { Algorithm::Patience } else { Algorithm::Myers };
    let diff = TextDiff::configure().algorithm(algorithm).diff_lines(&old, &new);
    for hunk in diff.unified_diff().context_radius(CONTEXT).iter_hunks() {
        let _ = writeln!(out, "{}{}{plain}", paint.hunk, hunk.header());
        for line in hunk.iter_changes() {
            let (sign, color) = match line.tag() {
                ChangeTag::Equal => (' ', ""),
                ChangeTag::Delete => ('-', paint.removed),
                ChangeTag::Insert => ('+', paint.added),
            };
            let plain = if color.is_empty() { "" } else { plain };
            let text = line.value().strip_suffix('\n').unwrap_or(line.value());
            // People read what has color, programs what has none.
            let text = if head.is_empty() { Cow::Borrowed(text) } else { safe::controls(text) };
            let _ = writeln!(out, "{color}{sign}{text}{plain}");
            if line.missing_newline() {
                out.push_str("\\ No newline at end of file\n");
            }
        }
    }
    out
}
