// The gallery: the examples of the repository and the pages of the tutorial, each with a description and its files.
import { element } from "./dom";

export interface Example {
  name: string;
  title: string;
  about: string;
  command: string;
  paths: string[];
}

export function showGallery(examples: Example[], chosen: (name: string) => void) {
  const dialog = element("dialog", { class: "gallery", "aria-labelledby": "gallery-title" });
  const close = element("button", { type: "button", "aria-label": "Close" }, "✕");
  close.onclick = () => dialog.close();
  const search = element("input", { type: "search", placeholder: "Find an example…", "aria-label": "Find an example" });
  const body = element("div", { class: "cards" });
  const draw = () => {
    const sought = search.value.toLowerCase().split(/\s+/);
    const isFound = (one: Example) => sought.every((word) => `${one.title} ${one.about} ${one.command} ${one.paths.join(" ")}`.toLowerCase().includes(word));
    const isTutorial = (one: Example) => one.name.startsWith("tutorial-");
    const found = examples.filter(isFound);
    const part = (title: string, some: Example[]) => (some.length ? [element("h3", {}, title), element("ul", {}, ...some.map(card))] : []);
    body.replaceChildren(...part("Tutorial, step by step", found.filter(isTutorial)), ...part("Projects", found.filter((one) => !isTutorial(one))));
    if (!found.length) body.replaceChildren(element("p", { class: "empty" }, "No example has these words."));
  };
  const card = (one: Example) => {
    const made = element("button", { type: "button", class: "card", "data-name": one.name }, element("strong", {}, one.title.replace(/^Tutorial: /, "")));
    if (one.about) made.append(element("span", {}, one.about));
    made.append(element("code", {}, `yardstick ${one.command}`));
    made.onclick = () => {
      dialog.close();
      chosen(one.name);
    };
    return element("li", {}, made);
  };
  search.oninput = draw;
  draw();
  dialog.append(element("header", {}, element("h2", { id: "gallery-title" }, "Examples"), search, close), body);
  dialog.onclick = (event) => event.target === dialog && dialog.close();
  dialog.onclose = () => dialog.remove();
  document.body.append(dialog);
  dialog.showModal();
  search.focus();
}
