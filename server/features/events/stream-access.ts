import type { Authenticator } from '../../platform/auth/authenticator.ts';
import { holds, type Scope } from '../../platform/auth/scopes.ts';
import { Problem } from '../../platform/errors.ts';
import type { Listener } from './listener.ts';

export const STREAM_SCOPE: Scope = 'events:read';

/** Checks that listeners still have access: a stream can stay open for hours after its token became invalid, but then gets nothing more. */
export class StreamAccess {
  readonly #authenticator: Authenticator;

  constructor(authenticator: Authenticator) {
    this.#authenticator = authenticator;
  }

  /** Throws if the database is unavailable and tokens cannot be checked: then nothing is sent. */
  async endInvalid(listeners: readonly Listener[]): Promise<void> {
    const byAuthorization = Map.groupBy(listeners, ({ authorization }) => authorization);
    await Promise.all(
      byAuthorization.entries().map(async ([authorization, sharing]) => {
        if (await this.#isValid(authorization)) return;
        for (const { connection } of sharing) connection.end('the token is no longer valid');
      }),
    );
  }

  async #isValid(authorization: string): Promise<boolean> {
    try {
      const { scopes } = await this.#authenticator.authenticate(authorization);
      return holds(scopes, STREAM_SCOPE);
    } catch (error) {
      if (error instanceof Problem && error.status === 401) return false;
      throw error;
    }
  }
}
