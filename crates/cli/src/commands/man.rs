//! `man`: prints manual pages, for packages and for `man -l -`.

use clap_mangen::Man;
use yardstick_diagnostics::{Diagnostic, Result, bail, codes, spelling};

use super::{browser, version};
use crate::{
    args::{
        Command, PROGRAM, Parsed,
        command::{Operand, Statuses},
        flag::{Flag, Group, Switch},
        groups, help,
    },
    commands,
    report::{Output, Session},
};

static LIST: Flag<Switch> = Flag::switch(
    "list",
    "List the commands that have a page, one per line; the empty first line is the main page",
);

static PAGES: Group = Group { heading: "Pages", flags: &[&LIST.spec] };

pub(super) static COMMAND: Command = Command {
    path: &["man"],
    aliases: &[],
    about: "Print a manual page",
    details: "Examples:
  yardstick man | man -l -                    read the page of the program
  yardstick man schema export | man -l -      read the page of a command",
    operands: &[Operand {
        name: "COMMAND",
        help: "The command, e.g. schema diff",
        is_required: false,
        is_repeated: true,
    }],
    groups: &[&PAGES, &groups::GENERAL],
    statuses: Statuses::REFERENCE,
    run,
};

fn run(parsed: &Parsed, _: &Session) -> Result<Output> {
    if parsed.given.is_on(&LIST) {
        let names = commands::ALL.iter().map(|command| command.path.join(" ") + "\n");
        return Ok(Output::text(names.collect::<String>()));
    }
    let mut command = commands::root();
    for word in &parsed.operands {
        let Some(below) = commands::below(command, word) else {
            let near = spelling::hint(word, commands::names_below(command));
            bail!(
                codes::EXTRA_ARGUMENT, "there is no command '{}'", parsed.operands.join(" ");
                notes: near
            );
        };
        command = below;
    }
    if browser::IS_HERE {
        return Err(browser::refusal("`man`"));
    }
    page(command).map(Output::text).map_err(|error| {
        Box::new(Diagnostic::error(
            codes::RUN_FAILED,
            format!("the page cannot be written: {error}"),
        ))
    })
}

fn page(command: &'static Command) -> std::io::Result<Vec<u8>> {
    let words = std::iter::once(PROGRAM).chain(command.path.iter().copied());
    let name = words.collect::<Vec<_>>().join("-");
    let clap = help::tree(command).display_name(name.clone()).bin_name(command.invocation());
    // Every page shows the version of the program.
    let clap = clap.version(version::TEXT);
    let mut out = Vec::new();
    Man::new(clap).title(name).source(format!("{PROGRAM} {}", version::TEXT)).render(&mut out)?;
    Ok(out)
}
