//! What the user asked for, beside the input files.

use yardstick_diagnostics::{Diagnostic, Result, spelling};
pub use yardstick_schema::{OpenApiFlavour, OpenApiOptions};

/// The form in which documents are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// YAML.
    #[default]
    Yaml,
    /// JSON.
    Json,
    /// One row per node, with its source position.
    Positions,
}

/// What `-o` asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutputTypes {
    /// The form of documents.
    pub format: Format,
    /// How a schema is to be printed.
    pub schema: Option<SchemaFormat>,
}

/// The form in which a schema is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchemaFormat {
    /// `OpenAPI` v3.
    OpenApi(OpenApiFlavour),
    /// A list of its fields.
    Fields,
    /// A table of a web page.
    Html,
}

impl OutputTypes {
    /// The words that `-o` knows.
    const WORDS: [&str; 7] =
        ["html", "json", "openapi-v3", "openapi-v3+k8s", "pos", "yaml", "ytt-schema"];

    /// The first word that names a format counts, and the first that names a kind of schema.
    pub fn from_words(words: &[impl AsRef<str>]) -> Result<Self> {
        let mut format = None;
        let mut schema = None;
        for word in words.iter().map(AsRef::as_ref) {
            let named = match word {
                "yaml" => Format::Yaml,
                "json" => Format::Json,
                "pos" => Format::Positions,
                "openapi-v3" => {
                    schema.get_or_insert(SchemaFormat::OpenApi(OpenApiFlavour::Plain));
                    continue;
                }
                "openapi-v3+k8s" => {
                    schema.get_or_insert(SchemaFormat::OpenApi(OpenApiFlavour::Kubernetes));
                    continue;
                }
                "ytt-schema" => {
                    schema.get_or_insert(SchemaFormat::Fields);
                    continue;
                }
                "html" => {
                    schema.get_or_insert(SchemaFormat::Html);
                    continue;
                }
                _ => {
                    let error =
                        Diagnostic::error("YS0220", format!("Unknown output type '{word}'"));
                    let hint = spelling::hint(word, Self::WORDS);
                    return Err(Box::new(error.notes(hint)));
                }
            };
            format.get_or_insert(named);
        }
        Ok(Self { format: format.unwrap_or_default(), schema })
    }
}

/// What to print instead of rendering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inspect {
    /// The files that would be rendered.
    Files,
    /// The schema of data values, in the format asked for.
    Schema,
    /// The schema of data values; a list of its fields if no format is asked for.
    SchemaFields,
    /// The final data values.
    DataValues,
}

/// Data values given on the command line, as they were written.
#[derive(Clone, Debug, Default)]
pub struct DataValueFlags {
    /// `key=text`.
    pub strings: Vec<String>,
    /// `key=yaml`.
    pub yaml: Vec<String>,
    /// `key=path`.
    pub files: Vec<String>,
    /// Paths of YAML files with values.
    pub values_files: Vec<String>,
    /// Plain YAML with values, laid over those of files.
    pub documents: Vec<String>,
    /// Prefixes of environment variables that hold text.
    pub env: Vec<String>,
    /// Prefixes of environment variables that hold YAML.
    pub env_yaml: Vec<String>,
}

/// How to render.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Refuse plain scalars whose type is easy to mistake.
    pub strict: bool,
    /// Let ordinary comments stand in templates.
    pub ignore_unknown_comments: bool,
    /// Let a repeated key of a template replace the earlier one.
    pub implicit_map_key_overrides: bool,
    /// Trace what is done.
    pub debug: bool,
    /// Leave validations out.
    pub disable_validation: bool,
    /// Treat what is probably not meant as an error.
    pub warnings_as_errors: bool,
    /// Leave rules written on output documents out.
    pub disable_output_validation: bool,
    /// Names of proposals to follow where they differ from what shipped; judged when the run starts.
    pub proposals: Vec<String>,
    /// Refuse annotations that do nothing.
    pub strict_annotations: bool,
    /// Data values from the command line.
    pub data_values: DataValueFlags,
    /// What to print instead of rendering.
    pub inspect: Option<Inspect>,
    /// What an `OpenAPI` document holds.
    pub openapi: OpenApiOptions,
    /// Templates, named as inputs are, through which the fields of the schema are printed.
    pub schema_templates: Vec<String>,
    /// Words of `-o`; judged only when something is printed.
    pub output_types: Vec<String>,
}
