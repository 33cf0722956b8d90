//! `min=` and `max=` (inclusive), `min_excl=` and `max_excl=` (exclusive).

use std::cmp::Ordering;

use yardstick_re2 as re2;
use yardstick_starlark::{Comparison, Result, Value};
use yardstick_template::{
    convert::scalar_to_yaml,
    tree::{Kind, Yaml},
};

use crate::rules::{
    Argument, Keyword, NamedRule, RuleKind, Ruled, Said, Values, comparable, fail,
    kubernetes::{Shape, literal},
    of_type,
    values::{is_number, kind_of},
};

pub(super) const MIN: RuleKind = RuleKind {
    name: "min",
    aliases: &[],
    argument: Argument::Any,
    meaning: "a value not below it",
    example: "min=1",
    read: |_, bound| Ok(Bound::boxed(Comparison::GreaterEqual, bound)),
    import: |keyword| import(keyword, "minimum"),
};

pub(super) const MAX: RuleKind = RuleKind {
    name: "max",
    aliases: &[],
    argument: Argument::Any,
    meaning: "a value not above it",
    example: "max=10",
    read: |_, bound| Ok(Bound::boxed(Comparison::LessEqual, bound)),
    import: |keyword| import(keyword, "maximum"),
};

pub(super) const MIN_EXCL: RuleKind = RuleKind {
    name: "min_excl",
    aliases: &[],
    argument: Argument::Any,
    meaning: "a value above it",
    example: "min_excl=0",
    read: |_, bound| Ok(Bound::boxed(Comparison::Greater, bound)),
    import: |keyword| import(keyword, "exclusiveMinimum"),
};

pub(super) const MAX_EXCL: RuleKind = RuleKind {
    name: "max_excl",
    aliases: &[],
    argument: Argument::Any,
    meaning: "a value below it",
    example: "max_excl=1.0",
    read: |_, bound| Ok(Bound::boxed(Comparison::Less, bound)),
    import: |keyword| import(keyword, "exclusiveMaximum"),
};

fn import(keyword: Keyword<'_>, name: &str) -> Option<Yaml> {
    keyword.number(name).filter(|_| matches!(keyword.kind, Kind::Int | Kind::Float))
}

/// A smallest or largest value.
#[derive(Debug)]
struct Bound {
    /// How a valid value must compare to the bound.
    comparison: Comparison,
    /// The bound as written.
    value: Value,
    /// The bound in comparable form. Errors are reported only when it is compared.
    compared: Result<Value>,
}

impl Bound {
    fn boxed(comparison: Comparison, value: &Value) -> Box<dyn NamedRule> {
        Box::new(Self { comparison, value: value.clone(), compared: comparable(value) })
    }

    /// Returns the bound in the syntax of template code.
    fn repr(&self) -> String {
        match (&self.value, &self.compared) {
            // Show the content of a fragment rather than its type.
            (Value::Host(_), Ok(compared)) => compared.to_repr(),
            (value, _) => value.to_repr(),
        }
    }
}

fn sign(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Less => "<",
        Comparison::LessEqual => "<=",
        Comparison::Greater => ">",
        Comparison::GreaterEqual => ">=",
    }
}

/// Whether a value that is in this `order` to its bound compares to it as wanted.
fn is_met(comparison: Comparison, order: Ordering) -> bool {
    match comparison {
        Comparison::Less => order.is_lt(),
        Comparison::LessEqual => order.is_le(),
        Comparison::Greater => order.is_gt(),
        Comparison::GreaterEqual => order.is_ge(),
    }
}

fn opposite(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Less => Comparison::GreaterEqual,
        Comparison::LessEqual => Comparison::Greater,
        Comparison::Greater => Comparison::LessEqual,
        Comparison::GreaterEqual => Comparison::Less,
    }
}

impl NamedRule for Bound {
    fn must_be(&self) -> String {
        format!("a value {} {}", sign(self.comparison), self.repr())
    }

    fn in_words(&self) -> String {
        let words = match self.comparison {
            Comparison::Less => "less than",
            Comparison::LessEqual => "at most",
            Comparison::Greater => "greater than",
            Comparison::GreaterEqual => "at least",
        };
        format!("{words} {}", self.repr())
    }

    fn check(&self, value: &Value) -> Result<()> {
        // Most bounds are integers.
        if let (Value::Int(value), Ok(Value::Int(bound))) = (value, &self.compared)
            && is_met(self.comparison, value.cmp(bound))
        {
            return Ok(());
        }
        let bound = self.compared.as_ref().map_err(Clone::clone);
        if comparable(value)?.compare(self.comparison, bound?)? {
            return Ok(());
        }
        let found = sign(opposite(self.comparison));
        Err(fail(format_args!("value {found} {}", self.value.to_text())))
    }

    fn concerns(&self, kind: Kind) -> bool {
        match kind_of(&self.value) {
            Some(Kind::Int | Kind::Float) => matches!(kind, Kind::Int | Kind::Float),
            Some(own) => own == kind,
            None => true,
        }
    }

    fn json_schema(&self, node: Ruled<'_>) -> Option<Said> {
        match node.kind()? {
            Kind::Int | Kind::Float if is_number(&self.value) => {}
            Kind::Text if matches!(self.compared, Ok(Value::Str(_))) => {
                return match (&self.compared, node.values) {
                    (Ok(Value::Str(bound)), Values::Given(_)) => {
                        in_order(self.comparison, bound.as_str()?)
                    }
                    _ => None,
                };
            }
            // Lists have their own order, which JSON Schema cannot express.
            Kind::Array if matches!(self.compared, Ok(Value::List(_))) => return None,
            Kind::Bool if matches!(self.compared, Ok(Value::Bool(_))) => return None,
            _ => return Some(Said::never()),
        }
        let keyword = match self.comparison {
            Comparison::GreaterEqual => "minimum",
            Comparison::LessEqual => "maximum",
            Comparison::Greater => "exclusiveMinimum",
            Comparison::Less => "exclusiveMaximum",
        };
        Some(Said::all(vec![(keyword, scalar_to_yaml(&self.value)?)]))
    }

    fn cel(&self, node: Ruled<'_>) -> Option<String> {
        let Shape::Scalar(kind @ (Kind::Int | Kind::Float | Kind::Text)) = node.shape() else {
            return None;
        };
        Some(format!("self {} {}", sign(self.comparison), literal(&self.value, kind)?))
    }

    fn implies(&self, other: &dyn NamedRule) -> bool {
        use Comparison::{Greater, GreaterEqual, Less, LessEqual};
        let Some(other) = of_type::<Self>(other) else { return false };
        let needed = match (self.comparison, other.comparison) {
            (GreaterEqual, Greater) => Greater,
            (LessEqual, Less) => Less,
            (Greater | GreaterEqual, Greater | GreaterEqual) => GreaterEqual,
            (Less | LessEqual, Less | LessEqual) => LessEqual,
            _ => return false,
        };
        self.value.compare(needed, &other.value).unwrap_or(false)
    }

    fn excludes(&self, other: &dyn NamedRule) -> bool {
        use Comparison::{Greater, GreaterEqual, Less, LessEqual};
        let Some(other) = of_type::<Self>(other) else { return false };
        let beyond = match (self.comparison, other.comparison) {
            (GreaterEqual, LessEqual) => Greater,
            (Greater | GreaterEqual, Less | LessEqual) => GreaterEqual,
            _ => return false,
        };
        self.value.compare(beyond, &other.value).unwrap_or(false)
    }
}

/// The maximum length of a text for which a pattern is generated.
const LONGEST: usize = 32;

/// Returns a pattern for the texts that compare to `bound` in this way: the first different character is smaller or
/// larger, or one text is a prefix of the other.
fn in_order(comparison: Comparison, bound: &str) -> Option<Said> {
    use Comparison::{Greater, GreaterEqual, Less, LessEqual};
    if bound.len() > LONGEST {
        return None;
    }
    let is_above = matches!(comparison, Greater | GreaterEqual);
    // What may follow the complete bound; `None` if the bound itself is not allowed.
    let mut rest = match comparison {
        GreaterEqual if bound.is_empty() => return Some(Said::always()),
        Less if bound.is_empty() => return Some(Said::never()),
        GreaterEqual => Some(String::new()),
        Greater => Some(r"[\s\S]".to_owned()),
        LessEqual => Some("$".to_owned()),
        Less => None,
    };
    for c in bound.chars().rev() {
        let mut all = Vec::new();
        if is_above {
            all.push(format!(r"[^\x00-{}]", in_class(c)));
        } else {
            all.push("$".to_owned());
            all.extend(previous(c).map(|last| format!(r"[\x00-{}]", in_class(last))));
        }
        all.extend(rest.map(|rest| re2::quoted(c.encode_utf8(&mut [0; 4])) + &rest));
        rest = Some(format!("(?:{})", all.join("|")));
    }
    let pattern = format!("^{}", rest.unwrap_or_default());
    Some(Said::all(vec![("pattern", pattern.as_str().into())]))
}

fn previous(c: char) -> Option<char> {
    // The code points between these two are surrogates, not characters.
    if c == '\u{E000}' { Some('\u{D7FF}') } else { char::from_u32(u32::from(c).checked_sub(1)?) }
}

/// Writes a character as the end of a range.
fn in_class(c: char) -> String {
    match c {
        '\0' => r"\x00".to_owned(),
        '\\' | '[' | ']' | '^' | '-' => format!("\\{c}"),
        _ => c.to_string(),
    }
}
