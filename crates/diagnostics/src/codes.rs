//! The table of all diagnostic codes. Each has a stable number, a short name and a one-sentence summary.
//!
//! Reports print codes, and scripts and suppressions refer to them. A code therefore never changes its meaning, and a
//! retired number is never reused. `docs/errors.md` is generated from this table (the test `house` compares them), and
//! no other file spells a code as text. Numbers that start with 0 belong to rendering, those that start with 1 to
//! checking and to the schema bridges.

use std::fmt;

/// The stable identifier of a kind of problem, such as [`YAML_SYNTAX`]. It prints as `YS0101`.
#[derive(Clone, Copy)]
pub struct Code(&'static Entry);

/// A row of the table.
struct Entry {
    id: &'static str,
    name: &'static str,
    summary: &'static str,
}

impl Code {
    /// The identifier that reports print: `YS0101`.
    pub const fn id(self) -> &'static str {
        self.0.id
    }

    /// A short readable name: `yaml-syntax`.
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// Describes the problem in one sentence.
    pub const fn summary(self) -> &'static str {
        self.0.summary
    }

    /// True for problems of the YAML syntax itself.
    pub fn is_of_yaml(self) -> bool {
        [YAML_SYNTAX, DUPLICATE_KEY, NON_SCALAR_KEY].contains(&self)
    }

    /// True for problems of a value in a data values file.
    pub(crate) fn is_of_values(self) -> bool {
        [WRONG_TYPE, UNDECLARED_KEY, BROKEN_RULE, DATA_VALUES, REPEATED_KEY, DEPRECATED_VALUE]
            .contains(&self)
    }

    /// True if the problem is that something is missing. Such a problem has no place of its own in the file.
    pub fn is_absence(self) -> bool {
        [REQUIRED, DEPENDENT_REQUIRED].contains(&self)
    }

    /// The section of the documentation, relative to the folder `docs`: `errors.md#ys0101`.
    pub fn anchor(self) -> String {
        format!("errors.md#{}", self.id().to_lowercase())
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl Eq for Code {}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// Codes of the same part of the program.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The heading in the documentation.
    pub title: &'static str,
    /// What the codes have in common, in one sentence.
    pub summary: &'static str,
    /// The codes, ordered by number.
    pub codes: &'static [Code],
}

/// Defines a constant for each row, and the list of all groups.
macro_rules! table {
    ($($title:literal, $about:literal { $($constant:ident $id:literal $name:literal $summary:literal)* })*) => {
        $($(
            #[doc = $summary]
            pub const $constant: Code = Code(&Entry { id: $id, name: $name, summary: $summary });
        )*)*

        /// All codes, in groups.
        pub const GROUPS: &[Group] = &[
            $(Group { title: $title, summary: $about, codes: &[$($constant),*] }),*
        ];
    };
}

table! {
    "Command line", "What is wrong with the arguments, or with the run as a whole." {
        INVALID_ARGUMENT "YS0001" "invalid-argument" "A flag does not exist, or its value is not allowed."
        ARGUMENT_NOT_TEXT "YS0002" "argument-not-text" "An argument is not valid UTF-8."
        EXTRA_ARGUMENT "YS0003" "extra-argument" "The command does not take this argument, or not in this place."
        NOTHING_TO_CHECK "YS0004" "nothing-to-check" "There is nothing to check or to validate."
        TIMEOUT "YS0005" "timeout" "The run took longer than `--timeout` allows."
        NO_THREAD "YS0006" "no-thread" "The system could not start a thread."
        CANNOT_WATCH "YS0007" "cannot-watch" "`--watch` cannot be combined with this input or output."
        WATCH_FAILED "YS0008" "watch-failed" "The system could not watch an input for changes."
        RUN_FAILED "YS0009" "run-failed" "The run was aborted by a system error."
    }
    "YAML", "What is wrong with the text of a YAML file." {
        YAML_SYNTAX "YS0101" "yaml-syntax" "The file is not well-formed YAML."
        BYTE_ORDER_MARK "YS0102" "byte-order-mark" "The file starts with a byte order mark, which becomes part of its first word."
        NOT_JSON "YS0180" "not-json" "The documents cannot be written as JSON."
    }
    "Input and output", "What is wrong with input files, file marks, output files and output formats." {
        MISSING_FILE "YS0201" "missing-file" "An input file or directory does not exist or cannot be listed."
        NOT_A_FILE "YS0202" "not-a-file" "An input is neither a file nor a directory."
        FILE_ARGUMENT "YS0203" "file-argument" "The value of `-f` has more than one `=`."
        LINK_REFUSED "YS0205" "link-refused" "A symbolic link leads to a place that is not allowed."
        BROKEN_LINK "YS0206" "broken-link" "The target of a symbolic link does not exist."
        STDIN_TWICE "YS0207" "stdin-twice" "Two flags read standard input."
        UNREADABLE_FILE "YS0208" "unreadable-file" "The file cannot be read."
        DOWNLOAD "YS0209" "download" "A URL cannot be fetched."
        FILE_MARK "YS0210" "file-mark" "A file mark must have the form `path:key=value`."
        FILE_MARK_KEY "YS0211" "file-mark-key" "A file mark has a key that does not exist."
        FILE_MARK_VALUE "YS0212" "file-mark-value" "A file mark has a value that is not allowed."
        UNUSED_FILE_MARK "YS0213" "unused-file-mark" "A file mark matches no file."
        BULK_INPUT "YS0214" "bulk-input" "The JSON of `--bulk-in` does not have the expected form."
        OUTPUT_TYPE "YS0220" "output-type" "The output type does not exist."
        OUTPUT_OUTSIDE "YS0221" "output-outside" "An output path leaves the output directory."
        OUTPUT_CLASH "YS0222" "output-clash" "Two output files have the same path, or one is inside the other."
        OUTPUT_DIRECTORY "YS0223" "output-directory" "The output directory must not be emptied."
        OUTPUT_FAILED "YS0224" "output-failed" "An output file cannot be read or written."
        OUTPUT_TOO_LARGE "YS0226" "output-too-large" "The output would be too large."
        OUTPUT_TYPE_MISPLACED "YS0227" "output-type-misplaced" "The output type is only for data values schemas."
        SCHEMA_OUTPUT_TYPE "YS0228" "schema-output-type" "A data values schema needs another output type."
        UNKNOWN_PROPOSAL "YS0229" "unknown-proposal" "`--proposal` names a proposal that does not exist."
        SCHEMA_TEMPLATE_OUTPUT "YS0230" "schema-template-output" "`--schema-template` and `-o` exclude each other."
        NO_DATA_VALUES_SCHEMA "YS0231" "no-data-values-schema" "There is no data values schema."
        SCHEMA_DIFF_OUTPUT "YS0232" "schema-diff-output" "The changes of a schema cannot be written as JSON."
        NO_SCHEMA_TEMPLATE "YS0233" "no-schema-template" "The directory of `--schema-template` has no template."
        TEXT_LEFT_OUT "YS0234" "text-left-out" "Text templates are not printed to standard output."
        NOTHING_RENDERED "YS0235" "nothing-rendered" "A file is skipped because its name marks it as neither YAML nor a template."
        OUTPUT_READ "YS0239" "output-read" "The output directory is inside the input, so the next run reads it."
    }
    "Templates", "What is wrong with a template, or went wrong while it ran." {
        PLAIN_COMMENT "YS0301" "plain-comment" "A template has a comment that starts neither with `#@` nor with `#!`."
        TWO_VALUES "YS0302" "two-values" "A node has both a computed value and a YAML value."
        CODE_AFTER_END "YS0303" "code-after-end" "Code follows `*/end` where a node was expected."
        TEXT_TEMPLATE_SYNTAX "YS0304" "text-template-syntax" "A text template opens or closes code in the wrong place."
        ANNOTATION_NAME "YS0305" "annotation-name" "What follows `#@` cannot be the name of an annotation."
        OTHER_TEMPLATES "YS0306" "other-templates" "The file is written for another template engine."
        CODE_AS_TEXT "YS0307" "code-as-text" "Code inside plain text is printed, not run."
        BOOLEAN_KEY "YS0308" "boolean-key" "A key such as `on` or `n` is read as a boolean."
        DROPPED_TAG "YS0309" "dropped-tag" "A tag such as `!Ref` is not printed."
        CODE_SYNTAX "YS0310" "code-syntax" "Template code has a syntax error."
        CODE_FAILED "YS0311" "code-failed" "Template code failed."
        UNUSED_VALUE "YS0312" "unused-value" "A computed value is not used."
        UNREACHABLE_CODE "YS0313" "unreachable-code" "Lines of a function are never reached, or their result is dropped."
        IDLE_COMPARISON "YS0314" "idle-comparison" "A data value is compared with text that it can never equal."
        IDLE_CODE "YS0315" "idle-code" "Code on the same line as `|` or `>` is ignored."
        LOSSY_NUMBER "YS0316" "lossy-number" "A version without quotes is read as a number and printed differently."
        ITEM_IN_TEXT "YS0317" "item-in-text" "A list item is indented so deeply that it became text."
    }
    "Overlays", "What prevents an overlay from being applied." {
        OVERLAY_MISFIT "YS0401" "overlay-misfit" "The overlay and the document it applies to have different shapes."
        OVERLAY_COUNT "YS0402" "overlay-count" "The number of matched nodes is not as expected."
        OVERLAY_ARGUMENTS "YS0403" "overlay-arguments" "An overlay annotation has arguments that are not allowed."
        OVERLAY_FUNCTION "YS0404" "overlay-function" "A function given to an overlay annotation failed."
        APPENDED_TWIN "YS0405" "appended-twin" "An array item without `@overlay/match` is appended next to one with the same name."
        IGNORED_ARGUMENT "YS0406" "ignored-argument" "An overlay annotation has an argument that is ignored."
    }
    "Data values schemas", "What is wrong with a data values schema, or with values that it describes." {
        SCHEMA_BY_EXAMPLE "YS0501" "schema-by-example" "A data values schema is not valid."
        DATA_VALUES "YS0502" "data-values" "Data values do not match their schema."
        SCHEMA_ANNOTATION "YS0503" "schema-annotation" "An annotation of a schema is not valid."
        WRONG_TYPE "YS0504" "wrong-type" "A data value has a different type than its schema declares."
        UNDECLARED_KEY "YS0505" "undeclared-key" "A data value has a key that its schema does not declare."
        BROKEN_RULE "YS0510" "broken-rule" "A value breaks a rule."
        RULE_ANNOTATION "YS0511" "rule-annotation" "An annotation that declares rules is not valid."
        RULE_FAILED "YS0512" "rule-failed" "The condition of a rule failed, or reached a limit."
        VALUES_TOO_DEEP "YS0513" "values-too-deep" "Values are nested too deeply."
        RULE_SKIPPED "YS0514" "rule-skipped" "Rules were not run because their condition failed."
        DEPRECATED_VALUE "YS0520" "deprecated-value" "A deprecated data value is set."
        DEPRECATED_VALUES "YS0521" "deprecated-values" "Deprecated data values are set, and warnings count as errors."
        EXAMPLE_IGNORED "YS0523" "example-ignored" "An example does not match its node and is ignored."
        FOREIGN_SCHEMA "YS0524" "foreign-schema" "A data values schema is written like a JSON Schema."
        UNSUITABLE_RULE "YS0530" "unsuitable-rule" "A rule does not apply to the type of its value."
        UNSOUND_VALUE "YS0531" "unsound-value" "A default or an example of a schema breaks a rule."
        UNREACHABLE_PATTERN "YS0532" "unreachable-pattern" "A key pattern can never match."
        BOOLEAN_NAME "YS0561" "boolean-name" "A key of a schema is a boolean: a word such as `on` or `no` without quotes."
        AMBIGUOUS_ARGUMENT "YS0562" "ambiguous-argument" "The pair given to a rule can be read in two ways."
        OUTPUT_SCHEMA "YS0563" "output-schema" "An output document does not match its schema."
        OUTPUT_SCHEMA_UNUSED "YS0564" "output-schema-unused" "A schema given for output documents selects none of them."
    }
    "Libraries and data values", "What is wrong with libraries, data values, and the annotations that declare them." {
        LIBRARY_REFERENCE "YS0701" "library-reference" "A reference to a library is not well-formed."
        UNKNOWN_FILE_TYPE "YS0702" "unknown-file-type" "The type of the file cannot be evaluated."
        LOAD_CYCLE "YS0703" "load-cycle" "Files load each other in a cycle, or the chain of loads is too long."
        UNUSED_LIBRARY_VALUES "YS0704" "unused-library-values" "Data values or schemas for a library are not used."
        NOT_ON_DOCUMENT "YS0705" "not-on-document" "The annotation belongs on a document."
        REPEATED_ON_DOCUMENT "YS0706" "repeated-on-document" "A document has the same annotation twice."
        MIXED_DOCUMENTS "YS0707" "mixed-documents" "A file with data values or a schema has other documents."
        UNKNOWN_ANNOTATION "YS0708" "unknown-annotation" "The annotation does not exist."
        REPEATED_ANNOTATION "YS0709" "repeated-annotation" "A node has the same annotation twice."
        NOT_PLAIN_YAML "YS0710" "not-plain-yaml" "A file of plain values has annotations."
        VALUE_FILE "YS0711" "value-file" "`--data-value-file` names a directory."
        VALUE_FLAG "YS0712" "value-flag" "A flag for data values does not have the form `key=value`."
        VALUE_KEY "YS0713" "value-key" "The key of a data value names more than one library."
        LIBRARY_REF_COUNT "YS0714" "library-ref-count" "`@library/ref` needs exactly one argument."
        VALUES_ARGUMENT "YS0715" "values-argument" "`@data/values` has an argument that does not exist."
        VALUES_WITHOUT_LIBRARY "YS0716" "values-without-library" "`after_library_module` needs `@library/ref`."
        VALUES_ARGUMENT_TYPE "YS0717" "values-argument-type" "An argument of `@data/values` has the wrong type."
        LIBRARY_REF_TYPE "YS0719" "library-ref-type" "The argument of `@library/ref` is not a string."
        EVAL_ARGUMENT "YS0720" "eval-argument" "`library.eval` has an argument that does not exist."
        MISPLACED_ANNOTATION "YS0721" "misplaced-annotation" "The annotation does not belong to the value below it."
        REPEATED_KEY "YS0722" "repeated-key" "A map has a duplicate key; the last one wins."
        NO_EFFECT "YS0723" "no-effect" "The annotation has no effect where it is."
        VALUES_AS_DOCUMENT "YS0724" "values-as-document" "A values file is rendered as a document."
        NO_VARIABLES "YS0725" "no-variables" "No environment variable has the prefix of `--data-values-env`."
        RESOURCE_TWICE "YS0726" "resource-twice" "Two files define the same resource."
        JOINED_VALUES "YS0727" "joined-values" "A flag sets a data value to text that looks like several data values."
        TOOL_FILE "YS0728" "tool-file" "A configuration file of a tool is printed as a document."
        TEXT_FLAG "YS0729" "text-flag" "A flag that sets text replaces a boolean or a number."
    }
    "Checked documents", "What `check` finds in documents: one code for each keyword of YAML Schema." {
        DUPLICATE_KEY "YS1101" "duplicate-key" "A map has a duplicate key."
        NON_SCALAR_KEY "YS1102" "non-scalar-key" "A key is a map or an array."
        NOT_ITS_FORMAT "YS1103" "malformed-input" "The file is not well-formed JSON, JSON5, JSON Lines or TOML."
        TYPE "YS1110" "type" "The value has the wrong type."
        ENUM "YS1111" "enum" "The value is not one of the allowed values."
        CONST "YS1112" "const" "The value is not the allowed value."
        MIN_LENGTH "YS1120" "min-length" "The string is too short."
        MAX_LENGTH "YS1121" "max-length" "The string is too long."
        PATTERN "YS1122" "pattern" "The string does not match the pattern."
        CONTENT "YS1123" "content" "The string does not have the required content."
        MINIMUM "YS1130" "minimum" "The number is too small."
        MAXIMUM "YS1131" "maximum" "The number is too large."
        EXCLUSIVE_MINIMUM "YS1132" "exclusive-minimum" "The number is not above the bound."
        EXCLUSIVE_MAXIMUM "YS1133" "exclusive-maximum" "The number is not below the bound."
        MULTIPLE_OF "YS1134" "multiple-of" "The number is not a multiple of the given one."
        MIN_ITEMS "YS1140" "min-items" "The array has too few items."
        MAX_ITEMS "YS1141" "max-items" "The array has too many items."
        UNIQUE_ITEMS "YS1142" "unique-items" "The array contains a duplicate value."
        CONTAINS "YS1143" "contains" "Too few or too many items match."
        ITEMS "YS1144" "items" "The array has items that are not allowed."
        UNEVALUATED_ITEMS "YS1145" "unevaluated-items" "The array has items that no schema describes."
        REQUIRED "YS1150" "required" "A property is missing."
        ADDITIONAL_PROPERTIES "YS1151" "additional-properties" "A property is not allowed."
        UNEVALUATED_PROPERTIES "YS1152" "unevaluated-properties" "No schema describes the property."
        PROPERTY_NAMES "YS1153" "property-names" "A key is not a valid property name."
        MIN_PROPERTIES "YS1154" "min-properties" "The object has too few or too many properties."
        DEPENDENT_REQUIRED "YS1155" "dependent-required" "A property that another one requires is missing."
        ONE_OF "YS1160" "one-of" "The value does not match exactly one of the schemas."
        ANY_OF "YS1161" "any-of" "The value matches none of the schemas."
        NOT "YS1163" "not" "The value matches a schema that it must not match."
        NEVER "YS1165" "never" "No value is allowed here."
        FORMAT "YS1170" "format" "The value does not have the required format."
        TOO_MUCH_WORK "YS1180" "too-much-work" "Checking the document takes too much work."
        OTHER_KEYWORD "YS1190" "other" "The value breaks another rule of the schema."
    }
    "YAML Schema", "What is wrong with a schema that `check` uses, or how it finds one." {
        INVALID_SCHEMA "YS1200" "invalid-schema" "The schema is not a valid schema."
        UNREADABLE_SCHEMA "YS1201" "unreadable-schema" "The schema cannot be read."
        UNRESOLVED_REFERENCE "YS1202" "unresolved-reference" "A reference of the schema cannot be resolved."
        IMPOSSIBLE_SCHEMA "YS1203" "impossible-schema" "A part of the schema can never be satisfied."
        REFERENCE_CYCLE "YS1204" "reference-cycle" "A reference of the schema refers to itself."
        NO_SCHEMA "YS1210" "no-schema" "No schema applies to the file."
        CONFIGURATION "YS1220" "configuration" "The configuration or the catalog cannot be used."
        UNKNOWN_KEYWORD "YS1300" "unknown-keyword" "The schema uses a keyword that does not exist."
        UNKNOWN_FORMAT "YS1301" "unknown-format" "The schema names a format that is not checked."
        EMPTY_RANGE "YS1302" "empty-range" "Bounds of the schema exclude each other."
        IMPOSSIBLE_REQUIRED "YS1303" "impossible-required" "A required property is forbidden."
        REPEATED_ENUM "YS1304" "repeated-enum" "An enumeration lists a value twice."
        DATA_VALUES_SCHEMA "YS1305" "data-values-schema" "The schema is a data values schema."
        NO_KEYWORDS "YS1306" "no-keywords" "The schema has no keyword, so everything is valid."
        UNKNOWN_DIALECT "YS1307" "unknown-dialect" "`$schema` names an unknown dialect."
        SECOND_DOCUMENT "YS1308" "second-document" "The schema file has more than one document."
        EMPTY_SCHEMA "YS1309" "empty-schema" "The schema file is empty, so everything is valid."
        UNKNOWN_SETTING "YS1320" "unknown-setting" "The configuration has a key that does not exist."
        IGNORED_KEYWORD "YS1321" "ignored-keyword" "The schema's draft does not read this keyword."
        MISPLACED_KEYWORD "YS1322" "misplaced-keyword" "A rule applies to values that `type` does not allow."
        INVALID_EXAMPLE "YS1323" "invalid-example" "A default or an example breaks its own schema."
        UNDECLARED_REQUIRED "YS1325" "undeclared-required" "A required property is not declared, but one with a similar name is."
        UNUSED_SCHEMA "YS1326" "unused-schema" "Nothing refers to an additional schema."
    }
    "Projects", "What is wrong with a project file, or with a build of its targets." {
        NO_PROJECT "YS1400" "no-project" "There is no project file."
        PROJECT_FILE "YS1401" "project-file" "The project file cannot be used."
        UNKNOWN_TARGET "YS1402" "unknown-target" "The project has no such target."
        BUILD_STATE "YS1403" "build-state" "The build state could not be saved."
        GIT "YS1404" "git" "Git failed to list the changes."
        TEST_CASE "YS1405" "test-case" "A test case cannot be used."
        TEST_FAILED "YS1406" "test-failed" "The output is not what a test case expects."
        NOT_EMPTY "YS1407" "not-empty" "`new` needs a directory that does not exist or is empty."
        RESOURCE_LIST "YS1408" "resource-list" "Standard input is not a list of resources."
        LEFT_OUT "YS1409" "left-out" "`new --from` does not copy hidden or ignored files."
    }
    "Import and export", "What `schema import` and `schema export` cannot convert." {
        LOSSY "YS1310" "lossy" "A part of the schema is lost in the other format."
        WORTH_KNOWING "YS1311" "changed-meaning" "Part of the schema has a different meaning in the other format."
        UNUSABLE_SCHEMA "YS1312" "unusable-schema" "The schema cannot be imported."
        UNUSABLE_REFERENCE "YS1313" "unusable-reference" "A reference of the imported schema cannot be resolved, or refers to another file."
        SCHEMA_TOO_LARGE "YS1314" "schema-too-large" "The imported schema is too large."
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn all() -> impl Iterator<Item = Code> {
        GROUPS.iter().flat_map(|group| group.codes.iter().copied())
    }

    #[test]
    fn codes_have_four_digits_and_are_in_order() {
        for group in GROUPS {
            assert!(group.codes.is_sorted_by_key(|code| code.id()), "{}", group.title);
        }
        for code in all() {
            let digits = code.id().strip_prefix("YS").unwrap_or_default();
            assert!(digits.len() == 4 && digits.bytes().all(|c| c.is_ascii_digit()), "{code}");
        }
    }

    #[test]
    fn codes_and_names_are_unique() {
        let (mut ids, mut names) = (HashSet::new(), HashSet::new());
        for code in all() {
            assert!(ids.insert(code.id()) && names.insert(code.name()), "{code} {}", code.name());
            assert!(code.name().bytes().all(|c| c == b'-' || c.is_ascii_lowercase()), "{code}");
            assert!(code.summary().ends_with('.'), "{code}");
        }
    }
}
