import { hash } from 'node:crypto';
import { toPublicId, toUuid } from '../../domain/ids.ts';
import { isKey, newKey } from '../../platform/unguessable-key.ts';

/** The key of a link names its organization, so that it is found without a directory of all of them. */
export function newLinkKey(organizationId: string): string {
  return `${toPublicId('organization', organizationId).replace(/^organization_/, '')}-${newKey()}`;
}

/** Null for what cannot be one. */
export function readLinkKey(text: string): { organizationId: string; hash: Buffer } | null {
  const [organization = '', key = ''] = text.split('-', 2);
  const organizationId = toUuid('organization', `organization_${organization}`);
  if (organizationId === null || !isKey(key)) return null;
  return { organizationId, hash: hashOf(text) };
}

export function hashOf(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}
