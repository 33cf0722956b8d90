declare module "virtual:examples" {
  const examples: (import("./gallery").Example & { load(): Promise<Record<string, string>> })[];
  export default examples;
}

/** The output of wasm-bindgen for the page. */
declare module "*/yardstick_bg.js" {
  export function run(request: string): string;
  export function ask(request: string): string;
  export function __wbg_set_wasm(exports: WebAssembly.Exports): void;
}

declare module "*/imports.mjs" {
  export function imports(bindings: object, more?: Record<string, object>): WebAssembly.Imports;
}
