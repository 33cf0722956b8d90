//! Events and errors of libyaml, in a translation to Rust, for comparison.
#![allow(unsafe_code, reason = "its interface is that of the C library")]

use std::fmt::Write;
use std::mem::MaybeUninit;

#[allow(clippy::unsafe_removed_from_name, reason = "each use is in an unsafe block")]
use unsafe_libyaml as c;

/// Returns the events of `bytes`, or the error message as the reference would report it.
pub(crate) fn events(bytes: &[u8]) -> Result<String, String> {
    let mut out = String::new();
    // SAFETY: the calls follow the library's own example: one parser, initialized, fed from memory
    // that outlives it, each event deleted once, the parser deleted at the end.
    unsafe {
        let mut parser = MaybeUninit::<c::yaml_parser_t>::uninit();
        let parser = parser.as_mut_ptr();
        assert!(c::yaml_parser_initialize(parser).ok);
        c::yaml_parser_set_input_string(parser, bytes.as_ptr(), bytes.len() as u64);
        loop {
            let mut event = MaybeUninit::<c::yaml_event_t>::uninit();
            let event = event.as_mut_ptr();
            if c::yaml_parser_parse(parser, event).fail {
                let problem = describe(&*parser);
                c::yaml_parser_delete(parser);
                return Err(problem);
            }
            let last = (*event).type_ == c::YAML_STREAM_END_EVENT;
            append(&mut out, &*event);
            c::yaml_event_delete(event);
            if last {
                c::yaml_parser_delete(parser);
                return Ok(out);
            }
        }
    }
}

/// Returns the message with the line that the reference's decoder reports.
unsafe fn describe(parser: &c::yaml_parser_t) -> String {
    // SAFETY: a failed parser has a problem, which is a C string.
    let text = unsafe { text(parser.problem.cast()) };
    let mut line = parser.problem_mark.line;
    if line != 0 {
        line += u64::from(parser.error == c::YAML_SCANNER_ERROR);
    } else {
        line = parser.context_mark.line;
    }
    if line == 0 { text } else { format!("line {line}: {text}") }
}

unsafe fn text(pointer: *const u8) -> String {
    // SAFETY: the library hands out C strings.
    let text = unsafe { std::ffi::CStr::from_ptr(pointer.cast()) };
    text.to_string_lossy().into_owned()
}

unsafe fn properties(out: &mut String, anchor: *const u8, tag: *const u8) {
    if !anchor.is_null() {
        // SAFETY: see `text`.
        let _ = write!(out, " &{}", unsafe { text(anchor) });
    }
    if !tag.is_null() {
        // SAFETY: see `text`.
        let _ = write!(out, " <{}>", unsafe { text(tag) });
    }
}

/// Appends one event in the notation of the YAML test suite.
unsafe fn append(out: &mut String, event: &c::yaml_event_t) {
    // SAFETY: the type says which member of the union is set.
    unsafe {
        let data = &event.data;
        match event.type_ {
            c::YAML_STREAM_START_EVENT => out.push_str("+STR"),
            c::YAML_STREAM_END_EVENT => out.push_str("-STR"),
            c::YAML_DOCUMENT_START_EVENT => out.push_str("+DOC"),
            c::YAML_DOCUMENT_END_EVENT => {
                out.push_str(if data.document_end.implicit { "-DOC" } else { "-DOC ..." });
            }
            c::YAML_ALIAS_EVENT => {
                let _ = write!(out, "=ALI *{}", text(data.alias.anchor));
            }
            c::YAML_MAPPING_START_EVENT => {
                let map = &data.mapping_start;
                let flow = map.style == c::YAML_FLOW_MAPPING_STYLE;
                out.push_str(if flow { "+MAP {}" } else { "+MAP" });
                properties(out, map.anchor, map.tag);
            }
            c::YAML_MAPPING_END_EVENT => out.push_str("-MAP"),
            c::YAML_SEQUENCE_START_EVENT => {
                let sequence = &data.sequence_start;
                let flow = sequence.style == c::YAML_FLOW_SEQUENCE_STYLE;
                out.push_str(if flow { "+SEQ []" } else { "+SEQ" });
                properties(out, sequence.anchor, sequence.tag);
            }
            c::YAML_SEQUENCE_END_EVENT => out.push_str("-SEQ"),
            c::YAML_SCALAR_EVENT => {
                let scalar = &data.scalar;
                out.push_str("=VAL");
                properties(out, scalar.anchor, scalar.tag);
                let style = match scalar.style {
                    c::YAML_SINGLE_QUOTED_SCALAR_STYLE => '\'',
                    c::YAML_DOUBLE_QUOTED_SCALAR_STYLE => '"',
                    c::YAML_LITERAL_SCALAR_STYLE => '|',
                    c::YAML_FOLDED_SCALAR_STYLE => '>',
                    _ => ':',
                };
                let bytes = std::slice::from_raw_parts(scalar.value, scalar.length as usize);
                let _ = write!(out, " {style}");
                crate::support::events::escape(out, &String::from_utf8_lossy(bytes));
            }
            _ => out.push_str("???"),
        }
    }
    out.push('\n');
}
