import { hash64 } from '../../domain/dedup/hash.ts';
import { presentText } from '../../domain/text.ts';
import { isObject } from '../../platform/is-object.ts';
import { ATTRIBUTION_FIELDS, type Attribution } from './origin-schemas.ts';

/** Pure rules: how metadata and attribution are stored, and the keys that lists find them by. */

/** Null if there is nothing to store: most leads have neither, and then no column is written. */
export type StoredMetadata = Record<string, string> | null;
export type StoredAttribution = Partial<Record<keyof Attribution, string>> | null;

/** Expects values that have passed validation. In the order of their keys, as the database returns them. */
export function readMetadata(given: unknown): StoredMetadata {
  if (!isObject(given)) return null;
  const entries = Object.entries(given).flatMap(([key, value]) =>
    typeof value === 'string' ? [[key, value] as const] : [],
  );
  return entries.length === 0 ? null : Object.fromEntries(entries.sort(byLengthAndName));
}

/** Blank values are left out. The campaign of the link is the campaign, unless another one is given. */
export function readAttribution(given: unknown): StoredAttribution {
  if (!isObject(given)) return null;
  const values = new Map<keyof Attribution, string>();
  for (const name of ATTRIBUTION_FIELDS) {
    const value = presentText(given[name]);
    if (value !== null) values.set(name, value);
  }
  const linked = values.get('utm_campaign');
  if (linked !== undefined && !values.has('campaign')) values.set('campaign', linked);
  const entries = [...values].sort(byLengthAndName);
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** The order of jsonb, so that equal values compare as equal. */
function byLengthAndName([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a.length - b.length || (a < b ? -1 : 1);
}

const KINDS = { campaign: 61, metadata: 62 } as const;

/** A list by campaign reads the leads of this key, newest first. */
export function campaignKey(campaign: string): bigint {
  return hash64(KINDS.campaign, campaign);
}

export function metadataKey(key: string, value: string): bigint {
  return hash64(KINDS.metadata, `${key} ${value}`);
}

export interface Originated {
  metadata: StoredMetadata;
  attribution: StoredAttribution;
}

/** What lists find a lead by, besides its contact: nothing for most leads. */
export function originKeys({ metadata, attribution }: Originated): bigint[] {
  const campaign = attribution?.campaign;
  return [
    ...(campaign === undefined ? [] : [campaignKey(campaign)]),
    ...Object.entries(metadata ?? {}).map(([key, value]) => metadataKey(key, value)),
  ];
}
