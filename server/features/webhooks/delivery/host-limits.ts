/** Requests in flight to one host: of all organizations in this process, and of one of them. */
export const MAX_PER_HOST = 128;
export const MAX_PER_ORGANIZATION = 32;

interface Host {
  total: number;
  byOrganization: Map<string, number>;
  /** Who waits for a place, by organization, the one that has waited longest first. */
  waiting: Map<string, Set<() => void>>;
}

/**
 * Limits the requests to each host, however many endpoints lead there: many endpoints of one organization can neither
 * flood a host nor keep others from it. Places go to the organizations in turn.
 */
export class HostLimits {
  readonly #hosts = new Map<string, Host>();

  /** Takes a place; if there is none, calls `resume` when there may be one. */
  tryStart(name: string, organizationId: string, resume: () => void): boolean {
    const host = this.#hostOf(name);
    const own = host.byOrganization.get(organizationId) ?? 0;
    if (host.total >= MAX_PER_HOST || own >= MAX_PER_ORGANIZATION) {
      const resumes = host.waiting.get(organizationId) ?? new Set();
      host.waiting.set(organizationId, resumes.add(resume));
      return false;
    }
    host.total += 1;
    host.byOrganization.set(organizationId, own + 1);
    return true;
  }

  /** Gives the place back, to the organization that has waited longest. */
  end(name: string, organizationId: string): void {
    const host = this.#hostOf(name);
    host.total -= 1;
    const own = (host.byOrganization.get(organizationId) ?? 1) - 1;
    if (own > 0) host.byOrganization.set(organizationId, own);
    else host.byOrganization.delete(organizationId);
    this.#resumeWaiting(host);
    if (host.total === 0 && host.waiting.size === 0) this.#hosts.delete(name);
  }

  /**
   * A resumed sender may no longer want the place, so the next one is asked until all are taken. One that waits again is
   * last in the map, and is reached only if there is still a place.
   */
  #resumeWaiting(host: Host): void {
    for (const [organizationId, resumes] of host.waiting) {
      if (host.total >= MAX_PER_HOST) return;
      if ((host.byOrganization.get(organizationId) ?? 0) >= MAX_PER_ORGANIZATION) continue;
      host.waiting.delete(organizationId);
      for (const resume of resumes) resume();
    }
  }

  #hostOf(name: string): Host {
    const known = this.#hosts.get(name);
    if (known) return known;
    const host: Host = { total: 0, byOrganization: new Map(), waiting: new Map() };
    this.#hosts.set(name, host);
    return host;
  }
}
