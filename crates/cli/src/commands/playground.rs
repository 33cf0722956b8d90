//! `playground`: the page where the program runs in a browser, with a project of this machine in it.

use std::borrow::Cow;

use serde_json::{Map, Value as Json, json};
use yardstick_diagnostics::{Result, bail, codes};
use yardstick_world::{World, paths, serve};

use crate::{
    args::{
        Command, Parsed,
        command::{Operand, Statuses},
        flag::{Flag, Group, Number},
        groups,
    },
    report::{self, Output, Session},
    status::ExitStatus,
};

/// The files of the page: path, media type, bytes. Empty where it was not built before the program was.
mod built {
    include!(concat!(env!("OUT_DIR"), "/page.rs"));
}

static PORT: Flag<Number> =
    Flag::number("port", 0, "Port to listen on; 0 for any that is free").default("0");

static SERVER: Group = Group { heading: "Server", flags: &[&PORT.spec] };

pub(super) static COMMAND: Command = Command {
    path: &["playground"],
    aliases: &[],
    about: "Open a project in the playground, in a browser on this machine",
    details: "The page runs the whole program in the browser. It shows the files of DIR and changes none of them.\n\
              Only programs on this machine can reach it.\n\
              \n\
              Examples:\n  \
                yardstick playground\n  \
                yardstick playground config --port 8000",
    operands: &[Operand {
        name: "DIR",
        help: "Directory with the project [default: the current one]",
        is_required: false,
        is_repeated: false,
    }],
    groups: &[&SERVER, &groups::GENERAL],
    statuses: Statuses::own(ExitStatus::Unusable),
    run,
};

fn run(parsed: &Parsed, session: &Session) -> Result<Output> {
    if built::PAGE.is_empty() {
        bail!(codes::RUN_FAILED, "this build does not include the playground";
            note: "build it in a checkout with `cd playground && npm ci && npm run engine && npm run build`, \
                   then build the program again");
    }
    let directory = parsed.operands.first().map_or(".", String::as_str);
    let project = project(&*session.world, directory)?.to_string();
    let page = |path: &str| {
        if path == "/project.json" {
            return Some(("application/json", Cow::Borrowed(project.as_bytes())));
        }
        let name = if path == "/" { "index.html" } else { path.trim_start_matches('/') };
        let found = built::PAGE.iter().find(|(path, ..)| *path == name)?;
        Some((found.1, Cow::Borrowed(found.2)))
    };
    let started = |address: &str| {
        report::status(&format!("the playground is at {address} (press Ctrl-C to stop)"));
    };
    let port = parsed.given.number(&PORT).unwrap_or(0);
    let Ok(port) = u16::try_from(port) else {
        bail!(
            codes::INVALID_ARGUMENT,
            "invalid value \"{port}\" for --port: the port must be between 0 and 65535"
        );
    };
    match serve(port, started, page) {
        Ok(()) => Ok(Output::default()),
        Err(error) => bail!(codes::RUN_FAILED, "could not start the server: {error}"),
    }
}

/// The project as the page reads it: text files by path, and the command line to begin with.
fn project(world: &dyn World, directory: &str) -> Result<Json> {
    let unreadable = |path: &str, error: &std::io::Error| {
        yardstick_world::unreadable(codes::UNREADABLE_FILE, world, path, error)
    };
    let paths = world
        .files_below(directory, false)
        .map_err(|error| Box::new(unreadable(directory, &error)))?;
    let mut files = Map::new();
    for path in paths {
        let bytes = world.read(&path).map_err(|error| Box::new(unreadable(&path, &error)))?;
        let root = format!("{}/", paths::clean(directory));
        let name = paths::clean(&path);
        let name = name.strip_prefix(&root).unwrap_or(&name).to_owned();
        // The page edits text.
        if let Ok(text) = String::from_utf8(bytes) {
            files.insert(name, Json::String(text));
        }
    }
    Ok(json!({ "files": files, "command": "-f ." }))
}
