import type { Claim } from './turn.ts';

/** The most runs of one organization that are processed in one transaction. */
export const BATCH_SIZE = 32;

/** Each batch has one organization and at most one run per lifecycle, so that no run reads what another one changes. */
export function batchClaims(claims: readonly Claim[]): Claim[][] {
  const groups: { organizationId: string; numbers: Set<string | null>; claims: Claim[] }[] = [];
  for (const claim of claims) {
    const { organization_id: organizationId, lifecycle_number: number } = claim;
    // A run that was interrupted is processed alone: it may be the reason.
    let group = groups.find(
      (one) =>
        !claim.was_claimed &&
        one.claims[0]?.was_claimed === false &&
        one.organizationId === organizationId &&
        one.claims.length < BATCH_SIZE &&
        !one.numbers.has(number),
    );
    if (!group) {
      group = { organizationId, numbers: new Set(), claims: [] };
      groups.push(group);
    }
    group.numbers.add(number);
    group.claims.push(claim);
  }
  return groups.map((group) => group.claims);
}

/** Splits evenly, so that no worker is idle while another has several items. */
export function splitEvenly<Item>(items: readonly Item[], workers: number): Item[][] {
  const count = Math.min(workers, items.length);
  return Array.from({ length: count }, (_, worker) =>
    items.filter((_, index) => index % count === worker),
  );
}
