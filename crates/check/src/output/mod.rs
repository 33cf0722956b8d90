//! Reports as text or data, one file per form.

mod github;
mod gitlab;
mod json;
mod junit;
mod sarif;
mod standard;
mod text;
mod ys;

use std::io::{self, Write};

use crate::report::{FileReport, Report};

/// The form of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// For people: place, message, excerpt, help.
    #[default]
    Text,
    /// The lines of `ys`.
    Ys,
    /// The JSON of `ys`.
    YsJson,
    /// Everything, as one JSON document.
    Json,
    /// One JSON document per finding and line.
    JsonLines,
    /// SARIF 2.1.0.
    Sarif,
    /// Annotations of GitHub workflows.
    Github,
    /// GitLab's code quality report.
    Gitlab,
    /// `JUnit` XML.
    Junit,
    /// JSON Schema's output format `flag`.
    Flag,
    /// JSON Schema's output format `basic`.
    Basic,
    /// JSON Schema's output format `hierarchical`.
    Hierarchical,
}

impl Format {
    /// The names on the command line.
    pub const NAMES: [&str; 12] = [
        "text",
        "ys",
        "ys-json",
        "json",
        "jsonl",
        "sarif",
        "github",
        "gitlab",
        "junit",
        "flag",
        "basic",
        "hierarchical",
    ];

    /// The form called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "text" => Format::Text,
            "ys" => Format::Ys,
            "ys-json" => Format::YsJson,
            "json" => Format::Json,
            "jsonl" => Format::JsonLines,
            "sarif" => Format::Sarif,
            "github" => Format::Github,
            "gitlab" => Format::Gitlab,
            "junit" => Format::Junit,
            "flag" => Format::Flag,
            "basic" => Format::Basic,
            "hierarchical" => Format::Hierarchical,
            _ => return None,
        })
    }

    /// Whether it is made of lines in the words of `ys`.
    pub fn is_ys(self) -> bool {
        matches!(self, Format::Ys | Format::YsJson)
    }
}

/// Writes `report` in the form `format`. What could not be checked at all also goes to `err`, in words,
/// for forms that have no place for it.
pub fn write(
    format: Format,
    report: &Report,
    colours: bool,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<()> {
    if !format.is_ys() {
        text::failures(report, colours, err)?;
    }
    match format {
        Format::Text => text::findings(report, colours, out),
        Format::Ys => ys::lines(report, err),
        Format::YsJson => ys::json(report, out, err),
        Format::Json => json::document(report, out),
        Format::JsonLines => json::lines(report, out),
        Format::Sarif => sarif::write(report, out),
        Format::Github => github::write(report, out),
        Format::Gitlab => gitlab::write(report, out),
        Format::Junit => junit::write(report, out),
        Format::Flag => standard::flag(report, out),
        Format::Basic => standard::basic(report, out),
        Format::Hierarchical => standard::hierarchical(report, out),
    }
}

/// How many errors of `file` are not among its findings, in words.
fn not_shown(file: &FileReport) -> Option<String> {
    let omitted = file.omitted();
    (omitted > 0).then(|| format!("{omitted} more not shown (see --max-errors)"))
}
