import type { Claim } from './turn.ts';

/** Claimed together, and taken in one transaction where they are of one organization. */
export const BATCH = 16;

/**
 * Those of one organization, each of another lifecycle: what one of them changes, none of the others looks at.
 */
export function groupClaims(claims: readonly Claim[]): Claim[][] {
  const groups: { organizationId: string; numbers: Set<string | null>; claims: Claim[] }[] = [];
  for (const claim of claims) {
    const { organization_id: organizationId, lifecycle_number: number } = claim;
    let group = groups.find(
      (one) =>
        one.organizationId === organizationId &&
        one.claims.length < BATCH &&
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

/** Evenly, so that a few are not left to one while others have nothing to do. */
export function spread<Item>(items: readonly Item[], among: number): Item[][] {
  const hands = Math.min(among, items.length);
  return Array.from({ length: hands }, (_, hand) =>
    items.filter((_, index) => index % hands === hand),
  );
}
