/** A field of a request: its name, its kind, what it is, whether it is required (1), and its values. */
export type FieldRow = readonly [
  name: string,
  kind: string,
  text: string,
  required?: number,
  values?: readonly unknown[],
];

/** A command that is one operation of the API. Short, because it is loaded at every start. */
export interface CommandRow {
  /** As it is typed: `leads create`. */
  name: string;
  method: string;
  path: string;
  summary: string;
  effect: string;
  scopes: string;
  /** The command that undoes it. */
  undo?: string;
  /** For a list: how many items a page can have. */
  list?: number;
  stream?: number;
  /** Whether its response is a file. */
  download?: number;
  /** The media types of the file that it sends. */
  file?: readonly string[];
  query?: readonly FieldRow[];
  body?: readonly FieldRow[];
}

/** An option or a field, as the parser and the help know it. */
export interface Option {
  /** As it is typed, without dashes: `service-needed`, `location.city`. */
  flag: string;
  /** As the API has it: `service_needed`. */
  name: string;
  /** `string`, `time`, `integer`, `number`, `boolean`, `object` or `any`, `[]` for a list, `?` if it can be null. */
  kind: string;
  text: string;
  isRequired: boolean;
  values: readonly string[];
  /** What the value is called in the help. */
  value?: string;
}

export function optionOf([name, kind, text, required, values = []]: FieldRow): Option {
  return {
    flag: flagOf(name),
    name,
    kind,
    text,
    isRequired: required === 1,
    values: values.map(String),
  };
}

export function flagOf(name: string): string {
  return name.replaceAll('_', '-');
}

/** The names of the ids in the path. */
export function idsOf({ path }: CommandRow): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name.toUpperCase());
}
