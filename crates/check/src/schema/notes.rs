//! Annotations: keywords that describe a value and restrict nothing.
//!
//! In schemas of products they are most of the text. The engine copies each of them, and never gives one back to us. So
//! they are left out of what it compiles, if the meta-schemas accept them: a description that is not text must
//! still be an error.

use yardstick_yaml::{
    NodeId,
    json::{Type, View},
};

/// Whether the keyword `name` with the value at `id` changes no verdict, neither of a document nor of a meta-schema.
pub(super) fn is_note(view: &View, name: &str, id: NodeId) -> bool {
    let kind = view.type_of(id);
    match name {
        "$comment" | "description" | "markdownDescription" | "title" => kind == Type::String,
        "default" => true,
        "deprecated" | "readOnly" | "writeOnly" => matches!(kind, Type::True | Type::False),
        "examples" => kind == Type::Array,
        // A map or a list may hold schemas that references lead to, and ours are rules.
        _ => {
            name.starts_with("x-")
                && !name.starts_with("x-yardstick-")
                && !matches!(kind, Type::Object | Type::Array)
        }
    }
}
