/**
 * A statement that each connection prepares once, under its name. Everything the service sends is one
 * of these: unprepared, a capture costs twice the time in the database. `npm run check` holds the names unique.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export function statement(name: string, text: string): Statement {
  return { name, text };
}
