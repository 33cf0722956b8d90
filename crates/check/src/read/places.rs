//! Where the tokens of a rewritten text are in the file that it was written from.

use yardstick_diagnostics::{Diagnostic, FileId, Span};

/// Tokens in order: their places in the rewritten text and in the file.
#[derive(Debug, Default)]
pub(crate) struct Places {
    tokens: Vec<Token>,
    /// Where the text starts in the file.
    start: usize,
}

#[derive(Debug)]
struct Token {
    written: (usize, usize),
    own: (usize, usize),
}

impl Places {
    pub(super) fn new(start: usize) -> Self {
        Self { tokens: Vec::new(), start }
    }

    /// Adds `token` to `out`; it is at `from..to` of the text.
    pub(super) fn push(&mut self, out: &mut String, token: &str, from: usize, to: usize) {
        let at = out.len();
        out.push_str(token);
        let own = (self.start + from, self.start + to);
        self.tokens.push(Token { written: (at, out.len()), own });
    }

    /// How many tokens there are.
    pub(super) fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Forgets all tokens but the first `count`.
    pub(super) fn truncate(&mut self, count: usize) {
        self.tokens.truncate(count);
    }

    /// Moves the places of `problem` that are in `file`.
    pub(crate) fn restore(&self, problem: &mut Diagnostic, file: FileId) {
        let restore = |span: &mut Span| {
            if span.file == file {
                *span = self.own(*span);
            }
        };
        problem.labels.iter_mut().for_each(|label| restore(&mut label.span));
        if let Some(fix) = &mut problem.fix {
            restore(&mut fix.span);
        }
        if let Some(subject) = &mut problem.subject {
            if let Some(key) = &mut subject.key {
                restore(key);
            }
            for inner in subject.branches.iter_mut().flat_map(|branch| &mut branch.problems) {
                self.restore(inner, file);
            }
        }
    }

    /// The place in the file of a place in the rewritten text.
    pub(crate) fn own(&self, span: Span) -> Span {
        let start = self.offset(span.start as usize, false);
        let end = self.offset(span.end as usize, span.end > span.start).max(start);
        Span { start: start as u32, end: end as u32, ..span }
    }

    /// The offset in the file; `is_end` if a token that ends there is meant, not one that starts.
    fn offset(&self, at: usize, is_end: bool) -> usize {
        let next = self.tokens.partition_point(|token| {
            if is_end { token.written.0 < at } else { token.written.0 <= at }
        });
        let Some(token) = next.checked_sub(1).map(|before| &self.tokens[before]) else {
            return self.tokens.first().map_or(self.start, |token| token.own.0);
        };
        if at >= token.written.1 {
            return token.own.1;
        }
        (token.own.0 + (at - token.written.0)).min(token.own.1)
    }
}
