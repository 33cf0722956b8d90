//! The results of the last build, stored beside the project so that the next build can skip work.
//!
//! For each target, the file holds the questions it asked the world, digests of the answers, and the files it wrote. A
//! target is up to date if all answers and its output are unchanged. Builds may remove the files that earlier builds
//! wrote. If the file is lost, the next build takes longer, and the user has to remove old output.

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    sync::OnceLock,
};

use rustc_hash::FxHashMap;
use serde_json::{Value, json};
use yardstick_world::{EntryKind, Stamp, World};

use crate::observe::{Digest, Question, Shared};

/// The directory of all data that is kept between builds.
pub const DIRECTORY: &str = ".yardstick";
const FILE: &str = ".yardstick/state.json";
/// The version of the file format.
const FORM: u64 = 1;

/// A question with its answer.
struct Fact {
    question: Question,
    answer: Digest,
    stamp: Option<Stamp>,
    /// Whether the answer is still the same; determined once for all targets.
    holds: OnceLock<bool>,
}

/// A written file.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    pub(crate) path: String,
    pub(crate) stamp: Stamp,
}

/// The recorded data of a target.
struct Record {
    key: Digest,
    facts: Vec<usize>,
    written: Vec<Written>,
}

/// The data that a build collected about a target.
pub(crate) struct Learned {
    pub(crate) key: Digest,
    pub(crate) asked: BTreeSet<Question>,
    pub(crate) written: Vec<Written>,
}

/// The result of a build for a target.
pub(crate) struct Done {
    pub(crate) target: String,
    /// `None` if the next build must render the target again.
    pub(crate) learned: Option<Learned>,
    /// The files of its output.
    pub(crate) wrote: Vec<String>,
}

/// A list of facts without duplicates.
#[derive(Default)]
struct Facts {
    list: Vec<Fact>,
    numbers: FxHashMap<Question, usize>,
}

impl Facts {
    fn get(&self, question: &Question) -> Option<&Fact> {
        self.numbers.get(question).map(|&at| &self.list[at])
    }

    fn number(&mut self, question: Question, make: impl FnOnce(Question) -> Fact) -> usize {
        if let Some(&known) = self.numbers.get(&question) {
            return known;
        }
        self.numbers.insert(question.clone(), self.list.len());
        self.list.push(make(question));
        self.list.len() - 1
    }
}

/// The results of the last build.
#[derive(Default)]
pub(crate) struct State {
    facts: Vec<Fact>,
    records: BTreeMap<String, Record>,
    /// Files that builds wrote but that belong to no record, because their target failed, had warnings, or is gone.
    orphans: BTreeSet<String>,
    /// When the state was stored. A file of the same age may have changed after it was examined.
    kept: u64,
}

impl State {
    pub(crate) fn read(shared: &Shared, world: &dyn World) -> Self {
        let (Ok(stamp), Ok(bytes)) = (shared.stamp(FILE), world.read(FILE)) else {
            return Self::default();
        };
        let value = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        let mut state = parse(&value).unwrap_or_default();
        state.kept = stamp.modified;
        state
    }

    /// The number of files that the target wrote, if nothing has changed since.
    pub(crate) fn up_to_date(&self, target: &str, key: Digest, shared: &Shared) -> Option<usize> {
        let record = self.records.get(target).filter(|record| record.key == key)?;
        let is_left = |file: &Written| {
            shared
                .stamp(&file.path)
                .is_ok_and(|stamp| stamp == file.stamp && stamp.modified < self.kept)
        };
        let holds = record.facts.iter().all(|&at| self.holds(&self.facts[at], shared));
        (holds && record.written.iter().all(is_left)).then_some(record.written.len())
    }

    /// All files that builds wrote and have not removed.
    pub(crate) fn written(&self) -> impl Iterator<Item = &str> {
        let recorded = self.records.values().flat_map(|record| &record.written);
        recorded.map(|file| file.path.as_str()).chain(self.orphans.iter().map(String::as_str))
    }

    /// The files and directories that a target was built from.
    pub(crate) fn inputs(&self, target: &str) -> Vec<String> {
        let facts = self.records.get(target).into_iter().flat_map(|record| &record.facts);
        facts.filter_map(|&at| self.facts[at].question.input()).collect()
    }

    fn holds(&self, fact: &Fact, shared: &Shared) -> bool {
        *fact.holds.get_or_init(|| {
            if let (Question::Read(path), Some(then)) = (&fact.question, fact.stamp)
                && then.modified < self.kept
                && shared.stamp(path).is_ok_and(|now| now == then)
            {
                return true;
            }
            shared.answer(&fact.question) == fact.answer
        })
    }

    /// The state after a build: `done` targets as they are now, and all other `known` targets as before.
    pub(crate) fn after(self, done: Vec<Done>, known: &BTreeSet<String>, shared: &Shared) -> Self {
        let mut facts = Facts::default();
        let mut records = BTreeMap::new();
        let names: BTreeSet<String> = done.iter().map(|done| done.target.clone()).collect();
        let mut orphans: BTreeSet<String> = self.written().map(str::to_owned).collect();
        for Done { target: name, learned, wrote } in done {
            orphans.extend(wrote);
            let Some(Learned { key, asked, written }) = learned else { continue };
            let ask = |question: Question| {
                let (answer, stamp) = (shared.answer(&question), shared.stamp_of(&question));
                Fact { question, answer, stamp, holds: OnceLock::new() }
            };
            let numbers = asked.into_iter().map(|question| facts.number(question, ask)).collect();
            records.insert(name, Record { key, facts: numbers, written });
        }
        for (name, record) in self.records {
            if names.contains(&name) || !known.contains(&name) {
                continue;
            }
            let old = |at: usize| &self.facts[at];
            // If a question has another answer in this build, the old record is out of date.
            let is_same = |&at: &usize| {
                facts.get(&old(at).question).is_none_or(|new| new.answer == old(at).answer)
            };
            if !record.facts.iter().all(is_same) {
                continue;
            }
            let take = |at: usize| {
                let Fact { answer, stamp, .. } = *old(at);
                facts.number(old(at).question.clone(), |question| Fact {
                    question,
                    answer,
                    stamp,
                    holds: OnceLock::new(),
                })
            };
            let numbers = record.facts.iter().copied().map(take).collect();
            records.insert(name, Record { facts: numbers, ..record });
        }
        for file in records.values().flat_map(|record| &record.written) {
            orphans.remove(&file.path);
        }
        orphans.retain(|path| shared.stamp(path).is_ok());
        Self { facts: facts.list, records, orphans, kept: 0 }
    }

    pub(crate) fn keep(&self, world: &dyn World) -> io::Result<()> {
        prepare(world)?;
        let fresh = format!("{FILE}.{:016x}.new", world.unique_number());
        world.write(&fresh, self.print().as_bytes())?;
        world.rename(&fresh, FILE)
    }

    fn print(&self) -> String {
        let facts: Vec<Value> = self
            .facts
            .iter()
            .map(|fact| {
                let (kind, path) = words(&fact.question);
                let stamp = fact.stamp.map(|stamp| [stamp.size, stamp.modified]);
                json!([kind, path, hex(&fact.answer), stamp])
            })
            .collect();
        let targets: serde_json::Map<String, Value> = self
            .records
            .iter()
            .map(|(name, record)| {
                let written: Vec<Value> = record
                    .written
                    .iter()
                    .map(|file| json!([file.path, file.stamp.size, file.stamp.modified]))
                    .collect();
                let record = json!({
                    "key": hex(&record.key), "facts": record.facts, "written": written,
                });
                (name.clone(), record)
            })
            .collect();
        json!({ "form": FORM, "facts": facts, "targets": targets, "orphans": self.orphans })
            .to_string()
    }
}

/// Creates the directory for the state and hides it from version control.
pub(crate) fn prepare(world: &dyn World) -> io::Result<()> {
    // A link may point anywhere, and a repository may contain one.
    if matches!(world.entry(DIRECTORY), Ok(kind) if kind != EntryKind::Directory) {
        let reason = format!("{DIRECTORY} is not a directory");
        return Err(io::Error::new(io::ErrorKind::NotADirectory, reason));
    }
    world.create_directory(DIRECTORY)?;
    let ignore = format!("{DIRECTORY}/.gitignore");
    if world.is_readable(&ignore) { Ok(()) } else { world.write(&ignore, b"*\n") }
}

fn words(question: &Question) -> (&'static str, &str) {
    match question {
        Question::Read(path) => ("read", path),
        Question::List(path) => ("list", path),
        Question::Entry(path) => ("entry", path),
        Question::Kind(path) => ("kind", path),
        Question::Link(path) => ("link", path),
        Question::Variable(name) => ("variable", name),
        Question::Environment => ("environment", ""),
    }
}

fn question(kind: &str, path: &str) -> Option<Question> {
    let path = path.to_owned();
    Some(match kind {
        "read" => Question::Read(path),
        "list" => Question::List(path),
        "entry" => Question::Entry(path),
        "kind" => Question::Kind(path),
        "link" => Question::Link(path),
        "variable" => Question::Variable(path),
        "environment" => Question::Environment,
        _ => return None,
    })
}

/// Parses the state; `None` if this version of the program did not write it.
fn parse(value: &Value) -> Option<State> {
    if value["form"].as_u64()? != FORM {
        return None;
    }
    let mut state = State::default();
    for fact in value["facts"].as_array()? {
        let stamp = fact[3].as_array();
        state.facts.push(Fact {
            question: question(fact[0].as_str()?, fact[1].as_str()?)?,
            answer: bytes(fact[2].as_str()?)?,
            stamp: match stamp {
                Some(stamp) => Some(Stamp {
                    size: stamp.first()?.as_u64()?,
                    modified: stamp.get(1)?.as_u64()?,
                }),
                None => None,
            },
            holds: OnceLock::new(),
        });
    }
    for (name, record) in value["targets"].as_object()? {
        let mut facts = Vec::new();
        for at in record["facts"].as_array()? {
            let at = at.as_u64()? as usize;
            (at < state.facts.len()).then_some(())?;
            facts.push(at);
        }
        let mut written = Vec::new();
        for file in record["written"].as_array()? {
            let stamp = Stamp { size: file[1].as_u64()?, modified: file[2].as_u64()? };
            written.push(Written { path: file[0].as_str()?.to_owned(), stamp });
        }
        let record = Record { key: bytes(record["key"].as_str()?)?, facts, written };
        state.records.insert(name.clone(), record);
    }
    for path in value["orphans"].as_array().into_iter().flatten() {
        state.orphans.insert(path.as_str()?.to_owned());
    }
    Some(state)
}

fn hex(digest: &Digest) -> String {
    let digits = digest.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
}

fn bytes(hex: &str) -> Option<Digest> {
    let mut digest = [0; 16];
    (hex.len() == 32 && hex.is_ascii()).then_some(())?;
    for (at, byte) in digest.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).ok()?;
    }
    Some(digest)
}
