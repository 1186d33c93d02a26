import { BoundedCache } from '../bounded-cache.ts';
import type { JobEnded } from './thread-pool.ts';

const MAX_ENDED = 3;
const SUSPENDED_MS = 60_000;

interface Suspect {
  count: number;
  lastAt: number;
  end: JobEnded;
}

/**
 * Texts that had to be ended several times are not tried again for a minute: every attempt costs a thread. Only the
 * organization that uses the text is affected.
 */
export class SuspendedTexts {
  readonly #byOwner = new BoundedCache<string, BoundedCache<string, Suspect>>(1_000);

  add(owner: string, texts: readonly string[], end: JobEnded): void {
    if (this.refusalOf(owner, texts) !== null) return;
    const known = this.#byOwner.get(owner);
    const suspects = known ?? new BoundedCache<string, Suspect>(100);
    if (known === undefined) this.#byOwner.set(owner, suspects);
    const key = keyOf(texts);
    const count = (recent(suspects.get(key))?.count ?? 0) + 1;
    suspects.set(key, { count, lastAt: performance.now(), end });
  }

  /** How these texts ended before, if they are not tried now. */
  refusalOf(owner: string, texts: readonly string[]): JobEnded | null {
    // Almost no organization has any.
    const suspects = this.#byOwner.get(owner);
    const suspect = suspects === undefined ? null : recent(suspects.get(keyOf(texts)));
    return suspect && suspect.count >= MAX_ENDED ? suspect.end : null;
  }
}

function recent(suspect: Suspect | undefined): Suspect | null {
  return suspect && performance.now() - suspect.lastAt < SUSPENDED_MS ? suspect : null;
}

function keyOf(texts: readonly string[]): string {
  return texts.join('\0');
}
