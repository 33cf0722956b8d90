//! Which rules a schema is read by.

use jsonschema::Draft;

/// The rules for schemas that name none themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// 2020-12 and the YAML rules.
    #[default]
    Yaml,
    /// 2020-12 and nothing else.
    Json,
    /// A draft and nothing else.
    Draft(Draft),
}

impl Dialect {
    /// The names on the command line.
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

    /// The dialect called `name`.
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

    /// The draft of schemas that name none.
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
