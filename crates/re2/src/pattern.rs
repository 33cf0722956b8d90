//! Compiled patterns and the matches they find.

use std::{
    cell::{Cell, OnceCell, RefCell},
    rc::Rc,
};

use regex::bytes::{Captures, Regex, RegexBuilder};
use rustc_hash::FxHashMap;

use crate::{
    fault::{Fault, Kind},
    replacement::Replacement,
    translate::{Translation, translate},
    weight,
};

/// The maximum size of a compiled pattern in bytes.
const SIZE_LIMIT: usize = yardstick_diagnostics::limits::PATTERN_BYTES;
/// The maximum nesting of a pattern. Deeper ones would need too much stack to compile.
const NEST_LIMIT: u32 = 1_000;
/// The maximum number of patterns in the cache.
const KEPT: usize = 256;
/// The maximum total weight of the cached patterns. A unit of weight takes some 60 bytes.
const KEPT_WEIGHT: u64 = 3_000_000;

thread_local! {
    /// A cache, because templates use the same few patterns again and again.
    static COMPILED: RefCell<FxHashMap<Box<[u8]>, Rc<Pattern>>> = RefCell::default();
    /// The total weight of the cached patterns.
    static WEIGHT: Cell<u64> = const { Cell::new(0) };
}

/// A compiled pattern.
#[derive(Debug)]
pub struct Pattern {
    regex: Regex,
    /// Its weight; see [`weight`].
    weight: u64,
    /// The names of the groups, in order. The first group is the whole match. Names may repeat.
    names: Vec<Option<Box<str>>>,
}

/// One match of a pattern in a text.
#[derive(Debug)]
pub struct Match<'p, 't> {
    captures: Captures<'t>,
    names: &'p [Option<Box<str>>],
}

/// The number of steps to compile one range of characters.
const STEPS_OF_RANGE: u64 = 8;
/// The number of ranges that one step compares with a byte, in the worst case.
const COMPARED_PER_STEP: u64 = 10;

impl Pattern {
    /// The number of steps to compile `pattern`; 0 if it is cached.
    pub fn work(pattern: &[u8]) -> usize {
        if COMPILED.with_borrow(|all| all.contains_key(pattern)) {
            return 0;
        }
        let written = std::str::from_utf8(pattern).ok();
        let translated = written.and_then(|written| translate(written).ok());
        let weight = translated.map_or(pattern.len() as u64, |all| weight::weight(&all.text));
        usize::try_from(weight.saturating_mul(STEPS_OF_RANGE)).unwrap_or(usize::MAX)
    }

    /// The number of steps to search a text of `bytes` bytes, in the worst case.
    pub fn work_on(&self, bytes: usize) -> usize {
        let steps = self.weight.saturating_mul(bytes as u64) / COMPARED_PER_STEP;
        usize::try_from(steps).unwrap_or(usize::MAX)
    }

    /// Compiles `pattern`, or takes it from the cache.
    pub fn of(pattern: &[u8]) -> Result<Rc<Self>, Fault> {
        if let Some(known) = COMPILED.with_borrow(|all| all.get(pattern).cloned()) {
            return Ok(known);
        }
        let compiled = Rc::new(Self::compile(pattern)?);
        COMPILED.with_borrow_mut(|all| {
            let weight = compiled.weight;
            if all.len() >= KEPT || WEIGHT.get().saturating_add(weight) > KEPT_WEIGHT {
                all.clear();
                WEIGHT.set(0);
            }
            WEIGHT.set(WEIGHT.get().saturating_add(weight));
            all.insert(pattern.into(), Rc::clone(&compiled));
        });
        Ok(compiled)
    }

    fn compile(pattern: &[u8]) -> Result<Self, Fault> {
        let Ok(written) = std::str::from_utf8(pattern) else {
            return Err(Fault::new(Kind::Utf8, &String::from_utf8_lossy(pattern)));
        };
        let Translation { text, names } = translate(written)?;
        let weight = weight::weight(&text);
        if !weight::take(weight) {
            return Err(Fault::new(Kind::TooLarge, written));
        }
        let regex = RegexBuilder::new(&text)
            .size_limit(SIZE_LIMIT)
            .nest_limit(NEST_LIMIT)
            .build()
            .map_err(|error| match error {
                regex::Error::CompiledTooBig(_) => Fault::new(Kind::TooLarge, written),
                // The translated pattern is well-formed, but the translation does not count every level.
                _ => Fault::new(Kind::TooDeep, written),
            })?;
        Ok(Self { regex, weight, names })
    }

    /// True if `text` contains a match.
    pub fn is_match(&self, text: &[u8]) -> bool {
        let subject = Subject::new(text);
        let mut from = 0;
        while let Some(found) = self.regex.find_at(text, from) {
            // Ignore an empty match inside a character.
            if !subject.is_inside_character(found.start()) {
                return true;
            }
            from = found.start() + 1;
        }
        false
    }

    /// Replaces each match, from left to right, with what `replace` appends. `None` if there is no match.
    pub fn replace<E>(
        &self,
        text: &[u8],
        mut replace: impl FnMut(&Match<'_, '_>, &mut Vec<u8>) -> Result<(), E>,
    ) -> Result<Option<Vec<u8>>, E> {
        let subject = Subject::new(text);
        let mut out = Vec::new();
        let mut copied = 0;
        let mut from = 0;
        while from <= text.len() {
            let Some(captures) = self.find(&subject, from) else { break };
            let found = captures.get_match();
            out.extend_from_slice(&text[copied..found.start()]);
            let (start, end) = (found.start(), found.end());
            // Ignore an empty match directly after another match.
            if end > copied || start == 0 {
                replace(&Match { captures, names: &self.names }, &mut out)?;
            }
            copied = end;
            from = end.max(from + char_width(&text[from..]));
        }
        if copied == 0 && out.is_empty() {
            return Ok(None);
        }
        out.extend_from_slice(&text[copied..]);
        Ok(Some(out))
    }

    /// The first match at or after `from`. Ignores empty matches inside a character.
    fn find<'t>(&self, subject: &Subject<'t>, mut from: usize) -> Option<Captures<'t>> {
        loop {
            let captures = self.regex.captures_at(subject.text, from)?;
            let start = captures.get_match().start();
            if !subject.is_inside_character(start) {
                return Some(captures);
            }
            from = start + 1;
        }
    }
}

impl Match<'_, '_> {
    /// The matched text.
    pub fn text(&self) -> &[u8] {
        self.captures.get_match().as_bytes()
    }

    /// Appends `replacement` with its references filled in. Groups that do not exist are empty.
    pub fn expand(&self, replacement: &Replacement<'_>, out: &mut Vec<u8>) {
        replacement.expand(&self.captures, self.names, out);
    }
}

/// True if `pattern` matches somewhere in `text`; false for an invalid pattern.
pub fn is_match(pattern: &str, text: &str) -> bool {
    Pattern::of(pattern.as_bytes()).is_ok_and(|pattern| pattern.is_match(text.as_bytes()))
}

/// A text to search.
struct Subject<'t> {
    text: &'t [u8],
    /// Computed only on demand, which is rare.
    is_utf8: OnceCell<bool>,
}

impl<'t> Subject<'t> {
    fn new(text: &'t [u8]) -> Self {
        Self { text, is_utf8: OnceCell::new() }
    }

    fn is_inside_character(&self, at: usize) -> bool {
        self.text.get(at).is_some_and(|byte| byte & 0b1100_0000 == 0b1000_0000)
            && *self.is_utf8.get_or_init(|| std::str::from_utf8(self.text).is_ok())
    }
}

/// The length of the first character. An invalid byte counts as one character.
fn char_width(bytes: &[u8]) -> usize {
    let head = &bytes[..bytes.len().min(4)];
    let first = head.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    first.map_or(1, char::len_utf8)
}
