//! The sources of input files: paths, URLs, standard input, arguments.

use yardstick_diagnostics::{Content, Diagnostic, Result, codes};

use crate::{
    World, paths,
    world::{FetchError, Policy, describe, network::masked, reason},
};

/// The source of a file's bytes.
#[derive(Debug)]
pub(super) enum Source {
    /// A path of the world, as written.
    Path(String),
    /// The path of a file in a directory that was listed, which is clean.
    Listed(String),
    /// A URL, fetched when the bytes are needed.
    Url(String),
    /// Standard input, read when the file was named.
    Stdin(Result<Vec<u8>>),
    /// Text that came with the arguments.
    Given(Vec<u8>),
}

impl Source {
    /// Reads standard input. A second use is an error only if its bytes are needed.
    pub(super) fn stdin(world: &dyn World) -> Self {
        Self::Stdin(match world.stdin() {
            Some(Ok(bytes)) => Ok(bytes),
            Some(Err(error)) => Err(Box::new(
                Diagnostic::error(codes::UNREADABLE_FILE, reason(&error)).within("Reading stdin"),
            )),
            None => Err(Box::new(Diagnostic::error(
                codes::STDIN_TWICE,
                "Standard input has already been read, has the '-' argument been used in more than one flag?",
            ))),
        })
    }

    /// The name of the source in reports.
    pub(super) fn place(&self) -> Option<String> {
        match self {
            Self::Path(path) => Some(paths::clean(path)),
            Self::Listed(path) => Some(path.clone()),
            Self::Url(url) => Some(masked(url)),
            Self::Stdin(_) => Some("<stdin>".to_owned()),
            Self::Given(_) => None,
        }
    }

    /// The bytes.
    pub(super) fn read(&self, world: &dyn World) -> Result<Content> {
        match self {
            Self::Path(path) | Self::Listed(path) => world.content(path).map_err(|error| {
                let operation =
                    if error.kind() == std::io::ErrorKind::IsADirectory { "read" } else { "open" };
                Box::new(Diagnostic::error(
                    codes::UNREADABLE_FILE,
                    describe(operation, path, &error),
                ))
            }),
            Self::Url(url) => {
                world.fetch(url, &Policy::default()).map(Content::from).map_err(|error| {
                    let (doing, why) = match error {
                        FetchError::Request(why) => ("Requesting", why),
                        FetchError::Body(why) => ("Reading", why),
                    };
                    Box::new(
                        Diagnostic::error(codes::DOWNLOAD, why)
                            .within(format!("{doing} URL '{}'", masked(url))),
                    )
                })
            }
            Self::Stdin(Ok(bytes)) | Self::Given(bytes) => Ok(Content::from(bytes.clone())),
            Self::Stdin(Err(error)) => Err(error.clone()),
        }
    }
}
