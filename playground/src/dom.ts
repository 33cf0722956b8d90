// Small helpers to create and find elements.
export const at = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;

export const element = <K extends keyof HTMLElementTagNameMap>(name: K, attributes: Record<string, string> = {}, ...children: (Node | string)[]) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

export const button = (label: string, attributes: Record<string, string>, clicked: () => void) => {
  const made = element("button", { type: "button", ...attributes }, label);
  made.onclick = clicked;
  return made;
};

/** Replaces only the children of a parent that differ, so that the focused element keeps the focus. */
export function update(parent: HTMLElement, children: HTMLElement[]) {
  const old = [...parent.children];
  children.forEach((child, index) => {
    const before = old[index];
    if (!before) parent.append(child);
    else if (before.outerHTML !== child.outerHTML) before.replaceWith(child);
  });
  for (const rest of old.slice(children.length)) rest.remove();
}

/** Lets arrow keys move between the tabs of a list. The Tab key reaches only the selected one. */
export function tabKeys(list: HTMLElement, choose: (tab: HTMLElement) => void) {
  list.addEventListener("keydown", (event) => {
    const tabs = [...list.querySelectorAll<HTMLElement>("[role=tab]")];
    const here = tabs.indexOf(event.target as HTMLElement);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const next = event.key === "Home" ? 0 : event.key === "End" ? tabs.length - 1 : step === undefined ? -1 : (here + step + tabs.length) % tabs.length;
    if (here === -1 || next === -1) return;
    event.preventDefault();
    choose(tabs[next]);
  });
}

/** Asks for one line of text in a dialog. Returns undefined if the user closes the dialog. */
export function askName(title: string, value: string, accept: string, check: (name: string) => string): Promise<string | undefined> {
  const input = element("input", { value, spellcheck: "false", autocomplete: "off", "aria-label": title, "aria-describedby": "name-problem" });
  const problem = element("p", { class: "problem", id: "name-problem", role: "alert" });
  const dialog = element("dialog", { class: "small", "aria-label": title });
  const form = element("form", {}, element("h2", {}, title), input, problem);
  form.append(element("div", { class: "buttons" }, button("Cancel", {}, () => dialog.close()), element("button", { class: "primary" }, accept)));
  let answer: string | undefined;
  form.onsubmit = (event) => {
    event.preventDefault();
    const name = input.value.trim();
    problem.textContent = check(name);
    if (problem.textContent) return input.focus();
    answer = name;
    dialog.close();
  };
  dialog.append(form);
  document.body.append(dialog);
  dialog.showModal();
  input.setSelectionRange(value.lastIndexOf("/") + 1, value.lastIndexOf(".") > 0 ? value.lastIndexOf(".") : value.length);
  return new Promise((resolve) => {
    dialog.onclose = () => {
      dialog.remove();
      resolve(answer);
    };
  });
}
