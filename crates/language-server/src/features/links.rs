//! Links to files that code loads or reads, to libraries, and to files in `$ref`s and modelines.

use lsp_types::{DocumentLink, Url};
use yardstick_world::{World as _, paths};

use super::{
    code::{Place, Shape},
    names::{Thing, references_in},
};
use crate::{Analysis, address, group::directory_of};

/// Words before the name of the schema in the first lines of a file.
const MODELINES: [&str; 2] = ["$schema=", "$schema: "];

impl Analysis {
    /// The links of a file.
    pub fn links(&self, path: &str) -> Vec<DocumentLink> {
        let index = self.index(path);
        let Some(number) = index.file(path) else { return Vec::new() };
        let known = &index.files[number];
        let (code, text) = (&known.code, &known.view.text);
        let mut found: Vec<(Place, String)> = Vec::new();
        for load in &code.loads {
            if let Some(other) = index.loaded(number, &load.path) {
                found.push((load.place.clone(), index.files[other].view.path.clone()));
            }
        }
        for fact in &code.exprs {
            let Shape::Call(callee, args) = &fact.shape else { continue };
            let Shape::Attr(object, method) = &code.exprs[*callee].shape else { continue };
            let Some((_, first)) = args.first() else { continue };
            let (Some(name), Some(place)) =
                (code.string(*first), code.inside_quotes(*first, text.as_str()))
            else {
                continue;
            };
            for thing in index.things(number, *object) {
                let Thing::Module(module) = thing else { continue };
                match (module.as_str(), method.as_str()) {
                    ("library", "get") => {
                        let below = format!("{}/{name}", yardstick_workspace::PRIVATE_LIBRARY);
                        let directory = paths::absolute(&directory_of(path), &below);
                        found.extend(
                            self.file_of_library(&directory).map(|file| (place.clone(), file)),
                        );
                    }
                    ("data", "read") => {
                        found.push((place.clone(), paths::absolute(&directory_of(path), name)));
                    }
                    _ => {}
                }
            }
        }
        for one in references_in(path, text.as_str(), &known.view.yaml.tree) {
            if one.path != path {
                found.push((one.place, one.path));
            }
        }
        for line in 0..text.line_count().min(5) {
            let Some(comment) = text.line(line).trim_start().strip_prefix('#') else { continue };
            let Some((mark, at)) =
                MODELINES.iter().find_map(|mark| Some((mark, comment.find(mark)?)))
            else {
                continue;
            };
            let start = text.line_span(line).1 - comment.len() + at + mark.len();
            let name = comment[at + mark.len()..].split_whitespace().next().unwrap_or_default();
            if !name.is_empty() && !name.contains("://") {
                let place = start as u32..(start + name.len()) as u32;
                found.push((place, paths::absolute(&directory_of(path), name)));
            }
        }
        if yardstick_project::NAMES.contains(&paths::base(path)) {
            let named = known.view.yaml.tree.nodes().filter(|node| node.is_scalar());
            for node in named.filter(|node| !node.text().is_empty()) {
                let target = paths::absolute(&directory_of(path), node.text());
                let span = node.content_span();
                let is_file = self.world().is_readable(&target);
                found.extend(is_file.then_some((span.start..span.end, target)));
            }
        }
        found.retain(|(_, path)| self.world().is_readable(path) || self.text(path).is_some());
        found.sort_by_key(|(place, _)| place.start);
        let link = |(place, target): (Place, String)| {
            let target: Url = address::from_path(&target)?;
            let range = text.range(place.start as usize, place.end as usize);
            Some(DocumentLink { range, target: Some(target), tooltip: None, data: None })
        };
        found.into_iter().filter_map(link).collect()
    }

    /// The most informative file of a library: its schema, or the first one.
    fn file_of_library(&self, directory: &str) -> Option<String> {
        let mut files = self.world().files_below(directory, false).ok()?;
        files.sort();
        let declares = |path: &&String| {
            self.text(path).is_some_and(|text| text.as_str().contains("@data/values-schema"))
        };
        files.iter().find(declares).or_else(|| files.first()).cloned()
    }
}
