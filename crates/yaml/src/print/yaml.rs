//! The YAML printer: block style, two spaces per level, dashes at the column of their key.
//!
//! A collection is written only when its first child comes. An empty one is printed as `{}` or `[]` after its key or
//! dash. Others start on the same line (after a dash) or on the next (after a key).

use std::convert::Infallible;

use super::{
    EmptyDocument, Printer, Scalar,
    style::is_word,
    text::{LONGEST_SIMPLE_KEY, indent, write_key, write_other_than_word, write_scalar},
};

/// The most bytes that room is made for before they are printed.
const MOST_EXPECTED: usize = 1 << 22;

/// What comes before the next value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Nothing: the value is the whole document.
    Root,
    /// `key:`
    Key,
    /// `-`, or the `?` or `:` of a complex pair.
    Dash,
    /// Nothing yet: the value is itself a key, simple or complex.
    InKey,
}

#[derive(Clone, Copy, Debug)]
struct Level {
    place: Place,
    indent: usize,
    /// Whether the first child has been written.
    open: bool,
    /// Whether the current key fits on one line.
    simple_key: bool,
}

/// Prints documents as YAML.
///
/// ```
/// use yardstick_yaml::print::{EmptyDocument, Printer, Scalar, YamlPrinter};
///
/// let mut printer = YamlPrinter::new();
/// printer.document(EmptyDocument::Skip, None);
/// printer.begin_map();
/// printer.key("ports".into(), None)?;
/// printer.begin_array();
/// printer.item(None);
/// printer.scalar(Scalar::Int(80))?;
/// printer.end_array();
/// printer.end_map();
/// assert_eq!(printer.finish(), b"ports:\n- 80\n");
/// # Ok::<(), std::convert::Infallible>(())
/// ```
#[derive(Debug)]
pub struct YamlPrinter {
    out: Vec<u8>,
    levels: Vec<Level>,
    place: Place,
    empty: EmptyDocument,
    /// Whether a document has been written, so that the next one needs `---` before it.
    printed: bool,
    /// Whether floats with an exponent always have a point. Readers of YAML 1.1 take `1e+06` for a string.
    dotted_floats: bool,
}

impl Default for YamlPrinter {
    fn default() -> Self {
        Self::new()
    }
}

impl YamlPrinter {
    /// Creates a printer.
    pub fn new() -> Self {
        Self::into_buffer(Vec::new())
    }

    /// Creates a printer that appends to `out`. It ignores documents that are already there.
    pub fn into_buffer(out: Vec<u8>) -> Self {
        Self {
            out,
            levels: Vec::new(),
            place: Place::Root,
            empty: EmptyDocument::Skip,
            printed: false,
            dotted_floats: false,
        }
    }

    /// Returns a printer for programs that read YAML 1.1: `1.0e+06` instead of `1e+06`.
    #[must_use]
    pub fn with_dotted_floats(self) -> Self {
        Self { dotted_floats: true, ..self }
    }

    /// Returns the text printed so far.
    pub fn text(&self) -> &[u8] {
        &self.out
    }

    /// Returns the printed text.
    pub fn finish(self) -> Vec<u8> {
        self.out
    }

    fn enclosing_indent(&self) -> usize {
        self.levels.last().map_or(0, |level| level.indent)
    }

    fn scalar_line(&mut self, scalar: Scalar<'_>, width: usize) {
        let start = self.out.len();
        if !write_scalar(&mut self.out, scalar, width) {
            if self.dotted_floats && matches!(scalar, Scalar::Float(_)) {
                add_point(&mut self.out, start);
            }
            self.out.push(b'\n');
        }
    }

    fn complex_value(&mut self, width: usize) {
        indent(&mut self.out, width);
        self.out.push(b':');
        self.place = Place::Dash;
    }

    fn set_simple_key(&mut self, simple: bool) {
        if let Some(level) = self.levels.last_mut() {
            level.simple_key = simple;
        }
    }

    fn begin(&mut self, indent: usize) {
        self.levels.push(Level { place: self.place, indent, open: false, simple_key: false });
    }

    /// Moves to the start of the next child of the innermost collection. Returns its indentation.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[allow(clippy::inline_always, reason = "it is short, and every line needs it")]
    fn start_child(&mut self) -> usize {
        match self.levels.last() {
            Some(&Level { open: true, indent: width, .. }) => {
                indent(&mut self.out, width);
                width
            }
            _ => self.start_first_child(),
        }
    }

    #[inline(never)]
    fn start_first_child(&mut self) -> usize {
        let Some(level) = self.levels.last_mut() else { return 0 };
        let Level { place, indent: width, .. } = *level;
        level.open = true;
        match place {
            Place::Root => self.separate(),
            Place::Key => {
                self.out.push(b'\n');
                indent(&mut self.out, width);
            }
            Place::Dash => self.out.push(b' '),
            Place::InKey => self.out.extend_from_slice(b"? "),
        }
        width
    }

    /// Writes a key that is text.
    fn text_key(&mut self, text: &[u8]) {
        if text.len() <= LONGEST_SIMPLE_KEY && is_word(text) {
            self.simple_key(text);
        } else {
            self.other_key(Scalar::Str(text));
        }
    }

    /// Writes a key that needs neither quotes nor a line of its own.
    #[inline]
    fn simple_key(&mut self, text: &[u8]) {
        self.start_child();
        self.out.extend_from_slice(text);
        self.out.push(b':');
        self.place = Place::Key;
    }

    /// Writes a key of any kind.
    fn other_key(&mut self, key: Scalar<'_>) {
        let width = self.start_child();
        if write_key(&mut self.out, key) {
            self.out.push(b':');
            self.place = Place::Key;
        } else {
            self.out.extend_from_slice(b"? ");
            self.scalar_line(key, width + 2);
            self.complex_value(width);
        }
    }

    /// Writes a text after a key or a dash.
    fn text_value(&mut self, text: &[u8]) {
        if is_word(text) {
            self.simple_value(text);
            return;
        }
        let width = self.enclosing_indent() + 2;
        self.out.push(b' ');
        if !write_other_than_word(&mut self.out, text, width) {
            self.out.push(b'\n');
        }
    }

    /// Writes a text that needs no quotes after a key or a dash.
    #[inline]
    fn simple_value(&mut self, text: &[u8]) {
        self.out.push(b' ');
        self.out.extend_from_slice(text);
        self.out.push(b'\n');
    }

    /// Writes a scalar of any kind, anywhere.
    fn other_scalar(&mut self, scalar: Scalar<'_>) {
        let width = self.enclosing_indent();
        match self.place {
            Place::Root => {
                if scalar == Scalar::Null && self.empty == EmptyDocument::Skip {
                    return;
                }
                self.separate();
            }
            Place::Key | Place::Dash => self.out.push(b' '),
            Place::InKey => {
                let simple = write_key(&mut self.out, scalar);
                if !simple {
                    self.out.extend_from_slice(b"? ");
                    self.scalar_line(scalar, width + 2);
                }
                self.set_simple_key(simple);
                return;
            }
        }
        self.scalar_line(scalar, width + 2);
    }

    fn end(&mut self, empty: &[u8]) {
        let Some(level) = self.levels.pop() else { return };
        if level.open {
            if level.place == Place::InKey {
                self.set_simple_key(false);
            }
            return;
        }
        match level.place {
            Place::Root if self.empty == EmptyDocument::Skip => return,
            Place::Root => self.separate(),
            Place::Key | Place::Dash => self.out.push(b' '),
            Place::InKey => {
                self.out.extend_from_slice(empty);
                self.set_simple_key(true);
                return;
            }
        }
        self.out.extend_from_slice(empty);
        self.out.push(b'\n');
    }

    fn separate(&mut self) {
        if self.printed {
            self.out.extend_from_slice(b"---\n");
        }
        self.printed = true;
    }
}

impl Printer for YamlPrinter {
    type Error = Infallible;

    fn expect_more(&mut self, times: usize) {
        // A little more, because numbers in names grow.
        let once = self.out.len() + self.out.len() / 8;
        self.out.reserve(once.saturating_mul(times).min(MOST_EXPECTED));
    }

    fn document(&mut self, empty: EmptyDocument, _: Option<&str>) {
        self.levels.clear();
        self.place = Place::Root;
        self.empty = empty;
    }

    fn begin_map(&mut self) {
        let indent = match self.place {
            Place::Root => 0,
            Place::Key | Place::Dash | Place::InKey => self.enclosing_indent() + 2,
        };
        self.begin(indent);
    }

    fn begin_array(&mut self) {
        let indent = match self.place {
            Place::Root => 0,
            Place::Key => self.enclosing_indent(),
            Place::Dash | Place::InKey => self.enclosing_indent() + 2,
        };
        self.begin(indent);
    }

    fn end_map(&mut self) {
        self.end(b"{}");
    }

    fn end_array(&mut self) {
        self.end(b"[]");
    }

    fn item(&mut self, _: Option<&str>) {
        self.start_child();
        self.out.push(b'-');
        self.place = Place::Dash;
    }

    #[inline]
    fn key(&mut self, key: Scalar<'_>, _: Option<&str>) -> Result<(), Infallible> {
        match key {
            Scalar::Str(text) => self.text_key(text),
            other => self.other_key(other),
        }
        Ok(())
    }

    fn word_key(&mut self, text: &[u8], _: Option<&str>) -> Result<(), Infallible> {
        if text.len() > LONGEST_SIMPLE_KEY {
            self.other_key(Scalar::Str(text));
        } else {
            self.simple_key(text);
        }
        Ok(())
    }

    fn word(&mut self, text: &[u8]) -> Result<(), Infallible> {
        match self.place {
            Place::Key | Place::Dash => self.simple_value(text),
            Place::Root | Place::InKey => self.other_scalar(Scalar::Str(text)),
        }
        Ok(())
    }

    fn begin_key(&mut self, _: Option<&str>) -> Result<(), Infallible> {
        self.start_child();
        self.place = Place::InKey;
        Ok(())
    }

    fn end_key(&mut self) {
        let Some(level) = self.levels.last() else { return };
        if level.simple_key {
            self.out.push(b':');
            self.place = Place::Key;
        } else {
            self.complex_value(level.indent);
        }
    }

    #[inline]
    fn scalar(&mut self, scalar: Scalar<'_>) -> Result<(), Infallible> {
        match (scalar, self.place) {
            (Scalar::Str(text), Place::Key | Place::Dash) => self.text_value(text),
            _ => self.other_scalar(scalar),
        }
        Ok(())
    }
}

/// Inserts a point into the float at `start`, if it has an exponent and no point.
fn add_point(out: &mut Vec<u8>, start: usize) {
    let float = &out[start..];
    if let (Some(exponent), false) =
        (float.iter().position(|&byte| byte == b'e'), float.contains(&b'.'))
    {
        let at = start + exponent;
        out.splice(at..at, *b".0");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_for_readers_of_yaml_1_1() {
        let text = |value: f64| {
            let mut printer = YamlPrinter::new().with_dotted_floats();
            printer.document(EmptyDocument::Print, None);
            let Ok(()) = printer.scalar(Scalar::Float(value));
            String::from_utf8(printer.finish()).unwrap_or_default()
        };
        let all = [1e6, -1e-7, 1.5e9, 0.5, 10.0, f64::INFINITY].map(text);
        assert_eq!(all, ["1.0e+06\n", "-1.0e-07\n", "1.5e+09\n", "0.5\n", "10\n", ".inf\n"]);
    }
}
