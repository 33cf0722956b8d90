//! Semantic tokens: highlights code in YAML comments and in `(@ @)`, and names by their meaning.

use std::collections::HashMap;

use lsp_types::{
    Range, SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens,
    SemanticTokensLegend,
};
use yardstick_starlark::Dialect;

use super::code::{Code, Meaning, Place, Shape, WordKind, Written, words};
use crate::{Analysis, FileView};

/// The token types, in the order of the legend.
const TYPES: [SemanticTokenType; 12] = [
    SemanticTokenType::KEYWORD,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::PROPERTY,
    SemanticTokenType::STRING,
    SemanticTokenType::NUMBER,
    SemanticTokenType::OPERATOR,
    SemanticTokenType::COMMENT,
    SemanticTokenType::DECORATOR,
    SemanticTokenType::NAMESPACE,
    SemanticTokenType::MACRO,
];

/// The token modifiers, in the order of the legend.
const MODIFIERS: [SemanticTokenModifier; 2] =
    [SemanticTokenModifier::DECLARATION, SemanticTokenModifier::DEFAULT_LIBRARY];

const DECLARATION: u32 = 1;
const LIBRARY: u32 = 2;

/// The token types and modifiers for the editor.
pub fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend { token_types: TYPES.to_vec(), token_modifiers: MODIFIERS.to_vec() }
}

/// A token before encoding.
struct Token {
    place: Place,
    kind: SemanticTokenType,
    modifiers: u32,
}

impl Analysis {
    /// The tokens of a file, or of a range of it.
    pub fn semantic_tokens(&self, path: &str, range: Option<Range>) -> Option<SemanticTokens> {
        let file = self.file(path)?;
        let code = self.code(&file);
        let mut tokens = in_code(&file, &code);
        if Written::in_file(path) == Some(Written::Yaml) {
            signs(&file, &mut tokens);
            for one in &code.annotations {
                let place = one.place.clone();
                tokens.push(Token { place, kind: SemanticTokenType::DECORATOR, modifiers: 0 });
            }
        }
        if let Some(range) = range {
            let (start, end) =
                (file.text.offset(range.start) as u32, file.text.offset(range.end) as u32);
            tokens.retain(|one| one.place.start < end && start < one.place.end);
        }
        tokens.sort_by_key(|one| one.place.start);
        Some(SemanticTokens { result_id: None, data: pack(&file, &tokens) })
    }
}

/// The type and modifiers of names, by place.
fn meanings(file: &FileView, code: &Code) -> HashMap<u32, (SemanticTokenType, u32)> {
    let mut known = HashMap::new();
    let callees = code.exprs.iter().filter_map(|fact| match fact.shape {
        Shape::Call(callee, _) => Some(callee),
        _ => None,
    });
    let callees: std::collections::HashSet<usize> = callees.collect();
    for (number, fact) in code.exprs.iter().enumerate() {
        if let (Shape::Attr(..), Some(place)) =
            (&fact.shape, code.last_name(number, file.text.as_str()))
        {
            let is_called = callees.contains(&number);
            let kind =
                if is_called { SemanticTokenType::FUNCTION } else { SemanticTokenType::PROPERTY };
            known.insert(place.start, (kind, 0));
        }
    }
    for binding in &code.bindings {
        let kind =
            binding.meanings.first().map_or(
                SemanticTokenType::VARIABLE,
                |meaning| match *meaning {
                    Meaning::Parameter(..) => SemanticTokenType::PARAMETER,
                    Meaning::Loaded(load, _) if code.loads[load].path.starts_with("@ytt:") => {
                        SemanticTokenType::NAMESPACE
                    }
                    Meaning::Function(_) | Meaning::Loaded(..) => SemanticTokenType::FUNCTION,
                    Meaning::Assigned(_) | Meaning::ItemOf(_) | Meaning::Unknown => {
                        SemanticTokenType::VARIABLE
                    }
                },
            );
        for place in &binding.definitions {
            known.insert(place.start, (kind.clone(), DECLARATION));
        }
        for place in &binding.uses {
            known.insert(place.start, (kind.clone(), 0));
        }
    }
    for (name, place) in &code.free {
        let is_constant = matches!(name.as_str(), "True" | "False" | "None");
        let kind =
            if is_constant { SemanticTokenType::KEYWORD } else { SemanticTokenType::FUNCTION };
        known.insert(place.start, (kind, LIBRARY));
    }
    known
}

fn in_code(file: &FileView, code: &Code) -> Vec<Token> {
    let known = meanings(file, code);
    let text = file.text.as_str().as_bytes();
    let mut tokens = Vec::new();
    for range in &code.ranges {
        let all = words(text, range.clone(), &Dialect::template());
        for (at, word) in all.iter().enumerate() {
            let (kind, modifiers) = match word.kind {
                WordKind::Keyword => (SemanticTokenType::KEYWORD, 0),
                WordKind::Number => (SemanticTokenType::NUMBER, 0),
                WordKind::String => (SemanticTokenType::STRING, 0),
                WordKind::Sign => {
                    let first = text.get(word.place.start as usize).copied().unwrap_or_default();
                    if b"()[]{},.:;".contains(&first) {
                        continue;
                    }
                    (SemanticTokenType::OPERATOR, 0)
                }
                WordKind::Name => known.get(&word.place.start).cloned().unwrap_or_else(|| {
                    // `name=` of an argument has no binding here.
                    let next = all.get(at + 1).and_then(|next| text.get(next.place.start as usize));
                    let is_argument = next == Some(&b'=');
                    let kind = if is_argument {
                        SemanticTokenType::PARAMETER
                    } else {
                        SemanticTokenType::VARIABLE
                    };
                    (kind, 0)
                }),
            };
            tokens.push(Token { place: word.place.clone(), kind, modifiers });
        }
    }
    tokens
}

/// Adds tokens for `#@` and for ordinary comments.
fn signs(file: &FileView, tokens: &mut Vec<Token>) {
    let text = file.text.as_str();
    for comment in file.yaml.tree.comments() {
        let start = comment.start - 1;
        let (place, kind) = match text.as_bytes().get(comment.start as usize) {
            Some(b'@') => (start..start + 2, SemanticTokenType::MACRO),
            Some(b'!') => (start..comment.end, SemanticTokenType::COMMENT),
            _ => continue,
        };
        tokens.push(Token { place, kind, modifiers: 0 });
    }
}

/// Encodes tokens for the protocol: each relative to the previous one, none across lines.
fn pack(file: &FileView, tokens: &[Token]) -> Vec<SemanticToken> {
    let mut data = Vec::new();
    let (mut line, mut column) = (0, 0);
    let mut reached = 0;
    for token in tokens {
        // Strings of templates can be found twice.
        if token.place.start < reached {
            continue;
        }
        reached = token.place.end;
        let (from, to) = (token.place.start as usize, token.place.end as usize);
        for number in file.text.line_of(from)..=file.text.line_of(to.saturating_sub(1).max(from)) {
            let (start, end) = file.text.line_span(number);
            let (start, end) = (start.max(from), end.min(to));
            if start >= end {
                continue;
            }
            let range = file.text.range(start, end);
            let kind = TYPES.iter().position(|kind| *kind == token.kind).unwrap_or_default();
            let here = range.start;
            let is_same_line = here.line == line;
            data.push(SemanticToken {
                delta_line: here.line - line,
                delta_start: if is_same_line { here.character - column } else { here.character },
                length: range.end.character - here.character,
                token_type: kind as u32,
                token_modifiers_bitset: token.modifiers,
            });
            (line, column) = (here.line, here.character);
        }
    }
    data
}
