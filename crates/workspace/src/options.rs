//! The settings of a run, besides the input files.

pub use yardstick_bridge::export::{Options as ExportOptions, Target as ExportTarget};
use yardstick_diagnostics::{Diagnostic, Result, Span, codes, spelling};

/// The output format of documents.
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

/// The output formats that `-o` selects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutputTypes {
    /// The format of documents.
    pub format: Format,
    /// The format of a schema.
    pub schema: Option<SchemaFormat>,
}

/// The output format of a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchemaFormat {
    /// Another schema.
    Export(ExportTarget),
    /// A list of its fields.
    Fields,
    /// A web page.
    Html,
    /// A page of Markdown.
    Markdown,
}

impl SchemaFormat {
    /// The names for `-o`. Both the command `schema export` and the flags of the reference accept all of them.
    pub const NAMES: [&str; 10] = [
        "json-schema",
        "json-schema-draft7",
        "openapi-v3",
        "openapi-v3.1",
        "openapi-v3+k8s",
        "crd",
        "fields",
        "html",
        "markdown",
        "ytt-schema",
    ];

    /// The format called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "json-schema" => Self::Export(ExportTarget::JsonSchema),
            "json-schema-draft7" => Self::Export(ExportTarget::JsonSchemaDraft7),
            "openapi-v3" => Self::Export(ExportTarget::OpenApi30),
            "openapi-v3.1" => Self::Export(ExportTarget::OpenApi31),
            "openapi-v3+k8s" => Self::Export(ExportTarget::Structural),
            "crd" => Self::Export(ExportTarget::Crd),
            "fields" | "ytt-schema" => Self::Fields,
            "html" => Self::Html,
            "markdown" => Self::Markdown,
            _ => return None,
        })
    }
}

/// One value of `-o`, parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputType {
    /// The format of documents.
    Documents(Format),
    /// The format of a schema.
    Schema(SchemaFormat),
    /// An unknown word. It is rejected only when something is printed, because mistakes in input files are reported
    /// first.
    Unknown(String),
}

impl OutputType {
    /// The words that `-o` accepts for documents.
    const DOCUMENTS: [(&str, Format); 3] =
        [("json", Format::Json), ("pos", Format::Positions), ("yaml", Format::Yaml)];

    /// All words that `-o` accepts.
    fn words() -> impl Iterator<Item = &'static str> {
        Self::DOCUMENTS.iter().map(|(word, _)| *word).chain(SchemaFormat::NAMES)
    }
}

impl From<String> for OutputType {
    fn from(word: String) -> Self {
        if let Some((_, format)) = Self::DOCUMENTS.iter().find(|(known, _)| *known == word) {
            return Self::Documents(*format);
        }
        SchemaFormat::from_name(&word).map_or(Self::Unknown(word), Self::Schema)
    }
}

impl OutputTypes {
    /// Takes the first type for documents and the first type for schemas.
    pub fn choose(types: &[OutputType]) -> Result<Self> {
        let mut format = None;
        let mut schema = None;
        for one in types {
            match one {
                OutputType::Documents(named) => {
                    format.get_or_insert(*named);
                }
                OutputType::Schema(named) => {
                    schema.get_or_insert(*named);
                }
                OutputType::Unknown(word) => {
                    let error = Diagnostic::error(
                        codes::OUTPUT_TYPE,
                        format!("Unknown output type '{word}'"),
                    );
                    let is_path = word.contains(['/', '.']) || word.starts_with("out");
                    let error = if is_path {
                        error.note("-o chooses a format; results are written to a directory with --output-files DIRECTORY")
                    } else {
                        error
                    };
                    let hint = spelling::hint(word, OutputType::words()).unwrap_or_else(|| {
                        let known: Vec<&str> = OutputType::words().collect();
                        format!("the output types are {}", known.join(", "))
                    });
                    return Err(Box::new(error.note(hint)));
                }
            }
        }
        Ok(Self { format: format.unwrap_or_default(), schema })
    }
}

/// Information to print instead of rendering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inspect {
    /// The files that would be rendered.
    Files,
    /// The data values schema, in the requested format.
    Schema,
    /// The data values schema; a list of its fields by default.
    SchemaFields,
    /// The final data values.
    DataValues,
}

/// A data values document that is not a separate file.
#[derive(Clone, Debug)]
pub struct GivenDocument {
    /// Its text. The first line is indented like the others.
    pub text: String,
    /// Its place, if it is part of another file.
    pub place: Option<Span>,
}

/// Data values of the command line, as written.
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
    /// Plain YAML with values, merged after those of files.
    pub documents: Vec<GivenDocument>,
    /// Prefixes of environment variables that hold text.
    pub env: Vec<String>,
    /// Prefixes of environment variables that hold YAML.
    pub env_yaml: Vec<String>,
}

/// Options that a library inherits from its caller. It may change some of them for itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LibraryOptions {
    /// Reject plain scalars whose type is ambiguous.
    pub strict: bool,
    /// Allow ordinary comments in templates.
    pub ignore_unknown_comments: bool,
    /// Let a repeated key of a template replace the earlier one.
    pub implicit_map_key_overrides: bool,
    /// Skip validations of data values.
    pub disable_validation: bool,
    /// Skip rules written on output documents.
    pub disable_output_validation: bool,
    /// Reject annotations without effect.
    pub strict_annotations: bool,
    /// Treat warnings as errors.
    pub warnings_as_errors: bool,
}

/// Settings for rendering.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The options of the outermost library.
    pub library: LibraryOptions,
    /// Trace the steps of the run.
    pub debug: bool,
    /// Names of proposals to follow where they differ from the released behavior; checked when the run starts.
    pub proposals: Vec<String>,
    /// Data values from the command line.
    pub data_values: DataValueFlags,
    /// Information to print instead of rendering.
    pub inspect: Option<Inspect>,
    /// The content of an `OpenAPI` document.
    pub openapi: ExportOptions,
    /// Schemas for output documents: `[KEY=VALUE[,KEY=VALUE]:]PATH`.
    pub output_schemas: Vec<String>,
    /// Templates for the documentation of the schema, named like inputs.
    pub schema_templates: Vec<String>,
    /// The values of `-o`, in order.
    pub output_types: Vec<OutputType>,
}
