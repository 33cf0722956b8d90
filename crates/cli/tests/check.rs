//! Tests `check` and `schema check` with files in memory.

#![allow(clippy::print_stderr)]

#[path = "check/cases.rs"]
mod cases;
#[path = "check/commands.rs"]
mod commands;
#[path = "check/common.rs"]
mod common;
#[path = "check/docs.rs"]
mod docs;
#[path = "check/hostile.rs"]
mod hostile;
#[path = "check/messages.rs"]
mod messages;
#[path = "check/outputs.rs"]
mod outputs;
#[path = "check/suite.rs"]
mod suite;
