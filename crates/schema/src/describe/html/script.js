(() => {
  "use strict";
  const get = (id) => document.getElementById(id);
  const root = document.documentElement;

  // Light and dark: what the system says, until the reader says something else.
  const remembered = (() => { try { return localStorage.getItem("theme"); } catch { return null; } })();
  if (remembered === "light" || remembered === "dark") root.dataset.theme = remembered;
  get("page:theme").addEventListener("click", () => {
    const isDark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
    try { localStorage.setItem("theme", root.dataset.theme); } catch { /* Not remembered, then. */ }
  });

  // The tree starts closed where it would push the values off a small screen.
  const tree = get("page:tree");
  if (matchMedia("(max-width: 760px)").matches) tree.open = false;

  // Search: every word has to be in a field; fields above a match stay in the tree.
  const search = get("page:search");
  const count = get("page:count");
  const sections = [...document.querySelectorAll("main > .datavalue")];
  const texts = sections.map((section) => section.textContent.toLowerCase());
  const leaves = new Map([...document.querySelectorAll("nav li[data-for]")].map((item) => [item.dataset.for, item]));
  const others = document.querySelectorAll(".introduction, .values-file");
  const apply = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const isSearching = words.length > 0;
    let found = 0;
    for (const item of leaves.values()) item.hidden = isSearching;
    sections.forEach((section, at) => {
      const isMatch = words.every((word) => texts[at].includes(word));
      section.hidden = !isMatch;
      if (!isMatch) return;
      found += 1;
      for (let item = leaves.get(section.id); item; item = item.parentElement.closest("li[data-for]")) item.hidden = false;
    });
    others.forEach((other) => { other.hidden = isSearching; });
    get("page:nothing").hidden = !isSearching || found > 0;
    count.textContent = isSearching ? `${found} of ${sections.length}` : "";
  };
  search.addEventListener("input", apply);
  const clear = () => { search.value = ""; apply(); };
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLInputElement;
    if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey) { event.preventDefault(); search.focus(); }
    if (event.key === "Escape" && event.target === search) clear();
  });
  // A link leads to its section even while a search hides it.
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a[href^='#']");
    if (!link) return;
    const target = get(decodeURIComponent(link.hash.slice(1)));
    if (target && target.hidden) clear();
  });

  // The tree marks the section that is being read.
  if ("IntersectionObserver" in window) {
    let here = null;
    const observer = new IntersectionObserver((entries) => {
      const entry = entries.find((one) => one.isIntersecting);
      const link = entry && leaves.get(entry.target.id)?.querySelector("a");
      if (!link) return;
      here?.classList.remove("here");
      link.classList.add("here");
      here = link;
    }, { rootMargin: "-64px 0px -75% 0px" });
    sections.forEach((section) => observer.observe(section));
  }

  for (const button of document.querySelectorAll(".copy")) {
    const text = button.parentElement.querySelector("code").textContent;
    button.addEventListener("click", async () => {
      const done = (word) => { button.textContent = word; setTimeout(() => { button.textContent = "Copy"; }, 2000); };
      try {
        await navigator.clipboard.writeText(text);
        done("Copied");
      } catch {
        // Pages opened from a disk may not reach the clipboard: select the text instead.
        getSelection().selectAllChildren(button.parentElement.querySelector("code"));
        done(document.execCommand("copy") ? "Copied" : "Press Ctrl+C");
      }
    });
  }
})();
