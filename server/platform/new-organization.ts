import type { Tx } from './database/transaction.ts';

/**
 * What a new organization is given in the very transaction that makes it. Who gives something stands above
 * the feature that makes organizations, so it says so here as it is loaded.
 */
type Give = (tx: Tx) => void;

const gifts: Give[] = [];

export function whenOrganizationIsMade(give: Give): void {
  gifts.push(give);
}

/** `tx` is the new organization's own. */
export function furnish(tx: Tx): void {
  for (const give of gifts) give(tx);
}
