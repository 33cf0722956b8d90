//! The parameters of functions that no file declares: those of the language and of the standard modules.

/// Functions with their parameters. Those in brackets may be left out and have no name.
const ALL: &[(&str, &[&str])] = &[
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

/// The parameters of the function called `name`.
pub(super) fn params(name: &str) -> Option<&'static [&'static str]> {
    ALL.iter().find(|(known, _)| *known == name).map(|(_, params)| *params)
}

#[cfg(test)]
mod tests {
    use yardstick_template::modules;

    use super::*;

    /// Modules that need a project around them are not among the standard ones.
    const WITH_PROJECT: [&str; 5] = ["data", "library", "overlay", "template", "assert"];

    #[test]
    fn every_module_exists() {
        for (name, _) in ALL {
            if let Some((module, _)) = name.split_once('.') {
                let is_known =
                    WITH_PROJECT.contains(&module) || modules::standard(module).is_some();
                assert!(is_known, "{name}");
            }
        }
    }
}
