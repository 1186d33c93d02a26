/**
 * A statement that each connection prepares once, under its name. The service sends only prepared statements:
 * unprepared, a capture takes twice the database time. `npm run check` ensures that the names are unique.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** How a shared transaction treats it; left out, it is sent as it is. */
  readonly sharing?: Sharing;
  /** How several that arrive together are sent, if each is a transaction of its own; left out, one by one. */
  readonly grouping?: Grouping;
}

/** How several pieces of work that share a transaction send the statement: see shared-transaction.ts. */
export interface Sharing {
  /** The same values have the same result, however often they are sent, so they are sent once. */
  readonly once?: true;
  /** The statement that does the same for many. */
  readonly many?: Many;
  /**
   * It writes all columns of a row that the transaction has locked. So of several of one row only the last is sent, as
   * late as possible. Its result must not be awaited.
   */
  readonly replaces?: { readonly table: string; readonly key: number };
  /** The tables that its result depends on; left out, all of them. What was not sent yet of these is sent before. */
  readonly tables?: readonly string[];
}

export interface Many {
  readonly statement: Statement;
  /** Its values after the organization, from those of each. */
  values(all: readonly (readonly unknown[])[]): unknown[];
  /** The column of its rows that says whose they are, and the value of each that it is equal to. */
  readonly by?: readonly [column: string, value: number];
}

/** How statements of several requests, also of different organizations, are sent as one: see grouped-statements.ts. */
export interface Grouping {
  /**
   * Does the same for many. Its rows have the column `place`, which is whose they are, counted from 1, and `left_for`:
   * `alone` if the statement has to be sent on its own, and `again` if its transaction has to be run again.
   */
  readonly statement: Statement;
  values(all: readonly (readonly unknown[])[]): unknown[];
  /** What two that are sent together must not have in common. */
  locks?(values: readonly unknown[]): readonly string[];
  /** What it locks until it is done, however many of the same are sent with it: the others wait for their turn. */
  turn?(values: readonly unknown[]): string;
}

export type GroupedStatement = Statement & { readonly grouping: Grouping };

export function isGrouped(statement: Statement): statement is GroupedStatement {
  return statement.grouping !== undefined;
}

/** What PostgreSQL keeps of a name. A longer one would be the same as another that begins like it. */
const MAX_NAME = 63;

export function statement(name: string, text: string, sharing?: Sharing): Statement {
  if (name.length > MAX_NAME) throw new TypeError(`The name of the statement ${name} is too long.`);
  return sharing === undefined ? { name, text } : { name, text, sharing };
}

export function groupedStatement(name: string, text: string, grouping: Grouping): GroupedStatement {
  return { ...statement(name, text), grouping };
}

/** The form for many of a statement that takes a list anyway, as JSON after the organization, and returns nothing. */
export function sameForMany(of: () => Statement): Many {
  return {
    get statement() {
      return of();
    },
    values: joinLists,
  };
}

/** One list of the lists, each given as JSON after the organization. */
export function joinLists(all: readonly (readonly unknown[])[]): [string] {
  return [`[${all.map(([, list]) => String(list).slice(1, -1)).join()}]`];
}
