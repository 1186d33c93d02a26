import { hash } from 'node:crypto';
import { organizationOfKey } from '../../domain/organization-key.ts';

/** Null for what cannot be one. */
export function readLinkKey(text: string): { organizationId: string; hash: Buffer } | null {
  const organizationId = organizationOfKey(text);
  return organizationId === null ? null : { organizationId, hash: hashOf(text) };
}

export function hashOf(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}
