//! Names from other languages and tools, and what to write instead.

/// Returns what to write instead of a name that does not exist here.
pub(super) fn instead_of(name: &str) -> Option<&'static str> {
    let meant = |(names, _): &&(&[&str], &str)| names.contains(&name);
    NAMES.iter().find(meant).map(|(_, instead)| *instead)
}

const NAMES: &[(&[&str], &str)] = &[
    (
        &["Values"],
        "Helm's .Values is data.values here: load(\"@ytt:data\", \"data\") and write data.values.NAME",
    ),
    (
        &["values"],
        "data values are below data.values: load(\"@ytt:data\", \"data\") and write data.values.NAME",
    ),
    (
        &["Release", "Chart", "Capabilities"],
        "there are no built-in objects as in Helm: declare a data value in the schema and write data.values.NAME",
    ),
    (
        &["env", "ENV", "os", "process", "getenv"],
        "templates cannot see the environment: give variables as data values with --data-values-env PREFIX",
    ),
    (
        &["self", "this"],
        "there are no classes or methods: use functions, or `struct` of @ytt:struct",
    ),
    (
        &["isinstance"],
        "write type(x) == \"string\" (or \"int\", \"float\", \"bool\", \"list\", \"dict\")",
    ),
    (&["typeof", "typeOf", "kindOf"], "write type(x)"),
    (&["sum"], "there is no sum: add the items up in a loop"),
    (&["map"], "write [f(x) for x in items]"),
    (&["filter"], "write [x for x in items if ...]"),
    (&["round"], "load(\"@ytt:math\", \"math\") and write math.round(x)"),
    (
        &["floor", "ceil", "sqrt", "pow"],
        "load(\"@ytt:math\", \"math\") for math.floor, math.ceil, math.sqrt and math.pow",
    ),
    (
        &["open", "read", "file", "readFile"],
        "templates read only input files: load(\"@ytt:data\", \"data\") and write data.read(\"name.txt\")",
    ),
    (
        &["datetime", "date", "time", "now", "random", "uuid", "uuidv4", "randAlphaNum"],
        "the same input always gives the same output: there are no dates and no random numbers; give such a value as a data value",
    ),
    (
        &["requests", "http", "fetch", "subprocess", "sys", "exec", "eval"],
        "templates cannot reach the network or the system: give what they need as data values",
    ),
    (
        &["re"],
        "load(\"@ytt:regexp\", \"regexp\") and write regexp.match(pattern, text) or regexp.replace(pattern, text, new)",
    ),
    (&["undefined", "NULL", "Null", "NONE", "Nil", "NaN"], "write None for no value"),
    (&["TRUE", "yes", "on"], "write True"),
    (&["FALSE", "no", "off"], "write False"),
    (
        &["toYaml", "toYAML", "to_yaml"],
        "load(\"@ytt:yaml\", \"yaml\") and write yaml.encode(x); to place a value in YAML no encoding is needed: `key: #@ x`",
    ),
    (&["fromYaml", "from_yaml"], "load(\"@ytt:yaml\", \"yaml\") and write yaml.decode(x)"),
    (
        &["toJson", "toJSON", "to_json", "JSON"],
        "load(\"@ytt:json\", \"json\") and write json.encode(x)",
    ),
    (&["fromJson", "from_json"], "load(\"@ytt:json\", \"json\") and write json.decode(x)"),
    (&["b64enc", "b64encode"], "load(\"@ytt:base64\", \"base64\") and write base64.encode(x)"),
    (&["b64dec", "b64decode"], "load(\"@ytt:base64\", \"base64\") and write base64.decode(x)"),
    (
        &["sha256sum", "md5sum"],
        "load(\"@ytt:sha256\", \"sha256\") and write sha256.sum(x); @ytt:md5 has md5.sum",
    ),
    (
        &["include", "tpl", "import", "template"],
        "load the file and call its function: load(\"helpers.lib.yml\", \"labels\"), then `labels: #@ labels()`",
    ),
    (&["default", "coalesce"], "write `x or \"default\"`, or set the default in the schema"),
    (&["required"], "annotate the data value with #@schema/required in the schema"),
    (&["trunc", "substr"], "write name[:63] for the first 63 characters"),
    (
        &["trimSuffix", "trimPrefix", "trimAll"],
        "it is a method of strings: x.removesuffix(\"-\"), x.removeprefix(\"-\"), x.strip(\"-\")",
    ),
    (
        &["hasPrefix", "hasSuffix"],
        "it is a method of strings: x.startswith(\"a\"), x.endswith(\"a\")",
    ),
    (&["hasKey", "contains", "has"], "write `\"key\" in x`"),
    (&["until", "untilStep", "seq"], "write range(3), or range(first, last + 1)"),
    (&["sortAlpha"], "write sorted(items)"),
    (&["add", "sub", "mul", "div", "mod"], "write a + b, a - b, a * b, a // b, a % b"),
    (
        &["merge", "mergeOverwrite", "deepCopy"],
        "copy a dict with dict(a), then update(b) it; overlay.apply(a, b) of @ytt:overlay merges YAML of functions",
    ),
    (
        &["quote", "squote"],
        "quotes are added where YAML needs them; json.encode(x) of @ytt:json writes them always",
    ),
    (&["printf", "sprintf"], "write \"%s-%d\" % (text, number) or \"{}-{}\".format(a, b)"),
    (&["ternary", "iif"], "write `a if condition else b`"),
    (&["lookup"], "templates cannot ask the cluster: give what they need as data values"),
    (
        &["indent", "nindent"],
        "nothing has to be indented: `key: #@ value()` places YAML where it belongs",
    ),
    (
        &["upper", "lower", "title", "trim", "replace", "split", "join"],
        "it is a method of strings: \"text\".upper(), .lower(), .strip(), .replace(a, b), .split(\",\"), \", \".join(items)",
    ),
    (&["eq", "ne", "lt", "le", "gt", "ge"], "write a == b, a != b, a < b, a <= b, a > b, a >= b"),
    (&["String", "string"], "write str(x)"),
    (&["Number", "parseInt", "integer", "number"], "write int(x) or float(x)"),
    (&["boolean", "Boolean"], "write bool(x)"),
    (&["length", "count", "size"], "write len(x)"),
    (&["append", "push"], "it is a method of lists: items.append(x)"),
    (&["console", "echo", "puts"], "write print(x); it goes to standard error"),
    (
        &["raise", "throw", "die", "error", "Error", "Exception", "ValueError"],
        "write fail(\"message\")",
    ),
    (&["otherwise", "elsif", "elseif"], "write `elif condition:`"),
    (
        &["endif", "endfor", "endfunction", "enddef", "fi", "done", "esac"],
        "every block is closed by `end`",
    ),
    (
        &["object", "super", "property"],
        "there are no classes: use functions, or `struct` of @ytt:struct",
    ),
];

/// Returns what to write instead of a word that starts a statement in another language.
pub(super) fn instead_of_statement(word: &str) -> Option<&'static str> {
    Some(match word {
        "import" | "from" => {
            "there is no import: write load(\"@ytt:json\", \"json\") for a built-in module, or load(\"helpers.star\", \"name\") for a file"
        }
        "class" => "there are no classes: use functions, or `struct` of @ytt:struct",
        "try" | "except" | "finally" | "catch" => {
            "errors are not caught by try: load(\"@ytt:assert\", \"assert\") and write assert.try_to(lambda: ...)"
        }
        "raise" | "throw" => "write fail(\"message\")",
        "assert" => {
            "write `if not condition:` and fail(\"message\"), or load(\"@ytt:assert\", \"assert\")"
        }
        "del" => "write items.pop(key) to remove an item of a dict or list",
        "with" => {
            "there is no `with`: give a part of the data values a name, `x = data.values.a`, and write x.b; data.read(\"name\") of @ytt:data gives the text of an input file"
        }
        "global" | "nonlocal" => {
            "a function cannot assign to names outside it: return the new value, or change a dict or list"
        }
        "yield" | "await" | "async" => "there are no generators: return a list",
        "is" => "write `==` instead of `is`, as in `x == None`",
        "switch" | "case" | "match" => "write if, elif and else",
        "var" | "let" | "const" | "set" | "local" | "my" => {
            "a variable is not declared: write `name = value`"
        }
        "function" | "func" | "fn" | "macro" | "sub" | "define" | "proc" => {
            "a function starts with `def name(parameters):` and is closed by `end`"
        }
        "elsif" | "elseif" | "elif" => "write `elif condition:`",
        "unless" => "write `if not condition:`",
        "foreach" | "range" => "write `for item in items:`, or `for i, item in enumerate(items):`",
        "print" | "echo" => "print is a function: write print(x)",
        "include" | "extends" | "block" => {
            "load the file and call its function: load(\"helpers.lib.yml\", \"labels\"), then labels()"
        }
        "new" => "there are no objects: use a dict, or `struct` of @ytt:struct",
        _ => return None,
    })
}
