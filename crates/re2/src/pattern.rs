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

/// Bytes a compiled pattern may take.
const SIZE_LIMIT: usize = yardstick_diagnostics::limits::PATTERN_BYTES;
/// Nested parts of a pattern; deeper nesting would need too much of the stack to compile.
const NEST_LIMIT: u32 = 1_000;
/// Compiled patterns that are kept.
const KEPT: usize = 256;
/// What those that are kept weigh, which tells their size: some 60 bytes each.
const KEPT_WEIGHT: u64 = 3_000_000;

thread_local! {
    /// Templates use the same few patterns again and again.
    static COMPILED: RefCell<FxHashMap<Box<[u8]>, Rc<Pattern>>> = RefCell::default();
    /// What they weigh.
    static WEIGHT: Cell<u64> = const { Cell::new(0) };
}

/// A compiled pattern.
#[derive(Debug)]
pub struct Pattern {
    regex: Regex,
    /// What it weighs; see [`weight`].
    weight: u64,
    /// The names of the groups, in order; the first is the whole match. Several may share a name.
    names: Vec<Option<Box<str>>>,
}

/// One match of a pattern in a text.
#[derive(Debug)]
pub struct Match<'p, 't> {
    captures: Captures<'t>,
    names: &'p [Option<Box<str>>],
}

/// Steps that compiling a range of characters takes.
const STEPS_OF_RANGE: u64 = 8;
/// Ranges that are compared with a byte in one step, at worst.
const COMPARED_PER_STEP: u64 = 10;

impl Pattern {
    /// The steps that compiling `pattern` takes. None if it was compiled before.
    pub fn work(pattern: &[u8]) -> usize {
        if COMPILED.with_borrow(|all| all.contains_key(pattern)) {
            return 0;
        }
        let written = std::str::from_utf8(pattern).ok();
        let translated = written.and_then(|written| translate(written).ok());
        let weight = translated.map_or(pattern.len() as u64, |all| weight::weight(&all.text));
        usize::try_from(weight.saturating_mul(STEPS_OF_RANGE)).unwrap_or(usize::MAX)
    }

    /// The steps that searching a text of so many bytes takes at worst.
    pub fn work_on(&self, bytes: usize) -> usize {
        let steps = self.weight.saturating_mul(bytes as u64) / COMPARED_PER_STEP;
        usize::try_from(steps).unwrap_or(usize::MAX)
    }

    /// The compiled form of `pattern`. Recently used patterns are compiled once.
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
                // What the translation accepts is well formed, but it does not count every level.
                _ => Fault::new(Kind::TooDeep, written),
            })?;
        Ok(Self { regex, weight, names })
    }

    /// Whether `text` contains a match.
    pub fn is_match(&self, text: &[u8]) -> bool {
        let subject = Subject::new(text);
        let mut from = 0;
        while let Some(found) = self.regex.find_at(text, from) {
            // An empty one inside a character does not count.
            if !subject.is_inside_character(found.start()) {
                return true;
            }
            from = found.start() + 1;
        }
        false
    }

    /// Replaces each match, from left to right, by what `replace` appends; nothing if there is no match.
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
            // An empty match directly after another match does not count.
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

    /// The first match at or after `from`. An empty one inside a character does not count.
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
    /// The text that was matched.
    pub fn text(&self) -> &[u8] {
        self.captures.get_match().as_bytes()
    }

    /// Appends `replacement` with its references filled in; groups that are not there are empty.
    pub fn expand(&self, replacement: &Replacement<'_>, out: &mut Vec<u8>) {
        replacement.expand(&self.captures, self.names, out);
    }
}

/// Whether `pattern` is found in `text`; a pattern that cannot be read is not.
pub fn is_match(pattern: &str, text: &str) -> bool {
    Pattern::of(pattern.as_bytes()).is_ok_and(|pattern| pattern.is_match(text.as_bytes()))
}

/// A text that is searched.
struct Subject<'t> {
    text: &'t [u8],
    /// Found out when it matters, which is seldom.
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

/// The length of the first character; bytes that are none count one by one.
fn char_width(bytes: &[u8]) -> usize {
    let head = &bytes[..bytes.len().min(4)];
    let first = head.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    first.map_or(1, char::len_utf8)
}
