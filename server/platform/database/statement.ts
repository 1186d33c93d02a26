/**
 * A statement that each connection prepares once, under its name. The service sends only prepared statements:
 * unprepared, a capture takes twice the database time. `npm run check` ensures that the names are unique.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export function statement(name: string, text: string): Statement {
  return { name, text };
}
