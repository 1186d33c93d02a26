/**
 * A statement that each connection prepares once, under its name. Everything the service sends is one
 * of these: unprepared, a capture costs twice the time in the database.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

const statements = new Map<string, Statement>();

export function statement(name: string, text: string): Statement {
  if (statements.has(name)) throw new Error(`Two statements are named ${name}`);
  const made = { name, text };
  statements.set(name, made);
  return made;
}

/** Every statement of the modules that are loaded. */
export function preparedStatements(): Statement[] {
  return [...statements.values()];
}
