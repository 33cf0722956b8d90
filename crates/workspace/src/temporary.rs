//! Names of temporary directories, in which runs prepare files before they move them. A killed run may leave one.

use crate::World;

/// The prefix and suffix of temporary names.
const TEMPORARY: (&str, &str) = (".yardstick-", ".new");

/// A name that no other run uses at the same time, and that no project file has.
pub(crate) fn temporary_name(world: &dyn World) -> String {
    let (start, end) = TEMPORARY;
    format!("{start}{:016x}{end}", world.unique_number())
}

/// True if `name` is one of ours. `.old` is appended where two directories cannot be exchanged in one step.
pub(crate) fn is_temporary(name: &str) -> bool {
    let (start, end) = TEMPORARY;
    let name = name.strip_suffix(".old").unwrap_or(name);
    let number = name.strip_prefix(start).and_then(|rest| rest.strip_suffix(end));
    number.is_some_and(|number| number.len() == 16 && number.bytes().all(|b| b.is_ascii_hexdigit()))
}
