// The JavaScript functions that the engine imports.

/**
 * @param {object} bindings the output of wasm-bindgen
 * @param {Record<string, object>} more other modules
 * @returns {any}
 */
export function imports(bindings, more = {}) {
  // Objects stay in JavaScript (see split-engine.mjs). The first indexes are taken: 1024 for a stack, 4 for constants.
  const references = { __wbindgen_externref_statics_end: () => 1028 };
  return { "./yardstick_bg.js": bindings, __wbindgen_externref_xform__: references, ...more };
}
