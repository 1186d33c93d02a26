import type pg from 'pg';
import type { Actor, PendingEvent } from '../events/event.ts';
import { EventBuffer, withEvents } from '../events/event-buffer.ts';
import type { Reaction } from '../events/reaction.ts';
import type { Secrets } from '../secrets.ts';
import type { Connection } from './connection.ts';
import type { GroupedStatements } from './grouped-statements.ts';
import { isGrouped, type Statement, statement } from './statement.ts';

/** Every statement runs in a transaction of one organization. There is no other way. */
export interface Tx {
  readonly organizationId: string;
  /** The user whose own work is all that the statements can see and change; null for the whole organization. */
  readonly ownerId: string | null;
  /** The time of the transaction, used for everything that it writes. */
  readonly now: Date;
  /** 1, and more if it is run again after a conflict with another transaction. */
  readonly attempt: number;
  readonly actor: Actor;
  /** Encrypts what must not be readable in the database; null if no key is set. */
  readonly secrets: Secrets | null;
  /**
   * Sends the statement immediately, without waiting for earlier ones: statements sent together need only one
   * round trip. A failure rejects the promise, and also the commit.
   */
  query<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
  /**
   * Sends the statement together with the events, as one statement, because both lock the organization's counter.
   * If another statement is sent after it, it is sent on its own before that. Never await it inside the
   * transaction: it may be sent only with the commit.
   */
  queryWithEvents<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
  /**
   * Reads before the transaction begins, if nothing has been sent yet: with a function that enters the organization
   * itself. What it reads is not locked, so the statement that relies on it has to check.
   */
  readAhead<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
  /**
   * Sends a function that enters the organization, and writes everything: its events, and the response for the
   * Idempotency-Key, whose values follow its own. If the transaction sends nothing else, it needs no begin and no
   * commit. Never await it inside the transaction, as with queryWithEvents.
   */
  writeWhole<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
  /**
   * Emits events under a lifecycle number. They are collected and written by the commit, in its last statement,
   * so they can be emitted at any point.
   */
  emit(lifecycleNumber: string | null, ...events: PendingEvent[]): void;
  /** Sends the statement with the commit, after the events, when the database has assigned their seq. */
  afterEvents(statement: Statement, values: readonly unknown[]): void;
  /** The same transaction, with events of another actor. */
  as(actor: Actor): Tx;
  /**
   * Sends the statements of `work` under another organization, for the operations of the operator. The statements are
   * sent in order, so nothing has to be awaited in between; `work` must send all of them before it returns.
   */
  inOrganization<T>(organizationId: string, work: (tx: Tx) => T): T;
  /** A task was added to this queue: its workers are woken after the commit. */
  wake(queue: string): void;
  /** A statement wrote events of these types itself, so they are not emitted. */
  wroteEvents(types: readonly string[]): void;
  /**
   * Statements after it are not limited to the user's own work: for what the service does itself because of a record that
   * the user was allowed to change. Nothing if the transaction is not limited.
   */
  endLimitToOwn(): void;
}

/** A statement that waits to be sent together with the events. */
interface Deferred {
  statement: Statement;
  values: readonly unknown[];
  send: (statement: Statement, values: readonly unknown[]) => void;
  /** Sends it as a transaction of its own. */
  sendAlone: Deferred['send'];
  /** It writes its own events, and the response with these values; null if it does neither. */
  response: readonly unknown[] | null;
}

/** The values of a response to store: route, key, hash of the request, status, body. */
export type ResponseValues = readonly [string, string, Buffer, number, string];
const NO_RESPONSE = [null, null, null, null, null];

const commit = statement('commit', 'commit');
const rollback = statement('rollback', 'rollback');
const endLimitToOwn = statement('end_limit_to_own_work', 'select end_limit_to_own_work($1)');
/** Checks now what PostgreSQL would check at the commit. */
export const checkConstraints = statement('check_constraints', 'select check_constraints($1)');

/**
 * `set local` is propagated to the nodes of a Citus cluster; set_config() is not. It accepts no parameters, so the
 * id is checked. Begin and tenant are one unprepared message: the same work for the database as two prepared
 * statements (85 µs with an empty transaction), and 24 µs less for Node.
 */
function setTenant(organizationId: string): string {
  if (!UUID.test(organizationId)) throw new Error('The tenant of a transaction must be a UUID');
  return `set local app.organization_id = '${organizationId}'`;
}

/** The role of transactions that are limited to the own work of a user. */
export const OWN_ROLE = 'throughline_own';

function limitToOwn(organizationId: string, ownerId: string): string[] {
  if (!UUID.test(ownerId)) throw new Error('The owner of a transaction must be a UUID');
  return [`set local app.user_id = '${ownerId}'`, `select limit_to_own_work('${organizationId}')`];
}

/** The first statements of a transaction; throws if an id is not a UUID. */
export function beginIn(
  organizationId: string,
  readOnly: boolean,
  ownerId: string | null = null,
): string[] {
  const begin = [readOnly ? 'begin read only' : 'begin', setTenant(organizationId)];
  return ownerId === null ? begin : [...begin, ...limitToOwn(organizationId, ownerId)];
}

/** The same for a snapshot, which later statements of the transaction see too. */
export function beginSnapshotIn(organizationId: string): [string, ...string[]] {
  return ['begin isolation level repeatable read read only', setTenant(organizationId)];
}

/** On a cluster, `set local` is sent to the other nodes only with this option of the connection. */
export const PASS_TENANT_ON = '-c citus.propagate_set_commands=local';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

export class Transaction implements Tx {
  readonly organizationId: string;
  readonly ownerId: string | null;
  readonly now: Date;
  readonly attempt: number;
  readonly actor: Actor;
  readonly secrets: Secrets | null;
  readonly #client: Connection;
  /** What begins the transaction; null as soon as it is sent. */
  #begin: readonly string[] | null;
  readonly #sent: Promise<unknown>[] = [];
  readonly #events = new EventBuffer();
  #deferred: Deferred | null = null;
  readonly #reactions: readonly Reaction[];
  readonly #isDistributed: boolean;
  /** For statements that are transactions of their own; null if they cannot be grouped with others. */
  readonly #grouped: GroupedStatements | null;
  readonly #afterEvents: { statement: Statement; values: readonly unknown[] }[] = [];
  readonly queuesToWake = new Set<string>();
  readonly organizationsWithEvents = new Set<string>();
  readonly typesOfEvents: string[] = [];
  #ended = false;
  #isCorked = false;

  constructor(
    client: Connection,
    options: Pick<Tx, 'organizationId' | 'ownerId' | 'now' | 'attempt' | 'actor' | 'secrets'> & {
      begin: readonly string[];
      reactions: readonly Reaction[];
      isDistributed: boolean;
      grouped: GroupedStatements | null;
    },
  ) {
    this.#client = client;
    this.#grouped = options.grouped;
    this.organizationId = options.organizationId;
    this.ownerId = options.ownerId;
    this.now = options.now;
    this.attempt = options.attempt;
    this.actor = options.actor;
    this.secrets = options.secrets;
    this.#reactions = options.reactions;
    this.#isDistributed = options.isDistributed;
    this.#begin = options.begin;
  }

  query<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    this.#beginOnce();
    this.#sendDeferred();
    return this.#sendPrepared(statement, values);
  }

  queryWithEvents<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    return this.#defer(statement, values, null);
  }

  readAhead<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    // Who is limited to their own work has a role of their own, which the transaction sets.
    if (this.#begin === null || this.ownerId !== null) return this.query(statement, values);
    return this.#sendAsTransaction(statement, values);
  }

  #sendAsTransaction<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    if (this.#grouped === null || !isGrouped(statement))
      return this.#sendPrepared(statement, values);
    const rows = this.#grouped.query(statement, values) as Promise<Row[]>;
    this.#remember(rows);
    return rows;
  }

  writeWhole<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    return this.#defer(statement, values, NO_RESPONSE);
  }

  /** True if the statement that writes everything stores the response, too. */
  storesResponse(values: ResponseValues): boolean {
    if (!this.#deferred?.response) return false;
    this.#deferred.response = values;
    return true;
  }

  #defer<Row>(
    statement: Statement,
    values: readonly unknown[],
    response: readonly unknown[] | null,
  ): Promise<Row[]> {
    this.#sendDeferred();
    const { promise, resolve } = Promise.withResolvers<Row[]>();
    const send: Deferred['send'] = (...sent) => resolve(this.#sendPrepared<Row>(...sent));
    const sendAlone: Deferred['send'] = (...sent) => resolve(this.#sendAsTransaction<Row>(...sent));
    this.#deferred = { statement, values, send, sendAlone, response };
    // The commit also throws the failure; without this handler it would end the process.
    promise.catch(() => {});
    return promise;
  }

  #beginOnce(): void {
    if (this.#begin === null) return;
    // Citus repeats the message with a `set local` on each node that the transaction reaches, whatever else is in it.
    const messages = this.#isDistributed ? this.#begin : [this.#begin.join('; ')];
    this.#begin = null;
    this.#writeTogether();
    for (const one of messages) this.#remember(this.#client.query(one));
  }

  #sendDeferred(): void {
    const deferred = this.#takeDeferred();
    if (deferred === null) return;
    this.#beginOnce();
    deferred.send(deferred.statement, [...deferred.values, ...(deferred.response ?? [])]);
  }

  #sendPrepared<Row>({ name, text }: Statement, values: readonly unknown[]): Promise<Row[]> {
    this.#writeTogether();
    const rows = this.#client
      .query<Record<string, unknown>>({ name, text, values: values as unknown[] })
      .then((result) => result.rows as Row[]);
    this.#remember(rows);
    return rows;
  }

  #takeDeferred(): Deferred | null {
    const deferred = this.#deferred;
    this.#deferred = null;
    return deferred;
  }

  /** Sends unprepared text. */
  #send(text: string): void {
    this.#beginOnce();
    this.#sendDeferred();
    this.#writeTogether();
    this.#remember(this.#client.query(text));
  }

  /** A failure is thrown to the caller that awaits the promise, and by commit(); nothing has to await it immediately. */
  #remember(sent: Promise<unknown>): void {
    sent.catch(() => {});
    this.#sent.push(sent);
  }

  emit(lifecycleNumber: string | null, ...events: PendingEvent[]): void {
    this.#events.add(this.organizationId, this.actor, lifecycleNumber, events);
  }

  afterEvents(statement: Statement, values: readonly unknown[]): void {
    this.#afterEvents.push({ statement, values });
  }

  as(actor: Actor): Tx {
    return this.#view(this.organizationId, actor);
  }

  inOrganization<T>(organizationId: string, work: (tx: Tx) => T): T {
    this.#send(setTenant(organizationId));
    const result = work(this.#view(organizationId, this.actor));
    this.#send(setTenant(this.organizationId));
    return result;
  }

  wake(queue: string): void {
    this.queuesToWake.add(queue);
  }

  wroteEvents(types: readonly string[]): void {
    if (types.length === 0) return;
    this.organizationsWithEvents.add(this.organizationId);
    this.typesOfEvents.push(...types);
  }

  endLimitToOwn(): void {
    if (this.ownerId !== null) this.query(endLimitToOwn, [this.organizationId]);
  }

  #view(organizationId: string, actor: Actor): Tx {
    return {
      organizationId,
      ownerId: this.ownerId,
      now: this.now,
      attempt: this.attempt,
      actor,
      secrets: this.secrets,
      query: (statement, values) => this.query(statement, values),
      queryWithEvents: (statement, values) => this.queryWithEvents(statement, values),
      readAhead: (statement, values) => this.readAhead(statement, values),
      writeWhole: (statement, values) => this.writeWhole(statement, values),
      emit: (lifecycleNumber, ...events) =>
        this.#events.add(organizationId, actor, lifecycleNumber, events),
      afterEvents: (statement, values) => this.afterEvents(statement, values),
      as: (other) => this.#view(organizationId, other),
      inOrganization: (other, work) => this.inOrganization(other, work),
      wake: (queue) => this.wake(queue),
      wroteEvents: (types) => this.wroteEvents(types),
      endLimitToOwn: () => this.endLimitToOwn(),
    };
  }

  /**
   * Corks the socket until the end of this turn of the event loop, so that statements sent together are one system
   * call: strace counts 1.3 writes per capture to PostgreSQL; before, each statement was one.
   */
  #writeTogether(): void {
    if (this.#isCorked) return;
    const stream = this.#client.stream;
    if (stream === null) return;
    this.#isCorked = true;
    stream.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      stream.uncork();
    });
  }

  get ended(): boolean {
    return this.#ended;
  }

  /**
   * Runs the reactions to its events, then writes the events and commits, in the same round trip as the statements sent
   * just before. Throws the first failure of the transaction.
   */
  async commit(): Promise<void> {
    await this.#react();
    this.#ended = true;
    if (this.#isOneStatement()) return this.#sendAlone();
    const done = await this.#end(commit);
    // PostgreSQL responds to the commit of a failed transaction with ROLLBACK and no error.
    if (done.command !== 'COMMIT') throw new Error('The transaction was rolled back');
  }

  /** Nothing was sent but reads ahead, and nothing follows the statement that writes everything, if there is one. */
  #isOneStatement(): boolean {
    const isWhole = this.#deferred === null || this.#deferred.response !== null;
    return (
      this.#begin !== null &&
      isWhole &&
      this.#events.types.length === 0 &&
      this.#afterEvents.length === 0
    );
  }

  async #sendAlone(): Promise<void> {
    const deferred = this.#takeDeferred();
    deferred?.sendAlone(deferred.statement, [...deferred.values, ...(deferred.response ?? [])]);
    await this.#allSent();
  }

  /** Throws the first failure. */
  async #allSent(): Promise<void> {
    const outcomes = await Promise.allSettled(this.#sent);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  /**
   * Does everything that a commit does, also what PostgreSQL leaves until then, and undoes it. Throws what the commit
   * would throw.
   */
  async rehearse(): Promise<void> {
    await this.#react();
    this.#ended = true;
    await this.#end(rollback, checkConstraints);
    this.queuesToWake.clear();
    this.organizationsWithEvents.clear();
    this.typesOfEvents.length = 0;
  }

  async #react(): Promise<void> {
    for (const { types, handle } of this.#reactions) {
      const events = this.#events.ofTypes(this.organizationId, types);
      if (events.length === 0) continue;
      // What follows from a change is not limited to the own work of the user who made it.
      this.endLimitToOwn();
      await handle(this, events);
    }
  }

  async #end({ name, text }: Statement, before: Statement | null = null): Promise<pg.QueryResult> {
    this.#beginOnce();
    this.#writeEvents();
    // What several nodes commit in two phases is finished only by the role that prepared it, and a role of the transaction ends
    // with the first phase.
    if (this.#isDistributed && this.ownerId !== null)
      this.query(endLimitToOwn, [this.organizationId]);
    if (before !== null) this.query(before, [this.organizationId]);
    this.#writeTogether();
    const done = this.#client.query({ name, text });
    this.#remember(done);
    await this.#allSent();
    return done;
  }

  #writeEvents(): void {
    let tenant = this.organizationId;
    this.typesOfEvents.push(...this.#events.types);
    for (const { organizationId, statement, values } of this.#events.statements(this.now)) {
      this.organizationsWithEvents.add(organizationId);
      if (organizationId !== tenant) this.#send(setTenant(organizationId));
      tenant = organizationId;
      // A cluster runs a call on the node of the organization only if it is the whole statement.
      const isCombined = !this.#isDistributed && this.#deferred?.response === null;
      const deferred = isCombined ? this.#takeDeferred() : null;
      if (deferred)
        deferred.send(withEvents(deferred.statement, deferred.values.length), [
          ...deferred.values,
          ...values,
        ]);
      else this.query(statement, values);
    }
    this.#sendDeferred();
    if (tenant !== this.organizationId) this.#send(setTenant(this.organizationId));
    for (const { statement, values } of this.#afterEvents) this.query(statement, values);
  }

  /** Resolves to the first failure of the transaction, if a statement failed. */
  async rollback(): Promise<unknown> {
    if (this.#ended) return undefined;
    this.#ended = true;
    const { name, text } = rollback;
    if (this.#begin === null) this.#remember(this.#client.query({ name, text }));
    const outcomes = await Promise.allSettled(this.#sent);
    return outcomes.find((outcome) => outcome.status === 'rejected')?.reason;
  }
}
