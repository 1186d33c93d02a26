type Close = () => Promise<void>;

/** The open subscriptions of this process, by organization. */
export class OpenWatches {
  readonly #byOrganization = new Map<string, Set<Close>>();

  count(organizationId: string): number {
    return this.#byOrganization.get(organizationId)?.size ?? 0;
  }

  add(organizationId: string, close: Close): void {
    const open = this.#byOrganization.get(organizationId) ?? new Set();
    this.#byOrganization.set(organizationId, open.add(close));
  }

  delete(organizationId: string, close: Close): void {
    const open = this.#byOrganization.get(organizationId);
    open?.delete(close);
    if (open?.size === 0) this.#byOrganization.delete(organizationId);
  }

  closeAll(): void {
    for (const open of this.#byOrganization.values()) for (const close of open) void close();
  }
}
