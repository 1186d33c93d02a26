import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { LAST_UUID } from '../../platform/paging.ts';
import type { ClaimStatus, WarrantyClaim } from './claim-schemas.ts';
import { listOfJob, RECORD_COLUMNS, type RecordRow, toRecord } from './record-row.ts';

export interface ClaimRow extends RecordRow {
  claim_id: string;
  status: ClaimStatus;
  description: string;
  equipment_id: string | null;
  resolution: string | null;
  appointment_id: string | null;
  closed_at: Date | null;
}

export const claims = table<ClaimRow>('warranty_claims', {
  claim_id: 'key',
  status: 'value',
  description: 'fixed',
  equipment_id: 'fixed',
  resolution: 'value',
  appointment_id: 'value',
  closed_at: 'value',
  ...RECORD_COLUMNS,
});

export function toClaim(row: ClaimRow): WarrantyClaim {
  return {
    claim_id: toPublicId('claim', row.claim_id),
    ...toRecord(row),
    status: row.status,
    description: row.description,
    equipment_id: toPublicIdOrNull('equipment', row.equipment_id),
    resolution: row.resolution,
    appointment_id: toPublicIdOrNull('appointment', row.appointment_id),
    closed_at: row.closed_at?.toISOString() ?? null,
  };
}

export const { find: findClaim, lock: lockClaim } = claims.byKey('warranty claim');

const selectVisitsOfOpenClaims = statement(
  'select_visits_of_open_claims',
  `select appointment_id from warranty_claims
   where organization_id = $1 and job_id = $2 and status = 'open' and appointment_id is not null`,
);

/** These visits stay booked when the job is closed: the claim was made while the warranty was running. */
export async function listVisitsOfOpenClaims(tx: Tx, jobId: string): Promise<string[]> {
  const values = [tx.organizationId, jobId];
  const rows = await tx.query<{ appointment_id: string }>(selectVisitsOfOpenClaims, values);
  return rows.map(({ appointment_id }) => appointment_id);
}

export const listClaimRows = listOfJob(claims, 'warranty_claims', 'claim_id');

const selectAllClaims = statement(
  'list_every_warranty_claim',
  `select ${claims.columns} from warranty_claims
   where organization_id = $1 and claim_id < $2 order by claim_id desc limit $3`,
);
const selectAllClaimsByStatus = statement(
  'list_every_warranty_claim_of_status',
  `select ${claims.columns} from warranty_claims
   where organization_id = $1 and claim_id < $2 and status = $4 order by claim_id desc limit $3`,
);

/** Claims of all jobs, newest first. */
export function listAllClaimRows(
  tx: Tx,
  status: ClaimStatus | null,
  before: string | null,
  limit: number,
): Promise<ClaimRow[]> {
  const values = [tx.organizationId, before ?? LAST_UUID, limit];
  if (status === null) return tx.query(selectAllClaims, values);
  return tx.query(selectAllClaimsByStatus, [...values, status]);
}
