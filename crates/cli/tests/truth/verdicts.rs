//! The two sides that must agree: the program with a schema, and `check` with the exported schema.

use std::sync::Arc;

use yardstick_bridge::export::{Exported, Options as ExportOptions, Target};
use yardstick_check::{
    checker::{Checker, Options},
    discover::Discovery,
    schema::{Network, SchemaStore, rewrite::Rewrite},
};
use yardstick_diagnostics::Sources;
use yardstick_workspace::{
    Renderer,
    options::{Format, Inspect, Options as RenderOptions},
};
use yardstick_world::Memory;

/// The program with a data values schema.
pub(crate) struct Program<'a>(&'a str);

impl<'a> Program<'a> {
    pub(crate) fn new(schema: &'a str) -> Self {
        Self(schema)
    }

    fn run(&self, values: &str) -> Result<String, String> {
        let inspect = Some(Inspect::DataValues);
        let options = RenderOptions { inspect, ..RenderOptions::default() };
        let renderer = Renderer::new().file("schema.yml", self.0).options(options);
        let renderer = renderer.data_values(values);
        renderer.render_as(Format::Yaml).map_err(|failure| failure.to_string())
    }

    pub(crate) fn accepts(&self, values: &str) -> bool {
        self.run(values).is_ok()
    }

    /// The final values that templates see, if the values are valid.
    pub(crate) fn final_values(&self, values: &str) -> Option<String> {
        let text = self.run(values).ok()?;
        // A document without values is not printed.
        Some(if text.trim().is_empty() { "{}\n".to_owned() } else { text })
    }

    /// The exported schema.
    pub(crate) fn export(
        &self,
        target: Target,
        options: &ExportOptions,
    ) -> Result<Exported, String> {
        let renderer = Renderer::new().file("schema.yml", self.0);
        renderer.export(target, options).map_err(|failure| failure.to_string())
    }

    pub(crate) fn complaint(&self, values: &str) -> String {
        self.run(values).unwrap_or_else(|failure| failure)
    }
}

/// `check` with an exported document.
pub(crate) struct Reader(Checker);

impl Reader {
    pub(crate) fn new(target: Target, document: &str) -> Self {
        let world = Arc::new(Memory::new().with_file("exported.yml", document));
        let sources = Arc::new(Sources::new());
        let rewrite = Rewrite::default();
        let store = SchemaStore::new(world, sources, Vec::new(), Network::default(), rewrite);
        let name = match target {
            Target::OpenApi30 | Target::OpenApi31 | Target::Structural => {
                "exported.yml#/components/schemas/dataValues"
            }
            Target::Crd => "exported.yml#/openAPIV3Schema/properties/spec",
            Target::JsonSchema | Target::JsonSchemaDraft7 => "exported.yml",
        };
        let fixed = Some((store.url_of(name, ""), name.to_owned()));
        let discovery = Discovery { fixed, ..Discovery::default() };
        Self(Checker::new(Arc::new(store), discovery, Options::default()))
    }

    pub(crate) fn accepts(&self, value: &str) -> bool {
        let report = self.0.check("value.yml", None, value.as_bytes().to_vec());
        assert!(report.failure.is_none(), "the export cannot be used: {:?}", report.failure);
        report.is_valid()
    }
}
