//! The forms of a report, by name.

use super::{Rendered, github, gitlab, json, jsonl, junit, rich, sarif, standard, ys};
use crate::{RunReport, secrets::remove_passwords};

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

/// `report` in the form `format`. What could not be checked at all is also on standard error, in words,
/// for forms that have no place for it.
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
