//! Merges documents into one: each is an overlay on the result of those before it.

use yardstick_diagnostics::{Diagnostic, Result, Sources, codes};
use yardstick_starlark::Thread;
use yardstick_template::tree::{Document, Yaml};

use crate::{
    annotation::{names, spelling, strip::Stripped},
    engine::{Documents, Engine},
    failure::Failure,
    matching::{Counts, Index, Strategy},
    node::FiledDocument,
    siblings::Sequence,
};

/// Operations that change a document even without a value.
const CHANGES: [&str; 6] =
    [names::REPLACE, names::ASSERT, names::REMOVE, names::INSERT, names::APPEND, names::NOOP];

/// Merges data values or schema documents. There is only one document to edit, so it need not be matched.
pub struct Merger<'a> {
    engine: Engine<'a>,
    warnings: Vec<Diagnostic>,
}

impl<'a> Merger<'a> {
    /// Creates a merger. Functions in overlays run in `thread`; messages refer to positions in `sources`.
    pub fn new(thread: &'a mut Thread, sources: &'a Sources) -> Self {
        let engine = Engine::new(thread, sources, Strategy::default(), Documents::TheOne);
        Self { engine, warnings: Vec::new() }
    }

    /// Returns the thread that runs functions of overlays, for code that must run between two documents.
    pub fn thread(&mut self) -> &mut Thread {
        self.engine.thread
    }

    /// Returns warnings about probable mistakes in the documents so far.
    pub fn into_warnings(self) -> Vec<Diagnostic> {
        [self.warnings, self.engine.warnings].concat()
    }

    /// Applies the overlay `right` to `left`. An empty overlay changes nothing.
    pub fn merge(&mut self, left: Document, right: &Document) -> Result<Document> {
        self.warnings.extend(spelling::unknown_annotations(right));
        let only_merges = CHANGES.iter().all(|operation| !right.annotations.has(operation));
        if matches!(right.value, Yaml::Null) && only_merges {
            return Ok(left);
        }
        let left = vec![FiledDocument { document: left, file: 0 }];
        let mut sequence = Sequence::new(left, Index::default(), (0, 0));
        let right = FiledDocument { document: right.clone(), file: 0 };
        let applied = self.engine.apply_node(&mut sequence, &right, &Counts::default());
        // Another document shares nothing with this one, whose values can be edited in place if nobody else has them.
        self.engine.stripped = Stripped::default();
        applied.map_err(Failure::into_diagnostic)?;
        let mut documents = sequence.into_parts().0.into_iter();
        documents.next().map(|first| first.document).ok_or_else(|| {
            let message = "Expected data values document not to be removed";
            Failure::new(codes::OVERLAY_MISFIT, message).into_diagnostic()
        })
    }
}
