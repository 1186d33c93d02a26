import type { Listener } from './listener.ts';

/** Those who listen to one organization in this process. */
export class OrganizationLog {
  readonly organizationId: string;
  readonly listeners = new Set<Listener>();
  isReading = false;
  isAwake = false;

  constructor(organizationId: string) {
    this.organizationId = organizationId;
  }

  live(): Listener[] {
    return [...this.listeners].filter(({ state }) => state === 'live');
  }

  /** Up to here all live listeners have everything; infinity if there is none. */
  get liveFrom(): number {
    let least = Number.POSITIVE_INFINITY;
    for (const { state, seq } of this.listeners) if (state === 'live') least = Math.min(least, seq);
    return least;
  }
}
