//! Names of directories that runs write to before they put files in their place. A run that was killed may leave one.

use crate::World;

/// What temporary names start and end with.
const TEMPORARY: (&str, &str) = (".yardstick-", ".new");

/// A name that no other run uses at the same time, and no file of a project has.
pub(crate) fn temporary_name(world: &dyn World) -> String {
    let (start, end) = TEMPORARY;
    format!("{start}{:016x}{end}", world.unique_number())
}

/// Whether `name` is one of ours; `.old` is added where two directories cannot change places in one step.
pub(crate) fn is_temporary(name: &str) -> bool {
    let (start, end) = TEMPORARY;
    let name = name.strip_suffix(".old").unwrap_or(name);
    let number = name.strip_prefix(start).and_then(|rest| rest.strip_suffix(end));
    number.is_some_and(|number| number.len() == 16 && number.bytes().all(|b| b.is_ascii_hexdigit()))
}
