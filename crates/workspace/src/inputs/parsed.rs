//! Parses YAML files to trees.

use std::sync::Arc;

use yardstick_diagnostics::{Result, Sources};
use yardstick_yaml::Tree;

use super::InputFile;
use crate::World;

/// A parsed YAML file.
#[derive(Clone, Debug)]
pub(crate) struct ParsedFile {
    pub(crate) tree: Arc<Tree>,
    pub(crate) is_template: bool,
}

impl ParsedFile {
    /// Reads and parses `input`.
    pub(crate) fn read(
        input: &InputFile,
        world: &dyn World,
        sources: &Sources,
        strict: bool,
    ) -> Result<Self> {
        let (id, source) = input.source_file(world, sources)?;
        let options = yardstick_yaml::Options { strict, threads: true, ..Default::default() };
        let tree = yardstick_yaml::parse(source, id, &options).map_err(|error| {
            error.within(format!("Unmarshaling YAML template '{}'", input.path()))
        })?;
        let is_template = yardstick_template::is_template(&tree);
        Ok(Self { tree: Arc::new(tree), is_template })
    }
}
