//! Compares documentation: titles, descriptions, examples and deprecations.

use yardstick_template::tree::{Array, ArrayItem, Map, MapItem, Yaml};

use super::{Aspect, Effect, Walk, json};
use crate::model::{Declaration, Documentation};

impl Walk<'_> {
    pub(super) fn documentation(&mut self, old: &Declaration, new: &Declaration) {
        let nothing = Documentation::default();
        let old = old.documentation.as_deref().unwrap_or(&nothing);
        let new = new.documentation.as_deref().unwrap_or(&nothing);
        self.words(Aspect::Title, &old.title, &new.title);
        self.words(Aspect::Description, &old.description, &new.description);
        let notice = |words: &Documentation| words.deprecated.as_deref().map(Yaml::text);
        if old.deprecated != new.deprecated {
            // Giving a deprecated value causes a warning, which users can turn into an error.
            let is_new = old.deprecated.is_none();
            let effect = if is_new { Effect::Compatible } else { Effect::Docs };
            self.changed(Aspect::Deprecated, notice(old), notice(new), effect);
        }
        let (before, after) = (examples(old), examples(new));
        if before.as_ref().map(json) != after.as_ref().map(json) {
            self.changed(Aspect::Examples, before, after, Effect::Docs);
        }
    }

    fn words(&mut self, aspect: Aspect, old: &str, new: &str) {
        if old != new {
            let text = |text: &str| (!text.is_empty()).then(|| Yaml::text(text));
            self.changed(aspect, text(old), text(new), Effect::Docs);
        }
    }
}

fn examples(words: &Documentation) -> Option<Yaml> {
    let example = |(description, value): (&Option<String>, &Yaml)| match description {
        None => value.clone(),
        Some(description) => Map::new(vec![
            MapItem::new("description", Yaml::text(description)),
            MapItem::new("value", value.clone()),
        ])
        .into(),
    };
    let all = words.examples.iter().map(|one| example((&one.description, &one.value)));
    let all: Vec<ArrayItem> = all.map(ArrayItem::new).collect();
    (!all.is_empty()).then(|| Array::new(all).into())
}
