//! `playground`: serves the page that runs the program in a browser, with a project of this machine in it.

use std::borrow::Cow;

use serde_json::{Map, Value as Json, json};
use yardstick_diagnostics::{Result, bail, codes};
use yardstick_world::{World, paths, serve};

use super::browser;
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

/// The files of the page: path, media type, bytes. Empty if the page was not built before the program.
mod built {
    include!(concat!(env!("OUT_DIR"), "/page.rs"));
}

/// The maximum size of a file that the page shows, in bytes.
const LARGEST_FILE: u64 = 2_000_000;

/// The maximum size of a project that the page shows, in bytes.
const LARGEST_PROJECT: u64 = 20_000_000;

static PORT: Flag<Number> =
    Flag::number("port", 0, "Port to listen on (0: any free port)").default("0");

static SERVER: Group = Group { heading: "Server", flags: &[&PORT.spec] };

pub(super) static COMMAND: Command = Command {
    path: &["playground"],
    aliases: &[],
    about: "Serve the playground on this machine, with a project in it",
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
    if browser::IS_HERE {
        return Err(browser::refusal("`playground`"));
    }
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
        let (_, kind, bytes) = built::PAGE.iter().find(|(path, ..)| *path == name)?;
        let bytes = if name == "index.html" { named(bytes) } else { Cow::Borrowed(*bytes) };
        Some((*kind, bytes))
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

/// The page with the address of its project. A page without this address does not request one.
fn named(page: &'static [u8]) -> Cow<'static, [u8]> {
    let text = String::from_utf8_lossy(page);
    let meta = "<head>\n    <meta name=\"project\" content=\"project.json\" />";
    Cow::Owned(text.replacen("<head>", meta, 1).into_bytes())
}

/// The project in the format of the page: text files by path, and the initial command line. Files that are too large
/// or not text are omitted, because the page edits text.
fn project(world: &dyn World, directory: &str) -> Result<Json> {
    let unreadable = |path: &str, error: &std::io::Error| {
        Box::new(yardstick_world::unreadable(codes::UNREADABLE_FILE, world, path, error))
    };
    let paths =
        world.files_below(directory, false).map_err(|error| unreadable(directory, &error))?;
    let root = format!("{}/", paths::clean(directory));
    let mut files = Map::new();
    let mut left = LARGEST_PROJECT;
    for path in paths {
        let size = world.stamp(&path).map_err(|error| unreadable(&path, &error))?.size;
        if size > LARGEST_FILE {
            continue;
        }
        let bytes = world.read_found(&path).map_err(|error| unreadable(&path, &error))?;
        let Ok(text) = String::from_utf8(bytes) else { continue };
        let Some(rest) = left.checked_sub(size) else {
            bail!(codes::RUN_FAILED,
                "the text files in {directory} have more than {} MB", LARGEST_PROJECT / 1_000_000;
                note: "name the directory of a project: yardstick playground DIR");
        };
        left = rest;
        let name = paths::clean(&path);
        files.insert(name.strip_prefix(&root).unwrap_or(&name).to_owned(), Json::String(text));
    }
    Ok(json!({ "files": files, "command": "-f ." }))
}
