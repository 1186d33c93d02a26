import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { toPublicId } from '../../platform/ids.ts';
import { type Contact, type PreparedContact, prepare } from './dedup/contact.ts';
import { bestMatch, countSharers } from './dedup/find.ts';
import { hash64 } from './dedup/hash.ts';
import { exactKeys, probeKeys, storedKeys } from './dedup/keys.ts';
import { type Match, scoreMatch } from './dedup/score.ts';
import type { DuplicateMatch } from './schemas.ts';

/** Between the scorer, which knows no database, and the leads' rows. */

export interface Duplicate {
  leadId: string;
  match: DuplicateMatch;
}

/**
 * The living lead that this contact most likely is already, or null. The same phone or e-mail address
 * arriving at the same moment waits here for the first to commit, and then finds it.
 */
export async function findDuplicate(tx: Tx, contact: PreparedContact): Promise<Duplicate | null> {
  const candidates = await findCandidates(tx, contact, identityLocks(contact));
  const best = bestMatch(contact, candidates);
  return best && { leadId: best.id.lead_id, match: describe(best.id, best.match) };
}

/** All that the lead could be, best first, as a person would review them. */
export async function listDuplicates(
  tx: Tx,
  leadId: string,
  contact: PreparedContact,
): Promise<DuplicateMatch[]> {
  const candidates = (await findCandidates(tx, contact, NO_LOCKS)).filter(
    ({ found }) => found !== leadId,
  );
  const shared = countSharers(contact, candidates);
  return candidates
    .map(({ contact: other, own }) => {
      const match = scoreMatch(contact, other, shared);
      return match && describe(own, match);
    })
    .filter((match) => match !== null)
    .sort((a, b) => b.score - a.score);
}

export function preparedKeys(contact: PreparedContact): string {
  return arrayLiteral(storedKeys(contact));
}

/** PostgreSQL's way to write an array of numbers; the driver's own quotes and escapes every one. */
function arrayLiteral(keys: bigint[]): string {
  return `{${keys.join(',')}}`;
}

export { type PreparedContact, prepare } from './dedup/contact.ts';

interface Identity {
  lead_id: string;
  lifecycle_number: string;
  customer_id: string | null;
}

interface Found {
  contact: PreparedContact;
  /** The lead whose key was found. */
  found: string;
  own: Identity;
  /** The oldest of its chain, if it is itself a duplicate. */
  id: Identity;
}

async function findCandidates(tx: Tx, contact: PreparedContact, locks: string): Promise<Found[]> {
  const rows = await tx.query<CandidateRow>(probeLeads, [
    locks,
    arrayLiteral(exactKeys(contact)),
    arrayLiteral(probeKeys(contact)),
  ]);
  return rows.map((row) => {
    const own = {
      lead_id: row.lead_id,
      lifecycle_number: row.lifecycle_number,
      customer_id: row.customer_id,
    };
    const root = row.root_lead_id && {
      lead_id: row.root_lead_id,
      lifecycle_number: row.root_lifecycle_number!,
      customer_id: row.root_customer_id,
    };
    return { contact: prepare(row), found: row.lead_id, own, id: root || own };
  });
}

function describe(
  { lead_id, lifecycle_number, customer_id }: Identity,
  match: Match,
): DuplicateMatch {
  return {
    lead_id: toPublicId('lead', lead_id),
    ...(customer_id === null ? {} : { customer_id: toPublicId('customer', customer_id) }),
    lifecycle_number,
    score: Math.round(match.score * 1000) / 1000,
    confidence: match.confidence,
    reasons: match.reasons,
  };
}

const NO_LOCKS = '{}';
const PHONE_LOCK = 101;
const EMAIL_LOCK = 102;

/** In one order for all, so that two leads that share both never wait for each other. */
function identityLocks({ phone, email }: PreparedContact): string {
  const locks: bigint[] = [];
  if (phone !== null) locks.push(hash64(PHONE_LOCK, phone));
  if (email !== null) locks.push(hash64(EMAIL_LOCK, email.canonical));
  return arrayLiteral(locks.sort((a, b) => (a < b ? -1 : 1)));
}

interface CandidateRow extends Contact {
  lead_id: string;
  lifecycle_number: string;
  customer_id: string | null;
  root_lead_id: string | null;
  root_lifecycle_number: string | null;
  root_customer_id: string | null;
}

/** The candidates, once nobody else is capturing the same phone or mailbox. The SQL is in migration 0005. */
export const probeLeads = statement(
  'probe_leads',
  'select * from probe_leads($1::bigint[], $2::bigint[], $3::bigint[])',
);
