//! `schema fetch`: stores copies of schemas for runs without a network.

use std::{fmt::Write as _, sync::Arc, time::Duration};

use yardstick_check::{
    discover::Catalog,
    schema::{
        Cache, Copy, SchemaStore,
        fetch::{Fetched, fetch},
        rewrite::Rewrite,
    },
};
use yardstick_diagnostics::{Diagnostic, Result, bail, codes, counted, safe};
use yardstick_world::{network::masked, paths};

use super::loading;
use crate::{
    args::{
        Command, Parsed,
        command::{Operand, Statuses},
        flag::{Flag, Group, Switch, Text},
        groups,
    },
    report::{Output, Session},
    status::ExitStatus,
};

static CATALOG: Flag<Text> = Flag::text(
    "catalog",
    "REF",
    "Fetch what a SchemaStore-style catalog names for the files below this directory: a URL, a file, a \
     directory, or schemastore",
);
static LIST: Flag<Switch> =
    Flag::switch("list", "List the copies: URL, size, SHA-256 digest and age");

static FETCH: Group = Group {
    heading: "Copies",
    flags: &[&CATALOG.spec, &LIST.spec, &loading::CACHE.spec, &loading::ALLOW_NET.spec],
};

pub(in crate::commands) static COMMAND: Command = Command {
    path: &["schema", "fetch"],
    aliases: &[],
    about: "Download schemas for runs without a network",
    details: "Each schema is downloaded together with everything it refers to. Existing copies are replaced. \
              `check` uses copies without --allow-net.\n\nExit status: 0 all fetched, 2 something \
              could not be fetched or a copy is damaged, 3 wrong usage\n\n\
              Examples:\n  \
              yardstick schema fetch https://example.com/app.json    one schema\n  \
              yardstick schema fetch --list                          the copies",
    operands: &[Operand {
        name: "URLS",
        help: "Schemas to download",
        is_required: false,
        is_repeated: true,
    }],
    groups: &[&FETCH, &groups::CLOCK, &groups::GENERAL],
    statuses: Statuses::own(ExitStatus::Severe),
    run,
};

fn run(parsed: &Parsed, session: &Session) -> Result<Output> {
    let given = &parsed.given;
    let Some(cache) = loading::cache(given, &*session.world) else {
        let message = "there is no directory for copies: name one with --cache";
        bail!(codes::INVALID_ARGUMENT, message);
    };
    if given.is_on(&LIST) {
        return Ok(list(&cache, session));
    }
    let mut urls = parsed.operands.clone();
    if let Some(url) = urls.iter().find(|url| !paths::is_url(url)) {
        let message = format!("'{url}' is not a URL: only http and https are fetched");
        let is_name = url.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'));
        let name = url.strip_suffix(".json").unwrap_or(url);
        let help = is_name.then(|| {
            format!(
                "SchemaStore has its schemas at https://www.schemastore.org/NAME.json: \
                 https://www.schemastore.org/{name}.json; --catalog schemastore fetches those for the files here"
            )
        });
        bail!(codes::INVALID_ARGUMENT, message; notes: help);
    }
    // What is wrong in a catalog is reported with the sources of the session.
    let sources = Arc::clone(&session.sources);
    let store = loading::library_on_network(given, &session.world, Rewrite::NONE, sources);
    let mut fetched = Vec::new();
    if let Some(reference) = given.text(&CATALOG) {
        let (of_catalog, more) = from_catalog(&reference, &store, session)?;
        fetched.extend(of_catalog);
        urls.extend(more);
    } else if urls.is_empty() {
        let message = "command 'yardstick schema fetch' needs URLS, --catalog or --list";
        bail!(codes::EXTRA_ARGUMENT, message);
    }
    fetched.extend(fetch(&store, &urls));
    Ok(told(&fetched))
}

/// Fetches the catalog again if it is on the network, and the schemas that it assigns to files below this directory.
fn from_catalog(
    reference: &str,
    store: &Arc<SchemaStore>,
    session: &Session,
) -> Result<(Vec<Fetched>, Vec<String>)> {
    let file = Catalog::file(reference, store);
    let fetched = if file.contains("://") { fetch(store, &[file]) } else { Vec::new() };
    if fetched.iter().any(|one| one.result.is_err()) {
        return Ok((fetched, Vec::new()));
    }
    let catalog = Catalog::load(reference, store)?;
    let files = session.world.files_below(".", true).map_err(|error| loading::failed(&error))?;
    let mut urls: Vec<String> = Vec::new();
    for url in files.iter().filter_map(|path| catalog.url_for(path)) {
        if !urls.iter().any(|known| known == url) {
            urls.push(url.to_owned());
        }
    }
    Ok((fetched, urls))
}

fn told(fetched: &[Fetched]) -> Output {
    let mut text = String::new();
    let mut diagnostics = Vec::new();
    for one in fetched {
        match &one.result {
            Ok(copy) => {
                let _ = writeln!(text, "{}", shown(copy));
            }
            Err(reason) => {
                let message = format!("Cannot fetch {}: {reason}", masked(&one.url));
                diagnostics.push(Diagnostic::error(codes::UNREADABLE_SCHEMA, message));
            }
        }
    }
    let status = if diagnostics.is_empty() { ExitStatus::Success } else { ExitStatus::Severe };
    Output { diagnostics, status, ..Output::text(text) }
}

fn list(cache: &Cache, session: &Session) -> Output {
    let copies = cache.copies(&*session.world);
    let mut text = String::new();
    for copy in &copies {
        let state = if copy.is_whole { "" } else { ", damaged: fetch it again" };
        let _ = writeln!(text, "{}, {}{state}", shown(copy), age(copy.age(&*session.world)));
    }
    let is_whole = copies.iter().all(|copy| copy.is_whole);
    let stderr = match copies.len() {
        0 => format!("no copies in {}\n", safe::line(cache.directory())),
        _ => String::new(),
    };
    let status = if is_whole { ExitStatus::Success } else { ExitStatus::Severe };
    Output { stderr, status, ..Output::text(text) }
}

fn shown(copy: &Copy) -> String {
    let digest = copy.sha256.get(..16).unwrap_or(&copy.sha256);
    format!("{}: {} bytes, sha256 {digest}", masked(&copy.url), copy.size)
}

/// Formats an age in the largest unit with a value of at least one.
fn age(age: Duration) -> String {
    let minutes = usize::try_from(age.as_secs() / 60).unwrap_or(usize::MAX);
    let (count, unit) = match minutes {
        0 => return "new".to_owned(),
        1..60 => (minutes, "minute"),
        60..1440 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    format!("{} old", counted(count, unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_have_units() {
        let told = [0, 59, 60, 3_600, 7_300, 86_400, 864_000]
            .map(|seconds| age(Duration::from_secs(seconds)));
        let expected =
            ["new", "new", "1 minute old", "1 hour old", "2 hours old", "1 day old", "10 days old"];
        assert_eq!(told, expected);
    }
}
