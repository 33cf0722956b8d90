declare module "virtual:examples" {
  const examples: { name: string; title: string; command: string; files: Record<string, string> }[];
  export default examples;
}
