//! Interprets maps: applies merge keys and resolves duplicate keys.
//!
//! The tree keeps what is written. The reference and YAML 1.2 interpret it differently: see [`reference_entries`] and
//! [`merged_entries`].

mod checked;
mod key;
mod settled;
mod spliced;

pub use self::checked::merged_entries;
pub use self::key::{KeyValue, property_name};
pub use self::settled::{ReferenceEntries, reference_entries};
pub use self::spliced::{SplicedEntries, spliced_entries};
