import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { scheduleFollowUp } from './schedule-follow-up.ts';
import { findTargetOfJob } from './targets.ts';

const selectErased = statement(
  'is_person_of_job_erased',
  `select l.erasure_id is not null as erased from jobs j
   join leads l on l.organization_id = $1 and l.lead_id = j.lead_id
   where j.organization_id = $1 and j.job_id = $2`,
);

/**
 * A task for a person about a job, due now: for what the service cannot decide. There is one for each key, however often it
 * is asked for. `body` is Liquid. A person who was erased gets no new records, and so no task.
 */
export async function askPerson(
  tx: Tx,
  jobId: string,
  { key, body }: { key: string; body: string },
): Promise<void> {
  const [found] = await tx.query<{ erased: boolean }>(selectErased, [tx.organizationId, jobId]);
  if (found === undefined || found.erased) return;
  const input = {
    channel: 'task',
    when: { delay: 'PT0S' },
    template: null,
    subject: null,
    body,
    assignedTo: null,
    cancelOn: [],
    purpose: null,
    expiresAt: null,
  } as const;
  await scheduleFollowUp(tx, await findTargetOfJob(tx, jobId), input, { key, runId: null });
}
