//! Creates rules: named rules where the type is known, functions for everything else.

use yardstick_re2::{LINE_BREAK_AT_END, native, refuses_line_break_at_end};
use yardstick_schema::{
    formats::{self, Format},
    rules::{Keyword, registry},
};
use yardstick_template::tree::{Kind, Yaml};
use yardstick_yaml::{
    NodeId,
    json::{Member, Type},
};

use super::{
    Converter, Known, Result,
    map::{key_expression, names_of},
};
use crate::{
    condition::Condition,
    conjunction::Conjunction,
    kind::Kind as Scalar,
    literal::Literal,
    losses::pointer,
    model::{Rules, Shape},
    text::json,
};

/// The maximum length of a function. Longer ones are not written.
const LONGEST: usize = 16_000;

/// Formats that describe how a value is stored or displayed, and do not restrict it.
const SILENT_FORMATS: [&str; 7] =
    ["float", "double", "int64", "uint64", "password", "int-or-string", "binary"];

impl Converter<'_> {
    /// Returns the rules of a node with this shape.
    pub(super) fn rules(&mut self, known: &Known, shape: &Shape) -> Result<Rules> {
        let mut rules = Rules::default();
        let conjunction = &known.conjunction;
        self.subject = match shape {
            Shape::Any(_) | Shape::Ref(_) | Shape::Choice { .. } => Vec::new(),
            _ => known.kinds.clone().unwrap_or_default(),
        };
        match shape {
            Shape::Scalar(Literal::Text(_)) => {
                self.scalar_rules(conjunction, &[Scalar::Text], &mut rules);
            }
            Shape::Scalar(Literal::Int(_)) => {
                self.scalar_rules(conjunction, &[Scalar::Int], &mut rules);
            }
            Shape::Scalar(Literal::Float(_)) => {
                self.scalar_rules(conjunction, &[Scalar::Number], &mut rules);
            }
            Shape::Union(kinds, None, _) => self.scalar_rules(conjunction, kinds, &mut rules),
            Shape::Array(_) => {
                self.lengths_of(conjunction, "Items", &mut rules);
                self.item_rules(conjunction, &mut rules)?;
            }
            Shape::Map(_) => {
                self.lengths_of(conjunction, "Properties", &mut rules);
                self.names(conjunction, &mut rules)?;
            }
            Shape::Scalar(_) | Shape::Ref(_) => {}
            Shape::Any(_) | Shape::Union(..) | Shape::Choice { .. } => {
                self.mixed(known, shape, &mut rules)?;
            }
        }
        for (branch, kinds) in &known.by_kind {
            self.scalar_rules(branch, kinds, &mut rules);
        }
        if let Some(values) = known.values.as_ref().filter(|values| !values.is_empty()) {
            rules.add("one_of", Literal::List(values.clone()).to_yaml());
        }
        rules.origins.extend(known.origins.iter().cloned());
        for &list in &known.ruled {
            self.ruled_list(conjunction, shape, list, &mut rules)?;
        }
        for (member, keyword) in self.logic_places(conjunction) {
            if self.is_said_by_patterns(conjunction, member, keyword) {
                continue;
            }
            let value = self.view.get(member, keyword);
            if let (Some(value), Some(kind)) = (value, kind_of(shape))
                && self.registered(value, keyword, kind, &mut rules)
            {
                continue;
            }
            self.tries = 0;
            let condition = self.logic((member, keyword), 0)?;
            if let Some(Member { key, .. }) = self.view.member(member, keyword) {
                self.function(key, keyword, condition, &mut rules);
            }
        }
        self.unsaid(conjunction, &mut rules);
        Ok(rules)
    }

    /// Whether `keyword` of `member` only says that a text must not end with a line break, which the pattern already
    /// implies. Our own exports add it for readers in Python.
    pub(super) fn is_said_by_patterns(
        &self,
        conjunction: &Conjunction,
        member: NodeId,
        keyword: &str,
    ) -> bool {
        let refused = self.view.get(member, keyword).filter(|_| keyword == "not");
        let mut patterns = conjunction.all(self.view, "pattern").map(|one| self.view.node(one));
        refused.is_some_and(|refused| self.is_line_break_at_end(refused))
            && patterns.any(|one| refuses_line_break_at_end(one.text()))
    }

    /// Whether `schema` describes texts that end with a line break.
    fn is_line_break_at_end(&self, schema: NodeId) -> bool {
        let view = self.view;
        let id = view.node(schema).id();
        if view.type_of(id) != Type::Object {
            return false;
        }
        let is_said = |keyword: &str, text: &str| {
            view.get(id, keyword).is_some_and(|value| view.node(value).text() == text)
        };
        let is_typed = view.get(id, "type").is_none() || is_said("type", "string");
        let known = |member: Member| matches!(view.name(member.key), "type" | "pattern");
        is_said("pattern", LINE_BREAK_AT_END) && is_typed && view.members(id).all(known)
    }

    /// Adds the registered rules that correspond to `keyword` with the value at `place`. Returns whether there are
    /// any.
    fn registered(&self, place: NodeId, keyword: &str, kind: Kind, rules: &mut Rules) -> bool {
        let Ok(value) = Literal::read(self.view, place) else { return false };
        let value = value.to_yaml();
        let mut is_said = false;
        for (rule, argument) in registry::import(Keyword { name: keyword, value: &value, kind }) {
            rules.add_kind(rule, argument);
            is_said = true;
        }
        is_said
    }

    fn number_of(&mut self, conjunction: &Conjunction, keyword: &str) -> Option<i128> {
        let mut found = None;
        for value in conjunction.all(self.view, keyword).collect::<Vec<_>>() {
            let number = Literal::read(self.view, value).ok().and_then(|value| value.to_whole());
            match number {
                Some(Literal::Int(number)) if number >= 0 => {
                    let is_least = keyword.starts_with("min");
                    found = Some(match found {
                        None => number,
                        Some(known) if is_least => number.max(known),
                        Some(known) => number.min(known),
                    });
                }
                _ => self.losses.add(value, format!("`{keyword}` is not a whole number from 0")),
            }
        }
        found
    }

    /// Adds `min_len` and `max_len` from the keywords that end in `suffix`.
    fn lengths_of(&mut self, conjunction: &Conjunction, suffix: &str, rules: &mut Rules) {
        let view = self.view;
        for (prefix, rule, harmless) in [("min", "min_len", 1), ("max", "max_len", 0)] {
            let keyword = format!("{prefix}{suffix}");
            let Some(length) = self.number_of(conjunction, &keyword) else { continue };
            let argument = Literal::Int(length).to_yaml();
            if self.is_said_by_format(conjunction, &keyword, &argument) {
                continue;
            }
            if suffix == "Length" && length > harmless && !self.manner.own {
                let place = conjunction.first(view, &keyword);
                self.lengths.0 += 1;
                let span = place.map(|place| view.written(place).content_span());
                self.lengths.1 = self.lengths.1.or(span);
            }
            rules.add(rule, argument);
        }
    }

    fn numeric(&mut self, conjunction: &Conjunction, whole: bool, rules: &mut Rules) {
        for (rule, operator) in [("min", ">="), ("max", "<="), ("min_excl", ">"), ("max_excl", "<")]
        {
            let bounds = self.bounds(conjunction).into_iter();
            for (_, bound) in bounds.filter(|(found, _)| *found == operator) {
                let bound = bound.to_whole().filter(|_| whole).unwrap_or(bound);
                rules.add(rule, bound.to_yaml());
            }
        }
        for value in conjunction.all(self.view, "multipleOf").collect::<Vec<_>>() {
            match Literal::read(self.view, value) {
                Ok(factor) if factor.number() > Some(0.0) => {
                    rules.add("multiple_of", factor.to_yaml());
                }
                _ => self.losses.add(value, "`multipleOf` is not a number above 0"),
            }
        }
        for value in conjunction.all(self.view, "format").collect::<Vec<_>>() {
            let name = self.view.node(value).text();
            // Formats of texts do not apply to numbers.
            let is_of_texts = formats::FORMATS.iter().any(|one| one.is_said_by("format", name));
            if name == "int32" {
                for (rule, bound) in [("min", i32::MIN), ("max", i32::MAX)] {
                    if !rules.named.iter().any(|(known, _)| known.name.starts_with(rule)) {
                        rules.add(rule, i64::from(bound).into());
                    }
                }
            } else if !is_of_texts && !SILENT_FORMATS.contains(&name) {
                self.losses.add(value, format!("the format `{name}` is not checked"));
            }
        }
    }

    fn patterns(&mut self, conjunction: &Conjunction, rules: &mut Rules) {
        for value in conjunction.all(self.view, "pattern").collect::<Vec<_>>() {
            let expression = self.view.node(value).text();
            if self.is_said_by_format(conjunction, "pattern", &Yaml::text(expression)) {
                continue;
            }
            if let Some(expression) = native(expression) {
                rules.add("matches", Yaml::text(&expression));
            } else {
                self.losses.add(value, "the pattern is not checked: rules understand RE2 only");
                rules.origins.extend(self.origin("pattern", value));
            }
        }
    }

    /// Whether a format of the schema already implies `keyword` with this value.
    fn is_said_by_format(&self, conjunction: &Conjunction, keyword: &str, value: &Yaml) -> bool {
        let is_named = |format: &&Format| {
            ["format", "x-ytt-format"].iter().any(|keyword| {
                let mut names = conjunction.all(self.view, keyword);
                names.any(|name| format.is_said_by(keyword, self.view.node(name).text()))
            })
        };
        let mut named = formats::FORMATS.iter().filter(is_named);
        named.any(|format| format.implies(keyword, value))
    }

    /// Adds the rules for scalars of these types. Each rule applies to one type, so they can be combined.
    fn scalar_rules(&mut self, conjunction: &Conjunction, kinds: &[Scalar], rules: &mut Rules) {
        if kinds.contains(&Scalar::Text) {
            self.lengths_of(conjunction, "Length", rules);
            self.patterns(conjunction, rules);
            self.format(conjunction, rules);
        }
        if kinds.iter().any(|kind| Scalar::Number.includes(*kind)) {
            self.numeric(conjunction, !kinds.contains(&Scalar::Number), rules);
        }
    }

    /// Adds the formats of texts. For numbers, a format only describes the storage.
    fn format(&mut self, conjunction: &Conjunction, rules: &mut Rules) {
        let view = self.view;
        for keyword in ["x-ytt-format", "contentEncoding", "contentMediaType", "format"] {
            // The media type of encoded content describes the decoded text, not this one.
            if keyword == "contentMediaType" && conjunction.has(view, "contentEncoding") {
                continue;
            }
            for value in conjunction.all(view, keyword).collect::<Vec<_>>() {
                let name = view.node(value).text();
                let is_said = self.registered(value, keyword, Kind::Text, rules);
                if is_said && keyword == "format" && !self.manner.own {
                    self.remarks.formats.insert(value);
                }
                let is_silent = SILENT_FORMATS.contains(&name) || name == "int32";
                if !is_said && keyword == "format" && !is_silent {
                    self.losses.add(value, format!("the format `{name}` is not checked"));
                }
            }
        }
    }

    /// Returns the names of the formats under the keyword `format` that rules support.
    pub(super) fn format_names(&mut self, conjunction: &Conjunction) -> Vec<String> {
        let mut names = Vec::new();
        for keyword in ["format", "x-ytt-format"] {
            for place in conjunction.all(self.view, keyword).collect::<Vec<_>>() {
                let text = self.view.node(place).text();
                let value = Yaml::text(text);
                let keyword = Keyword { name: keyword, value: &value, kind: Kind::Text };
                let before = names.len();
                let known = registry::import(keyword).map(|(_, name)| name);
                names
                    .extend(known.filter_map(|name| Some(name.as_text()?.to_lossy().into_owned())));
                if names.len() > before && !self.is_trying && !self.manner.own {
                    self.remarks.formats.insert(place);
                }
                let is_silent = SILENT_FORMATS.contains(&text) || text == "int32";
                if names.len() == before && !is_silent && !self.is_trying {
                    self.losses.add(place, format!("the format `{text}` is not checked"));
                }
            }
        }
        names
    }

    /// Adds the rules of arrays.
    fn item_rules(&mut self, conjunction: &Conjunction, rules: &mut Rules) -> Result<()> {
        let view = self.view;
        let is_set = |value: NodeId| view.node(value).text() == "set";
        if conjunction.is_set(view, "uniqueItems")
            || conjunction.all(view, "x-kubernetes-list-type").any(is_set)
        {
            rules.add("unique", Yaml::Bool(true));
        }
        let nothing_fits = |value: NodeId| view.type_of(value) == Type::False;
        let is_tuple = |value: NodeId| view.node(value).is_sequence();
        let tuple = conjunction
            .all(view, "prefixItems")
            .chain(conjunction.all(view, "items"))
            .find(|&value| is_tuple(value));
        let mut closed = conjunction.all(view, "items").any(nothing_fits);
        closed |= tuple.is_some() && conjunction.all(view, "additionalItems").any(nothing_fits);
        if closed && !rules.has("max_len") {
            let length = tuple.map_or(0, |tuple| view.node(tuple).len());
            rules.add("max_len", (length as i64).into());
        }
        // With a minimum or maximum count, `contains` means more than "at least one".
        let is_counted =
            ["minContains", "maxContains"].iter().any(|word| conjunction.has(view, word));
        let mut wanted = conjunction.all(view, "contains").collect::<Vec<_>>().into_iter();
        let is_simple = tuple.is_none()
            && !is_counted
            && wanted.all(|value| self.registered(value, "contains", Kind::Array, rules));
        let place = tuple.or_else(|| conjunction.first(view, "contains"));
        if let Some(place) = place.filter(|_| !is_simple) {
            self.tries = 0;
            let condition = self.of_arrays(conjunction, 0)?;
            let condition = condition.map(Condition::All);
            self.function(place, "items", condition, rules);
        }
        Ok(())
    }

    /// Adds rules for the names of keys.
    fn names(&mut self, conjunction: &Conjunction, rules: &mut Rules) -> Result<()> {
        for value in conjunction.all(self.view, "propertyNames").collect::<Vec<_>>() {
            if self.is_said_by_keys(conjunction, value) {
                continue;
            }
            self.tries = 0;
            let condition = self.condition(&[value], 0)?;
            let condition = condition.map(|part| Condition::Keys(Box::new(part)));
            self.function(value, "propertyNames", condition, rules);
        }
        Ok(())
    }

    /// Whether `names` only says that keys must not end with a line break, which the key patterns already imply.
    fn is_said_by_keys(&self, conjunction: &Conjunction, names: NodeId) -> bool {
        let view = self.view;
        let refused = view.get(names, "not").filter(|_| view.node(names).len() == 1);
        let patterns = conjunction
            .all(view, "patternProperties")
            .flat_map(|value| view.members(view.node(value).id()))
            .map(|member| view.name(member.key));
        let patterns: Vec<&str> = patterns.collect();
        let names = names_of(self.view, conjunction);
        let mut before = Vec::new();
        let mut refuses = |pattern: &&str| {
            let own = key_expression(pattern, &names, &before);
            let refuses = own.as_deref().is_some_and(refuses_line_break_at_end);
            before.extend(own);
            refuses
        };
        refused.is_some_and(|refused| self.is_line_break_at_end(refused))
            && !patterns.is_empty()
            && patterns.iter().all(&mut refuses)
    }

    /// Adds the rules of a value without a single type. They test the type first.
    fn mixed(&mut self, known: &Known, shape: &Shape, rules: &mut Rules) -> Result<()> {
        self.tries = 0;
        let conjunction = &known.conjunction;
        let is_any = matches!(shape, Shape::Any(_));
        let place = conjunction.members.first().copied().unwrap_or(NodeId(0));
        let Some(parts) = self.simple(conjunction) else {
            self.function(place, "schema", None, rules);
            return Ok(());
        };
        // The types are already declared unless anything is allowed, and listed values have a named rule.
        let mut parts: Vec<Condition> = parts
            .into_iter()
            .filter(|part| match part {
                Condition::OneOf(_) => false,
                Condition::Is(_) => is_any,
                _ => true,
            })
            .collect();
        if is_any {
            let structure = ["properties", "required", "items", "prefixItems", "contains"];
            if structure.iter().any(|word| conjunction.has(self.view, word)) {
                let whole = self.condition(&conjunction.members, 0)?;
                self.losses.add_checked(
                    place,
                    "it has several types with parts of their own: a rule checks them",
                );
                self.function(place, "schema", whole, rules);
                return Ok(());
            }
        }
        if !parts.is_empty() {
            let condition = if parts.len() == 1 { parts.remove(0) } else { Condition::All(parts) };
            self.function(place, "schema", Some(condition), rules);
        }
        Ok(())
    }

    /// Converts a list of alternatives to a rule.
    fn ruled_list(
        &mut self,
        conjunction: &Conjunction,
        shape: &Shape,
        list: NodeId,
        rules: &mut Rules,
    ) -> Result<()> {
        let is_one =
            conjunction.all(self.view, "oneOf").any(|value| self.view.node(value).id() == list);
        let keyword = if is_one { "oneOf" } else { "anyOf" };
        if is_one
            && matches!(shape, Shape::Map(_))
            && self.registered(list, "oneOf", Kind::Map, rules)
        {
            return Ok(());
        }
        self.tries = 0;
        let condition = self.any_or_one(keyword, list, 0)?;
        self.function(list, keyword, condition, rules);
        Ok(())
    }

    /// Adds a function that evaluates `condition`. Reports a loss if there is no condition.
    pub(super) fn function(
        &mut self,
        place: NodeId,
        keyword: &str,
        condition: Option<Condition>,
        rules: &mut Rules,
    ) {
        let condition = condition.map(|condition| condition.simplified(&self.subject));
        let code = condition.as_ref().map(|condition| condition.code("v", 0));
        let Some(code) = code.filter(|code| code.len() <= LONGEST) else {
            self.losses.retract_checked(place);
            let message = format!("`{keyword}` is not checked: no rule of reasonable size can");
            self.losses.add(place, message);
            rules.origins.extend(self.origin(keyword, place));
            return;
        };
        if condition.is_some_and(|condition| condition.is_always()) {
            return;
        }
        let known = self.functions.iter().position(|(_, known)| *known == code);
        let at = known.unwrap_or_else(|| {
            self.functions.push((format!("rule_{}", self.functions.len() + 1), code));
            self.functions.len() - 1
        });
        let name = self.functions[at].0.clone();
        let description = format!("as {} says", pointer(self.view, place));
        rules.functions.push((description, name));
    }

    /// Returns the text of what is lost, for a comment.
    pub(super) fn origin(&self, keyword: &str, place: NodeId) -> Option<String> {
        let value = Literal::read(self.view, place).ok()?;
        let json = json(&Literal::Map(vec![(keyword.to_owned(), value)]));
        (json.len() <= LONGEST).then(|| format!("x-yardstick-origin: {json}"))
    }

    /// Reports keywords that have no counterpart at all.
    fn unsaid(&mut self, conjunction: &Conjunction, rules: &mut Rules) {
        const WORDS: [&str; 8] = [
            "unevaluatedItems",
            "contentSchema",
            "$dynamicRef",
            "$recursiveRef",
            "x-kubernetes-validations",
            "x-kubernetes-list-map-keys",
            "x-ytt-rules",
            "discriminator",
        ];
        for word in WORDS {
            if let Some(value) = conjunction.first(self.view, word) {
                self.losses.add(value, format!("`{word}` has no counterpart"));
                rules.origins.extend(self.origin(word, value));
            }
        }
    }
}

/// Returns the kind of all values of a shape, if there is only one.
fn kind_of(shape: &Shape) -> Option<Kind> {
    match shape {
        Shape::Scalar(value) => Some(value.to_yaml().kind()),
        Shape::Array(_) => Some(Kind::Array),
        Shape::Map(_) => Some(Kind::Map),
        Shape::Any(_) | Shape::Ref(_) | Shape::Union(..) | Shape::Choice { .. } => None,
    }
}
