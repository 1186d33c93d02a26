import type { Candidate } from '../../../domain/dedup/find.ts';
import type { Identity } from '../duplicates.ts';
import type { PreparedCapture } from './prepare.ts';

/** The lead that a candidate stands for: one that is kept, or a row of this batch, counted from 1. */
export type BatchIdentity = Identity & { batchRow: number | null };

interface KnownLead extends Candidate<BatchIdentity> {
  /** The place by age. */
  order: number;
}

/** Leads by what they are found by; those of the batch join it one by one. */
export interface KnownLeads {
  byKey: Map<bigint, KnownLead[]>;
  ids: Set<string>;
}

export function noLeads(): KnownLeads {
  return { byKey: new Map(), ids: new Set() };
}

/** As many as a single capture looks at, see probe_leads. */
const MAX_OF_AN_EXACT_KEY = 20;
const MAX_CANDIDATES = 300;

export function candidatesOf(capture: PreparedCapture, { byKey }: KnownLeads): KnownLead[] {
  const found = new Set<KnownLead>();
  for (const key of capture.exactKeys) {
    for (const lead of byKey.get(key)?.slice(0, MAX_OF_AN_EXACT_KEY) ?? []) found.add(lead);
  }
  for (const keys of [capture.exactKeys, capture.otherProbes]) {
    for (const key of keys) {
      for (const lead of byKey.get(key) ?? []) {
        if (found.size >= MAX_CANDIDATES) break;
        found.add(lead);
      }
    }
  }
  return found.size < 2 ? [...found] : [...found].sort((a, b) => a.order - b.order);
}

export function remember(
  known: KnownLeads,
  leadId: string,
  keys: readonly bigint[],
  lead: KnownLead,
): void {
  known.ids.add(leadId);
  for (const key of keys) {
    const found = known.byKey.get(key);
    if (found === undefined) known.byKey.set(key, [lead]);
    else found.push(lead);
  }
}
