//! The capabilities of the server, and those that it expects from the editor.

use lsp_server::{Request, RequestId};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions,
    CompletionOptions, DidChangeWatchedFilesRegistrationOptions, DocumentLinkOptions,
    FileSystemWatcher, FoldingRangeProviderCapability, GlobPattern, HoverProviderCapability, OneOf,
    PositionEncodingKind, Registration, RegistrationParams, RenameOptions, SaveOptions,
    SelectionRangeProviderCapability, SemanticTokensFullOptions, SemanticTokensOptions,
    SemanticTokensServerCapabilities, ServerCapabilities, SignatureHelpOptions,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    TextDocumentSyncSaveOptions, Url, WorkDoneProgressOptions,
    notification::{DidChangeWatchedFiles, Notification as _},
    request::{RegisterCapability, Request as _},
};
use serde_json::{Value as Json, json};

use crate::{Encoding, address};

/// The answer to `initialize`.
pub(super) fn answer(encoding: Encoding, version: &str) -> Json {
    json!({
        "capabilities": capabilities(encoding),
        "serverInfo": { "name": "yardstick", "version": version },
    })
}

fn capabilities(encoding: Encoding) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions {
                include_text: Some(false),
            })),
            ..TextDocumentSyncOptions::default()
        })),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(
                [".", "@", "/", "\"", ":", " ", "=", "-", "{", "[", ","]
                    .map(str::to_owned)
                    .to_vec(),
            ),
            ..CompletionOptions::default()
        }),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![
                CodeActionKind::QUICKFIX,
                CodeActionKind::REFACTOR_REWRITE,
            ]),
            ..CodeActionOptions::default()
        })),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        inlay_hint_provider: Some(OneOf::Left(true)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        document_link_provider: Some(DocumentLinkOptions {
            resolve_provider: Some(false),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        }),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        selection_range_provider: Some(SelectionRangeProviderCapability::Simple(true)),
        semantic_tokens_provider: Some(SemanticTokensServerCapabilities::SemanticTokensOptions(
            SemanticTokensOptions {
                legend: crate::features::legend(),
                range: Some(true),
                full: Some(SemanticTokensFullOptions::Bool(true)),
                work_done_progress_options: WorkDoneProgressOptions::default(),
            },
        )),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(vec!["(".to_owned(), ",".to_owned()]),
            retrigger_characters: None,
            work_done_progress_options: WorkDoneProgressOptions::default(),
        }),
        document_formatting_provider: Some(OneOf::Left(true)),
        ..ServerCapabilities::default()
    }
}

/// How the editor counts characters. Its capabilities are read piece by piece: an unknown piece must not prevent the
/// server from starting.
pub(super) fn encoding(params: &Json) -> Encoding {
    let offered = params.pointer("/capabilities/general/positionEncodings");
    let kinds: Option<Vec<PositionEncodingKind>> =
        offered.and_then(|kinds| serde_json::from_value(kinds.clone()).ok());
    Encoding::choose(kinds.as_deref())
}

/// True if the editor can watch files on request.
pub(super) fn watches_by_request(params: &Json) -> bool {
    has(params, "/capabilities/workspace/didChangeWatchedFiles/dynamicRegistration")
}

/// True if the editor supports snippets.
pub(super) fn fills_in_snippets(params: &Json) -> bool {
    has(params, "/capabilities/textDocument/completion/completionItem/snippetSupport")
}

/// The folders open in the editor. Older editors have only one, and the oldest send it as a path.
pub(super) fn roots(params: &Json) -> Vec<String> {
    let plain = |path: String| path.trim_end_matches('/').to_owned();
    let path = |address: &Json| address::to_path(&Url::parse(address.as_str()?).ok()?).map(plain);
    let folders = params["workspaceFolders"].as_array().into_iter().flatten();
    let folders: Vec<String> = folders.filter_map(|folder| path(&folder["uri"])).collect();
    if !folders.is_empty() {
        return folders;
    }
    let root = path(&params["rootUri"]);
    let root = root.or_else(|| params["rootPath"].as_str().map(str::to_owned));
    root.map(plain).into_iter().collect()
}

fn has(params: &Json, pointer: &str) -> bool {
    params.pointer(pointer).and_then(Json::as_bool).unwrap_or(false)
}

/// A request to the editor to report changes of files that templates, schemas and checks may read.
pub(super) fn watch_files() -> Request {
    let watcher = FileSystemWatcher {
        glob_pattern: GlobPattern::String(
            "**/*.{yml,yaml,json,jsonc,json5,jsonl,toml,star,txt}".to_owned(),
        ),
        kind: None,
    };
    let options = DidChangeWatchedFilesRegistrationOptions { watchers: vec![watcher] };
    let registration = Registration {
        id: "watch".to_owned(),
        method: DidChangeWatchedFiles::METHOD.to_owned(),
        register_options: serde_json::to_value(options).ok(),
    };
    let params = RegistrationParams { registrations: vec![registration] };
    let id = RequestId::from("yardstick-watch".to_owned());
    Request::new(id, RegisterCapability::METHOD.to_owned(), params)
}
