// A form generated from the exported JSON Schema: one field per value, saved to a values file as YAML (JSON is YAML).
import { element } from "./dom";

type Schema = any;

export class Form {
  private values: any;
  private count = 0;

  constructor(
    private root: Schema,
    values: any,
    private changed: (values: any) => void,
  ) {
    this.values = values ?? {};
  }

  render(): HTMLElement {
    const form = element("form", { class: "form", "aria-label": "Data values" });
    form.addEventListener("submit", (event) => event.preventDefault());
    form.append(this.node(this.root, [], "Data values", false));
    return form;
  }

  private resolve(schema: Schema): Schema {
    let current = schema;
    for (let depth = 0; depth < 20 && typeof current?.$ref === "string"; depth++) {
      const pointer = current.$ref.replace(/^#\/?/, "").split("/").filter(Boolean);
      let target = this.root;
      for (const piece of pointer) target = target?.[decodeURIComponent(piece).replace(/~1/g, "/").replace(/~0/g, "~")];
      const { $ref: _, ...beside } = current;
      current = { ...target, ...beside };
    }
    return current ?? {};
  }

  private get(path: (string | number)[]): any {
    return path.reduce((value, key) => value?.[key], this.values);
  }

  private set(path: (string | number)[], value: any) {
    if (path.length === 0) this.values = value ?? {};
    let at = this.values;
    path.forEach((key, index) => {
      if (index === path.length - 1) {
        if (value === undefined) delete at[key];
        else at[key] = value;
      } else {
        at[key] ??= typeof path[index + 1] === "number" ? [] : {};
        at = at[key];
      }
    });
    this.changed(this.values);
  }

  private node(given: Schema, path: (string | number)[], label: string, required: boolean): HTMLElement {
    const schema = this.resolve(given);
    const kinds: string[] = [schema.type ?? []].flat().filter((kind: string) => kind !== "null");
    const choices = (schema.oneOf ?? schema.anyOf ?? []).map((one: Schema) => this.resolve(one)).filter((one: Schema) => one.type !== "null");
    if (kinds.length === 0 && choices.length > 0 && schema.properties === undefined) {
      return this.choice(schema, choices, path, label, required);
    }
    if (Object.keys(schema.properties ?? {}).length) return this.map(schema, path, label);
    if (kinds[0] === "array" || schema.items) return this.list(schema, path, label);
    return this.field(schema, kinds, path, label, required);
  }

  private map(schema: Schema, path: (string | number)[], label: string): HTMLElement {
    const set = element("fieldset", {}, element("legend", {}, label));
    if (schema.description) set.append(element("p", { class: "hint" }, schema.description));
    const required: string[] = schema.required ?? [];
    for (const [key, child] of Object.entries<Schema>(schema.properties)) {
      set.append(this.node(child, [...path, key], child.title ?? key, required.includes(key)));
    }
    return set;
  }

  private list(schema: Schema, path: (string | number)[], label: string): HTMLElement {
    const set = element("fieldset", {}, element("legend", {}, label));
    if (schema.description) set.append(element("p", { class: "hint" }, schema.description));
    const items = element("div");
    const draw = () => {
      const values: any[] = this.get(path) ?? schema.default ?? [];
      items.replaceChildren(
        ...values.map((_, index) => {
          const remove = element("button", { type: "button", "aria-label": `Remove item ${index + 1} of ${label}` }, "Remove");
          remove.onclick = () => {
            this.set(path, values.filter((_, other) => other !== index));
            draw();
          };
          return element("div", { class: "item" }, this.node(schema.items ?? {}, [...path, index], `${label} ${index + 1}`, false), remove);
        }),
      );
    };
    draw();
    const add = element("button", { type: "button" }, `Add to ${label}`);
    add.onclick = () => {
      const values: any[] = this.get(path) ?? schema.default ?? [];
      this.set(path, [...values, this.empty(schema.items ?? {})]);
      draw();
    };
    set.append(items, add);
    return set;
  }

  private choice(schema: Schema, choices: Schema[], path: (string | number)[], label: string, required: boolean): HTMLElement {
    const set = element("fieldset", {}, element("legend", {}, label));
    const select = element("select", { "aria-label": `Kind of ${label}` });
    choices.forEach((one, index) => select.append(element("option", { value: String(index) }, one.title ?? (([one.type ?? []].flat().join(" or ") || `choice ${index + 1}`)))));
    const body = element("div");
    const draw = () => body.replaceChildren(this.node({ ...choices[Number(select.value)], description: schema.description }, path, label, required));
    select.onchange = () => {
      this.set(path, this.empty(choices[Number(select.value)]));
      draw();
    };
    draw();
    set.append(select, body);
    return set;
  }

  private empty(given: Schema): any {
    const schema = this.resolve(given);
    if (schema.default !== undefined) return structuredClone(schema.default);
    const kind = [schema.type ?? []].flat()[0];
    return kind === "object" || schema.properties ? {} : kind === "array" ? [] : kind === "boolean" ? false : kind === "integer" || kind === "number" ? 0 : "";
  }

  private field(schema: Schema, kinds: string[], path: (string | number)[], label: string, required: boolean): HTMLElement {
    const id = `field-${this.count++}`;
    const given = this.get(path);
    const shown = given === undefined ? schema.default : given;
    const options: any[] | undefined = schema.enum?.filter((one: any) => one !== null);
    let input: HTMLInputElement | HTMLSelectElement;
    if (options) {
      input = element("select", { id });
      const texts = options.map((option) => JSON.stringify(option));
      input.append(element("option", { value: "" }, ""), ...options.map((option, index) => element("option", { value: texts[index] }, String(option))));
      input.value = shown === undefined || shown === null ? "" : JSON.stringify(shown);
      input.onchange = () => this.set(path, input.value === "" ? undefined : JSON.parse(input.value));
    } else if (kinds[0] === "boolean") {
      const box = element("input", { id, type: "checkbox" });
      box.checked = shown === true;
      box.onchange = () => this.set(path, box.checked);
      input = box;
    } else {
      const isNumber = kinds[0] === "integer" || kinds[0] === "number";
      const secret = schema.writeOnly || schema.format === "password";
      const box = element("input", { id, type: secret ? "password" : "text", inputmode: isNumber ? "decimal" : "text", autocomplete: "off" });
      if (kinds[0] === "object") box.placeholder = '{"KEY": "value"}';
      box.value = shown === undefined || shown === null ? "" : typeof shown === "object" ? JSON.stringify(shown) : String(shown);
      box.oninput = () => {
        const text = box.value;
        const asNumber = Number(text);
        if (isNumber) this.set(path, text.trim() === "" ? undefined : Number.isNaN(asNumber) ? text : asNumber);
        else if (kinds.length === 0 || kinds[0] === "object") this.set(path, loose(text));
        else this.set(path, text);
      };
      input = box;
    }
    const mark = required ? element("span", { class: "required", title: "must be given" }, " *") : "";
    const field = element("div", { class: "field", "data-path": path.join(".") }, element("label", { for: id }, label, mark), input);
    if (schema.description) field.append(element("p", { class: "hint" }, schema.description));
    field.append(element("p", { class: "problem", role: "alert" }));
    return field;
  }
}

function loose(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
