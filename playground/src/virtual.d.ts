declare module "virtual:examples" {
  const examples: (import("./gallery").Example & { load(): Promise<Record<string, string>> })[];
  export default examples;
}
