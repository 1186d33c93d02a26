import type { Listener } from './listener.ts';

/** The listeners of one organization in this process. */
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

  /** The seq up to which all live listeners have everything; infinity if there are none. */
  get liveFrom(): number {
    let min = Number.POSITIVE_INFINITY;
    for (const { state, seq } of this.listeners) if (state === 'live') min = Math.min(min, seq);
    return min;
  }
}
