//! Maps each request to the function that answers it.

use lsp_server::{ErrorCode, ResponseError};
use lsp_types::{
    CodeActionKind, CodeActionOrCommand, CompletionResponse, DocumentSymbolResponse,
    GotoDefinitionResponse, SemanticTokensRangeResult, SemanticTokensResult,
    TextDocumentIdentifier, TextDocumentPositionParams, WorkspaceSymbolResponse,
    request::{
        CodeActionRequest, CodeLensRequest, Completion, DocumentHighlightRequest,
        DocumentLinkRequest, DocumentSymbolRequest, FoldingRangeRequest, Formatting,
        GotoDefinition, HoverRequest, InlayHintRequest, PrepareRenameRequest, References, Rename,
        Request, SelectionRangeRequest, SemanticTokensFullRequest, SemanticTokensRangeRequest,
        SignatureHelpRequest, WorkspaceSymbolRequest,
    },
};
use serde_json::Value as Json;

use crate::{Analysis, address, features::PreviewRequest};

/// True if a kind is one of `only`, or below one: `refactor.rewrite` is a `refactor`.
fn is_wanted(kind: Option<&CodeActionKind>, only: &[CodeActionKind]) -> bool {
    let kind = kind.map_or("", CodeActionKind::as_str);
    only.iter().any(|wanted| {
        let rest = kind.strip_prefix(wanted.as_str());
        rest.is_some_and(|rest| {
            wanted.as_str().is_empty() || rest.is_empty() || rest.starts_with('.')
        })
    })
}

/// Answers the request `method` of the protocol without a connection, for callers that hold the files.
pub fn answer(analysis: &Analysis, method: &str, params: Json) -> Result<Json, ResponseError> {
    let at = |place: &TextDocumentPositionParams| {
        address::to_path(&place.text_document.uri).map(|path| (path, place.position))
    };
    let of = |document: &TextDocumentIdentifier| address::to_path(&document.uri);
    Router { method, params: Some(params), answer: None }
        .on::<HoverRequest>(|params| {
            let (path, position) = at(&params.text_document_position_params)?;
            analysis.hover(&path, position)
        })
        .on::<GotoDefinition>(|params| {
            let (path, position) = at(&params.text_document_position_params)?;
            Some(GotoDefinitionResponse::Array(analysis.definition(&path, position)))
        })
        .on::<References>(|params| {
            let (path, position) = at(&params.text_document_position)?;
            let declarations = params.context.include_declaration;
            Some(analysis.references(&path, position, declarations))
        })
        .on::<DocumentHighlightRequest>(|params| {
            let (path, position) = at(&params.text_document_position_params)?;
            Some(analysis.highlights(&path, position))
        })
        .on::<PrepareRenameRequest>(|params| {
            let (path, position) = at(&params)?;
            analysis.prepare_rename(&path, position)
        })
        .try_on::<Rename>(|params| match at(&params.text_document_position) {
            Some((path, position)) => analysis.rename(&path, position, &params.new_name),
            None => Ok(None),
        })
        .on::<DocumentSymbolRequest>(|params| {
            let path = of(&params.text_document)?;
            Some(DocumentSymbolResponse::Nested(analysis.document_symbols(&path)))
        })
        .on::<WorkspaceSymbolRequest>(|params| {
            Some(WorkspaceSymbolResponse::Nested(analysis.workspace_symbols(&params.query)))
        })
        .on::<DocumentLinkRequest>(|params| Some(analysis.links(&of(&params.text_document)?)))
        .on::<FoldingRangeRequest>(|params| Some(analysis.folding(&of(&params.text_document)?)))
        .on::<SelectionRangeRequest>(|params| {
            analysis.selection_ranges(&of(&params.text_document)?, &params.positions)
        })
        .on::<SemanticTokensFullRequest>(|params| {
            let tokens = analysis.semantic_tokens(&of(&params.text_document)?, None)?;
            Some(SemanticTokensResult::Tokens(tokens))
        })
        .on::<SemanticTokensRangeRequest>(|params| {
            let range = Some(params.range);
            let tokens = analysis.semantic_tokens(&of(&params.text_document)?, range)?;
            Some(SemanticTokensRangeResult::Tokens(tokens))
        })
        .on::<SignatureHelpRequest>(|params| {
            let (path, position) = at(&params.text_document_position_params)?;
            analysis.signature_help(&path, position)
        })
        .on::<Formatting>(|params| analysis.formatting(&of(&params.text_document)?))
        .on::<Completion>(|params| {
            let (path, position) = at(&params.text_document_position)?;
            Some(CompletionResponse::Array(analysis.completion(&path, position)))
        })
        .on::<CodeActionRequest>(|params| {
            let path = address::to_path(&params.text_document.uri)?;
            let mut actions =
                analysis.code_actions(&path, params.range, &params.context.diagnostics);
            if let Some(only) = params.context.only {
                actions.retain(|action| is_wanted(action.kind.as_ref(), &only));
            }
            Some(actions.into_iter().map(CodeActionOrCommand::CodeAction).collect())
        })
        .on::<CodeLensRequest>(|params| {
            Some(analysis.code_lenses(&address::to_path(&params.text_document.uri)?))
        })
        .on::<InlayHintRequest>(|params| {
            let path = address::to_path(&params.text_document.uri)?;
            Some(analysis.inlay_hints(&path, params.range))
        })
        .on::<PreviewRequest>(|params| {
            let path = address::to_path(&params.text_document.uri)?;
            analysis.preview(&path, params.position, params.target.as_deref())
        })
        .finish()
}

/// A request that is matched to a function.
struct Router<'a> {
    method: &'a str,
    params: Option<Json>,
    answer: Option<Result<Json, ResponseError>>,
}

impl Router<'_> {
    /// Answers the request with `answer`, if it is an `R`.
    fn on<R: Request>(self, answer: impl FnOnce(R::Params) -> R::Result) -> Self {
        self.try_on::<R>(|params| Ok(answer(params)))
    }

    /// Answers a request that may fail with a reason for the user.
    fn try_on<R: Request>(
        mut self,
        answer: impl FnOnce(R::Params) -> Result<R::Result, String>,
    ) -> Self {
        if self.method != R::METHOD {
            return self;
        }
        let Some(params) = self.params.take() else { return self };
        let failed = |code: ErrorCode, message: String| ResponseError {
            code: code as i32,
            message,
            data: None,
        };
        let answer = serde_json::from_value(params)
            .map_err(|error| failed(ErrorCode::InvalidParams, error.to_string()))
            .and_then(|params| {
                let answer = answer(params).map_err(|why| failed(ErrorCode::RequestFailed, why))?;
                serde_json::to_value(answer)
                    .map_err(|error| failed(ErrorCode::InternalError, error.to_string()))
            });
        self.answer = Some(answer);
        self
    }

    fn finish(self) -> Result<Json, ResponseError> {
        self.answer.unwrap_or_else(|| {
            Err(ResponseError {
                code: ErrorCode::MethodNotFound as i32,
                message: format!("yardstick does not know the request {}", self.method),
                data: None,
            })
        })
    }
}
