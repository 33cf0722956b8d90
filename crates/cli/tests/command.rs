//! Tests that a case file cannot express: killed processes, servers, files that change.

#[cfg(unix)]
#[path = "command/attacks.rs"]
mod attacks;
#[cfg(unix)]
#[path = "command/depth.rs"]
mod depth;
#[path = "command/git.rs"]
mod git;
#[cfg(unix)]
#[path = "command/growth.rs"]
mod growth;
#[path = "command/limits.rs"]
mod limits;
#[cfg(unix)]
#[path = "command/name.rs"]
mod name;
#[path = "command/output.rs"]
mod output;
#[cfg(unix)]
#[path = "command/patterns.rs"]
mod patterns;
#[path = "command/project.rs"]
mod project;
#[cfg(unix)]
#[path = "command/recipes.rs"]
mod recipes;
#[path = "command/support.rs"]
mod support;
#[path = "command/url.rs"]
mod url;
#[cfg(unix)]
#[path = "command/voice.rs"]
mod voice;
#[path = "command/watch.rs"]
mod watch;
