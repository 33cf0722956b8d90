//! `--diff`: shows the changes to a directory as a unified diff.

use std::{borrow::Cow, fmt::Write as _, ops::Range};

use imara_diff::{Algorithm, Diff, Hunk, InternedInput};
use yardstick_diagnostics::{Result, bail, codes, safe};
use yardstick_workspace::output::Change;

use crate::{
    args::{
        Given,
        flag::{Flag, Switch},
    },
    report::{Output, Reporter},
    status::ExitStatus,
};

/// The number of unchanged lines shown around a change.
const CONTEXT: u32 = 3;

/// Prints the diff; the exit status says whether there are changes.
pub(super) fn run(changes: &[Change], reporter: &Reporter) -> Output {
    let paint = if reporter.output_color { Paint::ANSI } else { Paint::NONE };
    let text: String = changes.iter().map(|change| describe(change, &paint)).collect();
    let status = if changes.is_empty() { ExitStatus::Success } else { ExitStatus::Findings };
    Output { status, ..Output::text(text) }
}

/// Rejects `diff` without `fix`, whose changes it shows.
pub(super) fn needs_fix(given: &Given, diff: &Flag<Switch>, fix: &Flag<Switch>) -> Result<()> {
    if given.is_on(diff) && !given.is_on(fix) {
        bail!(
            codes::INVALID_ARGUMENT, "--diff shows what --fix would change, and --fix is not given";
            note: "write --fix --diff: nothing is written then"
        );
    }
    Ok(())
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
    let path = safe::line(&change.path);
    let name = |side: &Option<Vec<u8>>| match side {
        Some(_) => &*path,
        None => "/dev/null",
    };
    let (before, after) = (name(&change.before), name(&change.after));
    let text = |side: &Option<Vec<u8>>| String::from_utf8(side.clone().unwrap_or_default()).ok();
    let Paint { head, plain, .. } = paint;
    let (Some(old), Some(new)) = (text(&change.before), text(&change.after)) else {
        return format!("{head}Binary files {before} and {after} differ{plain}\n");
    };
    let mut out = format!("{head}--- {before}{plain}\n{head}+++ {after}{plain}\n");
    let lines = |text: &'_ str| text.split_inclusive('\n').map(str::to_owned).collect::<Vec<_>>();
    let (old, new) = (lines(&old), lines(&new));
    for group in groups(&hunks(&old, &new)) {
        write_group(&mut out, group, &old, &new, paint);
    }
    out
}

/// The differences, in order. The time does not grow with the square of the number of lines.
fn hunks(old: &[String], new: &[String]) -> Vec<Hunk> {
    let mut input = InternedInput::default();
    input.update_before(old.iter().map(String::as_str));
    input.update_after(new.iter().map(String::as_str));
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_no_heuristic(&input);
    diff.hunks().collect()
}

/// Groups hunks whose context lines meet, so that they are shown together.
fn groups(hunks: &[Hunk]) -> impl Iterator<Item = &[Hunk]> {
    hunks.chunk_by(|one, next| next.before.start - one.before.end <= 2 * CONTEXT)
}

fn write_group(out: &mut String, hunks: &[Hunk], old: &[String], new: &[String], paint: &Paint) {
    let (Some(first), Some(last)) = (hunks.first(), hunks.last()) else { return };
    let start = first.before.start.saturating_sub(CONTEXT);
    let end = (last.before.end + CONTEXT).min(old.len() as u32);
    let new_start = first.after.start - (first.before.start - start);
    let new_end = last.after.end + (end - last.before.end);
    let (from, to) = (extent(start..end), extent(new_start..new_end));
    let _ = writeln!(out, "{}@@ -{from} +{to} @@{}", paint.hunk, paint.plain);
    let mut at = start;
    for hunk in hunks {
        write_lines(out, ' ', "", &old[at as usize..hunk.before.start as usize], paint);
        write_lines(out, '-', paint.removed, side(old, &hunk.before), paint);
        write_lines(out, '+', paint.added, side(new, &hunk.after), paint);
        at = hunk.before.end;
    }
    write_lines(out, ' ', "", &old[at as usize..end as usize], paint);
}

fn side<'l>(lines: &'l [String], range: &Range<u32>) -> &'l [String] {
    &lines[range.start as usize..range.end as usize]
}

/// A line range in the notation of a hunk header.
fn extent(range: Range<u32>) -> String {
    match range.len() {
        0 => format!("{},0", range.start),
        1 => format!("{}", range.start + 1),
        count => format!("{},{count}", range.start + 1),
    }
}

fn write_lines(out: &mut String, sign: char, color: &str, lines: &[String], paint: &Paint) {
    let plain = if color.is_empty() { "" } else { paint.plain };
    for line in lines {
        let text = line.strip_suffix('\n').unwrap_or(line);
        // Colored text is for people and is made safe; text without color is for programs.
        let text = if paint.head.is_empty() { Cow::Borrowed(text) } else { safe::controls(text) };
        let _ = writeln!(out, "{color}{sign}{text}{plain}");
        if !line.ends_with('\n') {
            out.push_str("\\ No newline at end of file\n");
        }
    }
}
