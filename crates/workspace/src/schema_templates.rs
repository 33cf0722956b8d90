//! Renders the documentation of a schema with templates of the user: `--schema-template`.
//!
//! The templates are a separate project, beside that of the schema. The fields of the schema are its data values.

use std::rc::Rc;

use yardstick_diagnostics::{Result, bail, codes};
use yardstick_template::tree::Document;

use crate::{
    InputFile, Kind, Session, inputs,
    library::{FileTree, LibraryInputs, LibraryRun, Project, RenderedFile},
    options::SchemaFormat,
    pipeline::Pipeline,
    values::Layer,
};

/// Renders `templates`, which are named like inputs, with `fields` as their data values and the options of the library
/// that the schema belongs to.
pub(crate) fn render(
    pipeline: &mut Pipeline,
    templates: &[String],
    format: Option<SchemaFormat>,
    fields: Document,
) -> Result<(Rc<Project>, Vec<RenderedFile>)> {
    if !matches!(format, None | Some(SchemaFormat::Fields)) {
        let message = "--schema-template decides what is printed; -o cannot ask for another form";
        bail!(codes::SCHEMA_TEMPLATE_OUTPUT, message);
    }
    let mut files = Vec::new();
    for value in templates {
        files.extend(template_files(&pipeline.session, value)?);
    }
    inputs::number(&mut files);
    let project = Rc::new(pipeline.library.project.beside(files));
    let library = LibraryRun::new(&project, pipeline.library.options, FileTree::ROOT);
    let given = LibraryInputs { values: vec![Layer::plain(fields)], ..LibraryInputs::default() };
    let thread = &mut pipeline.thread;
    let rendered = library.schema(thread, given)?.values(thread)?.render(thread)?;
    Ok((project, rendered.files))
}

/// The files that `value` names. A file that is named explicitly is a template, whatever its name.
fn template_files(session: &Session, value: &String) -> Result<Vec<InputFile>> {
    let world = &*session.world;
    let mut files = inputs::resolve(world, std::slice::from_ref(value), &session.links)?;
    if inputs::is_directory(world, value) {
        let is_template = |file: &InputFile| {
            matches!(file.kind(), Kind::Yaml | Kind::Text) && file.is_for_output()
        };
        if !files.iter().any(is_template) {
            bail!(
                codes::NO_SCHEMA_TEMPLATE, "Expected templates in '{value}', but found none";
                note: "in a directory only .yml and .txt files are templates; a file given by name always is"
            );
        }
    } else {
        for file in files.iter_mut().filter(|file| file.kind() == Kind::Data) {
            file.mark_kind(Kind::Text, true);
        }
    }
    Ok(files)
}
