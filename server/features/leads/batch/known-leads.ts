import type { Candidate } from '../../../domain/dedup/find.ts';
import { MAX_OF_A_COMPANY } from '../../../domain/dedup/keys.ts';
import type { Identity } from '../duplicates.ts';
import type { PreparedCapture } from './prepare.ts';

/** The lead that a candidate refers to: a stored lead, or a row of this batch, counted from 1. */
export type BatchIdentity = Identity & { batchRow: number | null };

interface KnownLead extends Candidate<BatchIdentity> {
  /** Position by age, oldest first. */
  order: number;
}

/** Leads by their contact keys. The leads of the batch are added one by one. */
export interface KnownLeads {
  byKey: Map<bigint, KnownLead[]>;
  ids: Set<string>;
  /** Keys of mail domains that so many share that none is looked up. */
  crowded: ReadonlySet<bigint>;
}

export function emptyKnownLeads(crowded: ReadonlySet<bigint> = new Set()): KnownLeads {
  return { byKey: new Map(), ids: new Set(), crowded };
}

/** The same limits as for a single capture, see probe_leads. */
const MAX_PER_EXACT_KEY = 20;
const MAX_OF_OTHERS = 300;

export function candidatesOf(
  { probes }: PreparedCapture,
  { byKey, crowded }: KnownLeads,
): KnownLead[] {
  const found = new Set<KnownLead>();
  for (const key of probes.exact) {
    for (const lead of byKey.get(key)?.slice(0, MAX_PER_EXACT_KEY) ?? []) found.add(lead);
  }
  for (const key of probes.companies) {
    const leads = byKey.get(key) ?? [];
    if (leads.length > MAX_OF_A_COMPANY || crowded.has(key)) continue;
    for (const lead of leads) found.add(lead);
  }
  let others = 0;
  for (const key of probes.others) {
    const leads = byKey.get(key)?.slice(0, MAX_OF_OTHERS - others) ?? [];
    for (const lead of leads) found.add(lead);
    others += leads.length;
  }
  return found.size < 2 ? [...found] : [...found].sort((a, b) => a.order - b.order);
}

export function addKnownLead(
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
