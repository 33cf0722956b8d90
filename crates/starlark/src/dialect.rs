//! Dialects: the variants of the language, for templates and for standard Starlark.

/// How blocks are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocks {
    /// `end` closes a block, and indentation is ignored.
    End,
    /// Indentation, as in standard Starlark.
    Indented,
}

/// How `str` writes a float.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatText {
    /// Six significant digits, and no point for whole numbers: `1`, `1.23457e+06`, `+Inf`.
    SixDigits,
    /// The fewest digits that read back as the same number, always with a point or an exponent: `1.0`, `+inf`.
    Shortest,
}

/// The syntax of programs and the printed form of values. Each difference between the variants is one field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// How blocks are written.
    pub blocks: Blocks,
    /// How `str` writes a float.
    pub float_text: FloatText,
    /// Whether lines of triple-quoted strings lose their leading white space.
    pub trims_string_lines: bool,
    /// Whether `\u00e9` and `\U0001F600` are escapes, unknown escapes are errors, and `\x` and `\ooo` are limited to
    /// ASCII.
    pub unicode_escapes: bool,
    /// Whether later methods, functions and operators exist: `abs`, `set.add`, `removeprefix`, `dict | dict`.
    pub extensions: bool,
    /// Whether `%` of floats takes the sign of the divisor instead of the dividend.
    pub floored_float_modulo: bool,
    /// Whether `while` exists.
    pub while_loops: bool,
    /// Whether functions may call themselves.
    pub recursion: bool,
    /// Whether `if`, `for` and `while` may be outside functions.
    pub top_level_control: bool,
    /// Whether `load` may be inside `if`, `for` and `while`.
    pub nested_loads: bool,
    /// Whether a module may assign to one of its globals twice.
    pub global_reassign: bool,
}

impl Dialect {
    /// The language of templates.
    pub fn template() -> Self {
        Self {
            blocks: Blocks::End,
            float_text: FloatText::SixDigits,
            trims_string_lines: true,
            unicode_escapes: false,
            extensions: false,
            floored_float_modulo: false,
            while_loops: true,
            recursion: true,
            top_level_control: true,
            nested_loads: true,
            global_reassign: true,
        }
    }

    /// Standard Starlark.
    pub fn standard() -> Self {
        Self {
            blocks: Blocks::Indented,
            float_text: FloatText::Shortest,
            trims_string_lines: false,
            unicode_escapes: true,
            extensions: true,
            floored_float_modulo: true,
            while_loops: false,
            recursion: false,
            top_level_control: false,
            nested_loads: false,
            global_reassign: false,
        }
    }

    /// Standard Starlark with every restriction lifted.
    pub fn standard_relaxed() -> Self {
        Self {
            while_loops: true,
            recursion: true,
            top_level_control: true,
            global_reassign: true,
            ..Self::standard()
        }
    }
}
