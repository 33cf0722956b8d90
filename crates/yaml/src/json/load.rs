//! Creates a view from a tree: determines types and names, applies merge keys, and reports what JSON cannot
//! represent.

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};
use yardstick_diagnostics::{Diagnostic, codes, limits};

use super::{
    Member, Repeated, Type, View,
    index::{Index, WIDE},
    scalar,
};
use crate::{Kind, NodeId, NodeRef, Style, Tree};

/// The maximum nesting depth after resolving aliases. Readers of a view may recurse once per level.
const MAX_DEPTH: u32 = limits::NESTING;

/// Options for reading a tree as JSON.
#[derive(Clone, Copy, Debug)]
pub struct LoadOptions {
    /// Whether a plain `<<` merges the members of other maps.
    pub merge_keys: bool,
    /// Whether a float key is named by its value (`2.50` is `2.5`) instead of its text.
    pub float_names: bool,
}

impl Default for LoadOptions {
    fn default() -> Self {
        Self { merge_keys: true, float_names: false }
    }
}

impl View {
    /// Creates the view of `tree`, and returns the problems. A view with problems other than repeated keys
    /// ([`is_fatal`]) cannot be read as JSON.
    pub fn new(tree: Tree, options: LoadOptions) -> (View, Vec<Diagnostic>) {
        let mut problems = Vec::new();
        let (types, has_aliases) = types(&tree, &mut problems);
        let mut view = View {
            tree,
            types,
            names: FxHashMap::default(),
            merged: FxHashMap::default(),
            indexes: FxHashMap::default(),
        };
        if has_aliases {
            view.check_aliases(&mut problems);
        }
        view.read_keys(options, &mut problems);
        (view, problems)
    }

    /// Determines the names of keys, finds repeated keys, and applies merge keys, map by map.
    fn read_keys(&mut self, options: LoadOptions, problems: &mut Vec<Diagnostic>) {
        let mut with_merge = Vec::new();
        let maps = self.tree.nodes.iter().zip(0..).filter(|(node, _)| node.kind == Kind::Map);
        let uncertain: Vec<NodeId> = maps
            .map(|(_, id)| NodeId(id))
            .filter(|&id| !has_certain_names(self.written(id)))
            .collect();
        for id in uncertain {
            let mut names = Vec::new();
            let mut merges = false;
            for entry in self.written(id).entries() {
                let key = entry.key.dereferenced();
                if !key.is_scalar() {
                    let place = entry.key.content_span();
                    problems.push(
                        Diagnostic::error(codes::NON_SCALAR_KEY, "key is not a scalar").at(place),
                    );
                } else if options.merge_keys && is_merge_key(key) {
                    merges = true;
                    if !is_mergeable(entry.value) {
                        problems.push(not_mergeable(entry.value));
                    }
                } else if let Some(name) = scalar::special_name(key, options.float_names) {
                    names.push((entry.key.id(), name.into_boxed_str()));
                }
            }
            if !names.is_empty() {
                self.names.extend(names);
            }
            self.read_map(id, problems);
            if merges {
                with_merge.push(id);
            }
        }
        // Process maps in the order in which they end, so that everything a map merges, from before or from inside
        // it, is complete.
        with_merge.sort_by_key(|&map| (self.written(map).subtree_end(), Reverse(map)));
        for map in with_merge {
            self.merge(map);
        }
    }

    /// Finds repeated keys, and creates an index if the map is wide.
    fn read_map(&mut self, map: NodeId, problems: &mut Vec<Diagnostic>) {
        let node = self.node(map);
        let repeated = if node.len() > WIDE {
            let (index, repeated) = Index::new(self, self.members(map));
            self.indexes.insert(map, index);
            repeated
        } else {
            let mut repeated = Vec::new();
            let mut seen: [(&[u8], NodeId); WIDE] = [(b"", NodeId(0)); WIDE];
            for (at, entry) in node.entries().enumerate() {
                let key = entry.key.id();
                let name = self.name_bytes(key);
                let known = seen[..at].iter().find(|known| known.0 == name);
                repeated.extend(known.map(|known| Repeated { later: key, earlier: known.1 }));
                seen[at] = (name, key);
            }
            repeated
        };
        for Repeated { later, earlier } in repeated {
            let (later_node, first_node) = (self.node(later), self.node(earlier));
            // Two merge keys are two merges, and non-scalar keys have been reported.
            if !later_node.is_scalar() || is_merge_key(later_node) {
                continue;
            }
            let mut problem = Diagnostic::error(
                codes::DUPLICATE_KEY,
                format!("Duplicate key '{}'", self.name(later)),
            )
            .at(self.written(later).content_span())
            .label(self.written(earlier).content_span(), "first given here");
            if later_node.text() != first_node.text() || later_node.style() != first_node.style() {
                problem =
                    problem.note("keys are text here: `1` and `\"1\"` name the same property");
            }
            problems.push(problem);
        }
    }

    /// Replaces the merge keys of `map` by the members they add. Own members take precedence, then earlier ones.
    fn merge(&mut self, map: NodeId) {
        let mut seen: FxHashSet<&str> = FxHashSet::default();
        let mut members = Vec::new();
        let entries = || self.node(map).entries();
        for entry in entries().filter(|entry| !is_merge_key(entry.key.dereferenced())) {
            seen.insert(self.name(entry.key.id()));
        }
        for entry in entries() {
            if !is_merge_key(entry.key.dereferenced()) {
                members.push(Member { key: entry.key.id(), value: entry.value.id() });
                continue;
            }
            let value = entry.value.dereferenced();
            let sources: Vec<NodeRef<'_>> = if value.is_map() {
                vec![value]
            } else {
                value.items().map(NodeRef::dereferenced).collect()
            };
            for source in sources {
                for member in self.members(source.id()) {
                    if seen.insert(self.name(member.key)) {
                        members.push(member);
                    }
                }
            }
        }
        self.set_members(map, members);
    }

    /// Rejects aliases to a node around them, and documents that are too deep after resolving aliases.
    fn check_aliases(&self, problems: &mut Vec<Diagnostic>) {
        let mut heights = vec![1u32; self.tree.node_count()];
        let mut open: Vec<NodeRef<'_>> = Vec::new();
        let close = |open: &mut Vec<NodeRef<'_>>, heights: &mut Vec<u32>, before: NodeId| {
            while let Some(node) = open.pop_if(|node| node.subtree_end() <= before) {
                if let Some(parent) = open.last() {
                    let height = heights[node.id().0 as usize] + 1;
                    let parent = &mut heights[parent.id().0 as usize];
                    *parent = (*parent).max(height);
                }
            }
        };
        for node in self.tree.nodes() {
            close(&mut open, &mut heights, node.id());
            if let Some(target) = node.alias_target() {
                if node.id() < target.subtree_end() && target.id() < node.id() {
                    let problem = Diagnostic::error(
                        codes::YAML_SYNTAX,
                        "alias refers to a node that contains it",
                    )
                    .at(node.span())
                    .label(target.span(), "the anchor");
                    problems.push(problem);
                    return;
                }
                heights[node.id().0 as usize] = heights[target.id().0 as usize];
                if heights[node.id().0 as usize] as usize + open.len() > MAX_DEPTH as usize {
                    let message = format!("nested deeper than {MAX_DEPTH} levels through aliases");
                    problems.push(Diagnostic::error(codes::YAML_SYNTAX, message).at(node.span()));
                    return;
                }
            }
            open.push(node);
        }
    }
}

/// Whether the names of all keys of `map` are certain, and none is repeated, so that they need no further processing.
fn has_certain_names(map: NodeRef<'_>) -> bool {
    if map.len() > WIDE {
        return false;
    }
    let mut names: [&[u8]; WIDE] = [b""; WIDE];
    // The prints of the names so far, a bit for each. Only a name with the same print may be the same.
    let mut prints = 0_u64;
    for (at, entry) in map.entries().enumerate() {
        let Some(name) = scalar::certain_name(entry.key) else { return false };
        let print = 1 << print_of(name);
        if prints & print != 0 && names[..at].contains(&name) {
            return false;
        }
        prints |= print;
        names[at] = name;
    }
    true
}

/// Returns a number below 64 that differs between most names of a map.
fn print_of(name: &[u8]) -> u32 {
    let [first, last] = [name.first(), name.last()].map(|byte| byte.map_or(0, |&b| u32::from(b)));
    (first + 3 * last + 21 * (name.len() as u32 % 64)) % 64
}

/// Whether a view with this problem cannot be read as JSON.
pub fn is_fatal(problem: &Diagnostic) -> bool {
    problem.code != codes::DUPLICATE_KEY
}

/// Whether `value` is a map, or a list of maps.
fn is_mergeable(value: NodeRef<'_>) -> bool {
    let value = value.dereferenced();
    match value.kind() {
        Kind::Map => true,
        Kind::Sequence => value.items().all(|item| item.dereferenced().is_map()),
        _ => false,
    }
}

/// Reports `<<` with another value: a mistake, or a key that needs quotes.
fn not_mergeable(value: NodeRef<'_>) -> Diagnostic {
    let is_bad = |item: &NodeRef<'_>| !item.dereferenced().is_map();
    let culprit = value.dereferenced().items().find(is_bad).unwrap_or(value);
    Diagnostic::error(
        codes::YAML_SYNTAX,
        "`<<` merges a map or a list of maps, but this is neither",
    )
    .at(culprit.content_span())
    .note("quote the key to use it as an ordinary one: \"<<\"")
}

fn is_merge_key(key: NodeRef<'_>) -> bool {
    key.style() == Style::Plain && key.text_bytes() == b"<<" && key.tag().is_none()
}

/// Determines the type of each node, and whether there is an alias.
fn types(tree: &Tree, problems: &mut Vec<Diagnostic>) -> (Vec<Type>, bool) {
    let mut has_aliases = false;
    let mut closer_look = |node: NodeRef<'_>| {
        if node.alias_target().is_some() {
            has_aliases = true;
            return Type::Null;
        }
        scalar::resolved_type(node).unwrap_or_else(|message| {
            problems.push(Diagnostic::error(codes::YAML_SYNTAX, message).at(node.span()));
            Type::Null
        })
    };
    let nodes = tree.nodes.iter().zip(tree.nodes());
    let known = nodes.map(|(stored, node)| {
        scalar::certain_type(stored, node).unwrap_or_else(|| closer_look(node))
    });
    let mut types: Vec<Type> = known.collect();
    if has_aliases {
        // Anchors come before their aliases. An alias inside its own anchor is an error, which is found later.
        let aliases = tree.nodes().filter_map(|node| Some((node.id(), node.alias_target()?.id())));
        for (alias, target) in aliases {
            types[alias.0 as usize] = types.get(target.0 as usize).copied().unwrap_or(Type::Null);
        }
    }
    (types, has_aliases)
}
