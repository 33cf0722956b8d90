// The light or dark theme: that of the system, until the user chooses one.
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
    // The choice then lasts until the page is closed.
  }
};
