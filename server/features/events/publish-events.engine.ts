import { statement } from '../../platform/database/statement.ts';
import type { Publisher } from '../../platform/events/commits.ts';
import { type EventFollower, followLog } from '../../platform/events/follow-log.ts';
import type { Engine, EngineContext, RunningEngine } from '../../platform/tasks/engine.ts';
import { shardOf } from '../../platform/tasks/shards.ts';

/** What no commit announced, because a process was killed or lost its connection, is found after this time. */
const POLL_MS = 5_000;
/** Organizations processed in parallel: each spends most of its time waiting for the database. */
const CONCURRENCY = 4;

/**
 * After a commit, and never in a request, passes the events to the followers of the log, in the order in which they
 * are given here, then announces the organization to all processes. Only the process that owns the organization does
 * so. How far a follower is behind is known from its cursor and the organization's counter, so nothing is queued, and
 * nothing can be missing, whatever is killed.
 */
export function publishEventsTo(followers: readonly EventFollower[]): Engine {
  return {
    name: 'publish-events',
    async start(context) {
      const engine = new PublishEngine(context, followers);
      engine.start();
      return engine;
    },
  };
}

class PublishEngine implements RunningEngine, Publisher {
  readonly #context: EngineContext;
  readonly #followers: readonly EventFollower[];
  /** Organizations with new events, whose followers have not been looked up. */
  readonly #committed = new Set<string>();
  /**
   * Who follows an organization, as far as this process has seen it: every event leaves all of them behind, so nothing
   * needs to be looked up. Organizations without followers are not here.
   */
  readonly #known = new Map<string, ReadonlySet<string>>();
  /** The followers that are behind, by organization, in the order in which it is their turn. */
  readonly #behind = new Map<string, Set<string>>();
  /** The work in progress, by organization. */
  readonly #busy = new Map<string, Promise<void>>();
  /** Shards that this process gives up. */
  readonly #draining = new Set<number>();
  /** Followers that failed: tried again by the next poll, not with every commit. */
  readonly #failed = new Set<string>();
  #isLooking = false;
  #timer: NodeJS.Timeout | undefined;
  #unlisten: () => void = () => {};
  #leave: () => Promise<void> = async () => {};
  #stopped = false;

  constructor(context: EngineContext, followers: readonly EventFollower[]) {
    this.#context = context;
    this.#followers = followers;
  }

  start(): void {
    const { announcements, database, shards } = this.#context;
    const poll = () => void this.#poll();
    this.#unlisten = announcements.listen({
      committed: (ids) => this.publish(ids.filter((id) => this.owns(id))),
      reconnected: poll,
    });
    this.#leave = shards.join({
      acquired: poll,
      lost: () => this.#forget(),
      drain: (shard) => this.#drain(shard),
    });
    this.#timer = setInterval(poll, POLL_MS);
    database.commits.publisher = this;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    this.#unlisten();
    if (this.#context.database.commits.publisher === this)
      this.#context.database.commits.publisher = null;
    await this.#leave();
  }

  owns(organizationId: string): boolean {
    return this.#context.shards.owns(organizationId);
  }

  publish(organizationIds: readonly string[]): void {
    if (this.#stopped) return;
    for (const id of organizationIds) {
      const known = this.#known.get(id);
      if (known) this.#enqueue(id, this.#healthy(id, known));
      else this.#committed.add(id);
    }
    if (this.#committed.size > 0 && !this.#isLooking) void this.#look();
  }

  #forget(): void {
    this.#committed.clear();
    this.#behind.clear();
    this.#known.clear();
    this.#setFailed((failed) => failed.clear());
  }

  async #drain(shard: number): Promise<void> {
    this.#draining.add(shard);
    for (const id of this.#behind.keys()) if (shardOf(id) === shard) this.#behind.delete(id);
    const busy = [...this.#busy].filter(([id]) => shardOf(id) === shard);
    await Promise.all(busy.map(([, work]) => work));
    this.#draining.delete(shard);
  }

  /** Looks up who is behind, for all organizations at once that have committed in the meantime. */
  async #look(): Promise<void> {
    this.#isLooking = true;
    while (this.#committed.size > 0) {
      const ids = [...this.#committed];
      this.#committed.clear();
      try {
        const behind = await this.#findBehind(ids);
        for (const [id, names] of behind) this.#enqueue(id, this.#healthy(id, names));
        const upToDate = ids.filter((id) => !behind.has(id));
        this.#context.announcements.announce(
          upToDate.map((organizationId) => ({ organizationId, followers: [] })),
        );
      } catch (error) {
        this.#report(error);
      }
    }
    this.#isLooking = false;
  }

  #enqueue(organizationId: string, names: Iterable<string>): void {
    if (this.#stopped || this.#draining.has(shardOf(organizationId))) return;
    const queued = this.#behind.get(organizationId) ?? new Set();
    for (const name of names) queued.add(name);
    if (queued.size > 0) this.#behind.set(organizationId, queued);
    while (this.#busy.size < CONCURRENCY) {
      const next = this.#behind.keys().find((id) => !this.#busy.has(id));
      if (next === undefined) return;
      this.#work(next);
    }
  }

  /** One step of one organization; then it is the turn of the others. */
  #work(organizationId: string): void {
    const names = this.#behind.get(organizationId) ?? new Set();
    this.#behind.delete(organizationId);
    const work = this.#follow(organizationId, names).then((more) => {
      this.#busy.delete(organizationId);
      this.#enqueue(organizationId, more);
    });
    this.#busy.set(organizationId, work);
  }

  /** The names of the followers that have more to do. */
  async #follow(organizationId: string, names: ReadonlySet<string>): Promise<string[]> {
    const { announcements, database } = this.#context;
    const more: string[] = [];
    let all: readonly string[] = [];
    for (const follower of this.#followers.filter(({ name }) => names.has(name))) {
      const key = `${organizationId} ${follower.name}`;
      try {
        const followed = await followLog(database, organizationId, follower);
        if (followed.hasMore) more.push(follower.name);
        all = followed.followers;
        this.#setFailed((failed) => failed.delete(key));
      } catch (error) {
        this.#setFailed((failed) => failed.add(key));
        this.#report(error, { organization_id: organizationId, follower: follower.name });
      }
    }
    announcements.announce([{ organizationId, followers: [...names] }]);
    return [...more, ...this.#learn(organizationId, all)];
  }

  /** The followers that were not known before. */
  #learn(organizationId: string, all: readonly string[]): string[] {
    const known = this.#known.get(organizationId);
    if (all.length > 0) this.#known.set(organizationId, new Set(all));
    return known ? all.filter((name) => !known.has(name)) : [];
  }

  /** The followers that are behind, by organization: of the given ones, or of all that this process owns. */
  async #findBehind(organizationIds: readonly string[] | null): Promise<Map<string, Set<string>>> {
    const { database, shards } = this.#context;
    type Found = { organization_id: string; follower: string };
    const rows = await database.withoutTenant<Found>(followersBehind, [
      organizationIds,
      shards.owned,
    ]);
    const behind = new Map<string, Set<string>>();
    for (const { organization_id: id, follower } of rows) {
      behind.set(id, (behind.get(id) ?? new Set()).add(follower));
    }
    return behind;
  }

  async #poll(): Promise<void> {
    if (this.#stopped || this.#context.shards.owned.length === 0) return;
    try {
      const behind = await this.#findBehind(null);
      const keys = new Set(
        [...behind].flatMap(([id, names]) => [...names].map((name) => `${id} ${name}`)),
      );
      this.#setFailed((failed) => {
        for (const key of failed.difference(keys)) failed.delete(key);
      });
      for (const [id, names] of behind) this.#enqueue(id, names);
    } catch (error) {
      this.#report(error);
    }
  }

  #healthy(organizationId: string, names: Iterable<string>): string[] {
    return [...names].filter((name) => !this.#failed.has(`${organizationId} ${name}`));
  }

  #setFailed(change: (failed: Set<string>) => unknown): void {
    change(this.#failed);
    this.#context.metrics.failedFollowers.set(this.#failed.size);
  }

  #report(error: unknown, of: Record<string, string> = {}): void {
    if (this.#stopped) return;
    const message = 'could not pass events to their followers; trying again soon';
    this.#context.log.error({ err: error, engine: 'publish-events', ...of }, message);
  }
}

const followersBehind = statement('followers_behind', 'select * from followers_behind($1, $2)');
