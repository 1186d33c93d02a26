import { isKey, newKey } from '../platform/unguessable-key.ts';
import { toPublicId, toUuid } from './ids.ts';

/** A key that names its organization, so that it is found without a directory of all of them. */
export function newOrganizationKey(organizationId: string): string {
  return organizationKeyOf(organizationId, newKey());
}

export function organizationKeyOf(organizationId: string, key: string): string {
  return `${toPublicId('organization', organizationId).replace(/^organization_/, '')}-${key}`;
}

/** The organization that the key names; null for what cannot be such a key. */
export function organizationOfKey(text: string): string | null {
  const [organization = '', key = '', ...more] = text.split('-');
  if (more.length > 0 || !isKey(key)) return null;
  return toUuid('organization', `organization_${organization}`);
}
