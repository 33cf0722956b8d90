//! Maps each command to its documentation: a page of the repository, which packages include.

use super::command::Command;

/// The page of a command, by the words of its name. Longer names come first.
const PAGES: &[(&[&str], &str)] = &[
    (&["schema", "check"], "docs/check.md#checking-schemas"),
    (&["schema", "bundle"], "docs/check.md#bundling-schemas"),
    (&["schema", "import"], "docs/bridges.md"),
    (&["schema", "infer"], "docs/bridges.md#create-a-schema-from-values"),
    (&["schema", "export"], "docs/bridges.md#export"),
    (&["schema", "diff"], "docs/schema.md#comparing-schemas"),
    (&["schema", "fetch"], "docs/check.md#schemas-from-the-network"),
    (&["schema", "show"], "docs/check.md#the-configuration"),
    (&["schema"], "docs/schema.md"),
    (&["template"], "docs/reference/templates.md"),
    (&["validate"], "docs/command.md#validate"),
    (&["check"], "docs/check.md"),
    (&["build"], "docs/guides/projects.md"),
    (&["test"], "docs/guides/testing-a-package.md"),
    (&["new"], "docs/guides/projects.md"),
    (&["fmt"], "docs/command.md#format"),
    (&["explain"], "docs/errors.md"),
    (&["krm"], "docs/guides/deployment-tools.md"),
    (&["playground"], "docs/playground.md"),
    (&["lsp"], "docs/editors.md"),
    (&["completion"], "docs/install.md#completion"),
    (&["man"], "docs/install.md#manual-pages"),
    (&[], "docs/README.md"),
];

/// The page about `command`.
pub(super) fn page(command: &Command) -> &'static str {
    let found = PAGES.iter().find(|(path, _)| command.path.starts_with(path));
    found.map_or("docs/README.md", |(_, page)| *page)
}
