//! Maps positions in a rewritten text to positions in the original file.

use yardstick_diagnostics::{Diagnostic, FileId, Span};

/// The tokens in order, each with its position in the rewritten text and in the file.
#[derive(Debug, Default)]
pub(crate) struct Places {
    tokens: Vec<Token>,
    /// The offset of the text in the file.
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

    /// Appends `token` to `out` and records that it comes from `from..to` of the original text.
    pub(super) fn push(&mut self, out: &mut String, token: &str, from: usize, to: usize) {
        let at = out.len();
        out.push_str(token);
        let own = (self.start + from, self.start + to);
        self.tokens.push(Token { written: (at, out.len()), own });
    }

    /// Returns the number of tokens.
    pub(super) fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Keeps only the first `count` tokens.
    pub(super) fn truncate(&mut self, count: usize) {
        self.tokens.truncate(count);
    }

    /// Translates the positions of `problem` in `file` to the original text.
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

    /// Returns the position in the file for a position in the rewritten text.
    pub(crate) fn own(&self, span: Span) -> Span {
        let start = self.offset(span.start as usize, false);
        let end = self.offset(span.end as usize, span.end > span.start).max(start);
        Span { start: start as u32, end: end as u32, ..span }
    }

    /// Returns the offset in the file. Where two tokens meet, `is_end` selects the token that ends there instead of
    /// the one that starts.
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
