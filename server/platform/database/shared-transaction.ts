import type { Actor } from '../events/event.ts';
import { type Statement, statement } from './statement.ts';
import type { Tx } from './transaction.ts';

/**
 * By default a connection plans the first five calls of a statement each time. Statements of many rows are called
 * rarely, so these were a tenth of the database's time; and their plans do not depend on the values.
 */
const planOnce = statement('plan_once', 'set local plan_cache_mode = force_generic_plan');

interface Query {
  values: readonly unknown[];
  resolve(rows: unknown[] | Promise<unknown[]>): void;
}

interface Group {
  statement: Statement;
  queries: Query[];
}

/** One of the pieces of work. */
interface Member {
  /** The group of its last statement. Its next one comes after it. */
  last: number;
  /** The last row that it wrote, not sent yet: it may write it again. */
  held: { statement: Statement; values: readonly unknown[] } | null;
}

/**
 * A transaction that several pieces of work share that do not depend on each other: none reads or changes what another
 * one changes. Each sends its statements in its own order. Those that several send in the same turn of the event loop
 * are sent as one, if the statement has a form for many: 32 playbook runs that go through their steps side by side need
 * about as many statements as one. If anything fails, all fail, and which one it was is not known.
 */
export class SharedTransaction {
  readonly #tx: Tx;
  readonly #isCombining: boolean;
  readonly #members: Member[] = [];
  #groups: Group[] = [];
  /** How many groups were sent. */
  #sent = 0;
  #afterEvents: { statement: Statement; values: readonly unknown[] }[] = [];
  #isScheduled = false;

  /** `isCombining` is false on a cluster, which runs only statements about single rows on the node of the organization. */
  constructor(tx: Tx, isCombining: boolean) {
    this.#tx = tx;
    this.#isCombining = isCombining;
    if (isCombining) tx.query(planOnce, []);
  }

  /** The transaction for one more piece of work. */
  join(): Tx {
    const member: Member = { last: -1, held: null };
    this.#members.push(member);
    return this.#view(member, this.#tx.actor);
  }

  /** Sends what is left. To be called once, when all have finished. */
  finish(): void {
    for (const member of this.#members) this.#release(member);
    this.#flush();
    for (const { statement, queries } of this.#combined(this.#afterEvents)) {
      const many = this.#manyOf(statement, queries);
      if (many === null) for (const { values } of queries) this.#tx.afterEvents(statement, values);
      else this.#tx.afterEvents(many.statement, this.#valuesOf(many, queries));
    }
  }

  #view(member: Member, actor: Actor): Tx {
    const own = this.#tx.as(actor);
    const add = <Row>(statement: Statement, values: readonly unknown[]) =>
      this.#add<Row>(member, statement, values);
    return {
      ...own,
      query: add,
      queryWithEvents: add,
      readAhead: add,
      writeWhole: () => {
        throw new Error('A shared transaction has no statement that writes everything');
      },
      inOrganization: () => {
        throw new Error('A shared transaction has one organization');
      },
      afterEvents: (statement, values) => this.#afterEvents.push({ statement, values }),
      as: (other) => this.#view(member, other),
    };
  }

  #add<Row>(member: Member, statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    const { replaces, tables } = statement.sharing ?? {};
    if (replaces) {
      if (!isSameRow(member.held, statement, values)) this.#release(member);
      member.held = { statement, values };
      // It is sent later, and its failure rejects the commit.
      return notAwaited(statement);
    }
    const held = member.held?.statement.sharing?.replaces?.table;
    if (held !== undefined && (tables === undefined || tables.includes(held)))
      this.#release(member);
    return this.#enqueue<Row>(member, statement, values);
  }

  #release(member: Member): void {
    const { held } = member;
    member.held = null;
    if (held) this.#enqueue(member, held.statement, held.values);
  }

  #enqueue<Row>(member: Member, statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    const { promise, resolve } = Promise.withResolvers<Row[]>();
    // The commit throws the failure, too.
    promise.catch(() => {});
    const query: Query = { values, resolve: (rows) => resolve(rows as Row[]) };
    const place = statement.sharing
      ? this.#groups.findIndex(
          (group, index) => group.statement === statement && this.#sent + index > member.last,
        )
      : -1;
    const group = this.#groups[place];
    if (group) group.queries.push(query);
    else this.#groups.push({ statement, queries: [query] });
    member.last = this.#sent + (group ? place : this.#groups.length - 1);
    this.#schedule();
    return promise;
  }

  /** Everything that can go on has gone on by then: results arrive in one message, and are handled before. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#isScheduled = false;
    const groups = this.#groups;
    this.#groups = [];
    this.#sent += groups.length;
    for (const group of groups) this.#send(group);
  }

  #send({ statement, queries }: Group): void {
    const many = this.#manyOf(statement, queries);
    if (many !== null) {
      const rows = this.#tx.query<Record<string, unknown>>(
        many.statement,
        this.#valuesOf(many, queries),
      );
      const divided = rows.then((found) => divide(found, many.by, queries));
      for (const [index, query] of queries.entries()) {
        query.resolve(divided.then((parts) => parts[index] ?? []));
      }
      return;
    }
    const same = new Map<string, Promise<unknown[]>>();
    for (const { values, resolve } of queries) {
      const key = statement.sharing?.once ? JSON.stringify(values) : null;
      const known = key === null ? undefined : same.get(key);
      const rows = known ?? this.#tx.query<unknown>(statement, values);
      if (key !== null) same.set(key, rows);
      resolve(rows);
    }
  }

  #manyOf({ sharing }: Statement, queries: readonly unknown[]) {
    return this.#isCombining && queries.length > 1 ? (sharing?.many ?? null) : null;
  }

  #valuesOf(
    many: NonNullable<NonNullable<Statement['sharing']>['many']>,
    queries: readonly { values: readonly unknown[] }[],
  ): unknown[] {
    return [this.#tx.organizationId, ...many.values(queries.map(({ values }) => values))];
  }

  /** One group for each statement. */
  #combined(
    all: readonly { statement: Statement; values: readonly unknown[] }[],
  ): { statement: Statement; queries: { values: readonly unknown[] }[] }[] {
    const groups = Map.groupBy(all, ({ statement }) => statement);
    return [...groups].map(([statement, queries]) => ({ statement, queries }));
  }
}

/** An error for code that awaits it anyway, because the transaction would wait for itself forever. */
function notAwaited<Row>({ name }: Statement): Promise<Row[]> {
  const refused = Promise.reject<Row[]>(
    new Error(`The result of ${name} must not be awaited: it is sent as late as possible`),
  );
  refused.catch(() => {});
  return refused;
}

function isSameRow(
  held: Member['held'],
  statement: Statement,
  values: readonly unknown[],
): boolean {
  const key = statement.sharing?.replaces?.key ?? 0;
  return held?.statement === statement && held.values[key] === values[key];
}

/** The rows of each. */
function divide(
  rows: readonly Record<string, unknown>[],
  by: readonly [column: string, value: number] | undefined,
  queries: readonly { values: readonly unknown[] }[],
): Record<string, unknown>[][] {
  if (by === undefined) return queries.map(() => []);
  const [column, value] = by;
  const parts = Map.groupBy(rows, (row) => row[column]);
  return queries.map(({ values }) => parts.get(values[value]) ?? []);
}
