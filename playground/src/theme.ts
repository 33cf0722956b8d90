// Light or dark: as the system says, until somebody chooses.
import { at } from "./dom";

const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");

function chosen(): string | null {
  try {
    return localStorage.getItem("theme");
  } catch {
    return null;
  }
}

const show = () => (root.dataset.theme = chosen() ?? (system.matches ? "dark" : "light"));
show();
system.onchange = show;

at("theme").onclick = () => {
  const next = root.dataset.theme === "dark" ? "light" : "dark";
  root.dataset.theme = next;
  try {
    localStorage.setItem("theme", next);
  } catch {
    // It holds until the page is left.
  }
};
