import { statement } from '../../platform/database/statement.ts';
import { announce } from '../../platform/events/announcements.ts';
import type { Publisher } from '../../platform/events/commits.ts';
import { type EventFollower, followLog } from '../../platform/events/follow-log.ts';
import type { Engine, EngineContext, RunningEngine } from '../../platform/tasks/engine.ts';

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
  readonly #waiting = new Set<string>();
  #publishing: Promise<void> | null = null;
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
      lost: () => this.#waiting.clear(),
      drain: async () => {
        await this.#publishing;
      },
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
    for (const id of organizationIds) this.#waiting.add(id);
    if (this.#waiting.size > 0) this.#publishing ??= this.#publishAll();
  }

  /** All that are waiting, including those that are added in the meantime. */
  async #publishAll(): Promise<void> {
    while (this.#waiting.size > 0) {
      const ids = [...this.#waiting];
      this.#waiting.clear();
      try {
        await this.#publish(ids, await this.#behind(ids));
      } catch (error) {
        this.#report(error);
      }
    }
    this.#publishing = null;
  }

  async #publish(
    organizationIds: readonly string[],
    behind: Map<string, Set<string>>,
  ): Promise<void> {
    const { database } = this.#context;
    const upToDate = organizationIds.filter((id) => !behind.has(id));
    const announced = upToDate.length > 0 ? announce(database, upToDate) : null;
    announced?.catch(() => {});
    const rest = [...behind];
    const work = async () => {
      for (let one = rest.shift(); one; one = rest.shift()) {
        await this.#follow(...one).catch((error) => this.#report(error));
      }
    };
    await Promise.all([announced, ...Array.from({ length: CONCURRENCY }, work)]);
  }

  async #follow(organizationId: string, names: ReadonlySet<string>): Promise<void> {
    const { database } = this.#context;
    for (const follower of this.#followers) {
      if (names.has(follower.name)) await followLog(database, organizationId, follower);
    }
    await announce(database, [organizationId]);
  }

  /** The followers that are behind, by organization: of the given ones, or of all that this process owns. */
  async #behind(organizationIds: readonly string[] | null): Promise<Map<string, Set<string>>> {
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
    if (this.#context.shards.owned.length === 0) return;
    try {
      this.publish([...(await this.#behind(null)).keys()]);
    } catch (error) {
      this.#report(error);
    }
  }

  #report(error: unknown): void {
    if (this.#stopped) return;
    const message = 'could not pass events to their followers; trying again soon';
    this.#context.log.error({ err: error, engine: 'publish-events' }, message);
  }
}

const followersBehind = statement('followers_behind', 'select * from followers_behind($1, $2)');
