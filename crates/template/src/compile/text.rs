//! Compiles a text template to a program that collects text.

use std::ops::Range;

use yardstick_diagnostics::{Diagnostic, FileId, Result, SourceFile, Span, codes};
use yardstick_starlark::{Operand, Segment, Text};

use super::{
    unit::{Statement, Unit},
    yaml::Parts,
};
use crate::text::{Piece, scan};

pub(super) fn compile(source: &SourceFile, file: FileId) -> Result<Parts> {
    let text = source.bytes();
    let pieces = scan(text).map_err(|misplaced| {
        let end = misplaced.offset.min(text.len()) as u32;
        let error = Diagnostic::error(codes::TEXT_TEMPLATE_SYNTAX, misplaced.message(text))
            .within(format!("Parsing text template '{}'", source.name()));
        Box::new(match misplaced.hint(text) {
            Some((at, note)) => {
                let (line, column) = source.line_column(at as u32);
                let at = at as u32;
                error
                    .at(Span::new(file, at, at + 2))
                    .note(format!("{}:{line}:{column}: {note}", source.name()))
            }
            None => error.at(Span::at(file, end)),
        })
    })?;
    let span = |range: &Range<usize>| Span::new(file, range.start as u32, range.end as u32);
    let place = |range: &Range<usize>| range.start as u32..range.end as u32;
    let mut parts = Parts {
        segments: Vec::with_capacity(pieces.len()),
        unit: Unit { is_text: true, ..Unit::default() },
        appended: Vec::new(),
    };
    for piece in &pieces {
        let (statement, operands, range) = match piece {
            Piece::Code(range) => {
                parts.segments.push(Segment::Code(place(range)));
                continue;
            }
            Piece::Text(range) => {
                (Statement::Text(Text::from(&text[range.clone()])), Vec::new(), range)
            }
            Piece::Print(range) => (Statement::Print, vec![Operand::Value(place(range))], range),
        };
        let id = parts.unit.statements.len() as u32;
        parts.unit.statements.push(statement);
        parts.segments.push(Segment::Host { id, span: span(range), operands });
    }
    Ok(parts)
}
