// What the engine of the page asks of JavaScript.

/**
 * @param {object} bindings what wasm-bindgen wrote
 * @param {Record<string, object>} more other modules
 * @returns {any}
 */
export function imports(bindings, more = {}) {
  // Objects are kept in JavaScript (see split-engine.mjs), where the first numbers are taken: 1024 for a stack, four for constants.
  const references = { __wbindgen_externref_statics_end: () => 1028 };
  return { "./yardstick_bg.js": bindings, __wbindgen_externref_xform__: references, ...more };
}
