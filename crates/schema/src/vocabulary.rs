//! The named arguments of schema annotations. Annotations for rules also accept the named rules.

use yardstick_template::tree::{Argument, Arguments};

const PROPOSALS: Argument = Argument::new(
    "proposals",
    "proposals=[\"leaf-first\"]",
    "Proposed behavior that the schema is written for",
);

/// Arguments of rule annotations, besides the named rules.
pub(crate) const OF_RULES: &[Argument] = &[
    Argument::new("cel", "cel=\"self == self\"", "The same rule for Kubernetes, in CEL"),
    Argument::new("not_null", "not_null=True", "The value must not be null"),
    Argument::new("when", "when=lambda v: True", "Apply the rules only in these cases"),
];

/// The arguments for rules of output documents, which are not exported: all but `cel`.
const OF_ASSERTIONS: &[Argument] = OF_RULES.split_at(1).1;

/// The annotations that accept named arguments.
pub const ARGUMENTS: &[Arguments] = &[
    (
        "schema/type",
        &[
            Argument::new("any", "any=True", "Accept any value below this node"),
            Argument::new(
                "one_of",
                "one_of=[\"string\", \"int\"]",
                "Accept values of several types",
            ),
            Argument::new(
                "or_inferred",
                "or_inferred=True",
                "With one_of=: also accept the type of the value here",
            ),
        ],
    ),
    ("schema/validation", OF_RULES),
    ("schema/validate", OF_RULES),
    ("schema/validation-defaults-for-strings", OF_RULES),
    ("assert/validate", OF_ASSERTIONS),
    (
        "schema/key",
        &[
            Argument::new(
                "allowed",
                "allowed=\"any\"",
                "Which keys to accept: a regular expression, \"any\" or a function",
            ),
            Argument::new("expects", "expects=\"0+\"", "How many such keys there must be"),
            Argument::new("missing_ok", "missing_ok=True", "The key may be left out"),
        ],
    ),
    (
        "schema/one-of",
        &[Argument::new("by", "by=\"type\"", "The key that says which schema applies")],
    ),
    (
        "schema/definition",
        &[
            Argument::new("data_values", "data_values=True", "Declare data values"),
            Argument::new("name", "name=\"data/values\"", "The same as data_values=True"),
            PROPOSALS,
        ],
    ),
    ("data/values-schema", &[PROPOSALS]),
];
