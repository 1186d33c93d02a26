import { toPublicId } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import { Problem } from '../../platform/errors.ts';
import type { ConfirmVisits } from '../dispatch/index.ts';
import { assertMeetsNeeds, effectsOf, readsOf } from './needs.ts';
import { findPlaybook } from './queries.ts';
import { visitConfirmation } from './ready/visit-confirmation.ts';
import { currentSeq } from './runtime/queries.ts';
import { findSubject } from './runtime/subjects.ts';
import { requestedRun, startRun } from './start-requested.ts';

const selectReady = statement(
  'select_ready_playbook',
  `select playbook_id from playbooks
   where organization_id = $1 and key = $2 and archived_at is null`,
);

/**
 * Runs the ready playbook that confirms a visit, as a person would for each: with its texts, and within the same limits.
 * It does not have to be enabled. None if the organization has archived it.
 */
export const confirmVisits: ConfirmVisits = async (tx, appointmentIds, { caller, eventTypes }) => {
  const values = [tx.organizationId, visitConfirmation.key];
  const [ready] = await tx.query<{ playbook_id: string }>(selectReady, values);
  if (ready === undefined || appointmentIds.length === 0) return [];
  const playbook = await findPlaybook(tx, ready.playbook_id);
  const reads = await readsOf(playbook.definition, eventTypes, tx.organizationId);
  assertMeetsNeeds(caller, [...reads, ...effectsOf(playbook.definition)], 'other');
  const seq = await currentSeq(tx);
  const confirmed: string[] = [];
  for (const id of appointmentIds) {
    const subject = await findSubject(tx, { appointment_id: toPublicId('appointment', id) }).catch(
      unlessDeleted,
    );
    if (subject === null) continue;
    await startRun(tx, requestedRun(tx, playbook, subject, { input: {}, seq }));
    confirmed.push(id);
  }
  return confirmed;
};

/** No playbook runs about a deleted lead, but its visit can still be moved. */
function unlessDeleted(error: unknown): null {
  if (error instanceof Problem && error.code === 'lead_deleted') return null;
  throw error;
}
