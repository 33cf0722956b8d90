//! `--files-inspect`: which files would be rendered.

use yardstick_diagnostics::{Diagnostic, Result};
use yardstick_yaml::print::{
    EmptyDocument, JsonOptions, JsonPrinter, PositionsPrinter, Printer, YamlPrinter,
};

use crate::{InputFile, library::FileTree, options::Format};

/// The paths of all files that are not in private libraries, as one document.
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
            .map_err(|error| Diagnostic::error("YS0225", error.to_string()))?;
    }
    printer.end_array();
    Ok(printer)
}

/// All directories with their files as text, for tracing.
pub fn outline(files: &[InputFile]) -> String {
    FileTree::new(files).outline(files)
}
