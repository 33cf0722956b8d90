//! The way from input files to the result.
//!
//! 1. **start**: data value flags are read, files are arranged in a tree;
//! 2. **schema**: files that declare data values run, and their documents are merged;
//! 3. **values**: defaults, data values files, flags and what callers give are merged and checked;
//! 4. **render**: templates run, overlays are applied;
//! 5. **print**: documents become text.
//!
//! Every program of this crate walks this way and turns off where it has what it wants:
//! [`schema_diff`](crate::schema_diff) and questions about the schema after 2,
//! [`validate`](crate::validate) and questions about data values after 3. Libraries that templates ask
//! for take steps 2 to 4 (see [`library`](crate::library)).

use std::{cell::RefCell, rc::Rc, sync::Arc};

use rustc_hash::FxHashSet;
use yardstick_diagnostics::{Result, bail, codes};
use yardstick_schema::Proposals;
use yardstick_starlark::Thread;
use yardstick_template::TemplateHost;

use crate::{
    InputFile, Session, inspect,
    library::{
        FileTree, Given, LibraryRun, Prepared, Project, WithSchema, check_given, unused_call,
    },
    options::{Format, Inspect, Options, OutputTypes},
    output_schemas,
    print::{Printing, Rendered, Target},
    values::{FlagReader, from_flags},
};

/// A run under way: the outermost library, and the thread in which its code runs.
pub(crate) struct Pipeline {
    pub(crate) session: Rc<Session>,
    pub(crate) thread: Thread,
    pub(crate) library: Rc<LibraryRun>,
    /// What flags give, until the schema stage takes it.
    given: Given,
}

impl Pipeline {
    /// Everything up to the first line of template code.
    pub(crate) fn start(
        session: Session,
        files: Vec<InputFile>,
        options: &Options,
    ) -> Result<Self> {
        let session = Rc::new(session);
        let reader = FlagReader { session: &session, strict: options.library.strict };
        let flags = from_flags(&reader, &options.data_values)?;
        let printing = Rc::clone(&session);
        let branches = session.coverage.as_ref().map(|coverage| Arc::clone(coverage.branches()));
        let telling = Rc::clone(&session);
        let told = RefCell::new(FxHashSet::default());
        let host = TemplateHost::new(move |line: &str| printing.print(line))
            .noting(branches)
            .telling(move |span, what| {
                // A line that runs often is reported once.
                if told.borrow_mut().insert((span.file, span.start)) {
                    telling.warn([unused_call(span, what, &telling.sources)]);
                }
            });
        let host = Rc::new(host);
        let thread = Thread::new(host.clone(), session.limits.clone());
        let proposals = Proposals::named(&options.proposals)?;
        let project = Rc::new(Project::new(&session, files, host, proposals));
        let library = LibraryRun::new(&project, options.library, FileTree::ROOT);
        Ok(Self { session, thread, library, given: Given::by_flags(flags) })
    }

    /// The outermost library with its schema.
    pub(crate) fn schema(&mut self) -> Result<WithSchema> {
        let outcome = self.library.schema(&mut self.thread, std::mem::take(&mut self.given));
        self.session.settle(outcome)
    }

    /// The outermost library with its schema, errors of other files left in the session.
    pub(crate) fn unsettled_schema(&mut self) -> Result<WithSchema> {
        self.library.schema(&mut self.thread, std::mem::take(&mut self.given))
    }

    /// The outermost library with its data values, and whether there is a schema for them.
    pub(crate) fn values(&mut self) -> Result<(Prepared, bool)> {
        let with_schema = self.library.schema(&mut self.thread, std::mem::take(&mut self.given));
        let outcome = with_schema.and_then(|with_schema| {
            let has_schema = with_schema.schema.is_some();
            Ok((with_schema.values(&mut self.thread)?, has_schema))
        });
        self.session.settle(outcome)
    }

    /// The outermost library with its data values, and the form in which documents are to be printed. A form
    /// that only schemas have is refused before values are computed.
    pub(crate) fn values_to_print(&mut self, options: &Options) -> Result<(Prepared, Format)> {
        let given = std::mem::take(&mut self.given);
        let with_schema = match self.library.schema(&mut self.thread, given) {
            Ok(with_schema) => with_schema,
            Err(error) => return self.session.settle(Err(error)),
        };
        let types = match OutputTypes::choose(&options.output_types) {
            Ok(types) => types,
            Err(error) => return self.session.settle(Err(error)),
        };
        if types.schema.is_some() {
            bail!(
                codes::OUTPUT_TYPE_MISPLACED,
                "Output type currently only supported for data values schema (i.e. include --data-values-schema-inspect)"
            );
        }
        let outcome = with_schema.values(&mut self.thread);
        Ok((self.session.settle(outcome)?, types.format))
    }
}

/// Renders `files`, or answers what `options` ask about them.
pub fn render(
    session: Session,
    files: Vec<InputFile>,
    options: &Options,
    target: Target,
) -> Result<Rendered> {
    let mut pipeline = Pipeline::start(session, files, options)?;
    let rendered = match options.inspect {
        Some(inspect @ (Inspect::Schema | Inspect::SchemaFields)) => {
            inspect::schema(&mut pipeline, options, inspect, target)
        }
        Some(Inspect::DataValues) => inspect::data_values(&mut pipeline, options),
        Some(Inspect::Files) | None => documents(&mut pipeline, options, target),
    };
    let mut rendered = rendered.map_err(|error| pipeline.session.with_warnings(error))?;
    rendered.warnings = pipeline.session.take_warnings(options.library.warnings_as_errors)?;
    if pipeline.session.short_lived {
        // The process ends soon, and the system takes its memory back faster than we could.
        std::mem::forget(pipeline);
    }
    Ok(rendered)
}

/// All steps: documents and text files.
fn documents(pipeline: &mut Pipeline, options: &Options, target: Target) -> Result<Rendered> {
    let (prepared, format) = pipeline.values_to_print(options)?;
    let mut output_schemas = output_schemas::read(&pipeline.session, &options.output_schemas)?;
    let proposals = prepared.run.proposals.get();
    let library = prepared.render(&mut pipeline.thread)?;
    if !output_schemas.is_empty() && !options.library.disable_output_validation {
        let project = &pipeline.library.project;
        check_given(project, &library.files, &mut output_schemas, proposals)?;
    }
    let rendered = Printing { target, format }.files(&pipeline.library.project, &library.files)?;
    if pipeline.session.short_lived {
        std::mem::forget(library);
    }
    Ok(rendered)
}
