//! Reads data values from the command line and the environment.

use std::sync::Arc;

use memchr::memmem;
use yardstick_diagnostics::{
    Diagnostic, FileId, Result, SourceFile, Sources, Span, bail, codes, spelling,
};
use yardstick_starlark::Text;
use yardstick_template::tree::{Position, Yaml};
use yardstick_yaml::{Options, Tree};

use super::{Layer, LibraryRef};
use crate::{
    InputFile, Kind, Session, World,
    inputs::{self, ParsedFile},
    lint::{Use, lossy_value, suspicious_text},
    options::{DataValueFlags, GivenDocument},
    repeated::repeated_keys,
    shared,
};

/// Reads the data values of flags, and the files that flags name.
pub(crate) struct FlagReader<'a> {
    pub(crate) session: &'a Session,
    pub(crate) strict: bool,
}

/// All data values of flags, in merge order.
pub(crate) fn from_flags(reader: &FlagReader<'_>, flags: &DataValueFlags) -> Result<Vec<Layer>> {
    let session = reader.session;
    let mut layers = Vec::new();
    for argument in &flags.values_files {
        let read = reader.values_file(argument, &mut layers);
        session.defer(read.map_err(|error| within(error, "Extracting data value from file")))?;
    }
    for document in &flags.documents {
        let (id, source) = in_place(document, &session.sources);
        let name = source.name().to_owned();
        let tree = reader.parsed(source, id)?;
        reader.values_in(&tree, &name, &name, None, &mut layers)?;
    }
    for (arguments, yaml) in [(&flags.env, false), (&flags.env_yaml, true)] {
        for argument in arguments {
            session.defer(reader.environment(argument, yaml, &mut layers))?;
        }
    }
    for (arguments, yaml) in [(&flags.strings, false), (&flags.yaml, true)] {
        for argument in arguments {
            let layer = reader.key_value(argument, yaml);
            let layer = layer.map_err(|error| within(error, "Extracting data value from KV"));
            layers.extend(session.defer(layer)?);
        }
    }
    for argument in &flags.files {
        let layer = reader.file_value(argument);
        let layer = layer.map_err(|error| within(error, "Extracting data value from file"));
        layers.extend(session.defer(layer)?);
    }
    Ok(layers)
}

/// A document beyond this offset in bytes becomes a separate file, because there may be thousands of them.
const NEAR: u32 = 16 << 10;

/// The document as a file, with blanks around it, so that its places match those of the original file.
fn in_place(document: &GivenDocument, sources: &Sources) -> (FileId, Arc<SourceFile>) {
    let GivenDocument { text, place } = document;
    let Some(place) = place else {
        let id = sources.add(SourceFile::new("(data values)", text.as_bytes().to_vec()));
        return (id, sources.get(id));
    };
    let around = sources.get(place.file);
    let is_near = place.start < NEAR;
    let is_as_written = is_near && around.slice(place.start, place.end) == text.trim().as_bytes();
    if is_as_written {
        let blank = |byte: &u8| if matches!(byte, b'\n' | b'\r') { *byte } else { b' ' };
        let mut bytes: Vec<u8> = around.slice(0, place.start).iter().map(blank).collect();
        bytes.extend_from_slice(around.slice(place.start, place.end));
        bytes.push(b'\n');
        return (place.file, Arc::new(SourceFile::new(around.name(), bytes)));
    }
    // Variables were replaced. The lines still match, the columns only roughly.
    let (line, _) = around.line_column(place.start);
    let above = "\n".repeat(line.saturating_sub(1) as usize);
    let id = sources.add(SourceFile::new(around.name(), format!("{above}{text}").into_bytes()));
    (id, sources.get(id))
}

impl FlagReader<'_> {
    /// `[@ref:]path`: reads every document of every file.
    fn values_file(&self, argument: &str, layers: &mut Vec<Layer>) -> Result<()> {
        let (reference, path) = split_reference(argument)?;
        let files = inputs::resolve(&*self.session.world, &[path], &self.session.links)
            .map_err(|error| within(of_this_flag(error), &format!("Find files '{path}'")))?;
        let walked = files.len() > 1 || files.iter().any(|file| file.path().contains('/'));
        for file in files.iter().filter(|file| !walked || file.kind() == Kind::Yaml) {
            self.values_of(file, path, reference.as_ref(), layers)?;
        }
        Ok(())
    }

    /// Reads every document of one file, which was found through `path`.
    fn values_of(
        &self,
        file: &InputFile,
        path: &str,
        reference: Option<&LibraryRef>,
        layers: &mut Vec<Layer>,
    ) -> Result<()> {
        let (world, sources) = (&*self.session.world, &self.session.sources);
        let read = || {
            let (id, source) = file
                .source_file(world, sources)
                .map_err(|error| within(error, &format!("Reading file '{}'", file.path())))?;
            let tree = self.parsed(source, id)?;
            let is_template = yardstick_template::is_template(&tree);
            Ok(ParsedFile { tree, is_template })
        };
        let shared = self.session.shared();
        let ParsedFile { tree, .. } = shared::read_once(shared, file, world, self.strict, read)?;
        self.values_in(&tree, path, &checked_name(path, file), reference, layers)
    }

    /// Parses a data values file.
    fn parsed(&self, source: Arc<SourceFile>, id: FileId) -> Result<Arc<Tree>> {
        let file = source.name().to_owned();
        self.parse(source, id)
            .map_err(|error| within(error, &format!("Unmarshaling YAML data values file '{file}'")))
    }

    /// Converts every document of a parsed file.
    fn values_in(
        &self,
        tree: &Arc<Tree>,
        path: &str,
        name: &str,
        reference: Option<&LibraryRef>,
        layers: &mut Vec<Layer>,
    ) -> Result<()> {
        let (documents, is_settled) = yardstick_template::settled_documents(tree);
        let holds_something =
            |at: usize| documents.get(at).is_some_and(|one| !matches!(one.value, Yaml::Null));
        // Annotations above nothing, as at the end of the file, have no effect.
        let mut comments = yardstick_template::templating_comments(tree)
            .filter(|(document, _)| holds_something(*document))
            .map(|(_, span)| span);
        if let Some(first) = comments.next() {
            let is_values = |span: &Span| {
                tree.source().slice(span.start, span.end).starts_with(b"#@data/values")
            };
            let note = if is_values(&first) || comments.any(|span| is_values(&span)) {
                format!(
                    "a file with `#@data/values` is given with -f {path}; --data-values-file takes plain YAML"
                )
            } else {
                format!(
                    "--data-values-file takes plain YAML: write values without `#@`, or add `#@data/values` and `---` at the top and give the file with -f {path}"
                )
            };
            return Err(Box::new(
                plain_yaml_expected()
                    .at(first)
                    .note(note)
                    .within(format!("Checking data values file '{name}'")),
            ));
        }
        // Maps that others are merged into say nothing about their own keys.
        if is_settled || memmem::find(tree.source().bytes(), b"<<").is_some() {
            self.session.warn(repeated_keys(tree.nodes(), &self.session.sources));
        }
        self.session.warn(suspicious_text(tree, Use::Values));
        for document in documents {
            if !matches!(document.value, Yaml::Null) {
                layers.push(Layer { reference: reference.cloned(), ..Layer::plain(document) });
            }
        }
        Ok(())
    }

    /// `[@ref:]PREFIX`: reads every variable `PREFIX_a__b`.
    fn environment(&self, argument: &str, yaml: bool, layers: &mut Vec<Layer>) -> Result<()> {
        let (reference, prefix) =
            split_reference(argument).map_err(|error| within(error, &env_context(argument)))?;
        let flag = if yaml { "data-values-env-yaml" } else { "data-values-env" };
        let start = format!("{prefix}_");
        self.session.warn(doubtful_prefix(prefix, flag, &*self.session.world));
        for (name, text) in self.session.world.environment() {
            let Some(path) = name.strip_prefix(&start) else { continue };
            let source = format!("{name}={text}");
            let origin = format!("variable {name}");
            let file = SourceFile::new(format!("({flag} arg) {prefix}"), source.into_bytes());
            let position = Position::at(self.session.sources.add(file.with_origin(&origin)), 0);
            let value = self.value(&text, yaml, &origin).map_err(|error| {
                let variable = format!("Extracting data value from env variable '{name}'");
                within(within(error, &variable), &env_context(prefix))
            })?;
            let keys: Vec<Text> = path.split("__").map(Text::from).collect();
            layers.push(layer_at(&keys, value, position, reference.clone()));
        }
        Ok(())
    }

    /// `[@ref:]a.b=value`.
    fn key_value(&self, argument: &str, yaml: bool) -> Result<Layer> {
        let (key, text) = split_key(argument, "Expected format key=value")?;
        let flag = if yaml { "data-value-yaml" } else { "data-value" };
        let (reference, path) = split_key_reference(key)?;
        let value = self
            .value(text, yaml, &format!("--{flag} {key}"))
            .map_err(|error| within(error, &format!("Deserializing value for key '{key}'")))?;
        if yaml {
            self.session.warn(lossy_value(path, text));
        }
        let shown = format!("--{flag} {key}");
        let position = self.position(format!("({flag} arg)"), argument.to_owned(), shown);
        Ok(layer_at(&keys(path), value, position, reference))
    }

    /// `[@ref:]a.b=path`.
    fn file_value(&self, argument: &str) -> Result<Layer> {
        let (key, path) = split_key(argument, "Expected format key=/file/path").map_err(|mut error| {
            error.notes = vec![format!(
                "the flag sets one value to the text of a file: KEY={argument}; a file of values is given with --data-values-file {argument}"
            )];
            error
        })?;
        let (reference, key_path) = split_key_reference(key)?;
        let files = inputs::resolve(&*self.session.world, &[path], &self.session.links)
            .map_err(|error| within(error, &format!("Finding file '{path}'")))?;
        let [file] = &files[..] else {
            bail!(codes::VALUE_FILE, "Expected '{path}' to be a file, but is a directory");
        };
        let bytes = file.bytes(&*self.session.world)?;
        let text = String::from_utf8_lossy(bytes).into_owned();
        let shown = format!("--data-value-file {key}");
        let position = self.position(format!("(data-value-file arg) {key}={path}"), text, shown);
        let value = Yaml::Text(Text::from(&bytes[..]));
        Ok(layer_at(&keys(key_path), value, position, reference))
    }

    /// The text itself, or its first document as YAML; `origin` names its source.
    fn value(&self, text: &str, yaml: bool, origin: &str) -> Result<Yaml> {
        if !yaml {
            return Ok(Yaml::text(text));
        }
        let id = self.session.sources.add(SourceFile::new("", text.as_bytes()).with_origin(origin));
        let documents = self
            .parse(self.session.sources.get(id), id)
            .map(|tree| yardstick_template::plain_documents(&tree))
            .map_err(|error| within(error, "Deserializing YAML value"))?;
        Ok(documents.into_iter().next().map_or(Yaml::Null, |document| document.value))
    }

    fn parse(&self, source: Arc<SourceFile>, id: FileId) -> Result<Arc<Tree>> {
        let options = Options { strict: self.strict, ..Options::reference() };
        yardstick_yaml::parse(source, id, &options).map(Arc::new)
    }

    /// The place of a flag: a separate file whose text is the argument.
    fn position(&self, name: String, text: String, shown: String) -> Position {
        let file = SourceFile::new(name, text.into_bytes()).with_argument(shown);
        Position::at(self.session.sources.add(file), 0)
    }
}

/// Rewords advice about `-f` for a flag that also takes one file each time.
fn of_this_flag(mut error: Box<Diagnostic>) -> Box<Diagnostic> {
    for note in &mut error.notes {
        if note.contains(" -f ") {
            *note = note.replace("-f ", "--data-values-file ");
        }
    }
    error
}

/// A warning if `prefix` looks like something else: a value, or a prefix with the `_` that is added anyway.
fn doubtful_prefix(prefix: &str, flag: &str, world: &dyn World) -> Option<Diagnostic> {
    let starts =
        |start: String| world.environment().iter().any(|(name, _)| name.starts_with(&start));
    let note = if let Some((name, value)) = prefix.split_once('=') {
        format!(
            "the flag takes the prefix of variables; a single value is given with --data-value {name}={value}"
        )
    } else if starts(format!("{prefix}_")) {
        return None;
    } else if let Some(shorter) = prefix.strip_suffix('_').filter(|one| starts(format!("{one}_"))) {
        format!("the `_` after the prefix is added: write --{flag} {shorter}")
    } else if let Some((shorter, _)) =
        variable_of(prefix).filter(|_| world.environment().iter().any(|(name, _)| name == prefix))
    {
        format!(
            "this is the name of a variable, and the flag takes what its name starts with: write --{flag} {shorter}"
        )
    } else {
        let environment = world.environment();
        let prefixes = environment.iter().filter_map(|(name, _)| name.split_once('_'));
        let near = spelling::nearest(prefix, prefixes.map(|(first, _)| first));
        match near.filter(|near| !prefix.is_empty() && *near != prefix) {
            Some(near) => spelling::did_you_mean(near),
            None => format!(
                "set variables such as {prefix}_name=value, where `name` is the data value; keys further in are joined by `__`"
            ),
        }
    };
    let message = format!("No variable starts with '{prefix}_'");
    Some(Diagnostic::warning(codes::NO_VARIABLES, message).note(note))
}

/// The prefix and the first key of a variable: `MY_db__host` is `db` of `MY`.
fn variable_of(name: &str) -> Option<(&str, &str)> {
    let start = name.split("__").next().unwrap_or_default();
    start.rsplit_once('_').filter(|(prefix, key)| !prefix.is_empty() && !key.is_empty())
}

/// The error for annotations in plain YAML.
pub(crate) fn plain_yaml_expected() -> Diagnostic {
    Diagnostic::error(
        codes::NOT_PLAIN_YAML,
        "Expected to be plain YAML, having no annotations (hint: remove comments starting with `#@`)",
    )
}

fn checked_name(argument: &str, file: &InputFile) -> String {
    if file.path().contains('/') || argument.ends_with(file.path()) {
        argument.to_owned()
    } else {
        file.path().to_owned()
    }
}

/// A value under a path of keys. It replaces an existing value.
fn layer_at(
    keys: &[Text],
    value: Yaml,
    position: Position,
    reference: Option<LibraryRef>,
) -> Layer {
    let document = yardstick_overlay::value_at_path(keys, value, position);
    Layer { reference, ..Layer::value(document) }
}

/// The keys of `a.b`. An escaped dot is part of its key: `tls\.crt`.
fn keys(path: &str) -> Vec<Text> {
    let mut keys = Vec::new();
    let mut key = String::new();
    let mut pieces = path.split('.').peekable();
    while let Some(piece) = pieces.next() {
        match piece.strip_suffix('\\') {
            Some(start) if pieces.peek().is_some() => {
                key.push_str(start);
                key.push('.');
            }
            _ => {
                key.push_str(piece);
                keys.push(Text::from(std::mem::take(&mut key)));
            }
        }
    }
    keys
}

fn split_key<'a>(argument: &'a str, expected: &str) -> Result<(&'a str, &'a str)> {
    argument.split_once('=').ok_or_else(|| {
        let name = argument.split([':', ' ']).next().unwrap_or_default();
        let value = argument.split_once(':').map_or("VALUE", |(_, value)| value.trim());
        let note = format!("found '{argument}': write {name}={value}");
        Box::new(Diagnostic::error(codes::VALUE_FLAG, expected).note(note))
    })
}

/// Splits `@ref:rest`. Without a colon, everything is the rest.
fn split_reference(argument: &str) -> Result<(Option<LibraryRef>, &str)> {
    match argument.split_once(':') {
        Some((reference, rest)) if argument.starts_with('@') => {
            Ok((Some(LibraryRef::parse(reference)?), rest))
        }
        _ => Ok((None, argument)),
    }
}

fn split_key_reference(key: &str) -> Result<(Option<LibraryRef>, &str)> {
    let (reference, path) = split_reference(key)?;
    if path.contains(':') {
        let dotted = path.replace(':', ".");
        bail!(
            codes::VALUE_KEY, "Expected at most one library-key separator ':' in '{path}'";
            note: format!("keys are joined by dots: {dotted}=...; the value of a library is @LIBRARY:key=...")
        );
    }
    Ok((reference, path))
}

fn env_context(prefix: &str) -> String {
    format!("Extracting data values from env under prefix '{prefix}'")
}

fn within(diagnostic: Box<Diagnostic>, doing: &str) -> Box<Diagnostic> {
    Box::new(diagnostic.within(doing))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backslash_keeps_a_dot_in_its_key() {
        let shown = |path| keys(path).iter().map(Text::to_string).collect::<Vec<_>>().join("|");
        assert_eq!(shown("a.b"), "a|b");
        assert_eq!(shown(r"a.tls\.crt"), "a|tls.crt");
        assert_eq!(shown(r"a\.b\.c.d"), "a.b.c|d");
        assert_eq!(shown(r"a\"), r"a\");
        assert_eq!(shown(""), "");
    }
}
