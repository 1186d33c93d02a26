import type { GroupedStatement, Statement } from './statement.ts';

type Send = (statement: Statement, values: readonly unknown[]) => Promise<object[]>;

interface Query {
  values: readonly unknown[];
  resolve(rows: object[] | Promise<object[]>): void;
  reject(error: unknown): void;
}

interface Row {
  place: number;
  left_for: 'alone' | 'again' | null;
}

/** More would make the first of them wait for the last. */
const MAX_TOGETHER = 32;
/** While these are processed, others wait for each other. */
const MAX_UNDERWAY = 2;
/** One that takes longer waits for a lock, or the database is slow: others no longer wait for it. */
const SLOW_MS = 20;

/** The transaction that the statement belongs to has to be run again. */
class ToRunAgain extends Error {
  /** As PostgreSQL reports a serialization failure. */
  readonly code = '40001';
}

/**
 * Sends statements that are transactions of their own. A statement is sent at once, unless several are being processed:
 * those that arrive in the meantime are sent together when one of these is done. So a lone request does not wait, and the
 * more arrive, the less each costs. Each succeeds or fails on its own: if many fail together, each is sent again alone.
 */
export class GroupedStatements {
  readonly #send: Send;
  readonly #isUnknown: (error: unknown) => boolean;
  readonly #groups = new Map<Statement, Group>();

  /** `isUnknown` is true for a failure after which a statement may have been committed. */
  constructor(send: Send, isUnknown: (error: unknown) => boolean) {
    this.#send = send;
    this.#isUnknown = isUnknown;
  }

  query(statement: GroupedStatement, values: readonly unknown[]): Promise<object[]> {
    let group = this.#groups.get(statement);
    if (group === undefined) {
      group = new Group(statement, this.#send, this.#isUnknown);
      this.#groups.set(statement, group);
    }
    return group.query(values);
  }
}

class Group {
  readonly #statement: GroupedStatement;
  readonly #send: Send;
  readonly #isUnknown: (error: unknown) => boolean;
  #waiting: Query[] = [];
  #underway = 0;
  /** Whose turn it is. */
  readonly #turns = new Set<string>();
  #isScheduled = false;

  constructor(statement: GroupedStatement, send: Send, isUnknown: (error: unknown) => boolean) {
    this.#statement = statement;
    this.#send = send;
    this.#isUnknown = isUnknown;
  }

  query(values: readonly unknown[]): Promise<object[]> {
    const { promise, resolve, reject } = Promise.withResolvers<object[]>();
    this.#waiting.push({ values, resolve, reject });
    this.#schedule();
    return promise;
  }

  /** After everything that this turn of the event loop has received. */
  #schedule(): void {
    if (this.#isScheduled || this.#underway >= MAX_UNDERWAY) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      while (this.#underway < MAX_UNDERWAY) {
        const next = this.#takeWaiting();
        if (next.length === 0) return;
        this.#sendNext(next);
      }
    });
  }

  async #sendNext(queries: readonly Query[]): Promise<void> {
    const turns = this.#turnsOf(queries);
    for (const turn of turns) this.#turns.add(turn);
    this.#underway += 1;
    let isUnderway = true;
    const endUnderway = () => {
      if (isUnderway) this.#underway -= 1;
      isUnderway = false;
      if (this.#waiting.length > 0) this.#schedule();
    };
    const timer = setTimeout(endUnderway, SLOW_MS);
    const left = await this.#process(queries);
    clearTimeout(timer);
    const turnsLeft = this.#turnsOf(left);
    for (const turn of turns) if (!turnsLeft.has(turn)) this.#turns.delete(turn);
    endUnderway();
    if (left.length === 0) return;
    await Promise.all(left.map((query) => this.#sendAlone(query)));
    for (const turn of turnsLeft) this.#turns.delete(turn);
    endUnderway();
  }

  #turnsOf(queries: readonly Query[]): Set<string> {
    const { turn } = this.#statement.grouping;
    return new Set(turn === undefined ? [] : queries.map(({ values }) => turn(values)));
  }

  /** The oldest whose turn it can be, without those that have a lock in common with one of them. */
  #takeWaiting(): Query[] {
    const { locks, turn } = this.#statement.grouping;
    const taken: Query[] = [];
    const left: Query[] = [];
    const locked = new Set<string>();
    const isFree = (lock: string) => !locked.has(lock);
    for (const query of this.#waiting) {
      const isTurn = turn === undefined || !this.#turns.has(turn(query.values));
      const own = isTurn && taken.length < MAX_TOGETHER ? (locks?.(query.values) ?? []) : null;
      if (own === null || !own.every(isFree)) left.push(query);
      else {
        taken.push(query);
        for (const lock of own) locked.add(lock);
      }
    }
    this.#waiting = left;
    return taken;
  }

  /** Never rejects. Returns those that have to be sent alone. */
  async #process(queries: readonly Query[]): Promise<Query[]> {
    const [first] = queries;
    if (queries.length === 1 && first) {
      await this.#sendAlone(first);
      return [];
    }
    const { statement, values } = this.#statement.grouping;
    try {
      const rows = await this.#send(statement, values(queries.map((query) => query.values)));
      return distribute(queries, rows as Row[]);
    } catch (error) {
      // What is rolled back fails because of one of them: sent alone, that one fails, and the others succeed.
      if (!this.#isUnknown(error)) return [...queries];
      for (const query of queries) query.reject(error);
      return [];
    }
  }

  async #sendAlone({ values, resolve, reject }: Query): Promise<void> {
    await this.#send(this.#statement, values).then(resolve, reject);
  }
}

/** Gives each its rows. Returns those that were left. */
function distribute(queries: readonly Query[], rows: readonly Row[]): Query[] {
  const results = queries.map((query) => ({
    query,
    rows: [] as Row[],
    leftFor: null as Row['left_for'],
  }));
  for (const row of rows) {
    const result = results[row.place - 1]!;
    result.leftFor ??= row.left_for;
    result.rows.push(row);
  }
  const left: Query[] = [];
  for (const { query, rows, leftFor } of results) {
    if (leftFor === 'alone') left.push(query);
    else if (leftFor === 'again')
      query.reject(new ToRunAgain('Something changed since it was read'));
    else query.resolve(rows);
  }
  return left;
}
