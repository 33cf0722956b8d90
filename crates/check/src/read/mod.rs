//! Reads a file into a tree: decodes it to UTF-8 and parses YAML 1.2, or another format that can be rewritten as
//! YAML.
//!
//! JSON has its own fast reader. Text that this reader does not handle is validated strictly and parsed as YAML.
//! Other formats are first rewritten as JSON ([`json`], [`toml`]). The position of every token is kept, so that
//! findings point into the original file ([`places`]).

mod fault;
mod help;
mod json;
mod lines;
mod places;
mod surrogates;
mod toml;
mod toml_fault;

use std::sync::Arc;

use yardstick_diagnostics::{Content, Diagnostic, FileId, SourceFile};
use yardstick_world::paths;
use yardstick_yaml::{Options, Tree};

use self::fault::Problem;

pub(crate) use places::Places;

/// The format of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// YAML 1.2.
    #[default]
    Yaml,
    /// Strict JSON.
    Json,
    /// JSON with comments and trailing commas.
    Jsonc,
    /// JSON5.
    Json5,
    /// A JSON document on each line.
    JsonLines,
    /// TOML.
    Toml,
}

impl Format {
    /// The names of the formats on the command line.
    pub const NAMES: [&str; 6] = ["yaml", "json", "jsonc", "json5", "jsonl", "toml"];

    /// Returns the format called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "yaml" => Format::Yaml,
            "json" => Format::Json,
            "jsonc" => Format::Jsonc,
            "json5" => Format::Json5,
            "jsonl" => Format::JsonLines,
            "toml" => Format::Toml,
            _ => return None,
        })
    }

    /// Returns the format of a file by its name.
    pub fn of(path: &str) -> Self {
        let name = paths::base(path).to_ascii_lowercase();
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        match extension {
            "json" if is_commented(path, &name) => Format::Jsonc,
            "json" => Format::Json,
            "jsonc" | "code-workspace" => Format::Jsonc,
            "json5" => Format::Json5,
            "jsonl" | "ndjson" => Format::JsonLines,
            "toml" => Format::Toml,
            _ => Format::Yaml,
        }
    }
}

/// Whether the file is named `.json` although its tools allow comments.
fn is_commented(path: &str, name: &str) -> bool {
    const NAMES: [&str; 6] = [
        ".babelrc.json",
        ".devcontainer.json",
        ".eslintrc.json",
        "devcontainer.json",
        "jsconfig.json",
        "language-configuration.json",
    ];
    NAMES.contains(&name)
        || (name.starts_with("tsconfig") && name.rsplit('.').next() == Some("json"))
        || path.split('/').any(|piece| piece == ".vscode")
}

/// Returns the bytes as UTF-8. Transcodes UTF-16 and UTF-32.
pub(crate) fn to_utf8(bytes: Vec<u8>) -> Content {
    match yardstick_yaml::read::to_utf8(&bytes) {
        Some(text) => text.into(),
        None => bytes.into(),
    }
}

/// Parses `source` as YAML 1.2.
pub(crate) fn parse(source: Arc<SourceFile>, file: FileId) -> Result<Tree, Box<Diagnostic>> {
    yardstick_yaml::parse(source, file, &Options::yaml12())
}

/// A parsed file.
pub(crate) struct Parsed {
    pub(crate) tree: Tree,
    /// Maps positions in the tree to positions in the file. `None` if they are the same.
    pub(crate) places: Option<Places>,
    /// The documents that could not be parsed, by index from 0, with the errors. Positions are those of the file.
    pub(crate) unread: Vec<(usize, Diagnostic)>,
}

impl From<Tree> for Parsed {
    fn from(tree: Tree) -> Self {
        Self { tree, places: None, unread: Vec::new() }
    }
}

/// Parses `source` as `format`.
pub(crate) fn parse_as(
    source: Arc<SourceFile>,
    file: FileId,
    format: Format,
) -> Result<Parsed, Box<Diagnostic>> {
    if format == Format::Yaml {
        return parse(source, file).map(Parsed::from);
    }
    if format == Format::Json
        && let Some(tree) = yardstick_yaml::read::parse_json(&source, file, &Options::yaml12())
    {
        return Ok(tree.into());
    }
    let bytes = source.bytes();
    let text = std::str::from_utf8(bytes)
        .map_err(|error| Box::new(Problem::new(error.valid_up_to(), "invalid UTF-8").at(file)))?;
    // A byte order mark is not part of any of these formats, so skip it.
    let mark = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    let mut out = Places::new(mark);
    let body = &text[mark..];
    let whole = surrogates::replaced(body).filter(|_| format != Format::Toml);
    let body = whole.as_deref().unwrap_or(body);
    let mut unread = Vec::new();
    let written = match format {
        Format::Yaml | Format::Json => json::check(body).map(|()| None),
        Format::Jsonc => json::write(body, json::Rules::COMMENTED, &mut out).map(Some),
        Format::Json5 => json::write(body, json::Rules::JSON5, &mut out).map(Some),
        Format::JsonLines => {
            let (written, problems) = lines::write(body, &mut out);
            unread = problems;
            lines::laid_out(body, &unread).map_or(Ok(Some(written)), Err)
        }
        Format::Toml => toml::write(body, &mut out).map(Some),
    };
    let told = |problem: Problem| {
        let help = help::of(body, &problem, format);
        Box::new(Problem { at: problem.at + mark, ..problem }.at(file).notes(help))
    };
    let written = written.map_err(told)?;
    match written {
        None => match whole {
            // The positions stay the same.
            Some(body) => {
                let bytes = format!("{}{body}", &text[..mark]).into_bytes();
                Ok(parse(Arc::new(SourceFile::new(source.name(), bytes)), file)?.into())
            }
            None => parse(source, file).map(Parsed::from),
        },
        Some(written) => {
            let written = Arc::new(SourceFile::new(source.name(), written.into_bytes()));
            let unread =
                unread.into_iter().map(|(index, problem)| (index, *told(problem))).collect();
            Ok(Parsed { tree: parse(written, file)?, places: Some(out), unread })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Format;

    #[test]
    fn names_tell_the_format() {
        for (path, format) in [
            ("a/b.yml", Format::Yaml),
            ("package.json", Format::Json),
            ("web/tsconfig.base.json", Format::Jsonc),
            (".vscode/settings.json", Format::Jsonc),
            ("x.JSONC", Format::Jsonc),
            ("x.json5", Format::Json5),
            ("log.ndjson", Format::JsonLines),
            ("pyproject.toml", Format::Toml),
            (".prettierrc", Format::Yaml),
        ] {
            assert_eq!(Format::of(path), format, "{path}");
        }
    }
}
