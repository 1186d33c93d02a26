import type { Attribution, Lead, UpdateLead } from '../../../packages/sdk/src/index.ts';
import { METADATA_KEY_FORM } from '../../../server/domain/origin-names.ts';
import * as text from '../../text/en.ts';

/** What a person has changed of where a lead came from, so that what others change meanwhile stays. Pure. */

export type AttributionName = keyof Attribution;
export const ATTRIBUTION_FIELDS = Object.keys(text.number.attribution) as AttributionName[];

type Origin = Pick<Lead, 'attribution' | 'metadata'>;
export type OriginChange = Pick<UpdateLead, 'attribution' | 'metadata'>;

/** A value of the company's own, as it is typed. */
export interface ValueRow {
  id: number;
  key: string;
  value: string;
}

export function rowsOf({ metadata }: Pick<Origin, 'metadata'>): readonly ValueRow[] {
  return Object.entries(metadata).map(([key, value], id) => ({ id, key, value }));
}

export function nameOfKey(row: number): string {
  return `metadata/${row}/key`;
}

/** What is wrong with the names, by their fields; a row without anything is left out. */
export function wrongRows(rows: readonly ValueRow[]): Readonly<Record<string, string>> | null {
  const wrong: Record<string, string> = {};
  const seen = new Set<string>();
  for (const [at, { key, value }] of rows.entries()) {
    const name = key.trim();
    if (name === '' && value.trim() === '') continue;
    if (name === '') wrong[nameOfKey(at)] = text.number.valueNeedsName;
    else if (!KEY.test(name)) wrong[nameOfKey(at)] = text.number.valueNameForm;
    else if (seen.has(name)) wrong[nameOfKey(at)] = text.number.valueNameTwice;
    seen.add(name);
  }
  return Object.keys(wrong).length === 0 ? null : wrong;
}

const KEY = new RegExp(METADATA_KEY_FORM);

/** Only what was changed since the dialog was opened; the rest is as it is now, because both are replaced as a whole. */
export function originChange(
  opened: Origin,
  current: Origin,
  typedIn: (name: AttributionName) => string,
  rows: readonly ValueRow[],
): OriginChange {
  const attribution: Attribution = {};
  for (const name of ATTRIBUTION_FIELDS) {
    const value = typedIn(name).trim() || null;
    if (value !== (opened.attribution[name] ?? null)) attribution[name] = value;
  }
  const metadata = metadataAfter(opened.metadata, current.metadata, rows);
  return {
    ...(Object.keys(attribution).length > 0 && {
      attribution: { ...current.attribution, ...attribution },
    }),
    ...(metadata && { metadata }),
  };
}

/** Null if no value was changed. */
function metadataAfter(
  opened: Origin['metadata'],
  current: Origin['metadata'],
  rows: readonly ValueRow[],
): Record<string, string> | null {
  const typed = new Map(rows.map(({ key, value }) => [key.trim(), value]));
  typed.delete('');
  const removed = Object.keys(opened).filter((key) => !typed.has(key));
  const set = [...typed].filter(([key, value]) => opened[key] !== value);
  if (removed.length + set.length === 0) return null;
  const kept = Object.entries(current).filter(([key]) => !removed.includes(key));
  return Object.fromEntries([...kept, ...set]);
}

/** The values before. */
export function undoOfOrigin({ attribution, metadata }: Origin, change: OriginChange) {
  return {
    ...(change.attribution && { attribution }),
    ...(change.metadata && { metadata }),
  } satisfies OriginChange;
}
