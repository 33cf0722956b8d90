//! The pipeline from input files to the result.
//!
//! 1. **start**: reads data value flags, arranges files in a tree;
//! 2. **schema**: runs files that declare data values, merges their documents;
//! 3. **values**: merges and checks defaults, data values files, flags and values from callers;
//! 4. **render**: runs templates, applies overlays;
//! 5. **print**: converts documents to text.
//!
//! Every entry point of this crate follows this pipeline and stops when it has its result:
//! [`project_schema`](crate::project_schema) and questions about the schema after 2, [`validate`](crate::validate) and
//! questions about data values after 3. Libraries that templates evaluate take steps 2 to 4 (see
//! [`library`](crate::library)).

use std::{cell::RefCell, rc::Rc, sync::Arc};

use rustc_hash::FxHashSet;
use yardstick_diagnostics::{Diagnostic, Result, bail, codes};
use yardstick_schema::Proposals;
use yardstick_starlark::Thread;
use yardstick_template::TemplateHost;

use crate::{
    InputFile, Session,
    library::{FileTree, LibraryInputs, LibraryRun, Prepared, Project, WithSchema, unused_call},
    options::{Format, Options, OutputTypes},
    values::{FlagReader, from_flags},
};

/// A run in progress: the outermost library, and the thread that runs its code.
pub(crate) struct Pipeline {
    pub(crate) session: Rc<Session>,
    pub(crate) thread: Thread,
    pub(crate) library: Rc<LibraryRun>,
    /// The input from flags, until the schema stage takes it.
    given: LibraryInputs,
}

impl Pipeline {
    /// Does everything before the first line of template code.
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
                // Report a line only once, even if it runs many times.
                if told.borrow_mut().insert((span.file, span.start)) {
                    telling.warn([unused_call(span, what, &telling.sources)]);
                }
            });
        let host = Rc::new(host);
        let thread = Thread::new(host.clone(), session.limits.clone());
        let proposals = Proposals::named(&options.proposals)?;
        let project = Rc::new(Project::new(&session, files, host, proposals));
        let library = LibraryRun::new(&project, options.library, FileTree::ROOT);
        Ok(Self { session, thread, library, given: LibraryInputs::by_flags(flags) })
    }

    /// The outermost library with its schema.
    pub(crate) fn schema(&mut self) -> Result<WithSchema> {
        let outcome = self.library.schema(&mut self.thread, std::mem::take(&mut self.given));
        self.session.settle(outcome)
    }

    /// The outermost library with its schema. Errors of other files stay in the session.
    pub(crate) fn unsettled_schema(&mut self) -> Result<WithSchema> {
        self.library.schema(&mut self.thread, std::mem::take(&mut self.given))
    }

    /// The outermost library with its data values, and whether it has a schema.
    pub(crate) fn values(&mut self) -> Result<(Prepared, bool)> {
        let with_schema = self.library.schema(&mut self.thread, std::mem::take(&mut self.given));
        let outcome = with_schema.and_then(|with_schema| {
            let has_schema = with_schema.schema.is_some();
            Ok((with_schema.values(&mut self.thread)?, has_schema))
        });
        self.session.settle(outcome)
    }

    /// The outermost library with its data values, and the output format of documents. A format that only schemas have
    /// is rejected before the values are computed.
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

/// The error that a required schema is missing.
pub(crate) fn no_schema(message: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::NO_DATA_VALUES_SCHEMA, message).note(
        "a schema is a file with `#@data/values-schema`, then `---`, then an example of each data value: `name: \"\"`",
    ))
}
