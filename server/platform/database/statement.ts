/**
 * A statement that each connection prepares once, under its name. The service sends only prepared statements:
 * unprepared, a capture takes twice the database time. `npm run check` ensures that the names are unique.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** What PostgreSQL keeps of a name. A longer one would be the same as another that begins like it. */
const MAX_NAME = 63;

export function statement(name: string, text: string): Statement {
  if (name.length > MAX_NAME) throw new TypeError(`The name of the statement ${name} is too long.`);
  return { name, text };
}
