export interface Example {
  name: string;
  title: string;
  about: string;
  command: string;
  files: Record<string, string>;
}
export function shipped(): Example[];
export function tutorial(): Example[];
