//! Maps as they are meant: merge keys applied, duplicate keys settled.
