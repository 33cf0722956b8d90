//! `lsp`: runs the language server for editors.

use std::{io::BufReader, sync::Arc};

use yardstick_diagnostics::{Diagnostic, Result, codes};
use yardstick_language_server::{
    Ending, Explanation, Host, Plan, Topic, Transport, serve, server::Failure,
};
use yardstick_project::Target;

use super::{browser, build, check::checker_of_editor};
use crate::{
    args::{
        Command, Parsed,
        command::Statuses,
        flag::{Flag, Group, Switch},
        groups,
        render::Inputs,
    },
    explain::{self, Kind},
    report::{Output, Session},
    status::ExitStatus,
};

static STDIO: Flag<Switch> = Flag::switch(
    "stdio",
    "Use standard input and output (the only transport; accepted for editors that pass it)",
);

static TRANSPORT: Group = Group { heading: "Transport", flags: &[&STDIO.spec] };

pub(super) static COMMAND: Command = Command {
    path: &["lsp"],
    aliases: &["language-server"],
    about: "Run the language server over standard input and output",
    details: "Editors start this command; you do not run it yourself.

Example:
  yardstick lsp --stdio    what an editor runs",
    operands: &[],
    groups: &[&TRANSPORT, &groups::GENERAL],
    statuses: Statuses::own(ExitStatus::Findings),
    run,
};

fn run(_: &Parsed, session: &Session) -> Result<Output> {
    if browser::IS_HERE {
        return Err(browser::refusal("the language server"));
    }
    let broken = |error: Failure| {
        let message = format!("The connection to the editor broke: {error}");
        Box::new(Diagnostic::error(codes::RUN_FAILED, message))
    };
    let streams = (BufReader::new(std::io::stdin()), std::io::stdout());
    let (connection, transport) =
        Transport::start(streams.0, streams.1).map_err(|error| broken(error.into()))?;
    let served = serve(&connection, Arc::clone(&session.world), host(), env!("CARGO_PKG_VERSION"));
    drop(connection);
    let ending = served.and_then(|ending| {
        transport.finish()?;
        Ok(ending)
    });
    match ending.map_err(broken)? {
        Ending::Orderly => Ok(Output::default()),
        // The protocol requires this status. The reason is for users who started the command by hand.
        Ending::Abrupt => Err(broken("it ended without a request to shut down".into())),
    }
}

/// The parts of the command line that the server needs.
pub fn host() -> Host {
    Host { read_target, checker: checker_of_editor, explanations }
}

/// Converts a target to a plan for the server.
fn read_target(target: &Target) -> Result<Plan> {
    let args = build::arguments(target)?;
    let Inputs::Files(inputs) = args.inputs else { return Ok(Plan::default()) };
    Ok(Plan {
        inputs,
        marks: args.marks,
        links: args.links,
        options: args.options,
        max_steps: args.max_steps,
    })
}

/// All explanations of `explain`.
fn explanations() -> Vec<Explanation> {
    let explanation = |entry: explain::Entry| Explanation {
        topic: match entry.kind {
            Kind::Code => Topic::Code,
            Kind::Annotation => Topic::Annotation,
            Kind::Rule => Topic::Rule,
            Kind::Format => Topic::Format,
            Kind::Function => Topic::Function,
        },
        example: entry.examples.as_ref().and_then(|[_, right]| {
            // If there are several files, take the one that shows the topic.
            let shows = |(_, text): &&(String, String)| text.contains(&entry.name);
            let file = right.files.iter().find(shows).or_else(|| right.files.first());
            file.map(|(_, text)| text.trim_end().to_owned())
        }),
        name: entry.name,
        about: entry.about,
    };
    explain::entries().into_iter().map(explanation).collect()
}
