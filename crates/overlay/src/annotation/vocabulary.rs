//! The named arguments of overlay annotations.

use yardstick_template::tree::{Argument, Arguments};

use super::names;

const EXPECTS: Argument = Argument::new("expects", "expects=\"1+\"", "How many nodes must match");
const MISSING_OK: Argument =
    Argument::new("missing_ok", "missing_ok=True", "Continue if nothing matches");
const WHEN: Argument = Argument::new("when", "when=1", "Apply only if this many nodes match");
const VIA: Argument =
    Argument::new("via", "via=lambda left, right: right", "Compute the new value");

/// The annotations that accept named arguments.
pub const ARGUMENTS: &[Arguments] = &[
    (
        names::MATCH,
        &[
            Argument::new("by", "by=\"name\"", "What to match by: a key, a matcher or a function"),
            EXPECTS,
            MISSING_OK,
            WHEN,
        ],
    ),
    (names::CHILD_DEFAULTS, &[EXPECTS, MISSING_OK, WHEN]),
    (names::REPLACE, &[VIA, Argument::new("or_add", "or_add=True", "Add it if nothing matches")]),
    (
        names::INSERT,
        &[
            Argument::new("before", "before=True", "Insert before the match"),
            Argument::new("after", "after=True", "Insert after the match"),
            VIA,
        ],
    ),
    (
        names::ASSERT,
        &[Argument::new("via", "via=lambda left, right: True", "Whether the value is as expected")],
    ),
    (
        names::REMOVE_ANNS,
        &[
            Argument::new("via", "via=lambda name, args: True", "Which annotations to remove"),
            Argument::new("missing_ok", "missing_ok=True", "Continue if there is none"),
        ],
    ),
];
