//! The report formats and their names.

use super::{Rendered, github, gitlab, json, jsonl, junit, rich, sarif, standard, ys};
use crate::{RunReport, secrets::remove_passwords};

/// A report format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// For people: place, message, excerpt and hints.
    #[default]
    Text,
    /// The text output of `ys`.
    Ys,
    /// The JSON output of `ys`.
    YsJson,
    /// All data, as one JSON document.
    Json,
    /// One JSON document per line, one line per finding.
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
    /// The names of the formats on the command line.
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

    /// Finds the format called `name`.
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

    /// True for the text format of `ys`.
    pub fn is_ys(self) -> bool {
        matches!(self, Format::Ys | Format::YsJson)
    }
}

/// Renders `report` as `format`. Formats without a field for files that could not be checked report those on standard
/// error.
pub fn run(format: Format, report: &RunReport, color: bool) -> Rendered {
    let Rendered { stdout, stderr } = rendered(format, report, color);
    Rendered { stdout: remove_passwords(stdout), stderr: remove_passwords(stderr) }
}

fn rendered(format: Format, report: &RunReport, color: bool) -> Rendered {
    let stdout = match format {
        Format::Ys => return ys::lines(report),
        Format::YsJson => return ys::json(report),
        Format::Text => rich::findings(report, color),
        Format::Json => json::report(report),
        Format::JsonLines => jsonl::report(report),
        Format::Sarif => sarif::report(report),
        Format::Github => github::report(report),
        Format::Gitlab => gitlab::report(report),
        Format::Junit => junit::report(report),
        Format::Flag => standard::flag(report),
        Format::Basic => standard::basic(report),
        Format::Hierarchical => standard::hierarchical(report),
    };
    Rendered { stdout, stderr: rich::failures(report, color) }
}
