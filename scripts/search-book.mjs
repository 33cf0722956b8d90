// Checks that the search of the book, run as on its page, finds the words that people use: `node
// scripts/search-book.mjs BOOK [WORD...]`. Each word must lead to a page that explains it, among the first results.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import vm from "node:vm";

// The words that a reader types, with the pages that answer.
const WORDS = {
  merge: ["merging-values", "overlays"],
  override: ["merging-values", "values", "overlays"],
  optional: ["required-input", "schema", "templates"],
  enum: ["yaml-schema", "rules"],
  secret: ["secrets", "schema"],
  default: ["schema", "merging-values", "required-input"],
  required: ["required-input", "yaml-schema-objects", "schema"],
  template: ["templates", "04-template"],
  overlay: ["overlays", "05-overlay", "overlay-recipes"],
  null: ["merging-values", "schema", "yaml-schema"],
  list: ["starlark", "yaml-schema-arrays", "schema", "merging-values", "glossary"],
  helm: ["from-helm-values", "deployment-tools"],
  "environment variable": ["merging-values", "secrets", "glossary"],
  "exit code": ["command", "glossary"],
  install: ["install"],
  editor: ["editors", "09-editor"],
  loop: ["templates", "starlark"],
  function: ["templates", "starlark", "rules"],
  conditional: ["templates", "glossary"],
  include: ["templates", "files", "glossary"],
  import: ["bridges", "files", "from-json-schema", "glossary"],
  kustomize: ["deployment-tools", "glossary"],
  "argo cd": ["deployment-tools"],
  "json schema": ["from-json-schema", "check", "bridges", "yaml-schema"],
  crd: ["bridges", "check", "schema", "glossary", "from-json-schema"],
  openapi: ["bridges", "schema", "rules"],
  kubernetes: ["check", "schema", "deployment-tools"],
  "validation error": ["03-a-mistake", "errors", "rules", "command", "schema"],
  "error code": ["errors", "command"],
  warning: ["warnings", "command"],
  windows: ["install", "errors"],
  offline: ["check", "glossary"],
  proxy: ["check", "glossary"],
  docker: ["install"],
  container: ["install", "overlay-recipes"],
  homebrew: ["install"],
  upgrade: ["install"],
  ytt: ["from-ytt", "compatibility", "install"],
  migrate: ["from-ytt", "from-helm-values", "glossary"],
  "github actions": ["ci"],
  gitlab: ["ci", "check", "command"],
  "pre-commit": ["pre-commit"],
  test: ["testing-a-package", "test-cases"],
  environment: ["07-environments", "projects", "merging-values"],
  array: ["yaml-schema-arrays", "schema", "overlays", "merging-values", "bridges"],
  map: ["schema", "overlays", "merging-values", "starlark", "yaml-schema-objects"],
  "regular expression": ["rules", "yaml-schema-scalars", "modules-formats", "schema"],
  base64: ["modules-formats", "rules", "secrets"],
  comment: ["templates", "glossary", "command", "fmt"],
  "string interpolation": ["templates", "glossary"],
  password: ["secrets", "schema"],
  prefix: ["rules", "merging-values", "command", "glossary", "flags"],
  "dry run": ["glossary", "command"],
  diff: ["command", "schema", "07-environments"],
  watch: ["command"],
  format: ["rules", "yaml-schema-scalars", "command", "check"],
  autocomplete: ["editors", "glossary"],
  "language server": ["editors"],
  deprecated: ["schema", "annotations"],
  union: ["check", "schema", "glossary", "either-or-sections"],
  performance: ["performance"],
  security: ["security"],
  sarif: ["check", "ci", "command"],
  timeout: ["command", "limits", "check"],
};

const [book, ...asked] = process.argv.slice(2);
const find = (pattern) => join(book, readdirSync(book).find((name) => pattern.test(name)));
const page = vm.createContext({ search: {} });
page.window = page;
for (const script of [/^elasticlunr.*\.js$/, /^searchindex.*\.js$/]) {
  vm.runInContext(readFileSync(find(script), "utf8"), page);
}
const { index: data, doc_urls: urls, search_options: options } = page.search;
const index = page.elasticlunr.Index.load(data);

let failures = 0;
for (const word of asked.length ? asked : Object.keys(WORDS)) {
  const results = index.search(word, options).slice(0, 10).map(({ ref }) => urls[ref]);
  const name = (url) => url.replace(/#.*/, "").replace(/\.html$/, "").replace(/.*\//, "");
  const wanted = WORDS[word];
  const rank = wanted ? results.findIndex((url) => wanted.includes(name(url))) : 0;
  if (rank < 0 || !results.length) failures += 1;
  console.log(`${rank < 0 ? "MISSING " : ""}${word}: ${results.slice(0, 3).join(", ")}`);
}
console.log(`${Object.keys(WORDS).length} words`);
if (failures) {
  console.error(`${failures} words lead to no page that explains them`);
  process.exit(1);
}
