import type { Authenticator } from '../../platform/auth/authenticator.ts';
import { holds, type Scope } from '../../platform/auth/scopes.ts';
import { Problem } from '../../platform/errors.ts';
import type { EventCatalog } from '../../platform/events/event-catalog.ts';
import type { EventView } from '../../platform/events/event-view.ts';
import type { Listener } from './listener.ts';

export const STREAM_SCOPE: Scope = 'events:read';

/**
 * Checks what listeners may still see: a stream can stay open for hours after its token became invalid or lost scopes,
 * but then gets nothing more.
 */
export class StreamAccess {
  readonly #authenticator: Authenticator;
  readonly #eventTypes: EventCatalog;

  constructor(authenticator: Authenticator, eventTypes: EventCatalog) {
    this.#authenticator = authenticator;
    this.#eventTypes = eventTypes;
  }

  /** Throws if the database is unavailable and tokens cannot be checked: then nothing is sent. */
  async endInvalid(listeners: readonly Listener[]): Promise<void> {
    const byAuthorization = Map.groupBy(listeners, ({ authorization }) => authorization);
    await Promise.all(
      byAuthorization.entries().map(async ([authorization, sharing]) => {
        const view = await this.#viewOf(authorization);
        for (const listener of sharing) {
          if (view === null) listener.connection.end('the token is no longer valid');
          else listener.view = view;
        }
      }),
    );
  }

  async #viewOf(authorization: string): Promise<EventView | null> {
    try {
      const { scopes, isSuspended } = await this.#authenticator.authenticate(authorization);
      if (isSuspended) return null;
      return holds(scopes, STREAM_SCOPE) ? this.#eventTypes.viewOf(scopes) : null;
    } catch (error) {
      if (error instanceof Problem && error.status === 401) return null;
      throw error;
    }
  }
}
