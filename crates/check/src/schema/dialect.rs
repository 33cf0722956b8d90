//! Dialects: the rules for reading a schema.

use jsonschema::Draft;

/// The rules for schemas that do not name a dialect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// Draft 2020-12 with the YAML rules.
    #[default]
    Yaml,
    /// Plain draft 2020-12.
    Json,
    /// Another draft, without the YAML rules.
    Draft(Draft),
}

impl Dialect {
    /// The names of the dialects on the command line.
    pub const NAMES: [&str; 9] = [
        "yaml",
        "json",
        "draft4",
        "draft6",
        "draft7",
        "2019-09",
        "2020-12",
        "draft2019-09",
        "draft2020-12",
    ];

    /// Returns the dialect called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "yaml" => Dialect::Yaml,
            "json" => Dialect::Json,
            "draft4" => Dialect::Draft(Draft::Draft4),
            "draft6" => Dialect::Draft(Draft::Draft6),
            "draft7" => Dialect::Draft(Draft::Draft7),
            "2019-09" | "draft2019-09" => Dialect::Draft(Draft::Draft201909),
            "2020-12" | "draft2020-12" => Dialect::Draft(Draft::Draft202012),
            _ => return None,
        })
    }

    /// Returns the draft for schemas that do not name one.
    pub(crate) fn default_draft(self) -> Draft {
        match self {
            Dialect::Yaml | Dialect::Json => Draft::Draft202012,
            Dialect::Draft(draft) => draft,
        }
    }

    /// Whether the YAML rules apply.
    pub fn has_yaml_rules(self) -> bool {
        self == Dialect::Yaml
    }
}
