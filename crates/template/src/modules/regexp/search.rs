//! Compiled patterns and the matches they find.

use std::{cell::RefCell, rc::Rc};

use regex::bytes::{Captures, Regex, RegexBuilder};
use rustc_hash::FxHashMap;
use yardstick_starlark::{Result, Text};

use super::{
    fault::{Fault, Kind},
    pattern::{self, Pattern},
};

/// Bytes a compiled pattern may take.
const SIZE_LIMIT: usize = 64 << 20;
/// Nested parts of a pattern; what is deeper would need too much of the stack to compile.
const NEST_LIMIT: u32 = 1_000;
/// Compiled patterns that are kept.
const KEPT: usize = 256;

thread_local! {
    /// Templates call with the same few patterns again and again.
    static COMPILED: RefCell<FxHashMap<Text, Rc<Search>>> = RefCell::default();
}

/// A compiled pattern.
#[derive(Debug)]
pub struct Search {
    regex: Regex,
    pub(super) names: Vec<Option<Box<str>>>,
}

impl Search {
    /// The search for `pattern`, compiled now or before.
    pub fn of(pattern: &Text) -> Result<Rc<Self>> {
        if let Some(known) = COMPILED.with_borrow(|all| all.get(pattern).cloned()) {
            return Ok(known);
        }
        let search = Rc::new(Self::compile(pattern)?);
        COMPILED.with_borrow_mut(|all| {
            if all.len() >= KEPT {
                all.clear();
            }
            all.insert(pattern.clone(), Rc::clone(&search));
        });
        Ok(search)
    }

    fn compile(pattern: &Text) -> Result<Self, Fault> {
        let Some(written) = pattern.as_str() else {
            return Err(Fault::new(Kind::Utf8, &pattern.to_lossy()));
        };
        let Pattern { text, names } = pattern::translate(written)?;
        let regex = RegexBuilder::new(&text)
            .size_limit(SIZE_LIMIT)
            .nest_limit(NEST_LIMIT)
            .build()
            .map_err(|error| match error {
                regex::Error::CompiledTooBig(_) => Fault::new(Kind::TooLarge, written),
                // What the translation accepts is well formed, but it does not count every level.
                _ => Fault::new(Kind::TooDeep, written),
            })?;
        Ok(Self { regex, names })
    }

    /// Whether it is found anywhere in `text`.
    pub fn is_match(&self, text: &Text) -> bool {
        self.find(text, text.as_str().is_some(), 0).is_some()
    }

    /// Calls `replace` for each match from left to right and puts what it appends in its place.
    pub(super) fn replace(
        &self,
        text: &Text,
        mut replace: impl FnMut(&Captures<'_>, &mut Vec<u8>) -> Result<()>,
    ) -> Result<Text> {
        let bytes = text.as_bytes();
        let utf8 = text.as_str().is_some();
        let mut out = Vec::new();
        let mut copied = 0;
        let mut from = 0;
        while from <= bytes.len() {
            let Some(captures) = self.find(text, utf8, from) else { break };
            let found = captures.get_match();
            out.extend_from_slice(&bytes[copied..found.start()]);
            // An empty match right behind another one does not count.
            if found.end() > copied || found.start() == 0 {
                replace(&captures, &mut out)?;
            }
            copied = found.end();
            from = found.end().max(from + char_width(&bytes[from..]));
        }
        if copied == 0 && out.is_empty() {
            return Ok(text.clone());
        }
        out.extend_from_slice(&bytes[copied..]);
        Ok(out.into())
    }

    /// The first match at or behind `from`. An empty one inside of a character is none.
    fn find<'t>(&self, text: &'t Text, utf8: bool, mut from: usize) -> Option<Captures<'t>> {
        let bytes = text.as_bytes();
        let is_inside =
            |at: usize| utf8 && bytes.get(at).is_some_and(|byte| byte & 0b1100_0000 == 0b1000_0000);
        loop {
            let captures = self.regex.captures_at(bytes, from)?;
            let start = captures.get_match().start();
            if !is_inside(start) {
                return Some(captures);
            }
            from = start + 1;
        }
    }
}

/// The length of the first character; bytes that are none count one by one.
fn char_width(bytes: &[u8]) -> usize {
    let head = &bytes[..bytes.len().min(4)];
    let first = head.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    first.map_or(1, char::len_utf8)
}
