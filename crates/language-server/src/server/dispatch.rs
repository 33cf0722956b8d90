//! Which function answers which request: one line for each.

use lsp_server::{ErrorCode, ResponseError};
use lsp_types::{
    CodeActionOrCommand, CompletionResponse, TextDocumentPositionParams,
    request::{
        CodeActionRequest, CodeLensRequest, Completion, HoverRequest, InlayHintRequest, Request,
    },
};
use serde_json::Value as Json;

use crate::{Analysis, address, features::PreviewRequest};

/// The answer to the request `method`.
pub(super) fn answer(
    analysis: &Analysis,
    method: &str,
    params: Json,
) -> Result<Json, ResponseError> {
    let at = |place: &TextDocumentPositionParams| {
        address::to_path(&place.text_document.uri).map(|path| (path, place.position))
    };
    Router { method, params: Some(params), answer: None }
        .on::<HoverRequest>(|params| {
            let (path, position) = at(&params.text_document_position_params)?;
            analysis.hover(&path, position)
        })
        .on::<Completion>(|params| {
            let (path, position) = at(&params.text_document_position)?;
            Some(CompletionResponse::Array(analysis.completion(&path, position)))
        })
        .on::<CodeActionRequest>(|params| {
            let path = address::to_path(&params.text_document.uri)?;
            let actions = analysis.code_actions(&path, params.range, &params.context.diagnostics);
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

/// A request on its way to the function that answers it.
struct Router<'a> {
    method: &'a str,
    params: Option<Json>,
    answer: Option<Result<Json, ResponseError>>,
}

impl Router<'_> {
    /// Lets `answer` answer the request, if it is an `R`.
    fn on<R: Request>(mut self, answer: impl FnOnce(R::Params) -> R::Result) -> Self {
        if self.method != R::METHOD {
            return self;
        }
        let Some(params) = self.params.take() else { return self };
        let failed = |code: ErrorCode, error: serde_json::Error| ResponseError {
            code: code as i32,
            message: error.to_string(),
            data: None,
        };
        let answer = serde_json::from_value(params)
            .map_err(|error| failed(ErrorCode::InvalidParams, error))
            .and_then(|params| {
                serde_json::to_value(answer(params))
                    .map_err(|error| failed(ErrorCode::InternalError, error))
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
