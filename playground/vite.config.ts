// Builds the page, with the projects of the gallery in it.
import { defineConfig, type Plugin } from "vite";
import { shipped, tutorial } from "./examples.mjs";

/** `virtual:examples` lists them; the files of each are a module of their own, loaded when somebody chooses it. */
function examples(): Plugin {
  const list = "virtual:examples";
  return {
    name: "examples",
    resolveId: (source) => (source.startsWith(list) ? `\0${source}` : undefined),
    load(source) {
      if (!source.startsWith(`\0${list}`)) return undefined;
      const all = [...shipped(), ...tutorial()];
      const name = source.slice(list.length + 2);
      if (name) return `export default ${JSON.stringify(all.find((one) => one.name === name)!.files)}`;
      const listed = all.map(({ files, ...one }) => {
        const about = JSON.stringify({ ...one, paths: Object.keys(files) });
        return `{ ...${about}, load: () => import("${list}/${one.name}").then((one) => one.default) }`;
      });
      return `export default [${listed.join(",\n")}]`;
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [examples()],
  worker: { format: "es" },
  build: { target: "es2022", chunkSizeWarningLimit: 1000, assetsInlineLimit: 0 },
});
