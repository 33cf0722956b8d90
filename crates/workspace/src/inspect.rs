//! Answers questions about the input: its files, its schema, its data values.

use yardstick_bridge::export::export;
use yardstick_diagnostics::{Diagnostic, Result, bail, codes};
use yardstick_yaml::print::{
    EmptyDocument, JsonOptions, JsonPrinter, PositionsPrinter, Printer, YamlPrinter,
};

use crate::{
    InputFile,
    library::FileTree,
    options::{Format, Inspect, Options, OutputTypes, SchemaFormat},
    pipeline::{Pipeline, no_schema},
    print::{Printing, Rendered, Target},
    schema_templates,
};

/// `--files-inspect`: the paths of all files outside private libraries, as one document.
pub fn files(files: &[InputFile], format: Format) -> Result<Vec<u8>> {
    Ok(match format {
        Format::Yaml => list(files, YamlPrinter::new())?.finish(),
        Format::Json => list(files, JsonPrinter::new(JsonOptions::default()))?.finish(),
        Format::Positions => list(files, PositionsPrinter::new())?.finish(),
    })
}

fn list<P: Printer>(files: &[InputFile], mut printer: P) -> Result<P> {
    printer.document(EmptyDocument::Skip, None);
    printer.begin_array();
    for file in files.iter().filter(|file| !file.is_private()) {
        printer.item(None);
        printer
            .scalar(file.path().into())
            .map_err(|error| Diagnostic::error(codes::NOT_JSON, error.to_string()))?;
    }
    printer.end_array();
    Ok(printer)
}

/// All directories with their files, as text for tracing.
pub fn outline(files: &[InputFile]) -> String {
    FileTree::new(files).outline(files)
}

/// `--data-values-inspect`: the final data values.
pub(crate) fn data_values(pipeline: &mut Pipeline, options: &Options) -> Result<Rendered> {
    let (prepared, format) = pipeline.values_to_print(options)?;
    let printing = Printing { target: Target::Stream, format };
    let answer = printing.answer(&prepared.computed.document, &pipeline.session.sources)?;
    pipeline.session.let_go(prepared);
    Ok(answer)
}

/// `--data-values-schema-inspect` and similar flags: the schema in the requested format.
pub(crate) fn schema(
    pipeline: &mut Pipeline,
    options: &Options,
    inspect: Inspect,
    target: Target,
) -> Result<Rendered> {
    let declared = pipeline.schema()?.schema;
    let asks_for_fields = inspect == Inspect::SchemaFields && options.schema_templates.is_empty();
    if declared.is_none() && asks_for_fields {
        return Err(no_schema("There is no data values schema in the input files"));
    }
    let schema = declared.unwrap_or_default();
    let types = OutputTypes::choose(&options.output_types)?;
    let printing = Printing { target, format: types.format };
    if !options.schema_templates.is_empty() {
        let fields = schema.to_fields(&mut pipeline.thread);
        let templates = &options.schema_templates;
        let (project, mut files) =
            schema_templates::render(pipeline, templates, types.schema, fields)?;
        return printing.documentation(&project, &mut files);
    }
    let fields_by_default = (inspect == Inspect::SchemaFields).then_some(SchemaFormat::Fields);
    let (thread, session) = (&mut pipeline.thread, &pipeline.session);
    match types.schema.or(fields_by_default) {
        Some(SchemaFormat::Export(target)) => {
            let exported = export(&schema, thread, target, &options.openapi);
            let answer = if target.is_json_schema() {
                Rendered::answer(exported.to_text().into_bytes())
            } else {
                printing.answer(&exported.document, &session.sources)?
            };
            session.warn(exported.warnings);
            session.let_go((exported.document, schema));
            Ok(answer)
        }
        Some(SchemaFormat::Markdown) => {
            Ok(Rendered::answer(schema.to_markdown(thread).into_bytes()))
        }
        Some(SchemaFormat::Html) => Ok(Rendered::answer(schema.to_html(thread).into_bytes())),
        Some(SchemaFormat::Fields) => printing.answer(&schema.to_fields(thread), &session.sources),
        None => bail!(
            codes::SCHEMA_OUTPUT_TYPE,
            "Data values schema export only supported in OpenAPI v3 format; specify format with --output=openapi-v3 flag"
        ),
    }
}
