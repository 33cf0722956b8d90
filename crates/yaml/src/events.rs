//! The tree as a row of events, in the notation of the YAML test suite.
