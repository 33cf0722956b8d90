//! The parameters of functions that no file declares: those of the language, its types and the standard modules.

use crate::value::Value;

/// The name of a function, and its parameters.
type Signature = (&'static str, &'static [&'static str]);

/// Functions with their parameters. Parameters in brackets are optional and have no name.
const ALL: &[Signature] = &[
    ("abs", &["x"]),
    ("all", &["x"]),
    ("any", &["x"]),
    ("bool", &["[x]"]),
    ("chr", &["code"]),
    ("dict", &["[pairs]", "**kwargs"]),
    ("dir", &["x"]),
    ("enumerate", &["x", "[start]"]),
    ("fail", &["message", "at=None"]),
    ("float", &["[x]"]),
    ("getattr", &["x", "name", "default"]),
    ("hasattr", &["x", "name"]),
    ("hash", &["text"]),
    ("int", &["x=0", "base=10"]),
    ("len", &["x"]),
    ("list", &["[x]"]),
    ("load", &["path", "*names"]),
    ("max", &["*args", "key=None"]),
    ("min", &["*args", "key=None"]),
    ("ord", &["character"]),
    ("print", &["*args", "sep=\" \""]),
    ("range", &["[start]", "stop", "[step]"]),
    ("repr", &["x"]),
    ("reversed", &["x"]),
    ("set", &["[x]"]),
    ("sorted", &["x", "key=None", "reverse=False"]),
    ("str", &["x"]),
    ("tuple", &["[x]"]),
    ("type", &["x"]),
    ("zip", &["*args"]),
    ("assert.equals", &["expected", "actual"]),
    ("assert.fail", &["message"]),
    ("assert.try_to", &["function"]),
    ("assert.min", &["minimum"]),
    ("assert.max", &["maximum"]),
    ("assert.min_len", &["minimum"]),
    ("assert.max_len", &["maximum"]),
    ("assert.one_of", &["*values"]),
    ("assert.not_null", &[]),
    ("base64.encode", &["text"]),
    ("base64.decode", &["text"]),
    ("data.read", &["path"]),
    ("data.list", &["path=\"\""]),
    ("ip.parse_addr", &["address"]),
    ("ip.parse_cidr", &["network"]),
    ("json.encode", &["value", "indent=0", "escape_html=True"]),
    ("json.decode", &["text"]),
    (
        "library.get",
        &[
            "path",
            "alias=\"\"",
            "ignore_unknown_comments=False",
            "implicit_map_key_overrides=False",
        ],
    ),
    ("math.sqrt", &["x"]),
    ("md5.sum", &["text"]),
    ("overlay.apply", &["left", "*overlays"]),
    ("overlay.index", &["index"]),
    ("overlay.map_key", &["key"]),
    ("overlay.subset", &["part"]),
    ("overlay.all", &[]),
    ("overlay.and_op", &["*matchers"]),
    ("overlay.or_op", &["*matchers"]),
    ("overlay.not_op", &["matcher"]),
    ("regexp.match", &["pattern", "text"]),
    ("regexp.replace", &["pattern", "text", "replacement"]),
    ("sha256.sum", &["text"]),
    ("struct.encode", &["value"]),
    ("struct.decode", &["value"]),
    ("struct.make", &["**fields"]),
    ("struct.make_and_bind", &["receiver", "**functions"]),
    ("template.replace", &["value"]),
    ("toml.encode", &["value", "indent=0"]),
    ("toml.decode", &["text"]),
    ("url.path_segment_encode", &["text"]),
    ("url.path_segment_decode", &["text"]),
    ("url.query_param_value_encode", &["text"]),
    ("url.query_param_value_decode", &["text"]),
    ("url.query_params_encode", &["params"]),
    ("url.query_params_decode", &["text"]),
    ("url.parse", &["text"]),
    ("version.require_at_least", &["version"]),
    ("yaml.encode", &["value"]),
    ("yaml.decode", &["text"]),
];

/// Methods of strings, lists and dicts, which have no module name in front.
const METHODS: &[(&str, &[Signature])] = &[
    (
        "string",
        &[
            ("count", &["text"]),
            ("endswith", &["suffix"]),
            ("find", &["text", "[start]", "[end]"]),
            ("format", &["*values", "**named"]),
            ("index", &["text", "[start]", "[end]"]),
            ("join", &["items"]),
            ("lstrip", &["[characters]"]),
            ("partition", &["separator"]),
            ("removeprefix", &["prefix"]),
            ("removesuffix", &["suffix"]),
            ("replace", &["old", "new", "[count]"]),
            ("rfind", &["text", "[start]", "[end]"]),
            ("rindex", &["text", "[start]", "[end]"]),
            ("rpartition", &["separator"]),
            ("rsplit", &["separator", "[count]"]),
            ("rstrip", &["[characters]"]),
            ("split", &["separator", "[count]"]),
            ("splitlines", &["[keep_ends]"]),
            ("startswith", &["prefix"]),
            ("strip", &["[characters]"]),
            ("elems", &[]),
            ("lower", &[]),
            ("title", &[]),
            ("upper", &[]),
            ("capitalize", &[]),
        ],
    ),
    (
        "list",
        &[
            ("append", &["item"]),
            ("clear", &[]),
            ("extend", &["items"]),
            ("index", &["item", "[start]", "[end]"]),
            ("insert", &["index", "item"]),
            ("pop", &["[index]"]),
            ("remove", &["item"]),
        ],
    ),
    (
        "dict",
        &[
            ("clear", &[]),
            ("get", &["key", "[default]"]),
            ("items", &[]),
            ("keys", &[]),
            ("pop", &["key", "[default]"]),
            ("setdefault", &["key", "[default]"]),
            ("update", &["[pairs]", "**named"]),
            ("values", &[]),
        ],
    ),
];

/// Returns the parameters of the function called `name`.
pub fn params(name: &str) -> Option<&'static [&'static str]> {
    find(ALL, name)
}

/// Returns all known functions by their full names.
pub fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|(name, _)| *name)
}

fn find(all: &[Signature], name: &str) -> Option<&'static [&'static str]> {
    all.iter().find(|(known, _)| *known == name).map(|(_, params)| *params)
}

/// Returns how to call the function `name`, with or without a `receiver`.
pub(super) fn call(name: &str, receiver: Option<&Value>) -> Option<String> {
    let (of, params) = match receiver {
        Some(receiver) => {
            let kind = receiver.type_name();
            let (_, methods) = METHODS.iter().find(|(known, _)| *known == kind)?;
            let is_text = name == "join";
            (if is_text { "\", \"." } else { "x." }, find(methods, name)?)
        }
        None => ("", params(name)?),
    };
    Some(format!("{of}{name}({})", params.join(", ")))
}
