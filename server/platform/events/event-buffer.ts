import { type Statement, statement } from '../database/statement.ts';
import type { Actor, PendingEvent } from './event.ts';

/** Events of one lifecycle number by one actor, in the order in which they were emitted. */
interface Group {
  lifecycle_number: string | null;
  actor: Actor;
  events: PendingEvent[];
}

const appendEvents = statement('append_events', 'select append_events($1, $2, $3, $4) as last_seq');

/**
 * The events of one transaction, kept until its last statement. Writing an event takes the organization's
 * counter until the commit and makes all other writers of that organization wait, so nothing else may come
 * after it: no other statement, and no round trip.
 */
export class EventBuffer {
  readonly #groups = new Map<string, Group[]>();

  add(
    organizationId: string,
    actor: Actor,
    lifecycleNumber: string | null,
    events: readonly PendingEvent[],
  ): void {
    if (events.length === 0) return;
    const groups = this.#groups.get(organizationId) ?? [];
    this.#groups.set(organizationId, groups);
    const last = groups.at(-1);
    if (last?.lifecycle_number === lifecycleNumber && last.actor === actor) {
      last.events.push(...events);
    } else {
      groups.push({ lifecycle_number: lifecycleNumber, actor, events: [...events] });
    }
  }

  get isEmpty(): boolean {
    return this.#groups.size === 0;
  }

  /** The statements that write them, for each organization of which there are any. */
  *statements(
    now: Date,
  ): Generator<{ organizationId: string; statement: Statement; values: unknown[] }> {
    for (const [organizationId, groups] of this.#groups) {
      for (const { lifecycle_number, actor, events } of groups) {
        const values = [lifecycle_number, now, JSON.stringify(actor), JSON.stringify(events)];
        yield { organizationId, statement: appendEvents, values };
      }
    }
  }
}
