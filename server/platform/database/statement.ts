/**
 * A statement that each connection prepares once, under its name. Everything the service sends is one
 * of these: unprepared, a capture costs twice the time in the database.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

const names = new Set<string>();

export function statement(name: string, text: string): Statement {
  if (names.has(name)) throw new Error(`Two statements are named ${name}`);
  names.add(name);
  return { name, text };
}
