import assert from "node:assert/strict";
import { homedir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { expandPath, isShown, isTextTemplate } from "../src/settings";

test("a path may start at home or in the folder", () => {
  assert.equal(expandPath("yardstick", undefined), "yardstick");
  assert.equal(expandPath("  ", "/w"), "yardstick");
  assert.equal(expandPath("~/bin/yardstick", undefined), join(homedir(), "bin/yardstick"));
  assert.equal(expandPath("${workspaceFolder}/bin/yardstick", "/w"), "/w/bin/yardstick");
});

test("diagnostics below the chosen severity are hidden", () => {
  const shown = (minimum: Parameters<typeof isShown>[1]) => [0, 1, 2, 3].filter((severity) => isShown(severity, minimum));
  assert.deepEqual(shown("error"), [0]);
  assert.deepEqual(shown("warning"), [0, 1]);
  assert.deepEqual(shown("hint"), [0, 1, 2, 3]);
});

test("text with code is a text template", () => {
  assert.ok(isTextTemplate("/a/motd.txt", "Hello (@= name @)!"));
  assert.ok(!isTextTemplate("/a/motd.txt", "Hello @) (@"));
  assert.ok(!isTextTemplate("/a/motd.md", "Hello (@= name @)!"));
});
