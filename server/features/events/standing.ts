import type { Authenticator } from '../../platform/auth/authenticator.ts';
import { holds, type Scope } from '../../platform/auth/scopes.ts';
import { Problem } from '../../platform/errors.ts';
import type { Listener } from './listener.ts';

export const STREAM_SCOPE: Scope = 'events:read';

/** Whether those who listen still may: a stream can outlive its token by hours, but gets nothing more. */
export class Standing {
  readonly #authenticator: Authenticator;

  constructor(authenticator: Authenticator) {
    this.#authenticator = authenticator;
  }

  /** Throws where it cannot be known, because the database is away: then nothing is handed on. */
  async endInvalid(listeners: readonly Listener[]): Promise<void> {
    const byAuthorization = Map.groupBy(listeners, ({ authorization }) => authorization);
    await Promise.all(
      byAuthorization.entries().map(async ([authorization, sharing]) => {
        if (await this.#holds(authorization)) return;
        for (const { connection } of sharing) connection.end('the token is no longer valid');
      }),
    );
  }

  async #holds(authorization: string): Promise<boolean> {
    try {
      const { scopes } = await this.#authenticator.authenticate(authorization);
      return holds(scopes, STREAM_SCOPE);
    } catch (error) {
      if (error instanceof Problem && error.status === 401) return false;
      throw error;
    }
  }
}
