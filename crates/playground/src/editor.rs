//! Answers the requests of the page's editor. It calls the language server directly, without a connection.

use std::{cell::RefCell, collections::BTreeSet, sync::Arc};

use serde_json::{Map, Value as Json, json};
use yardstick_language_server::{Analysis, Encoding, answer};
use yardstick_world::{World, paths};

thread_local! {
    /// The files of the last request and their analysis. A page sends many requests between two changes, so this saves
    /// most of the work.
    static LAST: RefCell<Option<(Json, Analysis)>> = const { RefCell::new(None) };
}

/// Answers `{"method": NAME, "params": {…}, "files": {PATH: TEXT}}` as the language server does. `method` and `params`
/// are those of the protocol, and files are named `file:///project/PATH`. The method `diagnostics` takes no parameters
/// and returns the problems of every file, by path. The answer is `{"answer": …}` or `{"problem": TEXT}`.
///
/// ```
/// let request = r##"{
///   "method": "textDocument/completion",
///   "params": {"textDocument": {"uri": "file:///project/a.yml"}, "position": {"line": 1, "character": 18}},
///   "files": {
///     "a.yml": "#@ load(\"@ytt:data\", \"data\")\np: #@ data.values.\n",
///     "schema.yml": "#@data/values-schema\n---\nport: 80\n"
///   }
/// }"##;
/// assert!(yardstick_playground::ask(request).contains(r#""label":"port""#));
/// ```
pub fn ask(request: &str) -> String {
    match serde_json::from_str(request) {
        Ok(request) => reply(&request),
        Err(error) => json!({ "problem": error.to_string() }),
    }
    .to_string()
}

fn reply(request: &Json) -> Json {
    LAST.with_borrow_mut(|last| {
        let known = last.take().filter(|(files, _)| *files == request["files"]);
        let (_, analysis) =
            last.insert(known.unwrap_or_else(|| (request["files"].clone(), analysis(request))));
        match request["method"].as_str() {
            Some("diagnostics") => json!({ "answer": diagnostics(analysis) }),
            Some(method) => match answer(analysis, method, request["params"].clone()) {
                Ok(answer) => json!({ "answer": answer }),
                Err(error) => json!({ "problem": error.message }),
            },
            None => json!({ "problem": "the request names no method" }),
        }
    })
}

/// Opens all files of a request, as an editor does.
fn analysis(request: &Json) -> Analysis {
    let world: Arc<dyn World> = Arc::new(crate::memory(request));
    let mut analysis =
        Analysis::new(Arc::clone(&world), yardstick_cli::language_host(), Encoding::Utf16);
    analysis.set_snippets(true);
    for (path, content) in request["files"].as_object().into_iter().flatten() {
        if let Some(text) = content.as_str() {
            analysis.open(&paths::join(crate::DIRECTORY, path), text);
        }
    }
    analysis
}

/// The problems of each file, by path.
fn diagnostics(analysis: &Analysis) -> Map<String, Json> {
    let open: BTreeSet<String> = analysis.world().paths().into_iter().collect();
    let found = analysis.update(&open, &Arc::default()).unwrap_or_default();
    let wrong = found.into_iter().filter(|(_, shown)| !shown.is_empty());
    wrong.map(|(path, shown)| (crate::name(&path), json!(shown))).collect()
}
