import { toPublicId } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';

const selectOpen = statement(
  'select_open_jobs_of_lifecycles',
  `select job_id from jobs j
   where j.organization_id = $1 and j.lifecycle_number = any ($2)
     and (j.status in ('contracted', 'scheduled', 'in_progress', 'on_hold')
          or exists (select from warranty_claims c
            where c.organization_id = $1 and c.job_id = j.job_id and c.status = 'open'))
   order by j.job_id`,
);

/** Ids of the jobs of these lifecycles that are not done yet, or have an open warranty claim. */
export async function openJobIds(tx: Tx, lifecycleNumbers: readonly string[]): Promise<string[]> {
  const values = [tx.organizationId, lifecycleNumbers];
  const rows = await tx.query<{ job_id: string }>(selectOpen, values);
  return rows.map(({ job_id }) => toPublicId('job', job_id));
}
