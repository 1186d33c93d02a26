import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Actor } from '../../platform/events/event.ts';

export interface AcceptanceRow {
  estimate_id: string;
  lifecycle_number: string;
  document: object;
  document_hash: string;
  signature_image: Buffer | null;
  accepted_by: 'user' | 'link';
  actor: Actor;
  address: string | null;
  user_agent: string | null;
  created_at: Date;
}

/** The database refuses every change of it. */
const acceptances = table<AcceptanceRow>('estimate_acceptances', {
  estimate_id: 'key',
  lifecycle_number: 'fixed',
  document: 'fixed_json',
  document_hash: 'fixed',
  signature_image: 'fixed',
  accepted_by: 'fixed',
  actor: 'fixed_json',
  address: 'fixed',
  user_agent: 'fixed',
  created_at: 'fixed',
});

export const { find: findAcceptance, findOrNull: findAcceptanceOrNull } =
  acceptances.byKey('acceptance');
export const insertAcceptance = acceptances.insert;

/** What is kept of an acceptance besides the estimate, for the person whose it is. */
export async function signedOf(tx: Tx, estimateId: string) {
  const acceptance = await findAcceptanceOrNull(tx, estimateId);
  if (acceptance === null) return null;
  const { accepted_by, address, user_agent, document, signature_image } = acceptance;
  return { accepted_by, address, user_agent, document, image: signature_image?.toString('base64') };
}
