import { type Statement, statement } from '../database/statement.ts';
import type { Actor, PendingEvent } from './event.ts';

/** An event as append_events expects it: its actor is an index into the list of actors. */
interface BufferedEvent extends PendingEvent {
  lifecycle_number: string | null;
  actor: number;
}

interface Buffered {
  actors: Actor[];
  events: BufferedEvent[];
}

const appendEvents = statement('append_events', 'select append_events($1, $2, $3, $4)');

/**
 * Combines the statement, a select of one function, with appending the events. For a capture, two statements
 * take 1,380 µs of database time, and the combined one takes 1,170 µs.
 */
export function withEvents(first: Statement, parameters: number): Statement {
  const known = combined.get(first);
  if (known) return known;
  const both = combine(first, parameters);
  combined.set(first, both);
  return both;
}

const combined = new WeakMap<Statement, Statement>();

function combine({ name, text }: Statement, parameters: number): Statement {
  const [first, second, third, fourth] = [1, 2, 3, 4].map((place) => `$${parameters + place}`);
  const call = `append_events(${first}, ${second}, ${third}, ${fourth})`;
  return statement(`${name}_with_events`, `${text}, ${call}`);
}

/**
 * The events of one transaction, buffered until its last statement. Writing an event locks the organization's
 * counter until the commit, and all other writers of that organization wait, so nothing else may come after it:
 * no other statement and no round trip.
 */
export class EventBuffer {
  readonly #buffered = new Map<string, Buffered>();

  add(
    organizationId: string,
    actor: Actor,
    lifecycleNumber: string | null,
    events: readonly PendingEvent[],
  ): void {
    if (events.length === 0) return;
    const buffered = this.#buffered.get(organizationId) ?? { actors: [], events: [] };
    this.#buffered.set(organizationId, buffered);
    const known = buffered.actors.indexOf(actor);
    const place = known >= 0 ? known : buffered.actors.push(actor) - 1;
    for (const event of events) {
      buffered.events.push({ ...event, lifecycle_number: lifecycleNumber, actor: place });
    }
  }

  ofTypes(organizationId: string, types: readonly string[]): PendingEvent[] {
    const { events } = this.#buffered.get(organizationId) ?? { events: [] };
    return events.filter(({ type }) => types.includes(type));
  }

  /** The type of each event. */
  get types(): string[] {
    return [...this.#buffered.values()].flatMap(({ events }) => events.map(({ type }) => type));
  }

  /** One statement per organization that has events. */
  *statements(
    now: Date,
  ): Generator<{ organizationId: string; statement: Statement; values: unknown[] }> {
    for (const [organizationId, { actors, events }] of this.#buffered) {
      const values = [organizationId, now, JSON.stringify(actors), JSON.stringify(events)];
      yield { organizationId, statement: appendEvents, values };
    }
  }
}
