import { toPublicId } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { EquipmentHistoryItem } from '../equipment/index.ts';

const PREFIXES = { job: 'job', claim: 'claim', visit: 'appointment' } as const;

interface HistoryRow {
  kind: keyof typeof PREFIXES;
  id: string;
  at: Date;
}

/** The newest of each kind, and of these the newest. A visit belongs to a job, or is the last one of a claim. */
const selectHistory = statement(
  'select_history_of_equipment',
  `with work as materialized (
     select job_id, created_at from jobs
     where organization_id = $1 and (equipment_id = $2 or job_id = $3) order by job_id desc limit $4
   ), claims as materialized (
     select claim_id, appointment_id, created_at from warranty_claims
     where organization_id = $1 and equipment_id = $2 order by claim_id desc limit $4
   ), visits as (
     select appointment_id, starts_at from appointments
     where organization_id = $1 and status <> 'held' and job_id = any (array(select job_id from work))
     union
     select appointment_id, starts_at from appointments
     where organization_id = $1 and appointment_id = any (array(select appointment_id from claims))
   )
   select 'job' as kind, job_id as id, created_at as at from work
   union all select 'claim', claim_id, created_at from claims
   union all select 'visit', appointment_id, starts_at from visits
   order by at desc, id desc limit $4`,
);

/** Jobs and claims that name the machine or installed it, and their visits: newest first. */
export async function historyOfEquipment(
  tx: Tx,
  machine: { equipment_id: string; installed_by_job_id: string | null },
  limit: number,
): Promise<EquipmentHistoryItem[]> {
  const { equipment_id, installed_by_job_id } = machine;
  const values = [tx.organizationId, equipment_id, installed_by_job_id, limit];
  const rows = await tx.query<HistoryRow>(selectHistory, values);
  return rows.map(({ kind, id, at }) => ({
    kind,
    id: toPublicId(PREFIXES[kind], id),
    at: at.toISOString(),
  }));
}
