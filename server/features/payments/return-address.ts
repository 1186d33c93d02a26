import { toPublicId, toUuid } from '../../domain/ids.ts';
import { organizationKeyOf, organizationOfKey } from '../../domain/organization-key.ts';
import type { Tx } from '../../platform/database/transaction.ts';

/** Where the pages are to which customers come back. `customer-pages` serves them. */
export const RETURN_PATH = '/paid';

/**
 * The page to which a customer comes back by default. It names only the checkout: the provider learns no link of the
 * customer, and the customer not the address of webhooks.
 */
export function returnAddressOf(
  { organizationId }: Pick<Tx, 'organizationId'>,
  checkoutId: string,
  baseUrl: string,
): string {
  const key = toPublicId('checkout', checkoutId).replace(/^checkout_/, '');
  return `${baseUrl}${RETURN_PATH}/${organizationKeyOf(organizationId, key)}`;
}

/** What such an address names; null for what cannot be one. */
export function readReturnKey(text: string): { organizationId: string; checkoutId: string } | null {
  const organizationId = organizationOfKey(text);
  const checkoutId = toUuid('checkout', `checkout_${text.split('-')[1]}`);
  return organizationId === null || checkoutId === null ? null : { organizationId, checkoutId };
}
